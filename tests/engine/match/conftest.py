"""Small games and players that do exactly what a test wants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.match import Choice, Player
from games import DRAW, LOSS, Position
from searchers import Limits, Result, Searcher

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(Position):
    """Moves are the cells 0 to 8."""

    def __init__(self) -> None:
        self.cells = [-1] * 9

    def legal_moves(self) -> list[int]:
        return [] if self.outcome() is not None else [i for i in range(9) if self.cells[i] < 0]

    def push(self, move: int) -> None:
        self.cells[move] = self.turn

    def pop(self) -> None:
        self.cells[self.history[-1]] = -1

    def outcome(self) -> int | None:
        if any(self.cells[a] == self.cells[b] == self.cells[c] >= 0 for a, b, c in LINES):
            return LOSS
        return None if -1 in self.cells else DRAW


class Endless(Position):
    """Nobody ever wins."""

    def legal_moves(self) -> list[int]:
        return [0, 1]

    def push(self, move: int) -> None:
        pass

    def pop(self) -> None:
        pass

    def outcome(self) -> None:
        return None


class Answering(Searcher):
    """Answers what a function says, which may be no move at all, raise or overspend."""

    NAME = "answering"

    def __init__(self, answer: Callable[[Position, Limits], Any], nodes: int = 0) -> None:
        super().__init__()
        self.answer = answer
        self.nodes = nodes

    def search(
        self, position: Position, limits: Limits, report: Any = None, stop: Any = None
    ) -> Result:
        move = self.answer(position, limits)
        return Result(move, None, None, False, (), 0, (), self.nodes, {}, 0.0, "done")


class Slow(Player):
    """Plays the first legal move and says that it took so many seconds; keeps its limits."""

    def __init__(self, name: str, *seconds: float) -> None:
        super().__init__(name)
        self.seconds = list(seconds)
        self.limits: list[Limits] = []

    def choose(self, position: Position, limits: Limits) -> Choice:
        self.limits.append(limits)
        seconds = self.seconds.pop(0) if self.seconds else 0.0
        return Choice(position.legal_moves()[0], None, 0, seconds, None, "")


@pytest.fixture
def tictactoe() -> TicTacToe:
    return TicTacToe()


@pytest.fixture
def endless() -> Endless:
    return Endless()


@pytest.fixture
def answering() -> type[Answering]:
    return Answering


@pytest.fixture
def slow() -> type[Slow]:
    return Slow


@pytest.fixture
def playing() -> Callable[..., Answering]:
    """Makes a searcher that plays the given moves one after the other, one game only."""

    def make(*moves: int) -> Answering:
        return Answering(lambda position, limits: moves[len(position.history) // 2])

    return make
