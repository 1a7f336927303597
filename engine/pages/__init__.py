"""The common parts of pages for a browser: one file with its style and scripts, and boards."""
