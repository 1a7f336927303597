"""What B* does with the nodes left after separation: it doubts the proof.

A proof is as good as its intervals. Where these may miss the true value, Maven widens them and
proves again, as an encyclopedia tells. Berliner and McConnell (1996) VERIFY: they try to show that
the move chosen may fall below the second best.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.position import Position
from games.errors import SpecError
from games.parts.part import Option
from searchers.bstar.doubt import Doubt
from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.widening import Widening
from searchers.core.limits import Limits
from searchers.core.result import Answer
from searchers.storage.keeper import TreeKeeper

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.scores import INFINITY, MATE_BOUND, adjust_mate
    from searchers.bstar.constants import FINISHED
    from searchers.bstar.interval_store import child_at
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["AFTER", "Doubter"]

AFTER = (
    Option(
        "after",
        "stop",
        "what comes after separation: an end (stop), or intervals that are wider by `widen` in a "
        "new tree (restart) or the same (widen), or by the evaluator's errors (verify)",
        choices=("stop", "restart", "widen", "verify"),
    ),
    Option("widen", 0, "widen intervals by this much and repeat; 0: no", low=0, high=2**28),
    Option(
        "until",
        "settled",
        "widening ends once the choice stays the same (settled), or goes on while nodes last "
        "(nodes), until the proof rests on finished games alone",
        choices=("settled", "nodes"),
    ),
    Option(
        "doubt",
        0.0,
        "a chance of error, in percent, to stop at: verify's, or else pb's before separation",
        low=0,
        high=100,
    ),
)
"""The options of a `Doubter`."""


class Doubter(TreeKeeper):
    """A searcher on intervals that may doubt its proof.

    Once a move is separated, `after` says what comes.

    * stop: the search ends (Palay).
    * restart: it begins again with all intervals of unfinished games wider by `widen`, more each
      time (Maven). No tree is kept. So it is too where `widen` is given and `after` is not. The
      encyclopedia's text goes on, "eventually erasing all errors" (`until=nodes`); by default the
      search ends once the choice stays the same. Where a pass expands as much as the one before,
      the step doubles.
    * widen: likewise, but the tree stays, and its intervals are widened where they stand.
    * verify: intervals are widened by about a quarter each time, until the chance that another
      move is better is at most `doubt`. Widening lowers what the best move is worth at least and
      raises what its rivals are worth at most, by as much as the evaluator foretold of each leaf.

    With `widen` and `verify` the intervals become what they were before the search ends, and a
    result of `verify` is what is known then: proved if the move is still separated.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.separated = False
        self.told: Any = None
        self.after = self.options["after"]
        if self.options["widen"] and self.after == "stop":
            self.after = "restart"
        if (self.after in ("restart", "widen")) != (self.options["widen"] > 0):
            raise SpecError(
                f"{self.spec}: after={self.after} with widen={self.options['widen']}; expected "
                "widen=1 or more with after=restart or after=widen, and none with others"
            )

    def _watch(self, tree: IntervalTree, product: bool) -> None:
        """Take a new tree.

        :param product: whether the values of children are independent.
        """
        self.widening = Widening(tree)
        self.doubt = Doubt(tree, product)

    def _prove(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search until a move is separated, or the search ends; sets `separated`."""
        raise NotImplementedError(f"{type(self).__name__} lacks _prove")

    def _tell(self, answer: Answer) -> None:
        """Have the answer say what the tree knows."""
        raise NotImplementedError(f"{type(self).__name__} lacks _tell")

    def _expand_root(self, position: Position, answer: Answer) -> bool:
        """Begin a new tree; false if the budget has no room for the root's children."""
        raise NotImplementedError(f"{type(self).__name__} lacks _expand_root")

    def _doubt_proof(self, position: Position, limits: Limits, answer: Answer) -> bool:
        """Spend what is left on doubting the proof, as `after` says; false if the tree is lost, or
        will not do for the next search."""
        if len(answer.moves) == 1:
            answer.wrong = 0.0 if answer.proved else None
            return True
        if self.after == "verify":
            whole = self._verify(position, limits, answer)
        elif self.options["widen"]:
            whole = self._widen(position, limits, answer)
        else:
            whole = True
        if whole and answer.proved:
            answer.wrong = self._chance_of_error(answer)
        return whole

    def _widen(self, position: Position, limits: Limits, answer: Answer) -> bool:
        """Move all bounds outwards and prove again, as Maven does; false if the tree will not do
        for the next search."""
        tree: IntervalTree = self.tree
        endless = self.options["until"] == "nodes"
        by: int = 0
        step: int = self.options["widen"]
        confirmed = False
        last = -1
        while self.separated and by < MATE_BOUND:
            if endless and self._rests_on_results():
                confirmed = True
                break
            before = answer.move
            start = self.counts.expanded
            by += step
            if self.after == "widen":
                if not self.widening.move(by, self.budget):
                    return False
                self._go_on(position, limits, answer)
            else:
                self._restart(by, position, limits, answer)
            if not self.separated:
                answer.proved = confirmed  # the answer before is kept
                break
            self._tell(answer)
            confirmed = answer.move == before
            if confirmed and not endless:
                break
            again = self.counts.expanded - start
            step = 2 * step if again == last else self.options["widen"]
            last = again
        if self.after == "restart":
            return by == 0
        return bool(tree.edges > 0 and self.widening.restore(self.budget))

    def _restart(self, by: int, position: Position, limits: Limits, answer: Answer) -> None:
        """Prove in a new tree whose intervals are wider."""
        self.separated = False
        answer.reason = ""
        self.widening.begin(by)
        if self.tracing:
            self.trace.tell("restarted", (), widening=self.widening.by)
        if self._expand_root(position, answer):
            self._prove(position, limits, answer)

    def _rests_on_results(self) -> bool:
        """Return whether the best top-level node would be separated however wide the intervals of
        games that go on were; true too where there is no time left to find out."""
        tree: IntervalTree = self.tree
        size: cython.int = tree.size
        lows, highs = array("i", bytes(4 * size)), array("i", bytes(4 * size))
        low: cython.p_int = ints(lows)
        high: cython.p_int = ints(highs)
        node: cython.int
        edge: cython.int
        child: cython.int
        least: cython.int
        most: cython.int
        changed: cython.bint = True
        while changed:  # children come after their node: one sweep does it, but in a graph
            changed = False
            for node in range(size - 1, 0, -1):
                if node & BETWEEN_POLLS - 1 == 0 and not self.budget.in_time():
                    return True
                if tree.node[node].children == 0:
                    least, most = tree.node[node].pessimistic, tree.node[node].optimistic
                    if tree.node[node].first != FINISHED:
                        least = least if abs(least) >= MATE_BOUND else 1 - MATE_BOUND
                        most = most if abs(most) >= MATE_BOUND else MATE_BOUND - 1
                else:
                    least = most = -INFINITY
                    for edge in range(
                        tree.node[node].first, tree.node[node].first + tree.node[node].children
                    ):
                        child = child_at(tree, edge)
                        least, most = max(least, low[child]), max(most, high[child])
                    least, most = adjust_mate(least, 1), adjust_mate(most, 1)
                    if tree.adversary:
                        least, most = -most, -least
                changed |= tree.keyed and (least != low[node] or most != high[node])
                low[node], high[node] = least, most
        node = child_at(tree, tree.best(0))
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            child = child_at(tree, edge)
            if child != node and high[child] > low[node]:
                return False
        return True

    def _verify(self, position: Position, limits: Limits, answer: Answer) -> bool:
        """Widen all intervals until another move is hardly better; false if the tree is lost."""
        tree: IntervalTree = self.tree
        expanded = -1
        while self.separated:
            if self.counts.expanded != expanded:
                expanded = self.counts.expanded
                wrong = self._chance_of_error(answer)
                if wrong is None or wrong <= self.options["doubt"] / 100:
                    break
            if not self.widening.further(self.budget):
                break
            self._go_on(position, limits, answer)
            if tree.edges == 0:  # lost while a part of it was forgotten
                return False
            self._tell(answer)
        if not self.widening.is_on():
            return True
        if not self.widening.restore(self.budget):
            return False
        self.separated = self._is_separated()
        self._tell(answer)
        return True

    def _go_on(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Prove again, with intervals that are wider now."""
        if self.tracing:
            self.told.doubted(self.widening.percent, self.widening.by)
        answer.reason = ""
        self._prove(position, limits, answer)

    def _is_separated(self) -> bool:
        """Whether the best top-level node is separated from all others."""
        tree: IntervalTree = self.tree
        best: cython.int = tree.best(0)
        rival: cython.int = child_at(tree, tree.second(0, best))
        return bool(tree.node[child_at(tree, best)].pessimistic >= tree.node[rival].optimistic)

    def _chance_of_error(self, answer: Answer) -> float | None:
        """The chance that another move is better than the one proved; None if nobody says."""
        if self.evaluator.coverage(1.0) >= 100:
            return 0.0
        place = [move for move, _ in self.tree.edges_of(0)].index(answer.move)
        return self.doubt.chance(place, self.evaluator, self.widening.percent / 100, self.budget)
