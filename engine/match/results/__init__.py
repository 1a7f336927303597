"""What a tournament came to, and the files that say so."""
