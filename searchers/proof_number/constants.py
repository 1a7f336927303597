"""Constants of proof-number searches."""

from __future__ import annotations

ENDLESS = 2**30
"""The proof number of what is disproved, and the disproof number of what is proved."""

LEAF, FINISHED, HORIZON, PRUNED, FREE = 0, -1, -2, -3, -4
"""`first` of a node without children: it was not expanded; the game is over; its line is as long as
lines may be; its children were dropped. FREE: places without nodes begin here."""

FULL = 2
"""Result of an expansion for which there was no memory."""

LEAST_SECOND = 100
"""The fewest nodes of a second-level search."""

ENTRY, BUCKET = 9, 3
"""Integers of a table entry, and entries of a bucket."""
