"""The requests that the search thread runs: a search, a perft, a text, a refusal."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, Protocol

from engine.uci.info import info_lines, value_lines
from engine.uci.options import SearcherCache, Settings
from games.core.perft import perft
from games.core.position import Position
from games.core.words import line_text
from games.errors import described
from searchers.core.limits import Limits
from searchers.core.result import Result
from searchers.core.searcher import Searcher

__all__ = [
    "Go",
    "PerftRequest",
    "RefusedRequest",
    "Request",
    "SearchRequest",
    "StopFlag",
    "TextRequest",
    "static_evaluation",
]

UNTIL_CURRENT_MOVE = 1.0
"""Seconds of a search before it reports the current move; earlier, moves change too fast."""
BETWEEN_CURRENT_MOVES = 0.05
"""Seconds between two reports of the current move."""
_BETWEEN_INFOS = 0.01
"""Seconds between two reports of the same depth and move."""
_BETWEEN_MOVES = 0.001
"""Seconds between two reports of the same depth and other moves."""
_STRING = "info string "
_UNPOLLED_PLIES = 4
"""Plies that perft counts without polling the flag; they take milliseconds."""


class Go(NamedTuple):
    """The parsed words of one `go`.

    :param limits: the limits of the search.
    :param infinite: whether the answer waits for `stop`, even if the search has ended.
    :param ponder: whether the answer waits for `ponderhit` or `stop`; until then no clock runs.
    :param ignored: the unknown words and the illegal moves.
    :param mate: whether the search looks for a mate.
    """

    limits: Limits
    infinite: bool = False
    ponder: bool = False
    ignored: tuple[str, ...] = ()
    mate: bool = False


class Request(Protocol):
    """One command that the search thread runs."""

    answered: bool
    """Whether the last line is sent, or about to be; the searcher is free."""

    def run(self) -> None:
        """Run the command and answer; soon, once `stop` was called."""

    def stop(self) -> None:
        """Answer now."""

    def ponderhit(self) -> None:
        """Continue as an ordinary search: the opponent played the expected move."""


class StopFlag:
    """The flag that a search polls: set by `stop`, or at a deadline."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.deadline: float | None = None
        """The time on `time.perf_counter` at which the flag sets itself."""

    def set(self) -> None:
        """Stop the search."""
        self._event.set()

    def is_set(self) -> bool:
        """Return whether the search must stop."""
        late = self.deadline is not None and time.perf_counter() >= self.deadline
        return late or self._event.is_set()


class SearchRequest:
    """The request of a `go`: it sends `info` lines and exactly one `bestmove`.

    :param position: the root; the request owns it.
    :param searchers: provides the searcher when the search begins; the one before may still run.
    :param settings: the options of the search.
    :param game: the number of the game within the dialogue.
    :param send: takes one line of output.
    :param received: when `go` was read, on `time.perf_counter`; None for now.
    """

    def __init__(
        self,
        go: Go,
        position: Position,
        searchers: SearcherCache,
        settings: Settings,
        game: int,
        send: Callable[[str], object],
        received: float | None = None,
    ) -> None:
        self._go = go
        self._position = position
        self._searchers = searchers
        self._settings = settings
        self._game = game
        self._send = send
        self._received = time.perf_counter() if received is None else received
        self._flag = StopFlag()
        self._may_answer = threading.Event()
        if not (go.infinite or go.ponder):
            self._may_answer.set()
        self._last: Result | None = None
        self._strings: list[str] = []  # the info strings of the last report
        self._deepest = 0
        self._current_move_sent = self._received + UNTIL_CURRENT_MOVE - BETWEEN_CURRENT_MOVES
        self._searcher: Searcher | None = None
        self._pondering = go.ponder
        self.answered = False
        self.planned: float | None = None
        """Seconds of the clock that the search used as planned; None before it ends."""

    def stop(self) -> None:
        """End the search and let it answer."""
        self._flag.set()
        self._may_answer.set()

    def ponderhit(self) -> None:
        """Start the clock of a pondering search: the opponent played the expected move.

        Do nothing if `go` had no `ponder`. With one legal move the time is shorter. The search may
        answer from now on, unless `go` had `infinite`.
        """
        if not self._go.ponder:
            return
        self._pondering = False
        searcher = self._searcher
        if searcher is not None:
            searcher.pondering = False  # frees the part of the tree above the expected move
        limits = self._go.limits.allotted()
        if len(self._position.legal_moves()) == 1:
            limits = limits.for_only_move()
        seconds = limits.wall()
        if seconds is not None:
            self._received = time.perf_counter()
            self._flag.deadline = self._received + seconds
        if not self._go.infinite:
            self._may_answer.set()

    def run(self) -> None:
        """Search, and answer with exactly one `bestmove`."""
        answer = self._search()
        self._may_answer.wait()
        self.answered = True
        self._send(f"bestmove {answer}")

    def _search(self) -> str:
        """Search, and return the words behind `bestmove`.

        They are a move, and "ponder" with the expected reply if it is known. The result is "(none)"
        without legal moves. After a failure it is the best move so far, or any move; the error is
        sent as an `info string`.
        """
        try:
            searcher = self._searchers.get(
                self._settings, self._game, self._position, self._go.mate
            )
            searcher.watcher = self.send_current_move
            self._searcher = searcher
            searcher.pondering = self._go.ponder
            if not self._pondering:  # a ponderhit came before the line above
                searcher.pondering = False
            limits = self._limits()
            begun = time.perf_counter()
            try:
                result = searcher.search(
                    self._position,
                    limits,
                    report=self._report_news,
                    stop=self._flag,
                    lines=self._settings.lines,
                )
            finally:
                searcher.watcher = None
                searcher.pondering = False
            self.planned = self._used(None if limits.seconds is None else begun + limits.seconds)
            if result.move is not None:
                self._position.checked(result.move)
            self._report_last(result)
        except Exception as error:  # the GUI needs a move after any failure
            self._send(f"{_STRING}{described(error)}")
            return self._emergency_move()
        # "(none)" as in Stockfish; GUIs would take 0000 for a null move.
        return " ponder ".join(line_text(self._position, result.pv[:2])) or "(none)"

    def _limits(self) -> Limits:
        """Return the limits of a search that begins now.

        Its time runs since the command was received. Pondering has no time limit.
        """
        if self._go.ponder:
            return replace(self._go.limits, clock=None, seconds=None)
        return self._go.limits.allotted(time.perf_counter() - self._received)

    def _used(self, deadline: float | None) -> float:
        """Return the seconds of the clock that the search used, at most until its deadline."""
        ends = (time.perf_counter(), deadline, self._flag.deadline)
        return min(end for end in ends if end is not None) - self._received

    def _emergency_move(self) -> str:
        """Return the best move so far, or any of the moves to search, after a failure."""
        moves = self._go.limits.moves or self._position.legal_moves()
        if not moves:
            return "(none)"
        best = self._last.move if self._last is not None else None
        return self._position.move_text(moves[0] if best is None or best not in moves else best)

    # -- info lines --------------------------------------------------------------------------

    def send_current_move(self, move: int, number: int) -> None:
        """Send the root move that is searched now, unless the last one was sent just before."""
        now = time.perf_counter()
        if now - self._current_move_sent < BETWEEN_CURRENT_MOVES:
            return
        self._current_move_sent = now
        self._send(f"info currmove {self._position.move_text(move)} currmovenumber {number}")

    def _report_news(self, result: Result) -> None:
        """Report an interim result if it is the first or the deepest, or enough time has passed.

        That time is shorter if the best move is another one. Best-first searchers change it often.
        """
        last = self._last
        wait = _BETWEEN_INFOS
        if last is None or result.depth > self._deepest:
            wait = 0.0
        elif result.move != last.move:
            wait = _BETWEEN_MOVES
        if last is None or result.seconds - last.seconds >= wait:
            self._report(result)

    def _report(self, result: Result) -> None:
        """Send the `info` lines of a result.

        The depth is the greatest so far. Best-first searchers return to shorter lines, and GUIs
        drop a line whose depth falls.
        """
        lines = self._lines(result)
        self._last = result
        self._deepest = max(self._deepest, result.depth)
        self._strings = [line for line in lines if line.startswith(_STRING)]
        for line in lines:
            self._send(line)

    def _report_last(self, result: Result) -> None:
        """Send the final result, unless only its time differs from the last report.

        An `info string` of the last report is not repeated. The remarks of the result follow.
        """
        last = self._last
        is_same = last is not None and self._lines(last, timed=False) == self._lines(
            result, timed=False
        )
        for line in self._lines(result):
            if line not in self._strings if line.startswith(_STRING) else not is_same:
                self._send(line)
        for remark in result.remarks:
            self._send(f"{_STRING}{remark}")

    def _lines(self, result: Result, timed: bool = True) -> list[str]:
        """Return the `info` lines of a result, with the greatest depth so far.

        :param timed: whether they have the time and the fullness of the memory.
        """
        shown = replace(result, depth=max(self._deepest, result.depth))
        fullness = None
        if not timed:
            shown = replace(shown, seconds=0.0)
        elif self._searcher is not None:
            fullness = self._searcher.fullness()
        settings = self._settings
        return info_lines(self._position, shown, settings.lines, fullness, settings.wdl)


class PerftRequest:
    """The request of a `go perft`, answered in Stockfish's format.

    :param position: the root; the request owns it.
    :param depth: plies.
    :param send: takes one line of output.
    """

    def __init__(self, position: Position, depth: int, send: Callable[[str], object]) -> None:
        self._position = position
        self._depth = depth
        self._send = send
        self._flag = StopFlag()
        self.answered = False

    def run(self) -> None:
        """Send the leaves below every move, then their sum.

        If it was stopped, or an error occurred, an `info string` is sent in place of the sum.
        """
        try:
            total = 0
            for move, leaves in self._leaves_by_move():
                self._send(f"{self._position.move_text(move)}: {leaves}")
                total += leaves
            last = f"Nodes searched: {total}"
            if self._flag.is_set():
                last = "info string perft stopped before its end"
        except Exception as error:
            last = f"info string {described(error)}"
        self.answered = True
        self._send(last)

    def stop(self) -> None:
        """Stop counting."""
        self._flag.set()

    def ponderhit(self) -> None:
        """Do nothing."""

    def _leaves_by_move(self) -> Iterator[tuple[int, int]]:
        """Yield every legal move with the leaves below it, until the flag is set."""
        for move in self._position.legal_moves():
            self._position.push(move)
            leaves = self._leaves(self._depth - 1)
            self._position.pop()
            if self._flag.is_set():
                return
            yield move, leaves

    def _leaves(self, depth: int) -> int:
        """Return the leaves below the position; too few once the flag is set."""
        if depth <= _UNPOLLED_PLIES:
            return perft(self._position, depth)
        leaves = 0
        for move in self._position.legal_moves():
            if self._flag.is_set():
                break
            self._position.push(move)
            leaves += self._leaves(depth - 1)
            self._position.pop()
        return leaves


class TextRequest:
    """The request of `eval` or `bench`: it sends lines.

    :param lines: may compute each line when it is due, and raise.
    :param send: takes one line of output.
    """

    def __init__(self, lines: Iterable[str], send: Callable[[str], object]) -> None:
        self._lines = lines
        self._send = send
        self._flag = StopFlag()
        self.answered = False

    def run(self) -> None:
        """Send the lines; once stopped, only the one that is being computed.

        An error of the lines ends them, and is sent as an `info string`.
        """
        try:
            for line in self._lines:
                self._send(line)
                if self._flag.is_set():
                    break
        except Exception as error:
            self._send(f"info string {described(error)}")
        self.answered = True

    def stop(self) -> None:
        """Stop after the next line."""
        self._flag.set()

    def ponderhit(self) -> None:
        """Do nothing."""


class RefusedRequest:
    """The request of a `go` that is answered without a search.

    :param reason: the message.
    :param answer: the move behind `bestmove`.
    :param send: takes one line of output.
    :param infinite: whether the answer waits for `stop`.
    :param ponder: whether the answer waits for `ponderhit` or `stop`.
    """

    def __init__(
        self,
        reason: str,
        answer: str,
        send: Callable[[str], object],
        infinite: bool = False,
        ponder: bool = False,
    ) -> None:
        self._reason = reason
        self._answer = answer
        self._send = send
        self._infinite = infinite
        self._may_answer = threading.Event()
        if not (infinite or ponder):
            self._may_answer.set()
        self.answered = False

    def run(self) -> None:
        """Send the reason as an `info string`, then the answer when it is due."""
        self._send(f"info string {self._reason}")
        self._may_answer.wait()
        self.answered = True
        self._send(f"bestmove {self._answer}")

    def stop(self) -> None:
        """Let the request answer."""
        self._may_answer.set()

    def ponderhit(self) -> None:
        """Let the request answer, unless `go` had `infinite`."""
        if not self._infinite:
            self._may_answer.set()


def static_evaluation(
    searchers: SearcherCache, settings: Settings, game: int, position: Position
) -> Iterator[str]:
    """Yield the evaluator's opinion of a position without a search.

    :raises StarlingError: if there is no searcher for the settings, or it does not fit the game.
    """
    yield from value_lines(searchers.get(settings, game, position), position)
