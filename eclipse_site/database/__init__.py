"""Django's PostgreSQL backend, but whether a kept connection still works is looked up here."""
