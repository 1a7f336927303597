"""What games are evidence of: Elo, sequential tests, ratings."""
