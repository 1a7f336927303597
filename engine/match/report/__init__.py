"""A tournament as one page for a browser: `tables` has its rows, `page` writes the file."""
