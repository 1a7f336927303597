"""What a `go` asks for, made of its words. This loads all that searching needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.uci.go import moves_to_search, parse_go, perft_depth
from engine.uci.options import Settings
from engine.uci.pace import Pace
from engine.uci.search import Count, Refusal, Search
from engine.uci.thread import Request
from games.core.position import Position
from games.errors import StarlingError, described, printable
from searchers.core.searcher import Searcher

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

    def refusal(self, reason: str, answer: str) -> Request:
        """A request that is answered at once, without a search."""
        return Refusal(reason, answer, self._send)

    def request(
        self,
        words: Sequence[str],
        position: Position,
        settings: Settings,
        searcher: Callable[[], Searcher],
    ) -> Request:
        """What the words behind `go` ask for; a refusal if that is nothing.

        :param position: the root; nobody else changes it.
        :param searcher: gives the searcher when the search begins; it may raise.
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
        clock = self._pace.reserved(position, go.limits.clock, settings.overhead / 1000)
        go = go._replace(limits=replace(go.limits, clock=clock))
        return Search(go, position, searcher, self._send, settings.lines)
