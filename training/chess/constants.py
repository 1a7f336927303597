"""Constants of the training of chess networks."""

from __future__ import annotations

PLACES = 32
"""The most active inputs of a position: one for each piece."""
