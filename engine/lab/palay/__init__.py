"""Palay's experiments with B* (1980)."""
