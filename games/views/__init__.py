"""Pages. Views read what was sent, call services, selectors and ``access``, and render."""
