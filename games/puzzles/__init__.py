"""Games of one player."""
