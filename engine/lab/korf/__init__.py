"""Korf's experiments with best-first minimax (1992)."""
