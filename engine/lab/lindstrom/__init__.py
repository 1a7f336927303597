"""Lindstrom's experiments with evolving trees (1979)."""
