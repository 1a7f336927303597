"""Experiments whose games searchers play."""
