"""Evaluators of values: the games' own, and quiescence over them."""
