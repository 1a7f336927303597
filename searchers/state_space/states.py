"""The states of SSS* and PS* in columns, and the ordered list OPEN over them.

A place holds a MIN node together with the one of its children, a MAX node, that is being searched:
the children of a MIN node are searched one after the other, so that one state at most stands for
both. The children of a MAX node that are searched together, a partition, are neighbours, in order.
"""

from __future__ import annotations

import cython

from games.core.columns import column, grown, lengthen
from games.core.moves import Moves
from searchers.storage.blocks import Blocks

if not cython.compiled:
    from games.core.array import ints
    from searchers.state_space.constants import MOVE_BYTES, STATE_BYTES

__all__ = ["MOST_BYTES", "States"]

MOST_BYTES = 2**33
"""What columns may take at most: their places are numbered by C integers."""


class States:
    """Columns of states, by place, and of the moves of their nodes (`pool`, in lists).

    * parent, move, ply: the place of the MAX node above, the move from it, the MIN node's depth.
    * status, merit: the state's s and h. lower: the bound l of the MAX node.
    * replies, reply_count, reply: the list of the MIN node's moves, and which one is searched.
    * moves, width, next: the list of the MAX node's moves, and the first in no partition yet.
    * children, child_count: the places of its partition.
    * at: where in the heap the state is, -1 if it is not there; behind: the next in the stack.

    OPEN is a heap of states that were inserted in order (`heap`), and a stack of those that were
    put in front of it (`front` is the topmost); both together are `open_size` states long. What
    was put in front is ahead of all that was there before: it has no lower merit. `operations`
    counts states put into OPEN and taken out, `comparisons` pairs of states compared.

    A state takes 68 bytes, a move of a list 4. The columns may take `most` bytes: once what is in
    use would need more, they grow by that and are `full`.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = min(most, MOST_BYTES)
        self.full = False
        self._parent = column()
        self._move = column()
        self._ply = column()
        self._status = column()
        self._merit = column()
        self._lower = column()
        self._replies = column()
        self._reply_count = column()
        self._reply = column()
        self._moves = column()
        self._width = column()
        self._next = column()
        self._children = column()
        self._child_count = column()
        self._at = column()
        self._heap = column()
        self._behind = column()
        self._pool = column()
        self.capacity = self.pool_capacity = 0
        self.places, self.lists = Blocks(), Blocks()
        self.clear()
        self._point()

    def fullness(self) -> int:
        """How much of `most` the columns need, in thousandths."""
        return int(min(1000, 1000 * self._needed() // self.most))

    def clear(self) -> cython.int:
        """Forget all states and lists, and what was counted."""
        self.places.clear()
        self.lists.clear()
        self.front = -1
        self.open_size = self.heap_size = 0
        self.full = False
        self.operations = self.comparisons = 0
        return 0

    def add(self, count: cython.int) -> cython.int:
        """Places for `count` states, neighbours; the first."""
        first: cython.int = self.places.take(count, self.parent)
        i: cython.int
        self._grow()
        for i in range(first, first + count):
            self.at[i] = -1
            self.reply_count[i] = self.width[i] = 0
            self.children[i] = self.child_count[i] = self.next[i] = 0
        return first

    def drop(self, first: cython.int, count: cython.int) -> cython.int:
        """Take back what `add` gave."""
        return self.places.give(first, count, self.parent)

    def keep(self, moves: Moves) -> cython.int:
        """Keep a list of moves; where it begins in the pool."""
        first: cython.int = self.lists.take(moves.count, self.pool)
        i: cython.int
        self._grow()
        for i in range(moves.count):
            self.pool[first + i] = moves.move[i]
        return first

    def unkeep(self, first: cython.int, count: cython.int) -> cython.int:
        """Forget a list of moves."""
        return self.lists.give(first, count, self.pool)

    def put_in_front(self, n: cython.int) -> cython.int:
        """Put a state in front of OPEN."""
        self.operations += 1
        self.open_size += 1
        self.behind[n] = self.front
        self.front = n
        return 0

    def exchange(self, n: cython.int) -> cython.int:
        """Put a state into OPEN, in order, and take the first out: the highest merit, the leftmost
        of equal ones."""
        first: cython.int = self.front
        self.operations += 2
        if self.heap_size > 0 and (first < 0 or self._before(self.heap[0], first)):
            first = self.heap[0]
            if self._before(n, first):
                return n
            self.at[first] = -1
            self._rise(n, self._hollow(0))
        elif first < 0 or self._before(n, first):
            return n
        else:
            self.front = self.behind[first]
            self.heap_size += 1
            self._rise(n, self.heap_size - 1)
        return first

    def remove(self, n: cython.int) -> cython.int:
        """Take a state out of OPEN: one of the heap, or the topmost of the stack."""
        index: cython.int = self.at[n]
        last: cython.int
        self.operations += 1
        self.open_size -= 1
        if index < 0:
            self.front = self.behind[n]
            return 0
        self.heap_size -= 1
        self.at[n] = -1
        last = self.heap[self.heap_size]
        if last != n:
            self._rise(last, self._hollow(index))
        return 0

    def _before(self, a: cython.int, b: cython.int) -> cython.bint:
        """Whether a stands before b in OPEN."""
        self.comparisons += 1
        if self.merit[a] != self.merit[b]:
            return self.merit[a] > self.merit[b]
        return self._left(a, b)

    def _left(self, a: cython.int, b: cython.int) -> cython.bint:
        """Whether a stands left of b in the tree (has the lesser Dewey number)."""
        while self.ply[a] > self.ply[b]:
            a = self.parent[a]
        while self.ply[b] > self.ply[a]:
            b = self.parent[b]
        while self.parent[a] != self.parent[b]:
            a = self.parent[a]
            b = self.parent[b]
        return a < b

    def _rise(self, n: cython.int, index: cython.int) -> cython.int:
        """Put n into the heap at `index` or above it."""
        above: cython.int
        while index > 0:
            above = self.heap[(index - 1) >> 1]
            if not self._before(n, above):
                break
            self.heap[index] = above
            self.at[above] = index
            index = (index - 1) >> 1
        self.heap[index] = n
        self.at[n] = index
        return 0

    def _hollow(self, index: cython.int) -> cython.int:
        """Let the states below a vacant place of the heap move up; the place vacant in the end."""
        below: cython.int = 2 * index + 1
        n: cython.int
        while below < self.heap_size:
            if below + 1 < self.heap_size and self._before(self.heap[below + 1], self.heap[below]):
                below += 1
            n = self.heap[below]
            self.heap[index] = n
            self.at[n] = index
            index = below
            below = 2 * index + 1
        return index

    def _needed(self) -> cython.longlong:
        """Bytes that the columns may take for what is in use: they are half as long again at
        most."""
        places: cython.longlong = self.places.size
        lists: cython.longlong = self.lists.size
        used: cython.longlong = STATE_BYTES * places + MOVE_BYTES * lists
        return used + used // 2

    def _grow(self) -> cython.int:
        """Make the columns long enough for the places and lists handed out."""
        capacity: cython.int = self.capacity
        pool_capacity: cython.int = self.pool_capacity
        if self.places.size <= capacity and self.lists.size <= pool_capacity:
            return 0
        if self.places.size > capacity:
            capacity = grown(capacity, self.places.size)
        if self.lists.size > pool_capacity:
            pool_capacity = grown(pool_capacity, self.lists.size)
        self.full = self._needed() > self.most
        columns = (
            self._parent,
            self._move,
            self._ply,
            self._status,
            self._merit,
            self._lower,
            self._replies,
            self._reply_count,
            self._reply,
            self._moves,
            self._width,
            self._next,
            self._children,
            self._child_count,
            self._at,
            self._heap,
            self._behind,
        )
        try:
            lengthen((self._pool,), pool_capacity)
            lengthen(columns, capacity)
        finally:
            self._point()
        self.capacity, self.pool_capacity = capacity, pool_capacity
        return 0

    def _point(self) -> cython.int:
        """Take the columns' data anew."""
        self.parent, self.move = ints(self._parent), ints(self._move)
        self.ply, self.status = ints(self._ply), ints(self._status)
        self.merit, self.lower = ints(self._merit), ints(self._lower)
        self.replies, self.reply_count = ints(self._replies), ints(self._reply_count)
        self.reply, self.moves = ints(self._reply), ints(self._moves)
        self.width, self.next = ints(self._width), ints(self._next)
        self.children, self.child_count = ints(self._children), ints(self._child_count)
        self.at, self.heap = ints(self._at), ints(self._heap)
        self.behind = ints(self._behind)
        self.pool = ints(self._pool)
        return 0
