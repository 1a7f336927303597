"""Small games, players and programs that do exactly what a test wants."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from engine.match import Choice, Player
from games import DRAW, LOSS, Position
from searchers import Limits, Result, Searcher

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


PROGRAM = """
import sys, time
def answer(move):
    print({moves!r}.format(move), flush=True)
{start}
for line in sys.stdin:
    {note}
    word, *rest = line.split()
    if word in {on!r}:
        exec({on!r}[word])
    elif word == {request!r}:
        {go}
    elif word == "quit":
        break
    else:
        reply = {replies!r}.get(word, {otherwise!r})
        if reply:
            print(reply.format(*rest), flush=True)
"""


class Protocol(NamedTuple):
    """The protocol of a program: its move command, its move answer, and its other replies."""

    moves: str
    request: str
    replies: dict[str, str]
    otherwise: str = ""


PROTOCOLS = {
    "uci": Protocol(
        "bestmove {}",
        "go",
        {
            "uci": "id name double\noption name Skill Level type spin default 9 min 0 max 9\nuciok",
            "isready": "readyok",
        },
    ),
    "xboard": Protocol(
        "9 13 1 77 e7e5\nmove {}",
        "go",
        {
            "protover": "feature ping=1 setboard=1 usermove=1 "
            'option="Skill Level -spin 9 0 9" done=1',
            "ping": "pong {}",
        },
    ),
    "nboard": Protocol("nodestats 77 0.1\n=== {}", "go", {"ping": "pong {}"}),
    "gtp": Protocol("chat\n= {} \n", "genmove", {"list_commands": "= play\ngenmove\n"}, "=\n"),
}


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
    """A game that always ends in a draw."""

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


@pytest.fixture
def double(tmp_path: Path) -> Callable[..., str]:
    """Make the command line of a program that runs this code at its start and at each move.

    `on` has the code for other commands. The program logs its input to the file `note`. Of the
    texts `swap` it writes the second for the first.
    """

    def make(
        protocol: str,
        name: str,
        *,
        start: str = "pass",
        go: str = "pass",
        on: Mapping[str, str] = MappingProxyType({}),
        note: Path | None = None,
        swap: tuple[str, str] = ("", ""),
    ) -> str:
        received = f"open({str(note)!r}, 'a').write(line)" if note else "pass"
        script = tmp_path / f"{name}.py"
        spoken = PROTOCOLS[protocol]._asdict()
        does = PROGRAM.format(start=start, go=go, on=dict(on), note=received, **spoken)
        script.write_text(does.replace(*swap) if swap[0] else does)
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"

    return make
