"""What a `go` asks for, made of its words. This loads all that searching needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.uci.go import Go, moves_to_search, parse_go, perft_depth
from engine.uci.knowledge import book_move, only
from engine.uci.options import STANDARD, Settings
from engine.uci.pace import Pace
from engine.uci.search import Count, Refusal, Search, Telling
from engine.uci.thread import Request
from games.core.position import Position
from games.errors import StarlingError, described, printable
from searchers.core.searcher import Searcher

if TYPE_CHECKING:
    from games.chess.tablebases import Tablebases

__all__ = ["Requests"]

_ECHO = 80
"""Letters of a line that are quoted back."""


class Requests:
    """Makes the requests of one dialogue, and knows what its moves cost its clock.

    :param send: takes one line of output.
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._pace = Pace()
        self._last: Search | None = None
        self._tables: Tablebases | None = None
        self._tables_of = ""

    def refusal(self, reason: str, answer: str) -> Request:
        """A request that is answered at once, without a search."""
        return Refusal(reason, answer, self._send)

    def telling(self, lines: Callable[[], Iterable[str]]) -> Request:
        """A request that says some lines, unless it is stopped before."""
        return Telling(lines, self._send)

    def request(
        self,
        words: Sequence[str],
        position: Position,
        settings: Settings,
        searcher: Callable[[Settings], Searcher],
    ) -> Request:
        """What the words behind `go` ask for; a refusal if that is nothing.

        :param position: the root; nobody else changes it.
        :param searcher: gives the searcher for settings when the search begins; it may raise.
        """
        try:
            if words[:1] == ["perft"]:
                return Count(position.copy(), perft_depth(words[1:]), self._send)
            go = parse_go(words, position)
        except StarlingError as error:
            moves = moves_to_search(words, position)
            answer = position.move_text(moves[0]) if moves else "(none)"
            return self.refusal(described(error), answer)
        if go.ignored:
            self._send(f"info string go: ignored {printable(' '.join(go.ignored), _ECHO)}")
        known = self._known_move(go, position, settings)
        if known is not None:
            return self.refusal(*known)
        most = None if go.infinite else settings.most_nodes()
        if most is None:
            go = self._within_tables(go, position, settings.syzygy)
        else:  # what was measured knows no tables
            _consult(position, None)
            nodes = most if go.limits.nodes is None else min(most, go.limits.nodes)
            go = go._replace(limits=replace(go.limits, nodes=nodes))
        meant = None if self._last is None else self._last.meant
        clock = self._pace.reserved(position, go.limits.clock, settings.overhead / 1000, meant)
        go = go._replace(limits=replace(go.limits, clock=clock))

        def made() -> Searcher:
            return searcher(settings.for_mates(position) if go.mate else settings)

        self._last = Search(go, position, made, self._send, settings.lines, settings.wdl)
        return self._last

    def _known_move(self, go: Go, position: Position, settings: Settings) -> tuple[str, str] | None:
        """What the book says, and its move; None where it is not asked or has none."""
        open_ended = go.infinite or go.ponder or go.limits.moves is not None
        ours = settings.most_nodes() is None  # no book has a rating
        asked = settings.own_book and settings.book and ours and settings.variant == STANDARD
        if not asked or settings.analysing or open_ended:
            return None
        try:
            found = book_move(settings.book, position)
        except StarlingError as error:
            self._send(f"info string {described(error)}")
            return None
        return None if found is None else (found[1], position.move_text(found[0]))

    def _within_tables(self, go: Go, position: Position, path: str) -> Go:
        """The same for those moves only that keep what tablebases know the position is worth; the
        search asks them too."""
        if path != self._tables_of:
            self._tables_of = path
            self._tables = _tables(path) if path else None
        known = _consult(position, self._tables)
        found = self._tables.best(position) if self._tables is not None and known else None
        if found is None:
            return go
        moves, worth = found
        self._send(f"info string {worth}")
        return go._replace(limits=replace(go.limits, moves=only(moves, go.limits.moves)))


def _consult(position: Position, tables: Tablebases | None) -> bool:
    """Let a position ask tables; false of a variant, which knows none."""
    use_tablebases = getattr(position, "use_tablebases", None)
    if use_tablebases is not None:
        use_tablebases(tables)
    return use_tablebases is not None


def _tables(path: str) -> Tablebases:
    from games.chess.tablebases import Tablebases  # python-chess: only when needed

    return Tablebases(path, "SyzygyPath")
