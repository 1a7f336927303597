"""Uniform trees with given leaves, which record the order in which they are evaluated."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

import searchers
from games.core.position import Position
from searchers import Limits, Result


class Leaves(Position):
    """T(w,d) with its leaves' values for MAX; `read` lists the evaluated leaves, by index."""

    def __init__(self, w: int = 2, d: int = 1, values: Sequence[int] = (0, 0)) -> None:
        self.w, self.d, self.values = w, d, values
        self.line: list[int] = []
        self.read: list[int] = []

    def legal_moves(self) -> list[int]:
        return list(range(self.w)) if len(self.line) < self.d else []

    def push(self, move: int) -> None:
        self.line.append(move)

    def pop(self) -> None:
        self.line.pop()

    def outcome(self) -> int | None:
        if len(self.line) < self.d:
            return None
        leaf = 0
        for move in self.line:
            leaf = leaf * self.w + move
        self.read.append(leaf)
        return -self.values[leaf] if self.d % 2 else self.values[leaf]

    def copy(self) -> Leaves:
        copy = Leaves(self.w, self.d, self.values)
        copy.read = self.read
        return copy

    def minimax(self) -> int:
        values = list(self.values)
        for level in reversed(range(self.d)):
            best = min if level % 2 else max
            values = [best(values[i : i + self.w]) for i in range(0, len(values), self.w)]
        return values[0]

    def searched(self, player: str) -> tuple[Result, list[int]]:
        """Return the result of a search to the leaves, and the evaluated leaves in order."""
        self.read = []
        options = ("," if ":" in player else ":") + "deepen=false,order=none"
        return searchers.make(player + options).search(self, Limits(depth=self.d)), self.read


def _small_trees(count: int, seed: int, odd: bool | None = None) -> Iterator[Leaves]:
    """Yield random small trees, most with many ties."""
    rng = random.Random(seed)
    while count:
        w = rng.choice((2, 3, 4))
        d = rng.choice((1, 2, 3, 4, 5) if w < 4 else (1, 2, 3, 4))
        values = rng.choice((2, 3, 5, 50))
        if odd is None or d % 2 == odd:
            count -= 1
            yield Leaves(w, d, [rng.randrange(values) for _ in range(w**d)])


@pytest.fixture
def leaves() -> type[Leaves]:
    return Leaves


@pytest.fixture
def small_trees() -> Callable[..., Iterator[Leaves]]:
    return _small_trees


class Switches(Position):
    """A game in which each side has a switch: move 0 flips it, move 1 resigns for 50 plus the ply.

    A state that repeats below a search's root, or for the third time, is a draw.
    """

    PATH_DEPENDENT = True

    def __init__(self) -> None:
        self.states = [0]
        self.searched_from = 0
        self.given_up = False

    def legal_moves(self) -> list[int]:
        return [] if self.given_up or self._drawn() else [0, 1]

    def push(self, move: int) -> None:
        self.given_up = move == 1
        self.states.append((self.states[-1] ^ 1 << self.turn) & 3)

    def pop(self) -> None:
        self.states.pop()
        self.given_up = False

    def outcome(self) -> int | None:
        if self.given_up:
            return 50 + len(self.states)
        return 0 if self._drawn() else None

    def _drawn(self) -> bool:
        state, turn, last = self.states[-1], self.turn, len(self.states) - 1
        before = [p for p in range(turn, last, 2) if self.states[p] == state]
        return len(before) > 1 or any(index >= self.searched_from for index in before)

    def begin_search(self) -> None:
        self.searched_from = len(self.states) - 1

    def static(self) -> int:
        return 10

    def static_bounds(self, side: int) -> int:
        return 60 if side else -60


@pytest.fixture
def switches() -> type[Switches]:
    return Switches
