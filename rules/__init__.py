"""A deterministic rules engine for Eclipse. No clock, no global random generator, no Django.

``new_game`` sets up, ``play`` carries out an order, ``fold_events`` replays a log,
``player_view`` says what one person may know.
"""
