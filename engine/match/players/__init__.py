"""Who plays: searchers in this process, and programs."""
