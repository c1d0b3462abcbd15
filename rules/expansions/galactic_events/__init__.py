"""Galactic Events: pulsars, black holes, supernovae and nebulae, each a module of its own.

Nebulae need nothing but their content: their parts are places like any other.
"""
