"""The trace of a search: one JSON line for every event, for studies and worked examples.

A searcher whose `trace` is set records its events there. A trace does not change the search: it has
its own copy of the position.

Every line is an object with an `event` and the `node` where it happened, by its Dewey number: the
root's is empty, its children are 1, 2, 3 ... in the order of the game's list of moves, and 2.1 is
the first child of the second; 0 is a null move. `move` is the move into the node, as text. Scores
are from the side to move at the *root*. Wins and losses count their distance from the root, as in
results. A score is null if it is unknown, unlimited, or void because the budget ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position

if not cython.compiled:
    from games.core.scores import INFINITY, ONGOING, adjust_mate

EVENTS = {
    "begun": "a search begins: its `player`, `game`, `position` and `limits`",
    "asked": "a proof search begins to ask whether the root has at least this `value`",
    "numbered": "a node has `proof` and `disproof` numbers, for what the side to move at the root "
    "wants; null if there is no proof, or no disproof",
    "deepened": "an iteration begins at the root: `depth`, `window`",
    "visited": "the search goes to a node: `depth` left to search and `window`, or its `value`, or "
    "its `merit` as an upper bound, or its `bounds`",
    "generated": "a child was produced: a node of the budget",
    "expanded": "a node's children were listed or produced",
    "evaluated": "a leaf has its `value` or `bounds` from the evaluator",
    "aimed": "the `strategy` selected at the root, with its `best` and `second` children",
    "known": "a node's `value` or `bounds` are final: all that matters below it is resolved, or "
    "they come from a table without a search, or no win or loss that is still possible is outside "
    "the window",
    "backed up": "a node has its `value` or `bounds` from its children",
    "cut": "a node's remaining children are skipped: its `value` is outside its window, or beyond "
    "that of the node `by`",
    "re-searched": "a node is searched again, with another `window` or depth",
    "restarted": "a node whose cut no longer holds is searched again; at the root, with intervals "
    "that are `widening` wider on both sides",
    "doubted": "a proof at the root is verified: its intervals are now `percent` of their width, "
    "or wider by `widening` on both sides",
    "resumed": "a node's search continues with its next children, above the bound `lower`; at the "
    "root, with the `nodes` kept from the search before",
    "opened": "a LIVE state enters OPEN: `merit`",
    "solved": "a SOLVED state enters OPEN: `merit`",
    "purged": "a state leaves OPEN unused",
    "held": "a node's entry in BACKUP is new or changed: children `tried`, `bounds`",
    "released": "a node's entry leaves BACKUP",
    "forgotten": "what is below a node is dropped; with `nodes`, that many of its least promising "
    "ones",
    "ended": "the search ended: `best`, `value`, `bounds`, `proved`, `reason`, `nodes`, `counts`, "
    "and the error probability `wrong` if it is known",
}
"""Every event, and the content of its line besides node and move."""


class Trace:
    """A writer of the events of searches.

    A searcher calls `record` with the line of moves to the node, or one of the typed methods. These
    take a position, and a score from the side to move at its node.

    :param write: takes one line of text at a time, with its line end.
    """

    def __init__(self, write: Callable[[str], Any]) -> None:
        self.write = write
        self.skipping = False

    def begin(self, root: Position, player: str, limits: object) -> None:
        """Record the beginning of a search; all later events belong to it.

        :param root: the position at the root, of which the trace keeps a copy.
        :param player: the spec of the searcher with its evaluator.
        :param limits: the limits of the search, written as text.
        """
        self.base, self.root_ply = len(root.history), root.ply
        self.alternating = not root.one_player
        self.copy = root.copy()
        self.line: list[int] = []
        self.numbers: list[str] = []
        self.texts: list[str] = []
        self.listed: list[list[int]] = []
        self.record(
            "begun", (), player=player, game=root.spec, position=root.text(), limits=str(limits)
        )

    def end(self, result: Any) -> None:
        """Record the end of a search, with the best move as a Dewey number.

        From the result it has value, bounds, proved, reason, nodes, counts, and `wrong` if known.
        Without a move `best` is null.
        """
        best = None if result.move is None else self.number((result.move,))
        facts = {name: getattr(result, name) for name in ("proved", "reason", "nodes", "counts")}
        if result.wrong is not None:
            facts["wrong"] = result.wrong
        self.record("ended", (), best=best, value=result.value, bounds=result.bounds, **facts)

    def record(self, event: str, line: Sequence[int], **facts: Any) -> None:
        """Write an event, as a line of JSON, at the node that a line of moves leads to.

        The node is written as its Dewey number, the last move as text.

        :param facts: further fields, written as they are; convert scores by `root_score` first.
        """
        written = {"event": event, "node": self.number(line)}
        if line:
            written["move"] = self.texts[len(line) - 1]
        self.write(json.dumps({**written, **facts}) + "\n")

    # For typed searchers

    def record_position(self, event: str, position: Position, value: cython.int = ONGOING) -> None:
        """Record an event at a position's node.

        :param value: its value from the side to move there; ONGOING for none.
        """
        self.record_value(event, position.history[self.base :], value)

    def record_child(
        self, event: str, position: Position, move: cython.int, value: cython.int = ONGOING
    ) -> None:
        """Record an event at the child that a move leads to; the position is at its parent.

        :param value: the child's value from the side to move there; ONGOING for none.
        """
        self.record_value(event, (*position.history[self.base :], move), value)

    def record_value(self, event: str, line: Sequence[int], value: int) -> None:
        """Write an event at the node that a line of moves leads to, with the node's value.

        :param value: from the side to move there; ONGOING for none.
        """
        facts = {} if value == ONGOING else {"value": self.root_score(value, line)}
        self.record(event, line, **facts)

    def record_children(
        self, position: Position, moves: Moves, made: cython.int, valued: cython.int
    ) -> None:
        """Record the children by the first moves of a list as "generated", then as "evaluated".

        The position is at their parent.

        :param moves: with the values of the children, from the side to move there, as scores.
        :param made: how many of the moves were made, from the first on.
        :param valued: how many of these were evaluated.
        """
        index: cython.int
        for index in range(made):
            self.record_child("generated", position, moves.move[index])
            if index < valued:
                self.record_child("evaluated", position, moves.move[index], moves.score[index])

    def record_parent(
        self, event: str, position: Position, plies: cython.int, value: cython.int
    ) -> None:
        """Record an event at an ancestor of a position.

        :param plies: how far the ancestor is above the position.
        :param value: its value from the side to move there.
        """
        line = self.line_to(position)
        self.record_value(event, line[: len(line) - plies], value)

    def record_leaf(self, position: Position, value: cython.int, void: cython.bint = False) -> None:
        """Record that the leaf at a position was evaluated.

        Nothing is recorded if `skip_leaf` was called since the last leaf.

        :param value: from the side to move at the leaf.
        :param void: whether the budget ended before its value was known; null is written then.
        """
        if self.skipping:
            self.skipping = False
            return
        line = position.history[self.base :]
        self.record("evaluated", line, value=None if void else self.root_score(value, line))

    def record_window(
        self,
        event: str,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> None:
        """Record an event at a node that will be searched with a window (alpha, beta).

        The window is from the side to move at the node.

        :param depth: the plies left to search; below 0 if it is not to be written.
        """
        line = position.history[self.base :]
        facts: dict[str, Any] = {"depth": depth} if depth >= 0 else {}
        self.record(event, line, **facts, window=self.interval(alpha, beta, line))

    def record_proof(
        self,
        position: Position,
        phi: cython.int,
        delta: cython.int,
        low: cython.int,
        high: cython.int,
    ) -> None:
        """Record the proof numbers and the bounds of a position's node; "known" if it is solved.

        All are given from the side to move at the node, and written from that at the root.

        :param phi: the number of the side to move; 2^30 or more for what is impossible.
        :param delta: the number of its opponent, likewise.
        """
        line = position.history[self.base :]
        both = [None if number >= 2**30 else number for number in (phi, delta)]
        proof, disproof = both[::-1] if len(line) % 2 else both
        self.record("numbered", line, proof=proof, disproof=disproof)
        bounds = self.interval(low, high, line)
        self.record("backed up", line, bounds=bounds)
        if phi == 0 or delta == 0:
            self.record("known", line, bounds=bounds)

    def skip_leaf(self) -> None:
        """Leave the next leaf out, because another searcher has recorded the search below it."""
        self.skipping = True

    # Scores and nodes as they are written

    def line_to(self, position: Position) -> tuple[int, ...]:
        """Return the moves from the root to a position."""
        return tuple(position.history[self.base :])

    def root_score(self, score: int, line: Sequence[int]) -> int | None:
        """Return a score of a node from the side to move at the root; None for INFINITY.

        Wins and losses count their distance from the root.
        """
        if abs(score) >= INFINITY:
            return None
        turned = self.alternating and len(line) % 2
        return adjust_mate(-score if turned else score, -self.root_ply)

    def interval(self, low: int, high: int, line: Sequence[int]) -> list[int | None]:
        """Return bounds of a node, lower first, from the side to move at the root.

        Each is as `root_score` returns it.

        :param low: from the side to move at the node, as is `high`.
        """
        turned = self.alternating and len(line) % 2
        both = [self.root_score(low, line), self.root_score(high, line)]
        return both[::-1] if turned else both

    def number(self, line: Sequence[int]) -> str:
        """Return the Dewey number of the node that a line leads to; "" for the root.

        Children are numbered from 1, in the order of the game's legal moves; a null move, which is
        no legal move, is 0.
        """
        common = 0
        while common < min(len(self.line), len(line)) and self.line[common] == line[common]:
            common += 1
        if common == len(line):
            return ".".join(self.numbers[:common])
        # Move `copy` back to what the lines share, then to the end of this one.
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
        return ".".join(self.numbers)
