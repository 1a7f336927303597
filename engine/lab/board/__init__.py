"""Experiments of matches between searchers."""
