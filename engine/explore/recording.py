"""The events of one searcher, read line by line from its trace into columns.

A trace may have several searches. A later one may begin at a node of the kept tree. Then its nodes
are those of that tree, and its scores are from the side to move at the first root.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from typing import Any

import games
from engine.explore.tree import ROOT, Tree
from games.core.position import Position
from games.core.scores import adjust_mate
from games.errors import FileError, StarlingError, printable, quoted
from searchers.core.trace import EVENTS

KINDS = tuple(EVENTS)
"""The events by number."""
FORMS = ("", "value", "bounds", "window", "merit", "lower")
"""The kinds of scores that an event has, by number; "" for none."""
FACTS = {
    "depth": "number",
    "tried": "number",
    "nodes": "number",
    "worker": "number",
    "widening": "number",
    "percent": "number",
    "proof": "number",
    "disproof": "number",
    "strategy": "text",
    "best": "node",
    "second": "node",
    "by": "node",
}
"""The other fields of events, with the types of their values."""

UNKNOWN = -(2**31)
"""The score for null in a trace."""
ABSENT = -1
"""The number for null instead of a node."""
MOST_EVENTS = 4_000_000
"""The greatest number of events of one trace."""

_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
_TOP = ("event", "node", "move", *FORMS[1:], *FACTS)


@dataclass
class Search:
    """One search of a trace: its root, its limits and its result.

    :param first: the index of its first event.
    :param base: the node of its root.
    :param turned: whether the side to move there differs from that at the first root.
    :param kept: whether it continues the tree of the previous search.
    :param result: its result, from the side to move at its own root.
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
    """The searches of one trace, and its events in columns: an entry for each event.

    :param tree: the tree of the page; the nodes of the trace are appended.
    :param name: the name of the trace in messages.
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
        self._turned = False
        self._plies = 0
        self._base = ROOT

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.kinds)

    def feed(self, line: str) -> None:
        """Read the next line of the trace, and append its event to the columns.

        :raises FileError: if it is not an event, cannot follow the last one, or is one too many.
        """
        self.lines += 1
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            cut = "" if line.endswith("\n") else " (is the file cut short?)"
            raise self._fault(f"{quoted(line.strip(), 60)} is not valid JSON{cut}") from None
        kind = _NUMBERS.get(event.get("event", "")) if isinstance(event, dict) else None
        if kind is None:
            raise self._fault(f"{quoted(line.strip(), 60)} is no event that this version knows")
        if len(self.kinds) == MOST_EVENTS:
            raise self._fault(f"more than {MOST_EVENTS:,} events")
        try:
            self._append_event(kind, event)
        except StarlingError:
            raise
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError, RecursionError):
            raise self._fault(f"{quoted(line.strip(), 60)} lacks what belongs to it") from None

    def finish(self) -> None:
        """Check that the trace is complete, after its last line.

        :raises FileError: if it lacks lines.
        """
        if not self.searches or self.searches[-1].result is None:
            raise FileError(
                f"{printable(self.name, 200)} ends after {self.lines} lines within a search: "
                "expected a trace with its last line, ended"
            )

    def _append_event(self, kind: int, event: dict[str, Any]) -> None:
        """Append an event of the trace to the columns: kind, node, score and other fields.

        `begun` starts a search, and `ended` stores its result. `resumed` at the root with a count
        of nodes marks the search as continued.

        :raises FileError: if the event is out of order, or has an unknown field. Other errors mean
            that a field is missing or has another type; `feed` reports them.
        """
        name = event["event"]
        if (name == "begun") != (not self.searches or self.searches[-1].result is not None):
            raise self._fault(f"{name} cannot come here, between the lines begun and ended")
        if name == "begun":
            self._begin(event)
        node = self.tree.node(self._base, event["node"], event.get("move", ""))
        if name == "ended":
            names = ("value", "bounds", "proved", "reason", "nodes", "counts")
            result = {fact: event[fact] for fact in names}
            result["counts"] = {count: int(number) for count, number in event["counts"].items()}
            self.searches[-1].result = result
            event = {"best": event["best"]}
        if name != "begun":
            for fact in event:
                if fact in self.facts:
                    self._fact(fact, event[fact])
                elif fact not in _TOP:
                    fault = f"{quoted(fact)} is nothing that this version knows of {name}"
                    raise self._fault(fault)
        self.kinds.append(kind)
        self.nodes.append(node)
        self._scores(event)
        if name == "resumed" and node == self._base and "nodes" in event:
            self.searches[-1].kept = True

    def _scores(self, event: dict[str, Any]) -> None:
        """Append the kind of an event's score, and its ends, to the columns.

        The kind is its index in FORMS; without a score all are 0. Both ends of a single score are
        equal. They are from the first root's side to move, which also counts the plies of mates.
        """
        for form in range(1, len(FORMS)):
            if FORMS[form] in event:
                score = event[FORMS[form]]
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
        """Return a score of the current root as seen at the first root; UNKNOWN for None.

        It is then from the side to move there, and a win or loss counts its plies from there.
        """
        if score is None:
            return UNKNOWN
        return adjust_mate(-score if self._turned else score, self._plies)

    def _fact(self, fact: str, value: Any) -> None:
        """Append another field of the event that comes next to the column of that field.

        Texts and nodes become numbers; a node that the tree lacks is added to it, and None is
        ABSENT. A number that is None is left out.

        :param fact: one of FACTS.
        """
        at, values = self.facts[fact]
        if FACTS[fact] == "text":
            value = self.texts.setdefault(str(value), len(self.texts))
        elif FACTS[fact] == "node":
            value = ABSENT if value is None else self.tree.node(self._base, value)
        elif value is None:
            return
        values.append(value)
        at.append(len(self.kinds))

    # -- where a search begins ---------------------------------------------------------------

    def _begin(self, event: dict[str, Any]) -> None:
        """Append a search to `searches`, at the position of its event `begun`.

        The first one sets the `game`. If the position is another than the last one's, the current
        root moves.

        :raises FileError: unless it is at most two plies below the position of the last search.
        """
        game, position = str(event["game"]), str(event["position"])
        if not self.searches:
            self.game = game
        elif game != self.game or position != self.searches[-1].position:
            self._move_root(game, position)
        self.searches.append(
            Search(
                len(self.kinds),
                self._base,
                self._turned,
                str(event["player"]),
                str(event["limits"]),
                position,
            )
        )

    def _move_root(self, game: str, position: str) -> None:
        """Set the node of the current root: the first one, or one or two plies below the last.

        Nodes on the way to it are added to the tree.

        :raises FileError: if the position is neither.
        """
        if game == self.game and position == self.searches[0].position:
            self._base, self._plies, self._turned = ROOT, 0, False
            return
        last = self.searches[-1].position
        root, line = None, None
        if game == self.game:
            root = games.make(game).at(last)
            line = _line_between(root, position, 1) or _line_between(root, position, 2)
        if root is None or line is None:
            raise self._fault(
                f"a search of {quoted(position)} follows one of {quoted(last)}: "
                "expected the same position, or one that a move or two lead to from there"
            )
        for number in line:
            self._base = self.tree.child(self._base, number)
        self._plies += len(line)
        self._turned ^= len(line) == 1 and not root.one_player

    def _fault(self, fault: str) -> FileError:
        """Return the error for the current line of the trace."""
        return FileError(
            f"{printable(self.name, 200)}, line {self.lines}: {fault}; "
            "expected a trace as starling analyse --trace writes it"
        )


def _line_between(position: Position, wanted: str, plies: int) -> tuple[int, ...] | None:
    """Return the line of so many plies, at least 1, from a position to another; None without one.

    Its moves are numbers among the legal moves, from 1. The position is as before at the end.

    :param wanted: the text of the other position.
    """
    if not plies:
        return () if position.text() == wanted else None
    for number, move in enumerate(position.legal_moves(), 1):
        position.push(move)
        rest = _line_between(position, wanted, plies - 1)
        position.pop()
        if rest is not None:
            return (number, *rest)
    return None
