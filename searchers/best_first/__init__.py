"""Best-first minimax (Korf 1992), with a stored tree and in linear space."""
