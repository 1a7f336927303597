"""What a `go` asks for: a search with its `info` lines and its one `bestmove`, or a count."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.uci.go import Go
from engine.uci.perft import divide
from games.core.position import Position
from games.core.scores import KNOWN_WIN, MATE_BOUND, WIN, is_decided
from games.errors import StarlingError
from searchers.core.limits import Limits
from searchers.core.multipv import search_lines
from searchers.core.result import Race, Result
from searchers.core.searcher import Searcher

__all__ = [
    "Count",
    "Refusal",
    "Search",
    "StopFlag",
    "described",
    "info_lines",
    "line_words",
    "race_words",
    "score_words",
]

_BETWEEN_INFOS = 0.01
"""Seconds between two reports of the same depth and move."""
_BETWEEN_MOVES = 0.001
"""Seconds between two reports of the same depth: best-first searchers change their mind often."""
_WON = 30_000
"""Centipawns of a win whose length is not certain."""


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
    """

    def __init__(
        self,
        go: Go,
        position: Position,
        searcher: Callable[[], Searcher],
        send: Callable[[str], object],
        lines: int = 1,
    ) -> None:
        self._go = go
        self._position = position
        self._searcher = searcher
        self._send = send
        self._lines = lines
        self._asked = time.perf_counter()
        self._flag = StopFlag()
        self._released = threading.Event()  # the answer may be given
        if not (go.infinite or go.ponder):
            self._released.set()
        self._last: Result | None = None
        self._deepest = -1
        self._fullness: Callable[[], int | None] = _unknown
        self.answered = False

    def stop(self) -> None:
        """End the search and let it answer."""
        self._flag.set()
        self._released.set()

    def ponderhit(self) -> None:
        """The move pondered on was played: the clock runs from now on."""
        if not self._go.ponder:
            return
        seconds = self._go.limits.wall()
        if seconds is not None:
            self._flag.deadline = time.perf_counter() + seconds
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
            result = search_lines(
                searcher,
                self._position,
                self._limits(),
                self._lines,
                report=self._report,
                stop=self._flag,
            )
            if result.move is not None:
                self._position.checked(result.move)
            self._tell(result)
        except Exception as error:  # whatever breaks, the GUI is owed a move
            self._send(f"info string {described(error)}")
            return self._emergency()
        # As Stockfish says it, which every GUI knows; 0000 would read as a null move.
        return " ponder ".join(line_words(self._position, result.pv[:2])) or "(none)"

    def _limits(self) -> Limits:
        """The limits of a search that begins now: its time runs since it was asked for, or, of one
        that ponders, not yet."""
        limits = self._go.limits
        seconds = None if self._go.ponder else limits.wall()
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - self._asked))
        return replace(limits, clock=None, seconds=seconds)

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

    def _tell(self, result: Result) -> None:
        self._last = result
        self._deepest = max(self._deepest, result.depth)
        for line in info_lines(self._position, result, self._lines, self._fullness()):
            self._send(line)


class Count:
    """From `go perft` to the number of lines, as Stockfish tells it.

    :param position: the root; nobody else changes it.
    """

    def __init__(self, position: Position, depth: int, send: Callable[[str], object]) -> None:
        self._position = position
        self._depth = depth
        self._send = send
        self._flag = StopFlag()
        self.answered = False

    def stop(self) -> None:
        """End the count, which is then told to be none."""
        self._flag.set()

    def ponderhit(self) -> None:
        """Nothing: it is no search."""

    def run(self) -> None:
        """Count."""
        total = 0
        for move, leaves in divide(self._position, self._depth, self._flag):
            self._send(f"{self._position.move_text(move)}: {leaves}")
            total += leaves
        self.answered = True
        if self._flag.is_set():
            self._send("info string perft stopped before its end")
        else:
            self._send(f"Nodes searched: {total}")


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


def info_lines(
    position: Position, result: Result, lines: int = 1, fullness: int | None = None
) -> list[str]:
    """A result in the words of UCI; on lines of their own the interval it has, the race at its
    root, and how much a full store made the search forget.

    :param lines: how many of the best moves to tell where their lines are known (MultiPV).
    :param fullness: how full the searcher's memory is, in thousandths.
    """
    known = [one for one in result.root[:lines] if one.pv and _score(one.value, one.bounds)]
    if lines == 1 or not known:
        score = _score(result.value, result.bounds)
        # A line without a score would end the hints of GUIs that look for one in every line.
        line = _pv(position, result.pv) if score else []
        told = [" ".join([*_depth(result), *score, *_spent(result, fullness), *line])]
    else:
        told = [
            " ".join(
                [
                    *_depth(result),
                    "multipv",
                    str(index),
                    *_score(move.value, move.bounds),
                    *_spent(result, fullness),
                    *_pv(position, move.pv),
                ]
            )
            for index, move in enumerate(known, 1)
        ]
    if result.bounds is not None:
        told.append(f"info string bounds {_interval_words(result.bounds)}")
    if result.race is not None:
        told.append(f"info string race {race_words(position, result.race)}")
    if result.counts.get("forgotten"):
        told.append(f"info string store full: forgot {result.counts['forgotten']} nodes")
    return told


def _depth(result: Result) -> list[str]:
    return ["info", "depth", str(result.depth), "seldepth", str(result.counts["max_depth"])]


def _score(value: int | None, bounds: tuple[int | None, int | None] | None) -> list[str]:
    """A value, else the middle of an interval, else the bound there is."""
    if value is not None:
        return ["score", score_words(value)]
    low, high = bounds or (None, None)
    if low is not None and high is not None:
        return ["score", score_words((low + high) // 2)]
    if low is not None:
        return ["score", score_words(low), "lowerbound"]
    return [] if high is None else ["score", score_words(high), "upperbound"]


def _spent(result: Result, fullness: int | None) -> list[str]:
    words = ["nodes", str(result.nodes), "time", str(int(result.seconds * 1000))]
    if result.seconds > 0:
        words += ["nps", str(int(result.nodes / result.seconds))]
    if fullness is not None:
        words += ["hashfull", str(fullness)]
    return words


def _pv(position: Position, line: Sequence[int]) -> list[str]:
    return ["pv", *line_words(position, line)] if line else []


def race_words(position: Position, race: Race) -> str:
    """The two best root moves with their bounds, how far they are apart, and the strategy."""
    best, second = (
        f"{position.move_text(one.move)} {_interval_words(one.bounds)}"
        for one in (race.best, race.second)
    )
    words = [f"{best} against {second}"]
    if abs(race.separation) < MATE_BOUND:  # a win is beyond all measure
        words.append(f"separation {race.separation}")
    state = "proved" if race.proved else race.strategy
    return ", ".join([*words, state] if state else words)


def _interval_words(bounds: tuple[int | None, int | None] | None) -> str:
    low, high = (
        "?" if bound is None else score_words(bound).removeprefix("cp ")
        for bound in bounds or (None, None)
    )
    return f"[{low}, {high}]"


def score_words(value: int) -> str:
    """A value from the side to move as UCI has it; wins and losses in moves, not plies. One that an
    evaluator sees, whose length is not certain, is told as 300 pawns.

    >>> score_words(-35), score_words(WIN - 3), score_words(2 - WIN), score_words(-WIN)
    ('cp -35', 'mate 2', 'mate -1', 'mate 0')
    """
    if not is_decided(value):
        won = _WON if abs(value) >= KNOWN_WIN else abs(value)
        return f"cp {won if value > 0 else -won}"
    moves = (WIN - abs(value) + 1) // 2
    return f"mate {moves if value > 0 else -moves}"


def line_words(position: Position, line: Sequence[int]) -> list[str]:
    """A line of play from a position, move by move as text."""
    copy = position.copy()
    words = []
    for move in line:
        words.append(copy.move_text(move))
        copy.push(move)
    return words


def described(error: Exception) -> str:
    """An error in one line; of one that is not ours, its kind too."""
    kind = "" if isinstance(error, StarlingError) else type(error).__name__
    return " ".join(": ".join(filter(None, (kind, str(error)))).split())
