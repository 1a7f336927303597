"""Srimani's experiments with SSS* and PS*(k) (1985)."""
