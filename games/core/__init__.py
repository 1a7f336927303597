"""The base of all games: positions, moves, scores, columns and 64-bit arithmetic."""
