"""PostgreSQL and Valkey servers from wheels, for `make run` and the tests."""
