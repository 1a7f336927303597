"""One game: its moves, its end, its record."""
