"""Constants of stored results: the transposition table and trees that are kept between searches."""

from __future__ import annotations

WIDTH, BUCKET = 4, 4
"""Integers of an entry, and entries of a bucket."""
NO_STATIC = -(2**15)
"""In place of a static value: it is unknown, or does not fit."""

BETWEEN_POLLS = 2**14
"""Nodes, or edges, between two looks at the clock while a whole tree is traversed."""

BUCKETS = 512
"""Classes of cost by which parts of a tree are ranked."""
MOST_COST = 2**30
"""Largest cost."""
