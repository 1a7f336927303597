"""Constants of the training of chess networks."""

from __future__ import annotations

PLACES = 32
"""Inputs of one position that can be 1: one for each piece."""
