"""Evaluators of intervals: proven, searched, fitted, or wrong on purpose."""
