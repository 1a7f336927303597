"""Constants of games made by a generator of pseudo-random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

NEVER = 2**30
"""Depth of the end in a game that has none."""
ROWS = 1024
"""Rows of intervals that are remembered."""
CHILD: cython.ulonglong = 0xD1B54A32D192ED03
"""A child's key is mixed from its parent's and this times its number."""
