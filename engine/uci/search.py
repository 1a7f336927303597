"""The requests that the search thread runs: a search, an answer without one, any other work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.uci.info import bound_text, info_lines, score_words
from engine.uci.options import SearcherCache, Settings
from games.core.perft import perft
from games.core.position import Position
from games.core.words import interval_text, line_text
from games.errors import described
from searchers.core.limits import Limits
from searchers.core.result import Result
from searchers.core.searcher import Searcher

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


class StopFlag:
    """The flag that a search polls: set by `stop`, or at a deadline."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.deadline: float | None = None
        """The time on `time.perf_counter` at which the flag sets itself."""

    def set(self) -> None:
        """Set the flag, so that the search stops soon."""
        self._event.set()

    def is_set(self) -> bool:
        """Return whether the search must stop: the flag was set, or the deadline is over."""
        late = self.deadline is not None and time.perf_counter() >= self.deadline
        return late or self._event.is_set()


class Request:
    """One command that the search thread runs.

    :param work: carries it out; it takes the stop flag, and ends soon once that is set.
    :param fail: takes the description of an error of `work`.
    """

    def __init__(self, work: Callable[[StopFlag], object], fail: Callable[[str], object]) -> None:
        self._work = work
        self._fail = fail
        self._flag = StopFlag()
        self.answered = False
        """Whether the last line is sent, or about to be; the searcher is free."""

    def run(self) -> None:
        """Carry out the command, report its error, and set `answered`."""
        try:
            self._work(self._flag)
        except Exception as error:  # the dialogue goes on after any failure
            self._fail(described(error))
        self.answered = True

    def stop(self) -> None:
        """Set the flag on which `run` ends; it may be called from any thread."""
        self._flag.set()

    def ponderhit(self) -> None:
        """Continue as an ordinary search: the expected move was played; here nothing is done."""


class GoRequest(Request):
    """The request of a `go`: it sends exactly one `bestmove`.

    :param send: takes one line of output.
    :param search: returns the words behind `bestmove`, also after an error.
    :param infinite: whether that waits for `stop`.
    :param ponder: whether it waits for `ponderhit` or `stop`.
    """

    def __init__(
        self,
        send: Callable[[str], object],
        search: Callable[[], str],
        infinite: bool = False,
        ponder: bool = False,
    ) -> None:
        super().__init__(self._answer, lambda fault: send(f"{_STRING}{fault}"))
        self._send = send
        self._search = search
        self._infinite = infinite
        self._may_answer = threading.Event()
        if not (infinite or ponder):
            self._may_answer.set()

    def _answer(self, _flag: StopFlag) -> None:
        """Search, wait for `stop` or `ponderhit` if the `go` needs one, and send `bestmove`."""
        answer = self._search()
        self._may_answer.wait()
        self.answered = True
        self._send(f"bestmove {answer}")

    def stop(self) -> None:
        """End the search, and let the answer be sent."""
        super().stop()
        self._may_answer.set()

    def ponderhit(self) -> None:
        """Let the answer be sent once the search ends, unless `go` had `infinite`."""
        if not self._infinite:
            self._may_answer.set()


class SearchRequest(GoRequest):
    """The request of a `go` that searches: it sends `info` lines too.

    :param position: the root; the request owns it.
    :param searchers: provides the searcher when the search begins; the one before may still run.
    :param settings: the options of the search.
    :param send: takes one line of output.
    :param received: when `go` was read, on `time.perf_counter`; None for now.
    """

    def __init__(
        self,
        go: Go,
        position: Position,
        searchers: SearcherCache,
        settings: Settings,
        send: Callable[[str], object],
        received: float | None = None,
    ) -> None:
        super().__init__(send, self._found, go.infinite, go.ponder)
        self._go = go
        self._position = position
        self._searchers = searchers
        self._settings = settings
        self._received = time.perf_counter() if received is None else received
        self._last: Result | None = None
        self._strings: list[str] = []  # the info strings of the last report
        self._deepest = 0
        self._current_move_sent = self._received + UNTIL_CURRENT_MOVE - BETWEEN_CURRENT_MOVES
        self._searcher: Searcher | None = None
        self._pondering = go.ponder
        self.seconds_used: float | None = None
        """Seconds of the clock that the search used, up to its deadline; None before it ends."""

    def ponderhit(self) -> None:
        """Start the clock of a pondering search: the opponent played the expected move.

        Do nothing if `go` had no `ponder`. With one legal move the time is shorter. The search may
        answer from now on, unless `go` had `infinite`.
        """
        if not self._go.ponder:
            return
        self._pondering = False
        if self.seconds_used is not None:  # the search ended on the opponent's time
            self.seconds_used = 0.0
        searcher = self._searcher
        if searcher is not None:
            searcher.pondering = False  # frees the part of the tree above the expected move
        limits = self._go.limits.allotted()
        if len(self._position.legal_moves()) == 1:
            limits = limits.for_only_move()
        seconds = limits.wall_clock_seconds()
        if seconds is not None:
            self._received = time.perf_counter()
            self._flag.deadline = self._received + seconds
        super().ponderhit()

    def _found(self) -> str:
        """Search, and return the words behind `bestmove`.

        They are a move, and "ponder" with the expected reply if it is known. The result is "(none)"
        without legal moves. After a failure it is the best move so far, or any move; the error is
        sent as an `info string`.
        """
        try:
            searcher = self._searchers.get(self._settings, self._position, self._go.mate)
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
            self.seconds_used = self._used(
                None if limits.seconds is None else begun + limits.seconds
            )
            if result.move is not None:
                self._position.checked(result.move)
            self._report_last(result)
            # "(none)" as in Stockfish; GUIs would take 0000 for a null move.
            return " ponder ".join(line_text(self._position, result.pv[:2])) or "(none)"
        except Exception as error:  # the GUI needs a move after any failure
            self._send(f"{_STRING}{described(error)}")
            return self._emergency_move()
        finally:
            self._searcher = None  # the next one may need the memory of its tables

    def _limits(self) -> Limits:
        """Return the limits of a search that begins now.

        Its time runs since the command was received. Pondering has no time limit.
        """
        if self._go.ponder:
            return replace(self._go.limits, clock=None, seconds=None)
        return self._go.limits.allotted(time.perf_counter() - self._received)

    def _used(self, deadline: float | None) -> float:
        """Return the seconds from reading `go`, or from `ponderhit`, to now or an earlier deadline.

        :param deadline: on `time.perf_counter`; None for none. The flag's own counts as well.
        """
        ends = (time.perf_counter(), deadline, self._flag.deadline)
        return min(end for end in ends if end is not None) - self._received

    def _emergency_move(self) -> str:
        """Return the best move so far as text, else the first move to search, else "(none)"."""
        moves = self._go.limits.moves or self._position.legal_moves()
        if not moves:
            return "(none)"
        best = self._last.move if self._last is not None else None
        return self._position.move_text(moves[0] if best is None or best not in moves else best)

    # -- info lines --------------------------------------------------------------------------

    def send_current_move(self, move: int, number: int) -> None:
        """Send the root move that is searched now, unless the last one was sent just before.

        Nothing is sent in the first second of a search.

        :param number: its number in the order of the search, from 1.
        """
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
        """Send the `info` lines of a result, and store it as the last one reported.

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


def perft_lines(position: Position, depth: int, flag: StopFlag) -> Iterator[str]:
    """Yield the leaves below every move, then their sum, as Stockfish does, until the flag is set.

    If it is set during a count, the last line is an `info string` that says so.

    :param position: the root; it changes while a count runs.
    :param depth: plies.
    """
    total = 0
    for move in position.legal_moves():
        position.push(move)
        leaves = _leaves(position, depth - 1, flag)
        position.pop()
        if flag.is_set():
            yield f"{_STRING}perft stopped before its end"
            return
        total += leaves
        yield f"{position.move_text(move)}: {leaves}"
    yield f"Nodes searched: {total}"


def _leaves(position: Position, depth: int, flag: StopFlag) -> int:
    """Return the leaves so many plies below the position; too few once the flag is set."""
    if depth <= _UNPOLLED_PLIES:
        return perft(position, depth)
    leaves = 0
    for move in position.legal_moves():
        if flag.is_set():
            break
        position.push(move)
        leaves += _leaves(position, depth - 1, flag)
        position.pop()
    return leaves


def static_evaluation(
    searchers: SearcherCache, settings: Settings, position: Position
) -> Iterator[str]:
    """Yield one line: the static value of a position in UCI's words, from the side to move.

    It is an interval if the evaluator gives intervals. A finished game has its ending instead. Work
    begins, and errors are raised, when the line is requested.

    :raises StarlingError: if there is no searcher for the settings, or it does not fit the game.
    """
    searcher = searchers.get(settings, position)
    searcher.prepare(position)
    evaluator = searcher.evaluator
    side = position.INFO.sides[position.turn]
    if position.outcome() is not None:
        yield f"the game is over: {position.ending()}"
        return
    if evaluator.gives_intervals():
        value = interval_text(evaluator.interval(position), bound_text)
    else:
        value = score_words(evaluator.value(position))
    yield f"{evaluator.spec}: {value} for {side}, who moves"
