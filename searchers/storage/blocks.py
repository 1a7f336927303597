"""Places in columns, handed out in blocks of neighbours and taken back, so that columns whose
tenants come and go stay as short as what is held at once."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.array import array, ints

__all__ = ["Blocks"]


class Blocks:
    """Hands out places 0, 1, 2 ...; the room of a block is the next power of two.

    Free blocks of a size are linked through their first places, in a column of the owner's.
    `size` is how many places were ever in use: the length that columns need.
    """

    def __init__(self) -> None:
        self._free = array("i", bytes(4 * 32))
        self.free = ints(self._free)
        self.clear()

    def clear(self) -> cython.int:
        """Take everything back."""
        power: cython.int
        self.size = 0
        for power in range(32):
            self.free[power] = -1
        return 0

    def take(self, count: cython.int, column: cython.p_int) -> cython.int:
        """The first of `count` places in a row."""
        power: cython.int = _power(count)
        first: cython.int = self.free[power]
        if first >= 0:
            self.free[power] = column[first]
            return first
        first = self.size
        self.size += 1 << power
        return first

    def give(self, first: cython.int, count: cython.int, column: cython.p_int) -> cython.int:
        """Take back a block that was handed out as `count` places from `first` on."""
        power: cython.int = _power(count)
        column[first] = self.free[power]
        self.free[power] = first
        return 0


@cython.cfunc
def _power(count: cython.int) -> cython.int:
    power: cython.int = 0
    while 1 << power < count:
        power += 1
    return power
