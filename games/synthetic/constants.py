"""Constants of the synthetic games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

NEVER = 2**30
"""The depth of the end in a game without an end."""
ROWS = 1024
"""The number of rows in the cache of intervals."""
CHILD: cython.ulonglong = 0xD1B54A32D192ED03
"""A child's key mixes its parent's key with CHILD times its number."""
