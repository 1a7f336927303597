"""A game for trees of every shape."""

from __future__ import annotations

import random

from games.core.position import Position


class Bush(Position):
    """A tree of irregular width and length, with few values and therefore many ties."""

    def __init__(self, seed: int = 1, values: int = 3) -> None:
        self.seed = seed
        self.values = values
        self.path: list[int] = []

    def _drawn(self) -> random.Random:
        return random.Random(f"{self.seed} {self.path}")

    def legal_moves(self) -> list[int]:
        return [] if self.outcome() is not None else list(range(self._drawn().randint(1, 4)))

    def push(self, move: int) -> None:
        self.path.append(move)

    def pop(self) -> None:
        self.path.pop()

    def outcome(self) -> int | None:
        over = len(self.path) > 2 and self._drawn().random() < 0.1
        return self.static() if over else None

    def static(self) -> int:
        return self._drawn().randint(-self.values, self.values)
