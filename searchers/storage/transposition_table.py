"""The transposition table: what was found out about positions, in a fixed number of megabytes."""

from __future__ import annotations

import mmap
import sys
from array import array
from contextlib import suppress
from typing import Any

import cython

if not cython.compiled:
    from games.core.scores import EXACT, LOWER, UPPER, adjust_mate
    from searchers.storage.constants import BUCKET, NO_STATIC, WIDTH

__all__ = ["TranspositionTable", "shared_memory"]


def _buckets(megabytes: int) -> int:
    return 1 << ((megabytes << 20) // _LINE).bit_length() - 1


def _own_memory(size: int) -> Any:
    """So many bytes, all 0, as whole numbers: in large pages where the system has them, for a table
    is read all over, and where a page lies must be looked up as well.

    :raises MemoryError: if there are not so many.
    """
    if sys.platform != "linux":
        return array("i", [0]) * (size // 4)
    try:
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        raise MemoryError(f"a table of {size} bytes: {error.strerror}") from None
    with suppress(OSError):  # a system without large pages
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(memory).cast("i")


def _address(memory: Any) -> int:
    """Where memory begins."""
    from ctypes import addressof, c_char

    return addressof(c_char.from_buffer(memory))


def shared_memory(megabytes: int) -> Any:
    """Memory for a table of so many megabytes that is handed to processes as they start, and gone
    with the last of them."""
    from ctypes import c_int  # who shares nothing need not wait for these
    from multiprocessing.sharedctypes import RawArray

    return RawArray(c_int, (_buckets(megabytes) + 1) * BUCKET * WIDTH)


_AGES = 32
"""Searches are numbered from 0 to this, and from 0 again."""
_LINE = 4 * WIDTH * BUCKET
"""Bytes of a bucket."""
_MIXED = 2654435761
"""Makes the high bits of a key depend on its low ones, for games whose keys are small numbers."""
_OLDER = 8
"""As many plies less is an entry worth for every search since it was used."""
_PAGE = 1024
"""Numbers in the smallest page of a system's memory."""
_SHALLOWER = 3
"""As many plies less deep may a result be, and still replace the one of its own position."""


class TranspositionTable:
    """A hash table with buckets of four entries, each of 16 bytes.

    Of one position the newer result is kept unless the older is much deeper; of a full bucket the
    shallowest entry goes, where every search that an entry was not used in makes it shallower.

    Values are stored as they look from the node (wins as distances from it). After a `probe` that
    found the key, `value`, `move`, `depth`, `bound` (LOWER, UPPER or EXACT) and `static` (NO_STATIC
    if unknown) hold what is known. A key is recognised by 31 of its bits beside those that chose
    the bucket.

    The first number of an entry is the key's bits mixed with all the others, so that an entry of
    which one process wrote a part and another the rest is one that nobody recognises (Hyatt & Mann
    2002).

    :param megabytes: what the table may take, at least 1; the largest power of two that fits.
    :param memory: `shared_memory` of so many megabytes, for a table that processes share.
    """

    def __init__(self, megabytes: int, memory: Any = None) -> None:
        buckets: cython.longlong = _buckets(megabytes)
        self.mask = buckets - 1
        self.warm = False
        self.age = 0
        # Of each entry: the key's bits and all, value, move, and the rest (see `store`).
        self._facts = memory
        if memory is None:
            self._facts = _own_memory((buckets + 1) * _LINE)
        if cython.compiled:
            # A bucket fills a line of the processor's cache, if it begins with one.
            address: cython.size_t = _address(self._facts)
            address += (_LINE - address % _LINE) % _LINE
            self.facts = cython.cast(cython.p_int, address)
        else:
            self.facts = self._facts

    def begin(self) -> cython.int:
        """A new search begins."""
        self.age = (self.age + 1) % _AGES
        return 0

    def touch(self) -> None:
        """Have the system hand over all of the memory now: else it does so as a search first comes
        to a page, while a clock runs."""
        if not self.warm:
            for at in range(0, len(self._facts), _PAGE):
                self._facts[at] = self._facts[at]  # through a pointer it is nothing to a compiler
            self.warm = True

    def fullness(self) -> int:
        """How many of a thousand entries are taken."""
        return sum([self.facts[WIDTH * entry + 3] & 3 != 0 for entry in range(1000)])

    def expect(self, key: cython.ulonglong) -> cython.int:
        """A `probe` for this position is to come: its bucket may be fetched from memory already."""
        if cython.compiled:
            prefetch(self.facts + (key & self.mask) * (WIDTH * BUCKET))  # noqa: F821  # in bits.pxd
        return 0

    def probe(self, key: cython.ulonglong) -> cython.bint:
        """Whether something is known of this position."""
        entry: cython.size_t = (key & self.mask) * (WIDTH * BUCKET)
        check: cython.int = (key * _MIXED >> 33) & 0x7FFFFFFF
        value: cython.int
        move: cython.int
        rest: cython.int
        for _ in range(BUCKET):
            value, move = self.facts[entry + 1], self.facts[entry + 2]
            rest = self.facts[entry + 3]
            if self.facts[entry] ^ value ^ move ^ rest == check and rest & 3:
                self.value, self.move = value, move
                self.bound = rest & 3
                self.depth = rest >> 7 & 511
                self.static = rest >> 16
                return True
            entry += WIDTH
        return False

    def store(
        self,
        key: cython.ulonglong,
        value: cython.int,
        move: cython.int,
        depth: cython.int,
        bound: cython.int,
        static: cython.int,
    ) -> cython.int:
        """Remember a finished result; never the value of a search that was cut short.

        :param move: the best one, or -1.
        :param static: the position's static value; NO_STATIC if unknown or of more than 15 bits.
        """
        entry: cython.size_t = (key & self.mask) * (WIDTH * BUCKET)
        chosen: cython.size_t = entry
        check: cython.int = (key * _MIXED >> 33) & 0x7FFFFFFF
        least: cython.int = 1 << 20
        worth: cython.int
        rest: cython.int
        for _ in range(BUCKET):
            rest = self.facts[entry + 3]
            if rest & 3 == 0:
                chosen = entry
                break
            if (self.facts[entry] ^ self.facts[entry + 1] ^ self.facts[entry + 2] ^ rest) == check:
                if (rest >> 7 & 511) > depth + _SHALLOWER and bound != EXACT:
                    return 0
                if move < 0:
                    move = self.facts[entry + 2]
                chosen = entry
                break
            worth = min(rest >> 7 & 511, 128) - _OLDER * ((self.age - (rest >> 2)) & (_AGES - 1))
            if worth < least:
                least, chosen = worth, entry
            entry += WIDTH
        if static <= NO_STATIC or static >= -NO_STATIC:
            static = NO_STATIC
        rest = static * 65536 + (depth << 7 | self.age << 2 | bound)
        self.facts[chosen] = check ^ value ^ move ^ rest
        self.facts[chosen + 1] = value
        self.facts[chosen + 2] = move
        self.facts[chosen + 3] = rest
        return 0

    def keep(
        self,
        key: cython.ulonglong,
        value: cython.int,
        alpha: cython.int,
        beta: cython.int,
        move: cython.int,
        depth: cython.int,
        now: cython.int,
        static: cython.int = NO_STATIC,
    ) -> cython.int:
        """`store` the result of a search between alpha and beta, dated as in the tree.

        :param now: the node's ply, counted from the start of the game.
        """
        bound: cython.int = LOWER if value >= beta else EXACT if value > alpha else UPPER
        return self.store(key, adjust_mate(value, -now), move, depth, bound, static)
