"""GAMMA, the state space operator of PS*(k), and its lists OPEN and BACKUP (Srimani 1985).

A state (n, s, h) is a node n, its status s, LIVE or SOLVED, and its merit h, an upper bound. OPEN
is ordered by merit, the leftmost of equal states first. BACKUP has the MAX nodes with more than one
partition, with bounds l and h. `reference.py` has the same in plain Python.

`States` has the states in columns, and OPEN (section 3.1). A place holds a MIN node together with
its child, a MAX node, that is being searched. The children of a MIN node are searched one after the
other, so at most one state represents both. The children of a MAX node that are searched together,
a partition, have neighbouring places in their order.

The order of `Gamma` is that of section 3.2 (`solve`), table 3.1 (cases 1 to 6), section 3.1
(BACKUP). These corrections are needed:

* 3a: a MIN terminal that is the last of its partition has merit max(score, l), as in 3b. Otherwise
  a partition that fails low may keep a lower merit, and values at odd depths are wrong.
* 6b also purges OPEN below i.
* 6b resumes the first incomplete node below i, and i itself last. "First in BACKUP" means by Dewey
  number, as appendix A lists it: a node before those below it. Several partitions of one node may
  then be in BACKUP together. With `below_first` a node comes after those below it.
* 6c, if there is nothing to resume: (i, SOLVED, l(i)).
* A node inherits l from the MAX node above. When it is resumed, it takes a higher l from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.columns import column, grown_length, lengthen
from games.core.moves import Moves
from games.core.position import Position
from games.errors import ContractError
from searchers.core.counts import Counts
from searchers.core.trace import Trace

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.array import array, ints
    from games.core.scores import MAX_PLY, ONGOING, adjust_mate
    from searchers.state_space.constants import (
        EXPANDED,
        LIVE_MAX,
        LIVE_MIN,
        MOVE_BYTES,
        NONE,
        OUT_OF_BUDGET,
        REMOVED,
        ROOT,
        SOLVED_MAX,
        SOLVED_MIN,
        STATE_BYTES,
        SUSPENDED,
    )

MOST_BYTES = 2**33
"""The largest size of the columns: their places are C integers."""


class Blocks:
    """An allocator of *places*, the indices of columns, in blocks of neighbours.

    The size of a block is a power of two. Free blocks of a size are linked: the first place of
    each has the number of the next one, in a column of the owner. `size` is the number of places
    ever used, which is the length that columns need.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.free = [0] * 32
        self.clear()

    def clear(self) -> None:
        """Release all blocks."""
        power: cython.int
        self.size = 0
        for power in range(32):
            self.free[power] = -1

    def allocate(self, count: cython.int, column: cython.p_int) -> cython.int:
        """Allocate a block of at least `count` neighbouring places, and return the first.

        A released block is used again if there is one. Else `size` grows, and the owner has to
        lengthen its columns.

        :param column: the owner's column that links free blocks.
        """
        power: cython.int = _power(count)
        first: cython.int = self.free[power]
        if first >= 0:
            self.free[power] = column[first]
            return first
        first = self.size
        self.size += 1 << power
        return first

    def release(self, first: cython.int, count: cython.int, column: cython.p_int) -> None:
        """Release a block that was allocated as `count` places from `first` on.

        Later calls of `allocate` for the same power of two get it.

        :param column: the owner's column that links free blocks; its item at `first` is set.
        """
        power: cython.int = _power(count)
        column[first] = self.free[power]
        self.free[power] = first


@cython.cfunc
def _power(count: cython.int) -> cython.int:
    """Return the base-2 logarithm of the smallest power of two that is at least `count`."""
    power: cython.int = 0
    while 1 << power < count:
        power += 1
    return power


class States:
    """The states (node, status, merit) in columns, their lists of moves, and OPEN.

    OPEN is the queue of states by merit. The moves are in `pool`. The columns of a state (n, s, h):

    * parent, move, ply: the place of the MAX node above, the move from it, the MIN node's depth.
    * status, merit: s and h. lower: the bound l of the MAX node.
    * replies, reply_count, reply: the list of the MIN node's moves, and which one is searched.
    * moves, width, tried: the list of the MAX node's moves, and how many of them have been in a
      partition (the thesis's lson).
    * children, child_count: the places of its partition.
    * heap_index: the index of the state in the heap, or -1. below: the next state in the stack.

    OPEN has `open_size` states. Those that were inserted in order are in a heap (`heap`), those
    that were put in front in a stack (`front` is the top). A state in front comes before all
    that were in OPEN at that time: its merit is not lower. `operations` counts insertions and
    removals, `comparisons` the comparisons of two states.

    A state takes 68 bytes, a move of a list 4. The columns may take `most` bytes. If they need
    more, they grow for the last time and are `full`.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = min(most, MOST_BYTES)
        self.full = False
        self._columns = [column() for _ in range(17)]  # in the order of `_set_pointers`
        self._pool = column()
        self.capacity = self.pool_capacity = 0
        self.places, self.lists = Blocks(), Blocks()
        self.clear()
        self._set_pointers()

    def fullness(self) -> int:
        """Return how much of `most` bytes the columns need, in thousandths, at most 1000."""
        return int(min(1000, 1000 * self._needed() // self.most))

    def clear(self) -> None:
        """Remove all states and lists, set the counts to 0, and unset `full`."""
        self.places.clear()
        self.lists.clear()
        self.front = -1
        self.open_size = self.heap_size = 0
        self.full = False
        self.operations = self.comparisons = 0

    def add(self, count: cython.int) -> cython.int:
        """Allocate places for states with empty lists; return the first of `count` neighbours.

        They are not in OPEN. Release them together, by `places.release`. `full` is set if the
        columns need more than `most` bytes.
        """
        first: cython.int = self.places.allocate(count, self.parent)
        i: cython.int
        self._grow()
        for i in range(first, first + count):
            self.heap_index[i] = -1
            self.reply_count[i] = self.width[i] = 0
            self.children[i] = self.child_count[i] = self.tried[i] = 0
        return first

    def store_moves(self, moves: Moves) -> cython.int:
        """Copy a list of moves to a free block of the pool; return the index of its first move.

        Release it by `lists.release` with the same count. `full` is set as by `add`.
        """
        first: cython.int = self.lists.allocate(moves.count, self.pool)
        i: cython.int
        self._grow()
        for i in range(moves.count):
            self.pool[first + i] = moves.move[i]
        return first

    # OPEN

    def push_front(self, n: cython.int) -> None:
        """Put a state in front of OPEN; by its merit it must come before all states there."""
        self.operations += 1
        self.open_size += 1
        self.below[n] = self.front
        self.front = n

    def insert_and_remove_first(self, n: cython.int) -> cython.int:
        """Insert a state into OPEN in order, then remove and return the first.

        That is the state of highest merit, and the leftmost of equal ones. It may be `n` itself,
        and then OPEN does not change.
        """
        first: cython.int = self.front
        self.operations += 2
        if self.heap_size > 0 and (first < 0 or self._is_before(self.heap[0], first)):
            first = self.heap[0]
            if self._is_before(n, first):
                return n
            self.heap_index[first] = -1
            self._sift_up(n, self._fill(0))
        elif first < 0 or self._is_before(n, first):
            return n
        else:
            self.front = self.below[first]
            self.heap_size += 1
            self._sift_up(n, self.heap_size - 1)
        return first

    def remove(self, n: cython.int) -> None:
        """Remove a state from OPEN: one in the heap, or the top of the stack."""
        index: cython.int = self.heap_index[n]
        last: cython.int
        self.operations += 1
        self.open_size -= 1
        if index < 0:
            self.front = self.below[n]
            return
        self.heap_size -= 1
        self.heap_index[n] = -1
        last = self.heap[self.heap_size]
        if last != n:
            self._sift_up(last, self._fill(index))

    def _is_before(self, a: cython.int, b: cython.int) -> cython.bint:
        """Return whether a comes before b in OPEN (higher merit, or left); count a comparison."""
        self.comparisons += 1
        if self.merit[a] != self.merit[b]:
            return self.merit[a] > self.merit[b]
        return self._is_left(a, b)

    def _is_left(self, a: cython.int, b: cython.int) -> cython.bint:
        """Return whether a is left of b in the tree (its Dewey number is lower)."""
        while self.ply[a] > self.ply[b]:
            a = self.parent[a]
        while self.ply[b] > self.ply[a]:
            b = self.parent[b]
        while self.parent[a] != self.parent[b]:
            a = self.parent[a]
            b = self.parent[b]
        return a < b

    def _sift_up(self, n: cython.int, index: cython.int) -> None:
        """Store n in the heap OPEN at `index`, or above where its order requires it."""
        above: cython.int
        while index > 0:
            above = self.heap[(index - 1) >> 1]
            if not self._is_before(n, above):
                break
            self.heap[index] = above
            self.heap_index[above] = index
            index = (index - 1) >> 1
        self.heap[index] = n
        self.heap_index[n] = index

    def _fill(self, index: cython.int) -> cython.int:
        """Move states of the heap up into a vacant index; return the index vacant at last."""
        below: cython.int = 2 * index + 1
        n: cython.int
        while below < self.heap_size:
            if below + 1 < self.heap_size and self._is_before(
                self.heap[below + 1], self.heap[below]
            ):
                below += 1
            n = self.heap[below]
            self.heap[index] = n
            self.heap_index[n] = index
            index = below
            below = 2 * index + 1
        return index

    # Memory

    def _needed(self) -> cython.longlong:
        """Return an upper bound on the bytes of the columns: 1.5 times the part in use."""
        places: cython.longlong = self.places.size
        lists: cython.longlong = self.lists.size
        used: cython.longlong = STATE_BYTES * places + MOVE_BYTES * lists
        return used + used // 2

    def _grow(self) -> None:
        """Lengthen the columns for all places and lists, if they are too short.

        Then also set `full`: whether they need more than `most` bytes.
        """
        capacity: cython.int = self.capacity
        pool_capacity: cython.int = self.pool_capacity
        if self.places.size <= capacity and self.lists.size <= pool_capacity:
            return
        if self.places.size > capacity:
            capacity = grown_length(capacity, self.places.size)
        if self.lists.size > pool_capacity:
            pool_capacity = grown_length(pool_capacity, self.lists.size)
        self.full = self._needed() > self.most
        try:
            lengthen((self._pool,), pool_capacity)
            lengthen(tuple(self._columns), capacity)
        finally:
            self._set_pointers()
        self.capacity, self.pool_capacity = capacity, pool_capacity

    def _set_pointers(self) -> None:
        """Set the C pointers to the columns, which change when these grow."""
        columns = self._columns
        self.parent, self.move = ints(columns[0]), ints(columns[1])
        self.ply, self.status = ints(columns[2]), ints(columns[3])
        self.merit, self.lower = ints(columns[4]), ints(columns[5])
        self.replies, self.reply_count = ints(columns[6]), ints(columns[7])
        self.reply, self.moves = ints(columns[8]), ints(columns[9])
        self.width, self.tried = ints(columns[10]), ints(columns[11])
        self.children, self.child_count = ints(columns[12]), ints(columns[13])
        self.heap_index, self.heap = ints(columns[14]), ints(columns[15])
        self.below = ints(columns[16])
        self.pool = ints(self._pool)


class Gamma(States):
    """A search by SSS* or PS*(k): the state space operator GAMMA and its lists OPEN and BACKUP.

    After `solve`, `best` is the best move, or 0 if no move exceeds the lower bound. `horizon`
    says whether a leaf was evaluated that does not end the game. `largest_open`, `largest_backup`
    and `largest_both` are the largest sizes of the lists, with the state that is being expanded.

    :param phases: k, the number of partitions of a MAX node's children. Their sizes differ by at
        most one; longer ones come first.
    :param sizes: the sizes of the partitions instead of k; the last repeats.
    :param dual: whether the root is a MIN node, of the negated game.
    :param sorting: whether children are ordered by static value, except leaves.
    :param printed: whether case 3a is as printed.
    :param below_first: whether case 6b resumes a node after those below it, or before them.
    :param most: the bytes that the lists may take; if they need more, the budget ends by "memory".
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
        super().__init__(most)
        self.phases = phases
        self._sizes = array("i", sizes)
        self.sizes = ints(self._sizes)
        self.size_count = len(sizes)
        self.dual, self.sorting = dual, sorting
        self.printed, self.below_first = printed, below_first
        self.one_phase = False
        self.backup_size = 0
        self.budget: Any = None
        self.trace: Any = None
        self.tracing = False
        self.line_to_root: tuple[int, ...] = ()
        if not cython.compiled:
            self.line, self.target = [0] * (MAX_PLY + 2), [0] * (MAX_PLY + 2)
        self.listed = Moves()

    def attach(
        self,
        budget: Budget,
        evaluator: Evaluator,
        counts: Counts,
        root_ply: int,
        trace: Trace | None,
    ) -> None:
        """Set the budget, evaluator, counts and trace (or None) of the search that `solve` serves.

        :param root_ply: the ply of its root.
        """
        self.budget, self.evaluator, self.counts = budget, evaluator, counts
        self.root_ply, self.trace = root_ply, trace
        self.tracing = trace is not None

    # Section 3.2

    def solve(
        self,
        position: Position,
        depth: cython.int,
        lower: cython.int,
        upper: cython.int,
        base: cython.int,
    ) -> cython.int:
        """Return the value of a node whose moves are in `listed`, from its side to move.

        A value beyond one of the bounds is returned as the bound. It is void if the budget ended.
        `best` becomes the best move, 0 if none exceeds `lower`. `horizon` becomes whether a leaf at
        the horizon was evaluated. The largest sizes of the lists are set, and `listed` is
        overwritten. The position is restored.

        :param depth: the plies to search.
        :param lower: the least value that is returned.
        :param upper: the greatest value that is returned.
        :param base: how many plies the node is below the root of the search.
        :raises ContractError: if `listed` is empty, the depth is not from 1 to MAX_PLY, or `attach`
            has not been called.
        """
        n: cython.int
        following: cython.int
        if self.budget is None or self.listed.count == 0 or not 0 < depth <= MAX_PLY:
            self._refuse(position, depth)
        self.deepest, self.base = depth, base
        self.depth = self.best = 0
        self.current = ROOT
        self.horizon = False
        self.backup_size = self.largest_open = self.largest_backup = self.largest_both = 0
        self.clear()
        # Step 2. The initial state.
        n = self.add(1)
        self.parent[n] = NONE
        self.move[n] = NONE
        self.status[n] = LIVE_MAX
        self.ply[n] = -1
        self.lower[n] = lower
        self.merit[n] = upper
        if self.dual:
            n = self._add_dual_root(lower, upper)
        if self.tracing:
            self.line_to_root = self.trace.line_to(position)
            self._trace_state("opened", n)
        # Steps 3 to 6. Expand the first state of OPEN until the root is solved.
        while n != OUT_OF_BUDGET and self.status[ROOT] != SOLVED_MAX:
            if self.tracing:
                self._trace_state("visited", n)
            following = self._gamma(position, n)
            if following != NONE:
                n = following
            if self.tracing and n != OUT_OF_BUDGET:
                solved = self.status[n] in (SOLVED_MIN, SOLVED_MAX)
                self._trace_state("solved" if solved else "opened", n)
            if following == NONE:
                n = self.insert_and_remove_first(n)
        while self.depth > 0:
            self._pop(position)
        self.counts.peak_stored = max(self.counts.peak_stored, self.largest_both)
        return -self.merit[ROOT] if self.dual else self.merit[ROOT]

    def _refuse(self, position: Position, depth: cython.int) -> None:
        """Raise the ContractError for a position or depth that GAMMA cannot solve."""
        raise ContractError(
            f"GAMMA cannot solve {position.spec} to depth {depth}: expected a game that is not "
            f"over, a depth from 1 to {MAX_PLY}, and a call of attach() before"
        )

    def _add_dual_root(self, lower: cython.int, upper: cython.int) -> cython.int:
        """Add the MIN root of the dual search below the state ROOT, a MAX node.

        :param lower, upper: the bounds of `solve`, not negated.
        :returns: the state of the MIN root, in front of OPEN but not inserted.
        """
        self.least = -lower
        self.ply[ROOT] = -2
        self.lower[ROOT] = -upper
        self.merit[ROOT] = -lower
        self.status[ROOT] = EXPANDED
        self.child_count[ROOT] = 1
        n: cython.int = self.add(1)
        self.children[ROOT] = n
        self.parent[n] = ROOT
        self.move[n] = NONE
        self.ply[n] = 0
        self.status[n] = LIVE_MIN
        self.merit[n] = -lower
        return n

    # Table 3.1

    def _gamma(self, position: Position, n: cython.int) -> cython.int:
        """Apply the operator GAMMA to the state n, which has just left OPEN.

        For a LIVE state the position moves to its node, which takes a node of the budget if it is
        new.

        :returns: the state that is now in front of OPEN and is not inserted; NONE if n is to be
            inserted in order; OUT_OF_BUDGET if the nodes or the memory ended.
        """
        if self.status[n] == SOLVED_MAX:
            return self._case_4_5(n)
        if self.status[n] == SOLVED_MIN:
            return self._case_6(n)
        is_max: cython.bint = self.status[n] == LIVE_MAX
        ply: cython.int = self.ply[n] + is_max
        value: cython.int = ONGOING
        if ply > 0:
            if not self._visit(position, n, ply):
                return OUT_OF_BUDGET
            value = position.result()
        if value != ONGOING:
            value = adjust_mate(value, self.root_ply + self.base + ply)
        elif ply < self.deepest:
            return self._case_1(position, n) if is_max else self._case_2(position, n)
        else:
            self.horizon = True
            if is_max:
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
            self.trace.record_leaf(position, value)
        return self._case_3(n, value if is_max else -value)

    def _case_1(self, position: Position, n: cython.int) -> cython.int:
        """Expand a LIVE MAX node: put its first partition in front of OPEN.

        The node is no longer in OPEN. It is in BACKUP if it has more than one partition. Return
        the first child, or OUT_OF_BUDGET.
        """
        if not self._list(position, self.ply[n] + 1):
            return OUT_OF_BUDGET
        self.moves[n] = self.store_moves(self.listed)
        self.width[n] = self.listed.count
        self.tried[n] = 0
        if n != ROOT:
            self.lower[n] = self.lower[self.parent[n]]
        self.backup_size += self._is_in_backup(n)
        return self._add_partition(n)

    def _case_2(self, position: Position, n: cython.int) -> cython.int:
        """Expand a LIVE MIN node: put its first child in front of OPEN.

        Return the same state, which is now that of the child, or OUT_OF_BUDGET.
        """
        if not self._list(position, self.ply[n]):
            return OUT_OF_BUDGET
        self.replies[n] = self.store_moves(self.listed)
        if self.full:
            return self._end_full()
        self.reply_count[n] = self.listed.count
        self.reply[n] = 0
        self.status[n] = LIVE_MAX
        return n

    def _case_3(self, n: cython.int, value: cython.int) -> cython.int:
        """Mark a LIVE leaf SOLVED, or its MIN parent if the leaf decides it.

        Its merit falls to the value if that is less. In the last place of a partition it becomes at
        least the bound l of the MAX node above; at a MIN leaf not with `printed`.

        :param value: the leaf's value, for MAX.
        :returns: the state if its merit does not change: it stays in front of OPEN. NONE if it is
            to be inserted in order.
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
        """Replace a SOLVED MAX node by its next sibling, or by its MIN parent, then SOLVED.

        At the root of a dual search it also updates `best`.

        :returns: the same state, which stays in front of OPEN.
        """
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
        """Mark the MAX parent of a SOLVED MIN node SOLVED, or resume what is incomplete below.

        The parent's bound l is raised first. At the root this also sets `best`, except in a dual
        search.

        :returns: the state in front of OPEN: the parent's, or the first child of the resumed
            partition. OUT_OF_BUDGET if the memory ended.
        """
        i: cython.int = self.parent[n]
        m: cython.int
        if self.merit[n] > self.lower[i]:
            self.lower[i] = self.merit[n]
            if i == ROOT and not self.dual:
                self.best = self.move[n]
            if self.tracing:
                self._trace_entry("held", i)
        self._remove(n)
        if self.lower[i] < self.merit[i]:  # 6b
            if self.status[i] == EXPANDED:
                self._purge(i)
            m = self._incomplete_below(i)
            if m == NONE and self.tried[i] < self.width[i]:
                m = i
            if m != NONE:
                if self.tracing:
                    self._trace_resumed(m)
                return self._add_partition(m)
            self.merit[i] = self.lower[i]  # 6c
        self._close(i)  # 6a, 6c
        self.status[i] = SOLVED_MAX
        return i

    # Section 3.1: partitions

    def _add_partition(self, i: cython.int) -> cython.int:
        """Put the next partition of i's children in front of OPEN.

        Suspended children that may be resumed move to places beside them; others are removed. Also
        raise the largest sizes of the lists.

        :returns: its first child, in front of OPEN but not inserted; OUT_OF_BUDGET if memory is
            full.
        """
        start: cython.int = self.tried[i]
        size: cython.int = self.width[i]
        suspended: cython.int = self._count_suspended(i)
        first: cython.int
        n: cython.int
        if i != ROOT or not self.one_phase:
            size = self.partition_size(start, size)
        first = self.add(suspended + size)
        if self.full:
            return self._end_full()
        self._move_suspended(i, first)
        self.status[i] = EXPANDED
        self.children[i], self.child_count[i] = first, suspended + size
        self.tried[i] = start + size
        first += suspended
        for n in range(first + size - 1, first - 1, -1):
            self.parent[n] = i
            self.move[n] = self.pool[self.moves[i] + start + n - first]
            self.ply[n] = self.ply[i] + 2
            self.status[n] = LIVE_MIN
            self.merit[n] = self.merit[i]
            if n > first:
                self.push_front(n)
                if self.tracing:
                    self._trace_state("opened", n)
        if self.tracing:
            self._trace_entry("held", i)
        self.largest_open = max(self.largest_open, self.open_size + 1)
        self.largest_backup = max(self.largest_backup, self.backup_size)
        self.largest_both = max(self.largest_both, self.open_size + 1 + self.backup_size)
        return first

    def _end_full(self) -> cython.int:
        """End the budget by "memory", since the lists may take no more; return OUT_OF_BUDGET."""
        self.budget.end("memory")
        return OUT_OF_BUDGET

    def partition_size(self, start: cython.int, width: cython.int) -> cython.int:
        """Return the size of the partition of `width` children that begins with number `start`.

        It is by `sizes`, if they are given, else by the number of phases. `start` counts from 0.
        """
        size: cython.int = width // self.phases
        run: cython.int = 0
        before: cython.int = 0
        if self.size_count == 0:
            return size + (start < width % self.phases * (size + 1))
        while before < start:
            before += self.sizes[min(run, self.size_count - 1)]
            run += 1
        return min(self.sizes[min(run, self.size_count - 1)], width - start)

    def partitions(self, moves: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the partitions of a MAX node's moves, in order."""
        found: list[tuple[int, ...]] = []
        start = 0
        while start < len(moves):
            size = self.partition_size(start, len(moves))
            found.append(tuple(moves[start : start + size]))
            start += size
        return found

    # Section 3.1: BACKUP

    def _is_in_backup(self, i: cython.int) -> cython.bint:
        """Return whether the MAX node i has an entry in BACKUP: it has more than one partition."""
        if i == ROOT and self.one_phase:
            return False
        return self.partition_size(0, self.width[i]) < self.width[i]

    def _purge(self, i: cython.int) -> cython.bint:
        """Remove all states below i from OPEN; keep only the suspended nodes that may be resumed.

        i becomes SUSPENDED.

        :returns: whether there are any, the next partition of i included.
        """
        kept: cython.bint = False
        n: cython.int
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] == REMOVED:
                continue
            inner: cython.bint = self.status[n] >= EXPANDED
            if inner and self.merit[n] > self.lower[i] and self._purge(n):
                kept = True
            else:
                self._remove(n)
        self.status[i] = SUSPENDED
        if not kept:
            self._drop_children(i)
        return kept or self.tried[i] < self.width[i]

    def _incomplete_below(self, i: cython.int) -> cython.int:
        """Return the first incomplete node below i, left to right, whose merit exceeds l(i).

        i itself is not considered. The nodes before it cannot be resumed and are removed.

        :returns: NONE if there is none; then all nodes below i are removed.
        """
        n: cython.int
        found: cython.int
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] == REMOVED:
                continue
            if self.merit[n] > self.lower[i]:
                found = self._incomplete_from(n, self.lower[i])
                if found != NONE:
                    return found
            self._remove(n)
        self._drop_children(i)
        return NONE

    def _incomplete_from(self, i: cython.int, lower: cython.int) -> cython.int:
        """Return the first incomplete node at or below i; NONE if there is none.

        i itself is the first, or with `below_first` the last. Nodes below i that come before the
        result cannot be resumed and are removed.

        :param lower: the bound l of the MAX node above; i takes it if its own is lower.
        """
        if self.lower[i] < lower:
            self.lower[i] = lower
            if self.tracing:
                self._trace_entry("held", i)
        incomplete: cython.bint = self.tried[i] < self.width[i]
        if incomplete and not self.below_first:
            return i
        found: cython.int = self._incomplete_below(i)
        return i if found == NONE and incomplete else found

    def _count_suspended(self, i: cython.int) -> cython.int:
        """Remove the suspended children of i with merit at most l(i); return how many remain."""
        n: cython.int
        count: cython.int = 0
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] == REMOVED:
                continue
            if self.merit[n] > self.lower[i]:
                count += 1
            else:
                self._remove(n)
        return count

    def _move_suspended(self, i: cython.int, first: cython.int) -> None:
        """Move the suspended nodes of i's earlier partitions to the places from `first` on.

        Their old places are freed, and i has no children until the caller sets them.
        """
        n: cython.int
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] != REMOVED:
                self._move_state(n, first)
                first += 1
        self._drop_children(i)

    def _move_state(self, n: cython.int, place: cython.int) -> None:
        """Copy a suspended node and its data to another place; its children get it as parent."""
        child: cython.int
        self.parent[place], self.move[place] = self.parent[n], self.move[n]
        self.ply[place], self.status[place] = self.ply[n], self.status[n]
        self.merit[place], self.lower[place] = self.merit[n], self.lower[n]
        self.replies[place], self.reply_count[place] = self.replies[n], self.reply_count[n]
        self.reply[place], self.moves[place] = self.reply[n], self.moves[n]
        self.width[place], self.tried[place] = self.width[n], self.tried[n]
        self.children[place], self.child_count[place] = self.children[n], self.child_count[n]
        for child in range(self.children[n], self.children[n] + self.child_count[n]):
            self.parent[child] = place

    def _remove(self, n: cython.int) -> None:
        """Remove a state and all that is below it, from OPEN and BACKUP, and free their lists."""
        if self.heap_index[n] >= 0 or self.status[n] == LIVE_MIN:
            self.remove(n)
            if self.tracing:
                self._trace_state("purged", n)
        self._close(n)
        if self.reply_count[n] > 0:
            self.lists.release(self.replies[n], self.reply_count[n], self.pool)
            self.reply_count[n] = 0
        self.status[n] = REMOVED

    def _close(self, i: cython.int) -> None:
        """Remove a MAX node from BACKUP, with all that is below it, and free its list of moves."""
        n: cython.int
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] != REMOVED:
                self._remove(n)
        self._drop_children(i)
        if self.width[i] > 0:
            if self.tracing:
                self._trace_entry("released", i)
            self.backup_size -= self._is_in_backup(i)
            self.lists.release(self.moves[i], self.width[i], self.pool)
            self.width[i] = 0

    def _drop_children(self, i: cython.int) -> None:
        """Free the places of i's children, whose states must have left all lists."""
        if self.child_count[i] > 0:
            self.places.release(self.children[i], self.child_count[i], self.parent)
            self.child_count[i] = 0

    # Moving the position

    def _visit(self, position: Position, n: cython.int, ply: cython.int) -> cython.bint:
        """Move the position to a LIVE node for the first time; false if the budget has no node.

        It takes a node, or counts a step if the node was made before to sort it.

        :param ply: its depth: that of the MIN node of n, or of its child.
        """
        above: cython.int = n if ply > self.ply[n] else self.parent[n]
        if self.current != above:
            self._walk(position, above, ply - 1)
        elif self.depth == ply:
            self._pop(position)
        if self.sorting and ply < self.deepest:  # generated with its siblings, to be sorted
            self.counts.steps += 1
        elif take(self.budget):
            self.counts.generated += 1
            if self.tracing:
                self.trace.record_child("generated", position, self._move_to(n, ply))
        else:
            return False
        self.current = n
        self._push(position, self._move_to(n, ply))
        return True

    def _walk(self, position: Position, n: cython.int, ply: cython.int) -> None:
        """Move the position to the MIN node of n, or to its child at depth `ply`, visited before.

        Each move down counts as a step.
        """
        common: cython.int = min(self.depth, ply)
        depth: cython.int
        move: cython.int
        for depth in range(ply, 0, -1):
            move = self._move_to(n, depth)
            self.target[depth - 1] = move
            if depth <= self.depth and self.line[depth - 1] != move:
                common = depth - 1
            if depth == self.ply[n]:
                n = self.parent[n]
        while self.depth > common:
            self._pop(position)
        while self.depth < ply:
            self.counts.steps += 1
            self._push(position, self.target[self.depth])

    def _move_to(self, n: cython.int, ply: cython.int) -> cython.int:
        """Return the move to depth `ply` on the way to n: into its MIN node or that node's child.

        :param n: the place of a state with one child of a MIN node.
        :param ply: the depth of the MIN node; any other is that of the child.
        """
        return self.move[n] if ply == self.ply[n] else self.pool[self.replies[n] + self.reply[n]]

    def _push(self, position: Position, move: cython.int) -> None:
        """Make a move on the position, and append it to the current line."""
        position.push(move)
        self.line[self.depth] = move
        self.depth += 1

    def _pop(self, position: Position) -> None:
        """Take back the last move of the current line."""
        self.depth -= 1
        position.pop()

    def _list(self, position: Position, ply: cython.int) -> cython.bint:
        """List a node's moves in `listed`, in search order; return false if the budget ended.

        With `sorting`, children above the depth of the search are generated and evaluated here, a
        node each. The moves of the root (`ply` 0) are listed already. The node is counted as
        expanded.

        :param ply: the node's depth; the position is at the node.
        """
        moves: Moves = self.listed
        index: cython.int
        result: cython.int
        if ply > 0:
            moves.drop(0)
            position.generate(moves)
        self.counts.expanded += 1
        if self.tracing:
            self.trace.record_position("expanded", position)
        self.counts.max_depth = max(self.counts.max_depth, self.base + ply + 1)
        if not self.sorting or ply + 1 >= self.deepest:
            return True
        for index in range(moves.count):
            if not take(self.budget):
                return False
            self.counts.generated += 1
            if self.tracing:
                self.trace.record_child("generated", position, moves.move[index])
            position.push(moves.move[index])
            result = position.result()
            if result != ONGOING:
                moves.score[index] = -adjust_mate(result, self.root_ply + self.base + ply + 1)
            else:
                moves.score[index] = -self.evaluator.static(position)
            position.pop()
        moves.sort(0)
        return True

    # Trace

    def _trace_state(self, event: str, n: cython.int) -> None:
        """Trace an event of a state, with its merit."""
        merit = -self.merit[n] if self.dual else self.merit[n]
        seen = self.trace.root_score(merit, self.line_to_root)
        self.trace.record(event, self._line_to(n), merit=seen)

    def _trace_entry(self, event: str, i: cython.int) -> None:
        """Trace an event of a MAX node's entry in BACKUP; nothing if it has none."""
        if not self._is_in_backup(i):
            return
        bounds = (-self.merit[i], -self.lower[i]) if self.dual else (self.lower[i], self.merit[i])
        self.trace.record(
            event,
            self._line_to(i),
            tried=self.tried[i],
            bounds=self.trace.interval(*bounds, self.line_to_root),
        )

    def _trace_resumed(self, i: cython.int) -> None:
        """Trace that the next partition of a MAX node enters OPEN."""
        lower = -self.lower[i] if self.dual else self.lower[i]
        seen = self.trace.root_score(lower, self.line_to_root)
        self.trace.record("resumed", self._line_to(i), lower=seen)

    def _line_to(self, n: int) -> tuple[int, ...]:
        """Return the moves from the root of the search to a state's node."""
        if self.ply[n] < 0:
            return self.line_to_root
        line = self._line_to(self.parent[n])
        if self.move[n] != NONE:
            line = (*line, self.move[n])
        if self.status[n] in (LIVE_MIN, SOLVED_MIN):
            return line
        return (*line, self.pool[self.replies[n] + self.reply[n]])
