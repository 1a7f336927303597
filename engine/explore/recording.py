"""The events of one searcher, read line by line from its trace into columns.

A trace may hold several searches. Where a later one begins at a node of the tree so far (the game
went on, and the searcher kept its tree), its nodes are those of that tree, and its scores are
turned to the view of the side that was to move at the very first root: one scale serves them all.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import games
from engine.explore.tree import ROOT, Tree
from games.core.position import Position
from games.core.scores import adjust_mate
from games.errors import FileError, StarlingError, printable, quoted
from searchers.core.trace import EVENTS

__all__ = ["ABSENT", "FACTS", "FORMS", "KINDS", "MOST_EVENTS", "UNKNOWN", "Recording", "Search"]

KINDS = tuple(EVENTS)
"""The events by number."""
FORMS = ("", "value", "bounds", "window", "merit", "lower")
"""What the scores of an event are, by number; "" where it has none."""
FACTS = {
    "depth": "number",
    "tried": "number",
    "nodes": "number",
    "worker": "number",
    "widening": "number",
    "percent": "number",
    "strategy": "text",
    "best": "node",
    "second": "node",
    "by": "node",
}
"""What else events tell, each with what its values are."""

UNKNOWN = -(2**31)
"""A score that a trace has as null."""
ABSENT = -1
"""In place of a node that is none."""
MOST_EVENTS = 4_000_000
"""Of one trace: what a page can hold."""

_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
_TOP = ("event", "node", "move", *FORMS[1:], *FACTS)


@dataclass
class Search:
    """One search of a trace: where it begins, what it was asked, and what it found.

    :param first: the index of its first event.
    :param base: the node it begins at.
    :param turned: whether the side to move there is not the one at the first root.
    :param kept: whether it goes on with the tree of the search before.
    :param result: what it told as it ended, from the side to move at its own root.
    """

    first: int
    base: int
    turned: bool
    player: str
    limits: str
    position: str
    kept: bool = False
    result: dict[str, Any] | None = None


class Recording:
    """What one trace tells.

    :param tree: of the page; it grows by the nodes that are told of.
    :param name: what messages call the trace.
    """

    def __init__(self, tree: Tree, name: str) -> None:
        self.tree = tree
        self.name = name
        self.searches: list[Search] = []
        self.kinds, self.forms = bytearray(), bytearray()
        self.nodes, self.lows, self.highs = array("i"), array("i"), array("i")
        self.facts = {fact: (array("i"), array("i")) for fact in FACTS}
        self.texts: dict[str, int] = {}
        self.game = ""
        self.lines = 0
        self._position: Position | None = None
        self._turned = False
        self._plies = 0
        self._base = ROOT

    def __len__(self) -> int:
        return len(self.kinds)

    def feed(self, line: str) -> None:
        """The next line of the trace.

        :raises FileError: if it is no event, or one that cannot follow the last.
        """
        self.lines += 1
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            cut = "" if line.endswith("\n") else " (is the file cut short?)"
            raise self._fault(f"{quoted(line.strip(), 60)} is not valid JSON{cut}") from None
        kind = _NUMBERS.get(told.get("event", "")) if isinstance(told, dict) else None
        if kind is None:
            raise self._fault(f"{quoted(line.strip(), 60)} is no event that this version knows")
        if len(self.kinds) == MOST_EVENTS:
            raise self._fault(f"more than {MOST_EVENTS:,} events")
        try:
            self._take(kind, told)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
            if isinstance(error, StarlingError):
                raise
            raise self._fault(f"{quoted(line.strip(), 60)} lacks what belongs to it") from None

    def finish(self) -> None:
        """The trace has no more lines.

        :raises FileError: if there should be.
        """
        if not self.searches or self.searches[-1].result is None:
            raise FileError(
                f"{printable(self.name, 200)} ends after {self.lines} lines within a search: "
                "expected a trace with its last line, ended"
            )

    def _take(self, kind: int, told: dict[str, Any]) -> None:
        name = told["event"]
        if (name == "begun") != (not self.searches or self.searches[-1].result is not None):
            raise self._fault(f"{name} cannot come here, between the lines begun and ended")
        if name == "begun":
            self._begin(told)
        node = self.tree.node(self._base, told["node"], told.get("move", ""))
        if name == "ended":
            self._end(told)
            told = {}
        self.kinds.append(kind)
        self.nodes.append(node)
        self._scores(told)
        if name == "begun":
            return
        for fact in told:
            if fact in self.facts:
                self._fact(fact, told[fact])
            elif fact not in _TOP:
                raise self._fault(f"{quoted(fact)} is nothing that this version knows of {name}")
        if name == "resumed" and node == self._base and "nodes" in told:
            self.searches[-1].kept = True

    def _scores(self, told: dict[str, Any]) -> None:
        for form in range(1, len(FORMS)):
            if FORMS[form] in told:
                score = told[FORMS[form]]
                low, high = score if isinstance(score, list) else (score, score)
                low, high = self._seen(low), self._seen(high)
                if self._turned and form > 1:
                    low, high = high, low
                break
        else:
            form, low, high = 0, 0, 0
        self.forms.append(form)
        self.lows.append(low)
        self.highs.append(high)

    def _seen(self, score: int | None) -> int:
        """A score from the view of the first root."""
        if score is None:
            return UNKNOWN
        return adjust_mate(-score if self._turned else score, self._plies)

    def _fact(self, fact: str, value: Any) -> None:
        at, values = self.facts[fact]
        if FACTS[fact] == "text":
            value = self.texts.setdefault(str(value), len(self.texts))
        elif FACTS[fact] == "node":
            value = ABSENT if value is None else self.tree.node(self._base, value)
        elif value is None:
            return
        values.append(value)
        at.append(len(self.kinds) - 1)

    def _end(self, told: dict[str, Any]) -> None:
        best = told["best"]
        self._fact_at_end("best", ABSENT if best is None else self.tree.node(self._base, best))
        names = ("value", "bounds", "proved", "reason", "nodes", "counts")
        self.searches[-1].result = {name: told[name] for name in names}
        self.searches[-1].result["counts"] = {k: int(v) for k, v in told["counts"].items()}

    def _fact_at_end(self, fact: str, value: int) -> None:
        at, values = self.facts[fact]
        at.append(len(self.kinds))
        values.append(value)

    # -- where a search begins ---------------------------------------------------------------

    def _begin(self, told: dict[str, Any]) -> None:
        game, position = str(told["game"]), str(told["position"])
        if not self.searches:
            self.game = game
        elif game != self.game or position != self.searches[-1].position:
            self._move_root(game, position)
        self.searches.append(
            Search(
                len(self.kinds),
                self._base,
                self._turned,
                str(told["player"]),
                str(told["limits"]),
                position,
            )
        )

    def _move_root(self, game: str, position: str) -> None:
        """Take another root: the first one again, or one a ply or two below the last."""
        if game == self.game and position == self.searches[0].position:
            self._base, self._plies, self._turned = ROOT, 0, False
            return
        last = self.searches[-1].position
        found = None
        if game == self.game:
            found = _line_between(games.make(game).at(last), position)
        if found is None:
            raise self._fault(
                f"a search of {quoted(position)} follows one of {quoted(last)}: "
                "expected the same position, or one that a move or two lead to from there"
            )
        line, alternating = found
        for number in line:
            self._base = self.tree.child(self._base, number)
        self._plies += len(line)
        self._turned = self._turned != (alternating and len(line) % 2 == 1)

    def _fault(self, fault: str) -> FileError:
        return FileError(
            f"{printable(self.name, 200)}, line {self.lines}: {fault}; "
            "expected a trace as starling analyse --trace writes it"
        )


def _line_between(root: Position, wanted: str) -> tuple[Sequence[int], bool] | None:
    """The numbers of the moves that lead from a position to one of that text, a ply or two on."""
    lines: list[tuple[int, ...]] = [()]
    for _ in range(2):
        longer = []
        for line in lines:
            ahead = root.copy()
            for number in line:
                ahead.push(ahead.legal_moves()[number - 1])
            for number, move in enumerate(ahead.legal_moves(), 1):
                ahead.push(move)
                if ahead.text() == wanted:
                    return (*line, number), not root.one_player
                ahead.pop()
                longer.append((*line, number))
        lines = longer
    return None
