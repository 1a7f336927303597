"""The trace of a search: one JSON line for every event, for studies and for worked examples.

A searcher whose `trace` is set tells it what it does; where none is set, nothing is spent. A trace
changes no search: it has a position of its own, on which it counts and names moves.

Every line is an object with an `event` and the `node` it happened at, by its Dewey number: the
root's is empty, its children are 1, 2, 3 ... in the order of the game's own list of moves, and 2.1
is the first child of the second; 0 is a null move. `move` is the move that leads into the node, as
text. Whatever is a score is from the side to move at the *root*, whoever is to move at the node,
and wins and losses count their distance from the root, as in results; null is what is unknown,
without limit, or void because the budget ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import cython

from games.core.position import Position

if not cython.compiled:
    from games.core.scores import INFINITY, ONGOING, adjust_mate

__all__ = ["EVENTS", "Trace"]

EVENTS = {
    "begun": "a search begins: its `player`, `game`, `position` and `limits`",
    "deepened": "an iteration begins at the root: `depth`, `window`",
    "visited": "the search goes to a node: `depth` left to search and `window`, or its `value`, or "
    "its `merit` as an upper bound, or its `bounds`",
    "generated": "a child was produced: a node of the budget",
    "expanded": "a node's children were listed or produced",
    "evaluated": "a leaf was given its `value`, or its `bounds`",
    "aimed": "the `strategy` chosen at the root, with its `best` and `second` children",
    "known": "a node's `value` or `bounds` are settled: all that matters below it is resolved, or, "
    "without a search, a table has them, or no "
    "win or loss that is still possible is beyond the window",
    "backed up": "a node has its `value`, or its `bounds`, from its children",
    "cut": "a node's children that are left are not looked at: its `value` is beyond its window, "
    "or beyond that of the node `by`",
    "re-searched": "a node is searched again, with another `window` or depth",
    "restarted": "a node that was cut, and is no more, is searched again; the root with intervals "
    "that are `widening` wider on both sides",
    "doubted": "a proof at the root is doubted: its intervals are now `percent` of their width, or "
    "wider by `widening` on both sides",
    "resumed": "a node's search goes on with its next children, above the bound `lower`; at the "
    "root, with the `nodes` kept from the search before",
    "opened": "a LIVE state enters OPEN: `merit`",
    "solved": "a SOLVED state enters OPEN: `merit`",
    "purged": "a state leaves OPEN unused",
    "held": "a node's entry in BACKUP is new or changed: children `tried`, `bounds`",
    "released": "a node's entry leaves BACKUP",
    "forgotten": "what is below a node is dropped; if `nodes` are told, so many of its least "
    "promising ones",
    "ended": "the search ended: `best`, `value`, `bounds`, `proved`, `reason`, `nodes`, `counts`, "
    "and the chance that it is `wrong` where that is known",
}
"""Every event there is, with what its lines tell beside node and move."""


class Trace:
    """Writes the events of searches.

    :param write: takes one line of text at a time, with its line end.
    """

    def __init__(self, write: Callable[[str], Any]) -> None:
        self.write = write
        self.silent = False

    def begin(self, root: Position, player: str, limits: object) -> None:
        """A search begins."""
        self.base, self.root_ply = len(root.history), root.ply
        self.alternating = not root.one_player
        self.copy = root.copy()
        self.line: list[int] = []
        self.numbers: list[str] = []
        self.texts: list[str] = []
        self.listed: list[list[int]] = []
        self.tell(
            "begun", (), player=player, game=root.spec, position=root.text(), limits=str(limits)
        )

    def end(self, result: Any) -> None:
        """A search ended."""
        best = None if result.move is None else self.number((result.move,))
        facts = {name: getattr(result, name) for name in ("proved", "reason", "nodes", "counts")}
        if result.wrong is not None:
            facts["wrong"] = result.wrong
        self._write(
            "ended", (), {"best": best, "value": result.value, "bounds": result.bounds, **facts}
        )

    # -- what typed searchers call -----------------------------------------------------------

    def note(self, event: str, position: Position, value: cython.int = ONGOING) -> cython.int:
        """An event at the node where a position stands.

        :param value: its value, if it has one, from the side to move there.
        """
        line = position.history[self.base :]
        self._write(event, line, {} if value == ONGOING else {"value": self.seen(value, line)})
        return 0

    def child(
        self, event: str, position: Position, move: cython.int, value: cython.int = ONGOING
    ) -> cython.int:
        """An event at the child that a move leads to; its value from the side to move there."""
        line = (*position.history[self.base :], move)
        self._write(event, line, {} if value == ONGOING else {"value": self.seen(value, line)})
        return 0

    def above(
        self, event: str, position: Position, plies: cython.int, value: cython.int
    ) -> cython.int:
        """An event so many plies above a position; the value from the side to move there."""
        line = self.below(position)
        line = line[: len(line) - plies]
        self._write(event, line, {"value": self.seen(value, line)})
        return 0

    def leaf(self, position: Position, value: cython.int, void: cython.bint = False) -> cython.int:
        """A leaf, where a position stands, was evaluated, from the side to move there.

        :param void: whether the budget ended on the way.
        """
        if self.silent:
            self.silent = False
            return 0
        line = position.history[self.base :]
        self._write("evaluated", line, {"value": None if void else self.seen(value, line)})
        return 0

    def window(
        self,
        event: str,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """An event at a node that is to be searched between two bounds, from the side to move
        there.

        :param depth: how deep; below 0 there is no such depth.
        """
        line = position.history[self.base :]
        facts: dict[str, Any] = {"depth": depth} if depth >= 0 else {}
        self._write(event, line, {**facts, "window": self.interval(alpha, beta, line)})
        return 0

    def bounds(
        self, event: str, position: Position, low: cython.int, high: cython.int
    ) -> cython.int:
        """An event at a node with bounds, from the side to move there."""
        line = position.history[self.base :]
        self._write(event, line, {"bounds": self.interval(low, high, line)})
        return 0

    def pass_over(self) -> cython.int:
        """Leave out the next leaf: another searcher has told of the search that evaluated it."""
        self.silent = True
        return 0

    # -- what they rest on -------------------------------------------------------------------

    def tell(self, event: str, line: Sequence[int], **facts: Any) -> None:
        """An event at the node that a line of moves from the root leads to.

        :param facts: as they are to be written; see `seen`.
        """
        self._write(event, line, facts)

    def below(self, position: Position) -> tuple[int, ...]:
        """The moves from the root to where a position stands."""
        return tuple(position.history[self.base :])

    def seen(self, score: int, line: Sequence[int]) -> int | None:
        """A score from the side to move at a node, as a trace has it."""
        if abs(score) >= INFINITY:
            return None
        turned = self.alternating and len(line) % 2
        return adjust_mate(-score if turned else score, -self.root_ply)

    def interval(self, low: int, high: int, line: Sequence[int]) -> list[int | None]:
        """Bounds from the side to move at a node, as a trace has them."""
        turned = self.alternating and len(line) % 2
        both = [self.seen(low, line), self.seen(high, line)]
        return both[::-1] if turned else both

    def _write(self, event: str, line: Sequence[int], facts: dict[str, Any]) -> None:
        told = {"event": event, "node": self.number(line)}
        if line:
            told["move"] = self.texts[len(line) - 1]
        self.write(json.dumps({**told, **facts}) + "\n")

    def number(self, line: Sequence[int]) -> str:
        """The Dewey number of the node that a line leads to."""
        known = self.line
        common = 0
        while common < min(len(known), len(line)) and known[common] == line[common]:
            common += 1
        if common < len(line):
            self._follow(line, common)
        return ".".join(self.numbers[: len(line)])

    def _follow(self, line: Sequence[int], common: int) -> None:
        """Number and name the moves of a line from index `common` on."""
        while len(self.line) > common:
            self.copy.pop()
            for column in (self.line, self.numbers, self.texts):
                column.pop()
        del self.listed[common + 1 :]
        for move in line[common:]:
            if len(self.listed) == len(self.line):
                self.listed.append(self.copy.legal_moves())
            legal = self.listed[-1]
            if move in legal:
                self.numbers.append(str(legal.index(move) + 1))
                self.texts.append(self.copy.move_text(move))
                self.copy.push(move)
            else:
                self.numbers.append("0")
                self.texts.append("pass")
                self.copy.push_pass()
            self.line.append(move)
