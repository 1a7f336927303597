"""The transposition table: results of positions, in a fixed number of megabytes."""

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


def _buckets(megabytes: int) -> int:
    """Return the most buckets, a power of two, that fit in `megabytes`, which is at least 1."""
    return 1 << ((megabytes << 20) // _LINE).bit_length() - 1


def own_memory(size: int) -> Any:
    """Return memory of this size in bytes, all 0, as an array of integers of four bytes.

    It is in large pages if the system has them.

    :raises MemoryError: if there is not enough memory.
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


def address_of(memory: Any) -> int:
    """Return the address of the first byte of a writable buffer."""
    from ctypes import addressof, c_char

    return addressof(c_char.from_buffer(memory))


def shared_memory(megabytes: int) -> Any:
    """Return memory, all 0, for a table of this size that processes share.

    Pass it to the processes as they start.
    """
    from ctypes import c_int  # slow to import
    from multiprocessing.sharedctypes import RawArray

    return RawArray(c_int, (_buckets(megabytes) + 1) * BUCKET * WIDTH)


_AGES = 32
"""The ages of entries: searches are numbered modulo this."""
_LINE = 4 * WIDTH * BUCKET
"""Bytes of a bucket."""
_MIXED = 2654435761
"""A factor that mixes the low bits of a key into the high ones, for games with small keys."""
_OLDER = 8
"""The plies that an entry loses in worth for every search since it was stored."""
_PAGE = 1024
"""Integers in the smallest page of memory."""
_SHALLOWER = 3
"""The plies by which a result may be shallower than the one of its position that it replaces."""


class TranspositionTable:
    """A hash table with buckets of four entries, each of 16 bytes.

    The newer of two results for a position replaces the older, unless that is much deeper. In a
    full bucket the shallowest entry is replaced; each later search makes an entry count as
    shallower.

    Values are stored relative to the node (wins as distances from it). After a `probe` that hits,
    `value`, `move`, `depth`, `bound` (LOWER, UPPER or EXACT) and `static` (NO_STATIC if unknown)
    have the entry. A key is recognised by 31 of its bits, besides those that choose the bucket.

    The first integer of an entry is the key's bits XOR all the others. An entry of which two
    processes wrote a part each is therefore never a hit (Hyatt & Mann 2002).

    :param megabytes: the size, at least 1; the largest power of two that fits is used.
    :param memory: `shared_memory` of the same size, for a table that processes share.
    """

    def __init__(self, megabytes: int, memory: Any = None) -> None:
        """Make an empty table in memory of its own, or use shared memory with its content."""
        buckets: cython.longlong = _buckets(megabytes)
        self.mask = buckets - 1
        self.warm = False
        self.age = 0
        # Each entry: the check, value, move, and the rest (see `store`).
        self._facts = memory
        if memory is None:
            self._facts = own_memory((buckets + 1) * _LINE)
        if cython.compiled:
            # A bucket fills a cache line, if it begins at one.
            address: cython.size_t = address_of(self._facts)
            address += (_LINE - address % _LINE) % _LINE
            self.facts = cython.cast(cython.p_int, address)
        else:
            self.facts = self._facts

    def begin(self) -> None:
        """Start a new search: entries of earlier ones are replaced sooner."""
        self.age = (self.age + 1) % _AGES

    def touch(self) -> None:
        """Make the system allocate all pages now, not during a search; entries do not change.

        Only the first call does so.
        """
        if not self.warm:
            for at in range(0, len(self._facts), _PAGE):
                self._facts[at] = self._facts[at]  # a compiler would drop this for a pointer
            self.warm = True

    def fullness(self) -> int:
        """Return how many of the first thousand entries are in use, as a sample of the table."""
        return sum([self.facts[WIDTH * entry + 3] & 3 != 0 for entry in range(1000)])

    def prefetch_bucket(self, key: cython.ulonglong) -> None:
        """Prefetch the bucket of a position for which `probe` will be called."""
        if cython.compiled:
            prefetch(self.facts + (key & self.mask) * (WIDTH * BUCKET))  # noqa: F821  # in bits.pxd

    def probe(self, key: cython.ulonglong) -> cython.bint:
        """Look up a key; return whether there is an entry.

        If so, set `value`, `move`, `bound`, `depth` and `static` to what `store` had as arguments.
        Else they do not change.
        """
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
    ) -> None:
        """Store a result; never one of a search that did not finish.

        A result for the same position is replaced, unless it is more than three plies deeper and
        the new one is not exact. Otherwise a free entry of the bucket is used. Without one the
        shallowest is replaced; an entry counts 8 plies less for each search since it was stored.

        :param value: from the side to move; wins and losses count their distance from the node.
        :param move: the best move; -1 if unknown, and then a move stored for the position stays.
        :param depth: the plies searched, 0 to 511.
        :param bound: LOWER, UPPER or EXACT.
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
                    return
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

    def store_window_result(
        self,
        key: cython.ulonglong,
        value: cython.int,
        alpha: cython.int,
        beta: cython.int,
        move: cython.int,
        depth: cython.int,
        now: cython.int,
        static: cython.int = NO_STATIC,
    ) -> None:
        """Store the result of a search of a position with the window (alpha, beta).

        A value of at least beta is stored as LOWER, one of at most alpha as UPPER, others as EXACT.
        An entry may stay or be replaced, as in `store`, which has the other parameters.

        :param value: from the side to move; wins and losses count from the start of the game.
        :param now: the node's ply, counted from the start of the game.
        """
        bound: cython.int = LOWER if value >= beta else EXACT if value > alpha else UPPER
        self.store(key, adjust_mate(value, -now), move, depth, bound, static)
