"""The trees of the papers, made by arithmetic or read from a file."""
