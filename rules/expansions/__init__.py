"""Expansions: what a module of the game does at the expansion points of the engine."""
