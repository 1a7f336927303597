"""The smallest game: four methods."""

from __future__ import annotations

from games import LOSS, Position


class Nim(Position):
    """Take one, two or three; who takes the last wins. All an author writes is here."""

    def __init__(self, heap: int = 9) -> None:
        self.heap = heap

    def legal_moves(self) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.heap]

    def push(self, move: int) -> None:
        self.heap -= move

    def pop(self) -> None:
        self.heap += self.history[-1]

    def outcome(self) -> int | None:
        return None if self.heap else LOSS
