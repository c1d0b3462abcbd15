"""Figures of speed, each beside a yardstick measured in the same run. Nothing here is a test."""
