"""How training games of chess are played."""

from __future__ import annotations

from training.games import Rules

__all__ = ["CHESS", "LARGEST"]

LARGEST = 10_000
"""Centipawns of a proved win; no other value counts for more."""

CHESS = Rules(
    "chess",
    plies=(6, 12),
    even=300,
    largest=LARGEST,
    won=1000,
    won_for=4,
    level=10,
    level_for=16,
    level_from=80,
    longest=320,
)
