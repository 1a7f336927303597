"""A game that counts the moves really made, whoever makes them: search, evaluator or probe."""

from __future__ import annotations

from typing import Any

from games import make
from games.position import Moves, Position

__all__ = ["Counting"]


class Counting(Position):
    """Another game in plain Python, all of whose copies count together.

    Its static value is drawn from the key or the moves made, so that searches have something to
    choose by whatever the game; the interval is 50 to either side of it.

    :param inner: the game's spec or position.
    """

    NAME = "counting"
    KEYED = True

    def __init__(self, inner: str | Position = "othello", made: list[int] | None = None) -> None:
        self.inner = make(inner).copy()
        self.made = [0] if made is None else made
        self.PATH_DEPENDENT = self.inner.PATH_DEPENDENT
        self.ACYCLIC = self.inner.ACYCLIC

    def copy(self) -> Any:
        return Counting(self.inner, self.made)

    def clone(self) -> Any:
        return Counting(make(self.inner.spec), self.made)

    def at(self, text: str) -> Any:
        return Counting(self.inner.at(text), self.made)

    def text(self) -> str:
        return str(self.inner.text())

    @property
    def history(self) -> Any:
        return self.inner.history

    @property
    def ply(self) -> int:
        return int(self.inner.ply)

    @property
    def turn(self) -> int:
        return int(self.inner.turn)

    @property
    def start(self) -> str:
        return str(self.inner.start)

    def legal_moves(self) -> list[int]:
        return list(self.inner.legal_moves())

    def push(self, move: int) -> None:
        self.made[0] += 1
        self.inner.push(move)

    def pop(self) -> None:
        self.inner.pop()

    def outcome(self) -> int | None:
        return self.inner.outcome()

    def begin_search(self) -> None:
        self.inner.begin_search()

    def key(self) -> int:
        if self.inner.KEYED:
            return int(self.inner.key())
        return hash((*self.inner.history, self.inner.ply)) % 2**64  # of whole numbers: the same

    def static(self) -> int:
        return (self.key() * 0x9E3779B97F4A7C15 >> 40) % 401 - 200

    def static_bounds(self, side: int) -> int:
        outcome = self.outcome()
        if outcome is not None:
            return outcome
        return self.static() + (50 if side else -50)

    def can_pass(self) -> bool:
        return bool(self.inner.can_pass())

    def push_pass(self) -> None:
        self.made[0] += 1
        self.inner.push_pass()

    def pass_costs(self) -> bool:
        return bool(self.inner.pass_costs())

    def in_check(self) -> bool:
        return bool(self.inner.in_check())

    def noisy_moves(self, moves: Moves) -> int:
        return int(self.inner.noisy_moves(moves))

    def gain(self, move: int) -> int:
        return int(self.inner.gain(move))
