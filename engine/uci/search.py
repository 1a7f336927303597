"""What a `go` asks for: a search with its `info` lines and its one `bestmove`, or a count."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.uci.go import Go
from engine.uci.lines import info_lines
from engine.uci.perft import divide
from games.core.position import Position
from games.core.words import line_text
from games.errors import described
from searchers.core.limits import Limits
from searchers.core.multipv import search_lines
from searchers.core.result import Result
from searchers.core.searcher import Searcher

__all__ = ["Count", "Refusal", "Search", "StopFlag", "Task", "Telling"]

_BETWEEN_INFOS = 0.01
"""Seconds between two reports of the same depth and move."""
_BETWEEN_MOVES = 0.001
"""Seconds between two reports of the same depth: best-first searchers change their mind often."""
UNTIL_MOVES = 1.0
"""Seconds of a search before it tells which move it looks at; before, they change too fast."""
_STRING = "info string "
BETWEEN_TURNS = 0.05
"""Seconds between two moves that are told to be looked at."""


class StopFlag:
    """What a search polls: set by `stop`, or at a deadline given while it runs."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.deadline: float | None = None  # on time.perf_counter

    def set(self) -> None:
        """Stop the search."""
        self._event.set()

    def is_set(self) -> bool:
        """Whether the search is to stop."""
        late = self.deadline is not None and time.perf_counter() >= self.deadline
        return late or self._event.is_set()


class Search:
    """From `go` to `bestmove`.

    :param position: the root; nobody else changes it.
    :param searcher: gives the searcher when the search begins; it may raise.
    :param send: takes one line of output.
    :param lines: how many of the best moves are told, each with its line.
    :param wdl: whether the chances of a win, a draw and a loss are told.
    """

    def __init__(
        self,
        go: Go,
        position: Position,
        searcher: Callable[[], Searcher],
        send: Callable[[str], object],
        lines: int = 1,
        wdl: bool = False,
    ) -> None:
        self._go = go
        self._position = position
        self._searcher = searcher
        self._send = send
        self._lines = lines
        self._wdl = wdl
        self._asked = time.perf_counter()
        self._flag = StopFlag()
        self._released = threading.Event()  # the answer may be given
        if not (go.infinite or go.ponder):
            self._released.set()
        self._last: Result | None = None
        self._strings: list[str] = []  # the info strings told last
        self._deepest = 0
        self._turned = self._asked + UNTIL_MOVES - BETWEEN_TURNS
        self._fullness: Callable[[], int | None] = _unknown
        self._thinking: Searcher | None = None
        self._pondering = go.ponder
        self.answered = False
        self.meant: float | None = None
        """Seconds of the clock that the search took, as far as it meant to; None before it ends."""

    def stop(self) -> None:
        """End the search and let it answer."""
        self._flag.set()
        self._released.set()

    def ponderhit(self) -> None:
        """The move pondered on was played: the clock runs from now on."""
        if not self._go.ponder:
            return
        self._pondering = False
        searcher = self._thinking
        if searcher is not None:
            searcher.pondering = False  # the room for what is above the guess is free
        limits = self._go.limits.allotted()
        if len(self._position.legal_moves()) == 1:
            limits = limits.hurried()
        seconds = limits.wall()
        if seconds is not None:
            self._asked = time.perf_counter()
            self._flag.deadline = self._asked + seconds
        if not self._go.infinite:
            self._released.set()

    def run(self) -> None:
        """Search, and answer with exactly one `bestmove`."""
        answer = self._answer()
        self._released.wait()
        self.answered = True
        self._send(f"bestmove {answer}")

    def _answer(self) -> str:
        """Search; the words behind `bestmove`."""
        try:
            searcher = self._searcher()
            self._fullness = searcher.fullness
            searcher.watcher = self.turn_to
            self._thinking = searcher
            searcher.pondering = self._go.ponder
            if not self._pondering:  # a hit since then has found no searcher to say so to
                searcher.pondering = False
            limits = self._limits()
            begun = time.perf_counter()
            try:
                result = search_lines(
                    searcher,
                    self._position,
                    limits,
                    self._lines,
                    report=self._report,
                    stop=self._flag,
                )
            finally:
                searcher.watcher = None
                searcher.pondering = False
            self.meant = self._taken(None if limits.seconds is None else begun + limits.seconds)
            if result.move is not None:
                self._position.checked(result.move)
            self._finish(result)
        except Exception as error:  # whatever breaks, the GUI is owed a move
            self._send(f"info string {described(error)}")
            return self._emergency()
        # As Stockfish says it, which every GUI knows; 0000 would read as a null move.
        return " ponder ".join(line_text(self._position, result.pv[:2])) or "(none)"

    def _limits(self) -> Limits:
        """The limits of a search that begins now: its time runs since it was asked for, or, of one
        that ponders, not yet."""
        if self._go.ponder:
            return replace(self._go.limits, clock=None, seconds=None)
        return self._go.limits.allotted(time.perf_counter() - self._asked)

    def _taken(self, deadline: float | None) -> float:
        """Seconds that the search took of the clock, until its deadline if it ended later."""
        ends = (time.perf_counter(), deadline, self._flag.deadline)
        return min(end for end in ends if end is not None) - self._asked

    def _emergency(self) -> str:
        """A move although the search broke: the best so far, or any of those asked for."""
        moves = self._go.limits.moves or self._position.legal_moves()
        if not moves:
            return "(none)"
        best = self._last.move if self._last is not None else None
        return self._position.move_text(moves[0] if best is None or best not in moves else best)

    def _report(self, result: Result) -> None:
        """Pass an interim result on, unless it is too little news too soon."""
        last = self._last
        wait = _BETWEEN_INFOS
        if last is None or result.depth > self._deepest:
            wait = 0.0
        elif result.move != last.move:
            wait = _BETWEEN_MOVES
        if last is None or result.seconds - last.seconds >= wait:
            self._tell(result)

    def turn_to(self, move: int, number: int) -> None:
        """Tell which move is looked at, unless it is too soon."""
        now = time.perf_counter()
        if now - self._turned < BETWEEN_TURNS:
            return
        self._turned = now
        self._send(f"info currmove {self._position.move_text(move)} currmovenumber {number}")

    def _finish(self, result: Result) -> None:
        """Tell the last result, unless the last report was the same; what it has spent alone is
        news as well, since the last line is the one that is kept."""
        last = self._last
        again = last is not None and self._lines_of(last, bare=True) == self._lines_of(
            result, bare=True
        )
        for line in self._lines_of(result):
            if line not in self._strings if line.startswith(_STRING) else not again:
                self._send(line)
        for remark in result.remarks:
            self._send(f"{_STRING}{remark}")

    def _tell(self, result: Result) -> None:
        """Tell a result. Its depth is the greatest that was reached so far: best-first searchers
        turn to shorter lines again, and GUIs drop a line whose depth falls."""
        lines = self._lines_of(result)
        self._last = result
        self._deepest = max(self._deepest, result.depth)
        self._strings = [line for line in lines if line.startswith(_STRING)]
        for line in lines:
            self._send(line)

    def _lines_of(self, result: Result, bare: bool = False) -> list[str]:
        """The lines of a result.

        :param bare: without its time, and how full the memory is.
        """
        told = replace(result, depth=max(self._deepest, result.depth))
        if bare:
            told = replace(told, seconds=0.0)
        fullness = None if bare else self._fullness()
        return info_lines(self._position, told, self._lines, fullness, self._wdl)


class Task:
    """From something asked for that is no move to its last line: what such a `Request` for the
    thread that searches has; `_work` is its own.

    :param send: takes one line of output.
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._flag = StopFlag()
        self.answered = False

    def run(self) -> None:
        """Do it; whatever breaks, the dialogue goes on."""
        try:
            self._work()
        except Exception as error:
            self._send(f"info string {described(error)}")
        self.answered = True

    def _work(self) -> None:
        raise NotImplementedError(f"{type(self).__name__} lacks _work")

    def stop(self) -> None:
        """Let it end now."""
        self._flag.set()

    def ponderhit(self) -> None:
        """Nothing: no move is pondered on."""


class Count(Task):
    """From `go perft` to the number of lines, as Stockfish tells it.

    :param position: the root; nobody else changes it.
    """

    def __init__(self, position: Position, depth: int, send: Callable[[str], object]) -> None:
        super().__init__(send)
        self._position = position
        self._depth = depth

    def _work(self) -> None:
        """Count; a count that was stopped is told to be none."""
        total = 0
        for move, leaves in divide(self._position, self._depth, self._flag):
            self._send(f"{self._position.move_text(move)}: {leaves}")
            total += leaves
        self.answered = True
        if self._flag.is_set():
            self._send("info string perft stopped before its end")
        else:
            self._send(f"Nodes searched: {total}")


class Telling(Task):
    """From `eval` or `bench` to its last line.

    :param lines: makes them, one after the other; it may raise.
    """

    def __init__(self, lines: Callable[[], Iterable[str]], send: Callable[[str], object]) -> None:
        super().__init__(send)
        self._lines = lines

    def _work(self) -> None:
        """Say the lines; once it was stopped, no more than the one that is being made."""
        for line in self._lines():
            self._send(line)
            if self._flag.is_set():
                break


class Refusal:
    """From a `go` that cannot be obeyed to its `bestmove`."""

    def __init__(self, reason: str, answer: str, send: Callable[[str], object]) -> None:
        self._reason = reason
        self._answer = answer
        self._send = send
        self.answered = False

    def stop(self) -> None:
        """Nothing: it answers at once."""

    ponderhit = stop

    def run(self) -> None:
        """Say why, and answer."""
        self.answered = True
        self._send(f"info string {self._reason}")
        self._send(f"bestmove {self._answer}")


def _unknown() -> None:
    """How full the memory of a searcher is before there is one."""
