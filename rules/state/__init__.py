"""The state of a game: plain values, and questions about them."""
