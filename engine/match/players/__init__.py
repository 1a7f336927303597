"""Players: searchers in this process or a watched one, and external programs."""
