"""Chess, Chess960 and the variants of python-chess."""
