"""Evaluators of intervals: from shallow searches, from fits, and invalid ones for experiments."""
