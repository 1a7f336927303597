"""Constants of conspiracy numbers and of meta-greedy search."""

from __future__ import annotations

NEVER = 30_000
"""The conspiracy number of a value that cannot be reached."""
NO_TARGET = -1000
"""Returned in place of a bucket if no other one can be reached."""

PRIOR = 10
"""The number of measured errors that the first guess of an error counts for."""
