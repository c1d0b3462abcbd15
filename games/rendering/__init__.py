"""How a game looks: the galaxy as SVG and text, boards and choices as values for the templates.

Everything here is given a ``PlayerView`` and nothing else of a game.
"""
