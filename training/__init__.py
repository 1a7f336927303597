"""How shipped weights were made. Imports everything; nothing imports it."""
