"""Evaluators of values: the position's own, chess, Othello, and quiescence search."""
