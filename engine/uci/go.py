"""The command `go`: its words are parsed into limits, and become a request for the search thread.

This module loads all that a search needs, so the protocol imports it after `uciok`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.uci.options import STANDARD, SearcherCache, Settings
from engine.uci.search import Go, GoRequest, Request, SearchRequest, StopFlag, perft_lines
from games.core.position import Position
from games.errors import (
    FileError,
    LimitsError,
    MoveError,
    StarlingError,
    described,
    printable,
    quoted,
)
from games.parts.files import path_text
from searchers.core.limits import Clock, Limits
from searchers.core.pace import Pace

if TYPE_CHECKING:
    from games.chess.tablebases import Tablebases

_CLOCK = ("wtime", "btime", "winc", "binc", "movestogo")
_NUMBERS = ("nodes", "depth", "mate", "movetime", *_CLOCK)
_WORDS = ("searchmoves", "ponder", "infinite", *_NUMBERS)
_LARGEST = 2**31 - 1
_BOUNDS = {
    "nodes": (0, 2**62),
    "depth": (1, _LARGEST),
    "mate": (1, _LARGEST),
    "movetime": (0, _LARGEST),
}
"""The least and the greatest number that a search can use; by default `_LARGEST` of either sign."""
_DEEPEST_PERFT = 400
_ECHO = 80
"""Characters of a line that are quoted back."""


# -- parsing -------------------------------------------------------------------------------------


def parse_go(words: Sequence[str], position: Position) -> Go:
    """Return the parsed words behind `go`, in any order; their milliseconds become seconds.

    Unknown words and illegal moves are in the result's `ignored`, and so is `searchmoves` without a
    legal move: then all moves are searched. With `infinite` there is no clock.

    :param position: the root, for its legal moves and the side to move.
    :raises LimitsError: if a value is missing or no number.
    """
    groups, ignored = _grouped(words)
    numbers = {name: _number(name, groups[name]) for name in _NUMBERS if name in groups}
    moves: list[int] = []
    if "searchmoves" in groups:
        moves, illegal = _moves(groups.pop("searchmoves"), position)
        ignored += illegal if moves else ["searchmoves", *illegal]
    for name, values in groups.items():
        ignored += values[1:] if name in _NUMBERS else values
    infinite, ponder, mate = [word in groups for word in ("infinite", "ponder", "mate")]
    depths = [numbers["depth"]] if "depth" in numbers else []
    depths += [2 * numbers["mate"] - 1] if mate else []  # the plies of a mate in n moves
    limits = Limits(
        nodes=numbers.get("nodes"),
        depth=min(depths, default=None),
        seconds=numbers["movetime"] / 1000 if "movetime" in numbers else None,
        clock=None if infinite else _clock(numbers, position.turn),
        moves=tuple(moves) or None,
    )
    return Go(limits, infinite, ponder, tuple(ignored), mate)


def _moves(words: Sequence[str], position: Position) -> tuple[list[int], list[str]]:
    """Return the legal moves among words, and the other words."""
    moves, others = [], []
    for word in words:
        try:
            moves.append(position.parse_move(word))
        except MoveError:
            others.append(word)
    return moves, others


def _grouped(words: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the values after each known word of `go`, and the words before the first of them.

    Of a word that is repeated, the values after the last one count.
    """
    groups: dict[str, list[str]] = {}
    ignored: list[str] = []
    values = ignored
    for word in words:
        if word in _WORDS:
            values = groups[word] = []
        else:
            values.append(word)
    return groups, ignored


def _number(name: str, values: Sequence[str]) -> int:
    """Return the number after a word of `go`, without its decimals, and limited to its `_BOUNDS`.

    :param name: the word.
    :param values: the words after it; those after the first are not read.
    :raises LimitsError: if it is missing or no number.
    """
    least, most = _BOUNDS.get(name, (-_LARGEST, _LARGEST))
    try:
        return int(max(min(float(values[0]), most), least))  # in this order NaN stays, and fails
    except (IndexError, ValueError):
        given = quoted(values[0]) if values else "nothing"
        raise LimitsError(f"go {name}: expected a number, not {given}") from None


def _clock(numbers: dict[str, int], turn: int) -> Clock | None:
    """Return the clock of the side to move; None if no word of a clock limits the search.

    If its time is missing, that of the other side counts. Without either, the clock has 0 seconds
    if all the words are those of a clock; else there is none. A time may be negative.

    :param numbers: the values of `go` by their words; times in milliseconds.
    :param turn: the side to move, 0 for White.
    """
    side, other = "wb"[turn], "bw"[turn]
    remaining = numbers.get(f"{side}time", numbers.get(f"{other}time"))
    if remaining is None:
        if not numbers or not numbers.keys() <= set(_CLOCK):
            return None
        remaining = 0
    moves = numbers.get("movestogo", 0)
    increment = numbers.get(f"{side}inc", 0)
    return Clock(remaining / 1000, increment / 1000, moves if moves > 0 else None)


# -- requests ------------------------------------------------------------------------------------


class Requests:
    """The maker of a dialogue's requests. It measures how much time moves cost beyond their plan.

    :param searchers: provides the searcher of every request.
    :param send: takes one line of output; messages are sent at once.
    """

    def __init__(self, searchers: SearcherCache, send: Callable[[str], object]) -> None:
        self._searchers = searchers
        self._send = send
        self._pace = Pace()
        self._last: SearchRequest | None = None
        self._tables: Tablebases | None = None
        self._tables_path = ""

    def refused(self, words: Sequence[str], reason: str, answer: str) -> Request:
        """Return the request of a `go` that is answered without a search.

        :param words: the words behind `go`: with `infinite` or `ponder` the answer waits.
        :param reason: the message, sent as an `info string`.
        :param answer: the move behind `bestmove`.
        """

        def search() -> str:
            """Send the message as an `info string`, and return the move behind `bestmove`."""
            self._inform(reason)
            return answer

        groups, _ = _grouped(words)
        return GoRequest(self._send, search, "infinite" in groups, "ponder" in groups)

    def failed(self, words: Sequence[str], position: Position, error: Exception) -> Request:
        """Return the request of a `go` after an error: it is answered by a legal move.

        That is the first one of `searchmoves`, if there is one. The error is sent too.

        :param words: the words behind `go`.
        """
        named, _ = _moves(_grouped(words)[0].get("searchmoves", ()), position)
        moves = named or position.legal_moves()
        answer = position.move_text(moves[0]) if moves else "(none)"
        return self.refused(words, described(error), answer)

    def text(self, lines: Callable[[StopFlag], Iterable[str]]) -> Request:
        """Return the request of `eval`, `bench` or a perft, which sends lines as output.

        Once it is stopped, it sends only the line that is being computed. An error ends the lines.

        :param lines: takes the stop flag, and may compute each line when it is due.
        """

        def work(flag: StopFlag) -> None:
            """Send the lines until the flag is set."""
            for line in lines(flag):
                self._send(line)
                if flag.is_set():
                    break

        return Request(work, self._inform)

    def perft(self, words: Sequence[str], position: Position) -> Request:
        """Return the request of a `go perft`.

        :param words: the words behind `perft`.
        :param position: the root; the request owns it.
        :raises LimitsError: if they begin with no depth that it counts.
        """
        depth = _number("perft", words)
        if not 1 <= depth <= _DEEPEST_PERFT:
            raise LimitsError(f"go perft: expected plies from 1 to {_DEEPEST_PERFT}, not {depth}")
        return self.text(partial(perft_lines, position, depth))

    def request(
        self,
        words: Sequence[str],
        position: Position,
        settings: Settings,
        received: float | None = None,
    ) -> Request:
        """Return the request of a `go`: a search, or a book move.

        `UCI_Elo` limits the nodes, unless the search is infinite. Without it tablebases restrict
        the moves. The clock loses a reserve for delays. An `info string` reports ignored words.

        :param position: the root; the request owns it.
        :param received: when `go` was read, on `time.perf_counter`; None for now.
        :raises LimitsError: if a number is missing or none.
        """
        # Step 1. Parse.
        go = parse_go(words, position)
        if go.ignored:
            ignored = printable(" ".join(go.ignored), _ECHO)
            self._inform(f"go: ignored {ignored}: expected words of go and legal moves")
        # Step 2. Play a book move.
        known = self._book_move(go, position, settings)
        if known is not None:
            return self.refused(words, *known)
        # Step 3. Restrict the nodes by UCI_Elo, or the moves by tablebases.
        budget = None if go.infinite else settings.node_budget()
        if budget is None:
            go = self._restricted(go, position, settings)
        else:  # the ratings were measured without tablebases
            _set_tables(position, None)
            nodes = budget if go.limits.nodes is None else min(budget, go.limits.nodes)
            go = go._replace(limits=replace(go.limits, nodes=nodes))
        # Step 4. Reserve time for the way to the GUI.
        used = None if self._last is None else self._last.seconds_used
        clock = self._pace.reserved(position, go.limits.clock, settings.overhead / 1000, used)
        go = go._replace(limits=replace(go.limits, clock=clock))
        self._last = SearchRequest(go, position, self._searchers, settings, self._send, received)
        return self._last

    def _book_move(self, go: Go, position: Position, settings: Settings) -> tuple[str, str] | None:
        """Return a message about the book's move, and the move; None if no book move applies.

        None applies in variants, with limited strength, in analysis, without a book, or to a `go`
        with `infinite`, `ponder` or `searchmoves`. An `info string` reports an unreadable book.
        """
        is_open_ended = go.infinite or go.ponder or go.limits.moves is not None
        is_limited = settings.node_budget() is not None  # a book has no rating
        has_book = settings.own_book and settings.book and settings.variant == STANDARD
        if not has_book or is_limited or settings.analysing or is_open_ended:
            return None
        try:
            found = _read_book(settings.book, position)
        except StarlingError as error:
            self._inform(str(error))
            return None
        return None if found is None else (found[1], position.move_text(found[0]))

    def _restricted(self, go: Go, position: Position, settings: Settings) -> Go:
        """Return a `go` restricted to the moves that keep the tablebases' value of the position.

        It is unchanged if there are no tables or they lack the position. It is also unchanged in
        analysis, with several lines, and with `infinite` or `searchmoves`: then other moves are of
        interest too. The value is sent as an `info string`. The position gets the tables, so that
        the search looks its positions up as well. A search for a mate has no tables, since their
        wins have no length.
        """
        path = settings.syzygy
        if path != self._tables_path:
            self._tables_path, self._tables = path, None
            from games.chess.tablebases import Tablebases  # loads python-chess

            try:
                self._tables = Tablebases(path, "SyzygyPath") if path else None
            except StarlingError as error:  # the folder may have vanished; search without tables
                self._inform(str(error))
        tables = None if go.mate else self._tables
        is_used = _set_tables(position, tables)
        found = tables.best(position) if tables is not None and is_used else None
        if found is None:
            return go
        best, message = found
        self._inform(message)
        is_analysis = settings.analysing or settings.lines > 1 or go.infinite
        if is_analysis or go.limits.moves is not None:
            return go
        return go._replace(limits=replace(go.limits, moves=tuple(best)))

    def _inform(self, text: str) -> None:
        """Send a text as an `info string`."""
        self._send(f"info string {text}")


def _set_tables(position: Position, tables: Tablebases | None) -> bool:
    """Set the tablebases of a position, None for none; return False for a variant without them."""
    use_tablebases = getattr(position, "use_tablebases", None)
    if use_tablebases is not None:
        use_tablebases(tables)
    return use_tablebases is not None


def _read_book(path: str, position: Position) -> tuple[int, str] | None:
    """Return the move of the greatest weight in a Polyglot book, and a message; None for no move.

    :raises FileError: if the book cannot be read.
    """
    import chess.polyglot

    board = position.board()  # type: ignore[attr-defined]  # chess has one
    try:
        with chess.polyglot.open_reader(path) as book:
            entries = [entry for entry in book.find_all(board) if entry.weight]
    except (OSError, ValueError) as error:
        raise FileError(f"BookFile={path_text(path)}: {error}") from None
    if not entries:
        return None
    best = max(entries, key=lambda entry: (entry.weight, -entry.raw_move))
    total = sum(entry.weight for entry in entries)
    text = board.uci(best.move)
    return position.parse_move(text), f"book {text}, {best.weight} of {total} by weight"
