"""Constants of the transposition table and of kept trees."""

from __future__ import annotations

WIDTH, BUCKET = 4, 4
"""Integers of an entry, and entries of a bucket."""
NO_STATIC = -(2**15)
"""The static value of an entry without one: it is unknown, or does not fit."""

BETWEEN_POLLS = 2**14
"""Nodes, or edges, between two checks of the clock while a whole tree is traversed."""

BUCKETS = 512
"""Classes of cost by which parts of a tree are ranked."""
MOST_COST = 2**30
"""Largest cost."""

LEAF, FINISHED, PRUNED = 0, -1, -2
"""`first` of a node without children: it was not expanded; the game is over; its children were
pruned. Families of searchers have more such values."""
