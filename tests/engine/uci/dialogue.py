"""One side of a dialogue with the engine, and searchers to see what it does with them."""

from __future__ import annotations

import threading
from pathlib import Path
from queue import Queue
from typing import Any, ClassVar

import games
from engine.uci.protocol import Uci
from searchers import SEARCHERS, Limits, Result, Searcher

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 30.0
"""Seconds after which a test gives up; never waited for unless something is broken."""

MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_1 = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"
ONLY_A8B8 = "k7/8/1K6/8/8/8/8/7R b - - 0 1"


class Gui:
    """The other side of a dialogue whose engine runs in a thread of this process."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._to: Queue[str | None] = Queue()
        self._from: Queue[str] = Queue()
        uci = Uci(iter(self._to.get, None), self._from.put)
        self._thread = threading.Thread(target=uci.run, daemon=True)
        self._thread.start()

    def send(self, *lines: str) -> None:
        for line in lines:
            self._to.put(line)

    def expect(self, start: str) -> list[str]:
        """The lines up to the first that begins with `start`, which is the last of them."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self._from.get(timeout=PATIENCE))
        self.said += lines
        return lines

    def ask(self, *lines: str, start: str = "bestmove") -> list[str]:
        self.send(*lines)
        return self.expect(start)

    def bestmoves(self) -> list[str]:
        return [line.split()[1] for line in self.said if line.startswith("bestmove")]

    def close(self) -> None:
        """The end of input; everything said is then in `said`."""
        self._to.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        while not self._from.empty():
            self.said.append(self._from.get())


def said(*lines: str) -> list[str]:
    """Return the engine's output for a whole script."""
    output: list[str] = []
    Uci(lines, output.append).run()
    return output


def found(move: int | None, **facts: Any) -> Result:
    """A result with the facts that matter to a test."""
    known: dict[str, Any] = {
        "value": 0,
        "bounds": None,
        "proved": False,
        "pv": () if move is None else (move,),
        "depth": 1,
        "root": (),
        "nodes": 1,
        "counts": {"max_depth": 1},
        "seconds": 1.0,
        "reason": "done",
    }
    return Result(move=move, **known | facts)


class Blocking(Searcher):
    """Searches until a limit or a stop ends it."""

    NAME = "blocking"

    def _search(self, position: Any, limits: Limits, answer: Any) -> None:
        answer.improve(answer.moves[-1], value=7)
        while self.budget.take():
            pass


class Deaf(Searcher):
    """Ignores the stop flag."""

    NAME = "deaf"
    begun = threading.Event()
    freed = threading.Event()

    def _search(self, position: Any, limits: Limits, answer: Any) -> None:
        self.begun.set()
        assert self.freed.wait(PATIENCE)


class Scripted(Searcher):
    """Reports its script, returns or raises the last of it, and counts its games."""

    NAME = "scripted"
    script: ClassVar[list[Any]] = []
    made = 0
    games = 0

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        Scripted.made += 1

    def new_game(self) -> None:
        Scripted.games += 1

    def search(
        self, position: Any, limits: Any, report: Any = None, stop: Any = None, lines: int = 1
    ) -> Result:
        *reports, last = self.script
        for interim in reports:
            report(interim)
        if isinstance(last, Exception):
            raise last
        result: Result = last
        return result


SEARCHERS.register("blocking", Blocking)
SEARCHERS.register("deaf", Deaf)
SEARCHERS.register("scripted", Scripted)
BLOCKING = "setoption name Searcher value blocking"
SCRIPTED = "setoption name Searcher value scripted"


def start() -> Any:
    return games.make("chess").at("startpos")
