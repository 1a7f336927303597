"""The states of SSS* and PS*(k) in columns, and the ordered list OPEN (Srimani 1985, section 3.1).

A place holds a MIN node together with its child, a MAX node, that is being searched. The children
of a MIN node are searched one after the other, so at most one state represents both. The children
of a MAX node that are searched together, a partition, have neighbouring places in their order.
"""

from __future__ import annotations

import cython

from games.core.columns import column, grown, lengthen
from games.core.moves import Moves

if not cython.compiled:
    from games.core.array import array, ints
    from searchers.state_space.constants import MOVE_BYTES, STATE_BYTES

__all__ = ["MOST_BYTES", "Blocks", "States"]

MOST_BYTES = 2**33
"""The largest size of the columns: their places are C integers."""


class Blocks:
    """An allocator of places 0, 1, 2 ... in blocks of neighbours.

    The size of a block is a power of two. Free blocks of a size are linked: the first place of
    each has the number of the next one, in a column of the owner. `size` is the number of places
    ever used, which is the length that columns need.
    """

    def __init__(self) -> None:
        self._free = array("i", bytes(4 * 32))
        self.free = ints(self._free)
        self.clear()

    def clear(self) -> None:
        """Release all blocks."""
        power: cython.int
        self.size = 0
        for power in range(32):
            self.free[power] = -1

    def allocate(self, count: cython.int, column: cython.p_int) -> cython.int:
        """Allocate `count` neighbouring places, and return the first.

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
        """Release a block that was allocated as `count` places from `first` on."""
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
    """The states by place, the moves of their nodes (`pool`, in lists), and OPEN.

    The columns of a state (n, s, h):

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
        """Remove all states and lists, and reset the counts."""
        self.places.clear()
        self.lists.clear()
        self.front = -1
        self.open_size = self.heap_size = 0
        self.full = False
        self.operations = self.comparisons = 0

    def add(self, count: cython.int) -> cython.int:
        """Allocate places for states with empty lists; return the first of `count` neighbours.

        `full` is set if the columns need more than `most` bytes.
        """
        first: cython.int = self.places.allocate(count, self.parent)
        i: cython.int
        self._grow()
        for i in range(first, first + count):
            self.heap_index[i] = -1
            self.reply_count[i] = self.width[i] = 0
            self.children[i] = self.child_count[i] = self.tried[i] = 0
        return first

    def drop(self, first: cython.int, count: cython.int) -> None:
        """Release `count` places from `first` on, which one call of `add` allocated."""
        self.places.release(first, count, self.parent)

    def store_moves(self, moves: Moves) -> cython.int:
        """Copy a list of moves to a free block of the pool; return the index of its first move.

        Release it by `drop_moves` with the same count. `full` is set as by `add`.
        """
        first: cython.int = self.lists.allocate(moves.count, self.pool)
        i: cython.int
        self._grow()
        for i in range(moves.count):
            self.pool[first + i] = moves.move[i]
        return first

    def drop_moves(self, first: cython.int, count: cython.int) -> None:
        """Release a list of moves in the pool."""
        self.lists.release(first, count, self.pool)

    # OPEN

    def push_front(self, n: cython.int) -> None:
        """Put a state in front of OPEN."""
        self.operations += 1
        self.open_size += 1
        self.below[n] = self.front
        self.front = n

    def exchange(self, n: cython.int) -> cython.int:
        """Insert a state into OPEN in order, then remove and return the first.

        That is the state of highest merit, and the leftmost of equal ones; it may be `n` itself.
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
        """Return whether a comes before b in OPEN: by its higher merit, else from the left."""
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
            capacity = grown(capacity, self.places.size)
        if self.lists.size > pool_capacity:
            pool_capacity = grown(pool_capacity, self.lists.size)
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
