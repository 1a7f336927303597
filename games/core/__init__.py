"""The contract of games: positions, moves, scores; columns and 64-bit arithmetic."""
