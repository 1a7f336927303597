"""What pages that open in a browser share: one file with all of its style and scripts in it, and
boards to look at."""
