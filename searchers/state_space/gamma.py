"""GAMMA, the state space operator of PS*(k) (Srimani 1985, table 3.1).

A state (n, s, h) is a node, whether it is LIVE or SOLVED, and its merit h, an upper bound. OPEN is
ordered by merit, the leftmost of equal states first. BACKUP holds the MAX nodes that have more
than one partition, with bounds l and h. The operator is here case by case, under its own numbers,
with what the printed table lacks:

* 3a: a MIN terminal that ends its partition has merit max(score, l), as 3b has it for a MAX
  terminal's parent; else a partition that fails low may hide behind a lower merit.
* 6b purges OPEN below i too.
* 6c: nothing to resume: (i, SOLVED, l(i)).
* 6b resumes the first incomplete node below i, and i itself last. "First in BACKUP" is by Dewey
  number, as appendix A lists it: a node before those below it, though its partitions then lie in
  BACKUP together. With `below_first` it comes after them.
* A node inherits l from the MAX node above, and what is resumed takes over a bound raised since.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.moves import Moves
from games.core.position import Position
from games.errors import ContractError
from searchers.core.counts import Counts
from searchers.core.trace import Trace
from searchers.state_space.backup import Backup
from searchers.state_space.states import MOST_BYTES

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.array import array, ints
    from games.core.scores import MAX_PLY, ONGOING, adjust_mate
    from searchers.state_space.constants import (
        LIVE_MAX,
        LIVE_MIN,
        NONE,
        OUT_OF_BUDGET,
        ROOT,
        SOLVED_MAX,
        SOLVED_MIN,
        SPREAD,
    )

__all__ = ["Gamma"]


class Gamma(Backup):
    """GAMMA and the lists that it works on.

    :param phases: k, into how many partitions the children of a MAX node are cut: runs whose sizes
        differ by at most one, longer ones first.
    :param sizes: the partitions' sizes in place of k; the last repeats.
    :param dual: whether the root is a MIN node, of the negated game.
    :param sorting: whether children are ordered by static value, unless they are leaves.
    :param printed: whether case 3a is as printed.
    :param below_first: whether case 6b resumes a node after those below it, else before them.
    :param most: bytes that the lists may take; where they need more, the budget ends, by "memory".
    """

    def __init__(
        self,
        phases: int,
        sizes: list[int],
        *,
        dual: bool = False,
        sorting: bool = False,
        printed: bool = False,
        below_first: bool = False,
        most: int = MOST_BYTES,
    ) -> None:
        super().__init__(phases, sizes, dual, below_first, most)
        self.sorting, self.printed = sorting, printed
        self.budget: Any = None
        self._line = array("i", bytes(4 * (MAX_PLY + 2)))
        self._wanted = array("i", bytes(4 * (MAX_PLY + 2)))
        self.line, self.wanted = ints(self._line), ints(self._wanted)
        self.listed = Moves()

    def attach(
        self,
        budget: Budget,
        evaluator: Evaluator,
        counts: Counts,
        root_ply: int,
        trace: Trace | None,
    ) -> None:
        """Work for a search: with its budget, its evaluator, its counts, its trace."""
        self.budget, self.evaluator, self.counts = budget, evaluator, counts
        self.root_ply, self.trace = root_ply, trace
        self.tracing = trace is not None

    def solve(
        self,
        position: Position,
        depth: cython.int,
        lower: cython.int,
        upper: cython.int,
        base: cython.int,
    ) -> cython.int:
        """The value of a node whose moves are listed, from its side to move, between the bounds
        (a value beyond a bound is the bound). Void if the budget ended.

        :param base: how many plies the node lies below the root of the search.
        """
        n: cython.int
        following: cython.int
        if self.budget is None or self.listed.count == 0 or not 0 < depth <= MAX_PLY:
            self._refuse(position, depth)
        self.deepest, self.base = depth, base
        self.depth = self.best = 0
        self.stands = ROOT
        self.horizon = False
        self.backup_size = self.largest_open = self.largest_backup = self.largest_both = 0
        self.clear()
        # Section 3.2, step 2: the initial state.
        n = self.add(1)
        self.parent[n] = NONE
        self.move[n] = NONE
        self.status[n] = LIVE_MAX
        self.ply[n] = -1
        self.lower[n] = lower
        self.merit[n] = upper
        if self.dual:
            n = self._turn_over(lower, upper)
        if self.tracing:
            self.above = self.trace.below(position)
            self._tell_state("opened", n)
        # Steps 3 to 6: expand the first state of OPEN until the root is solved.
        while n != OUT_OF_BUDGET and self.status[ROOT] != SOLVED_MAX:
            if self.tracing:
                self._tell_state("visited", n)
            following = self._gamma(position, n)
            if following != NONE:
                n = following
            if self.tracing and n != OUT_OF_BUDGET:
                self._tell_state("solved" if self._is_solved(n) else "opened", n)
            if following == NONE:
                n = self.exchange(n)
        while self.depth > 0:
            self._pop(position)
        self.counts.peak_stored = max(self.counts.peak_stored, self.largest_both)
        return -self.merit[ROOT] if self.dual else self.merit[ROOT]

    def _refuse(self, position: Position, depth: cython.int) -> cython.int:
        raise ContractError(
            f"GAMMA cannot solve {position.spec} to depth {depth}: expected a game that goes on, a "
            f"depth from 1 to {MAX_PLY}, and serve() before"
        )

    def _is_solved(self, n: cython.int) -> cython.bint:
        return self.status[n] == SOLVED_MIN or self.status[n] == SOLVED_MAX

    def _turn_over(self, lower: cython.int, upper: cython.int) -> cython.int:
        """Make the root a MIN node, the only child of a MAX node that is no position."""
        self.least = -lower
        self.ply[ROOT] = -2
        self.lower[ROOT] = -upper
        self.merit[ROOT] = -lower
        self.status[ROOT] = SPREAD
        self.child_count[ROOT] = 1
        n: cython.int = self.add(1)
        self.children[ROOT] = n
        self.parent[n] = ROOT
        self.move[n] = NONE
        self.ply[n] = 0
        self.status[n] = LIVE_MIN
        self.merit[n] = -lower
        return n

    def _gamma(self, position: Position, n: cython.int) -> cython.int:
        """GAMMA (table 3.1) on the state n, which has just left OPEN.

        :returns: the state that now stands in front of OPEN and need not be put there; NONE if n
            goes into OPEN, in order; VOID if the budget ended.
        """
        status: cython.int = self.status[n]
        if status <= LIVE_MAX:
            return self._live(position, n)
        if status == SOLVED_MAX:
            return self._case_4_5(n)
        return self._case_6(n)

    def _live(self, position: Position, n: cython.int) -> cython.int:
        """A LIVE state: cases 1 to 3."""
        maximal: cython.bint = self.status[n] == LIVE_MAX
        ply: cython.int = self.ply[n] + maximal
        value: cython.int = ONGOING
        if ply > 0:
            if not self._visit(position, n, ply):
                return OUT_OF_BUDGET
            value = position.result()
        if value != ONGOING:
            value = adjust_mate(value, self.root_ply + self.base + ply)
        elif ply < self.deepest:
            return self._case_1(position, n) if maximal else self._case_2(position, n)
        else:
            self.horizon = True
            if maximal:
                value = self.evaluator.value_within(
                    position, self.lower[self.parent[n]], self.merit[n]
                )
            else:
                value = self.evaluator.value_within(
                    position, -self.merit[n], -self.lower[self.parent[n]]
                )
            if self.budget.over:
                return OUT_OF_BUDGET
        self.counts.evaluated += 1
        if self.tracing:
            self.trace.leaf(position, value)
        return self._case_3(n, value if maximal else -value)

    def _case_1(self, position: Position, n: cython.int) -> cython.int:
        """A LIVE MAX node: its first partition goes to the front of OPEN, itself to BACKUP."""
        if not self._list(position, self.ply[n] + 1):
            return OUT_OF_BUDGET
        self.moves[n] = self.keep(self.listed)
        self.width[n] = self.listed.count
        self.next[n] = 0
        if n != ROOT:
            self.lower[n] = self.lower[self.parent[n]]
        self.backup_size += self._in_backup(n)
        return self._add_partition(n)

    def _case_2(self, position: Position, n: cython.int) -> cython.int:
        """A LIVE MIN node: its first child goes to the front of OPEN."""
        if not self._list(position, self.ply[n]):
            return OUT_OF_BUDGET
        self.replies[n] = self.keep(self.listed)
        if self.full:
            return self._end_full()
        self.reply_count[n] = self.listed.count
        self.reply[n] = 0
        self.status[n] = LIVE_MAX
        return n

    def _case_3(self, n: cython.int, value: cython.int) -> cython.int:
        """A LIVE terminal: it goes into OPEN with its score, or its MIN parent does, and stays in
        front of OPEN where its merit stays.

        :param value: the terminal's value, for MAX.
        """
        i: cython.int = self.parent[n]
        lower: cython.int = self.lower[i]
        last: cython.bint = n == self.children[i] + self.child_count[i] - 1
        score: cython.int = min(value, self.merit[n])
        if self.status[n] == LIVE_MIN:  # 3a
            self.status[n] = SOLVED_MIN
            if last and not self.printed:
                score = max(score, lower)
        elif score > lower:  # 3a
            self.status[n] = SOLVED_MAX
        else:
            self.status[n] = SOLVED_MIN
            if last:  # 3b, else 3c
                score = lower
        if score == self.merit[n]:
            return n
        self.merit[n] = score
        return NONE

    def _case_4_5(self, n: cython.int) -> cython.int:
        """A SOLVED MAX node: on to its next sibling, unless the MIN parent is solved with it."""
        if self.ply[n] == 0 and self.merit[n] < self.least:
            self.least = self.merit[n]
            self.best = self.pool[self.replies[n] + self.reply[n]]
        self.reply[n] += 1
        if self.reply[n] < self.reply_count[n] and self.merit[n] > self.lower[self.parent[n]]:
            self.status[n] = LIVE_MAX  # 4a
        else:
            self.status[n] = SOLVED_MIN  # 4b, 5
        return n

    def _case_6(self, n: cython.int) -> cython.int:
        """A SOLVED MIN node: its parent i is solved, or resumed where it is incomplete."""
        i: cython.int = self.parent[n]
        m: cython.int
        if self.merit[n] > self.lower[i]:
            self.lower[i] = self.merit[n]
            if i == ROOT and not self.dual:
                self.best = self.move[n]
            if self.tracing:
                self._tell_entry("held", i)
        self._forget(n)
        if self.lower[i] < self.merit[i]:  # 6b
            if self.status[i] == SPREAD:
                self._purge(i)
            m = self._first_incomplete(i)
            if m != NONE:
                if self.tracing:
                    self._tell_resumed(m)
                return self._add_partition(m)
            self.merit[i] = self.lower[i]  # 6c
        self._close(i)  # 6a, 6c
        self.status[i] = SOLVED_MAX
        return i

    def _add_partition(self, i: cython.int) -> cython.int:
        """Put the next partition of i's children in front of OPEN; its first child is returned."""
        start: cython.int = self.next[i]
        size: cython.int = self.width[i]
        held: cython.int = self._held_below(i)
        first: cython.int
        n: cython.int
        if i != ROOT or not self.one_phase:
            size = self._partition_size(start, size)
        first = self.add(held + size)
        if self.full:
            return self._end_full()
        self._keep_incomplete(i, first)
        self.status[i] = SPREAD
        self.children[i], self.child_count[i] = first, held + size
        self.next[i] = start + size
        first += held
        for n in range(first + size - 1, first - 1, -1):
            self.parent[n] = i
            self.move[n] = self.pool[self.moves[i] + start + n - first]
            self.ply[n] = self.ply[i] + 2
            self.status[n] = LIVE_MIN
            self.merit[n] = self.merit[i]
            if n > first:
                self.put_in_front(n)
                if self.tracing:
                    self._tell_state("opened", n)
        if self.tracing:
            self._tell_entry("held", i)
        self.largest_open = max(self.largest_open, self.open_size + 1)
        self.largest_backup = max(self.largest_backup, self.backup_size)
        self.largest_both = max(self.largest_both, self.open_size + 1 + self.backup_size)
        return first

    def partition_size(self, start: cython.int, width: cython.int) -> cython.int:
        """How many children the partition has that begins with child number `start` of `width`."""
        return self._partition_size(start, width)

    def _end_full(self) -> cython.int:
        """The lists need more room than they may take: that ends the search."""
        self.budget.end("memory")
        return OUT_OF_BUDGET

    def _visit(self, position: Position, n: cython.int, ply: cython.int) -> cython.bint:
        """Go to a LIVE node for the first time: the MIN node of n, or its child at depth `ply`;
        false if the budget ended."""
        above: cython.int = n if ply > self.ply[n] else self.parent[n]
        if self.stands != above:
            self._walk(position, above, ply - 1)
        elif self.depth == ply:
            self._pop(position)
        if self.sorting and ply < self.deepest:  # made already, with its siblings, to be sorted
            self.counts.steps += 1
        elif take(self.budget):
            self.counts.generated += 1
            if self.tracing:
                self.trace.child("generated", position, self._move_to(n, ply))
        else:
            return False
        self.stands = n
        self._push(position, self._move_to(n, ply))
        return True

    def _walk(self, position: Position, n: cython.int, ply: cython.int) -> cython.int:
        """Go to a node visited before: the MIN node of n, or its child at depth `ply`."""
        common: cython.int = min(self.depth, ply)
        depth: cython.int
        move: cython.int
        for depth in range(ply, 0, -1):
            move = self._move_to(n, depth)
            self.wanted[depth - 1] = move
            if depth <= self.depth and self.line[depth - 1] != move:
                common = depth - 1
            if depth == self.ply[n]:
                n = self.parent[n]
        while self.depth > common:
            self._pop(position)
        while self.depth < ply:
            self.counts.steps += 1
            self._push(position, self.wanted[self.depth])
        return 0

    def _move_to(self, n: cython.int, ply: cython.int) -> cython.int:
        """The move that leads to the MIN node of n, or to its child at depth `ply`."""
        return self.move[n] if ply == self.ply[n] else self.pool[self.replies[n] + self.reply[n]]

    def _push(self, position: Position, move: cython.int) -> cython.int:
        position.push(move)
        self.line[self.depth] = move
        self.depth += 1
        return 0

    def _pop(self, position: Position) -> cython.int:
        self.depth -= 1
        position.pop()
        return 0

    def _list(self, position: Position, ply: cython.int) -> cython.bint:
        """List a node's moves in order; false if the budget ended.

        Unless they are leaves, sorting makes and evaluates the children (the root's are listed).
        """
        moves: Moves = self.listed
        index: cython.int
        result: cython.int
        if ply > 0:
            moves.drop(0)
            position.generate(moves)
        self.counts.expanded += 1
        if self.tracing:
            self.trace.note("expanded", position)
        self.counts.max_depth = max(self.counts.max_depth, self.base + ply + 1)
        if not self.sorting or ply + 1 >= self.deepest:
            return True
        for index in range(moves.count):
            if not take(self.budget):
                return False
            self.counts.generated += 1
            if self.tracing:
                self.trace.child("generated", position, moves.move[index])
            position.push(moves.move[index])
            result = position.result()
            if result != ONGOING:
                moves.score[index] = -adjust_mate(result, self.root_ply + self.base + ply + 1)
            else:
                moves.score[index] = -self.evaluator.static(position)
            position.pop()
        moves.sort(0)
        return True
