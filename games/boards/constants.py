"""Constants of the board games."""

from __future__ import annotations

CHANGES = 16
"""The largest number of squares that one move changes."""
KING = 2
"""What a checkers man adds to its number when it becomes a king."""
MEN, KINGS, ADVANCE = 100, 150, 3
"""The values of a man, of a king, and of a row that a man has advanced."""
SEED, MOVABLE = 100, 10
"""Kalah: the value of a seed in the store, and of one in a pit."""
BOX, LINE, ALL_FOUR = 100, 3, 4
"""Dots and Boxes: the value of a box, the piece that is a line, and the lines of a box."""
