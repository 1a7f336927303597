"""The table of depth-first proof-number search: what is known of positions, in limited memory."""

from __future__ import annotations

import cython

from searchers.storage.transposition_table import address_of, own_memory

if not cython.compiled:
    from games.core.scores import MATE_BOUND
    from searchers.proof_number.constants import BUCKET, ENTRY

__all__ = ["ProofTable"]

_PAGE = 1024
"""Integers in the smallest page of memory."""
_MOST_WORK = 2**30
"""The largest work that an entry counts."""


class ProofTable:
    """A hash table with buckets of three entries, each of 36 bytes.

    An entry has bounds of the position's value (`low`, `high`), which are certain, and the numbers
    `phi` and `delta` for one question (`threshold`). `move` is the best move: in a won position one
    that wins. `work` is the nodes spent below. All are from the side to move; wins count their
    distance from the position.

    In a full bucket the entry of least work is replaced, as Nagai (1999) drops the smallest
    subtrees first. Each replacement takes an eighth of the work from the other two, so that old
    entries do not stay for ever. A key is compared in 62 of its bits.

    :param megabytes: the size, at least 1; the largest power of two of buckets that fits is used.
    """

    def __init__(self, megabytes: int) -> None:
        buckets: cython.longlong = 1 << ((megabytes << 20) // (4 * ENTRY * BUCKET)).bit_length() - 1
        self.mask = buckets - 1
        self.clear()

    def clear(self) -> None:
        """Forget all entries, by new memory for the table.

        :raises MemoryError: if there is not enough memory.
        """
        # New memory, which the system gives when it is first used: no search has to wait for it.
        self._facts = own_memory(int(self.mask + 1) * BUCKET * ENTRY * 4)
        self.used, self.warm = 0, False
        if cython.compiled:
            address: cython.size_t = address_of(self._facts)
            self.facts = cython.cast(cython.p_int, address)
        else:
            self.facts = self._facts

    def touch(self) -> None:
        """Write to all pages of an empty table: the system then allocates them before a search."""
        if self.used == 0 and not self.warm:
            for at in range(0, len(self._facts), _PAGE):
                self._facts[at] = 0
            self.warm = True

    def fullness(self) -> int:
        """Return how many of a thousand entries are in use."""
        return 1000 * self.used // (int(self.mask + 1) * BUCKET)

    def probe(self, key: cython.ulonglong) -> cython.bint:
        """Look up a key; return whether there is an entry.

        If so, set `low`, `high`, `phi`, `delta`, `threshold` and `move` to it, else they do not
        change.
        """
        at: cython.size_t = (key & self.mask) * (ENTRY * BUCKET)
        first: cython.int = key & 0x7FFFFFFF
        second: cython.int = key >> 31 & 0x7FFFFFFF
        for _ in range(BUCKET):
            if (
                self.facts[at] == first
                and self.facts[at + 1] == second
                and self.facts[at + 8] > 0  # its work
            ):
                self.low, self.high = self.facts[at + 2], self.facts[at + 3]
                self.phi, self.delta = self.facts[at + 4], self.facts[at + 5]
                self.threshold, self.move = self.facts[at + 6], self.facts[at + 7]
                return True
            at += ENTRY
        return False

    def store(
        self,
        key: cython.ulonglong,
        low: cython.int,
        high: cython.int,
        phi: cython.int,
        delta: cython.int,
        threshold: cython.int,
        move: cython.int,
        work: cython.longlong,
    ) -> None:
        """Store what is known of a position; bounds that are stored already stay in force.

        Numbers and threshold replace those of an entry, and so does the move, unless the old one
        proves a better win. A new entry replaces the one of least work in a full bucket.

        :param threshold: the value that the side to move wants at least.
        :param work: the nodes spent, at least 1; those of a stored entry are added.
        """
        at: cython.size_t = (key & self.mask) * (ENTRY * BUCKET)
        chosen: cython.size_t = at
        first: cython.int = key & 0x7FFFFFFF
        second: cython.int = key >> 31 & 0x7FFFFFFF
        least: cython.int = _MOST_WORK + 1
        found: cython.bint = False
        place: cython.size_t = at
        for _ in range(BUCKET):
            if (
                self.facts[place] == first
                and self.facts[place + 1] == second
                and self.facts[place + 8] > 0
            ):
                chosen, found = place, True
                break
            if self.facts[place + 8] < least:
                least, chosen = self.facts[place + 8], place
            place += ENTRY
        if found:
            if self.facts[chosen + 2] > max(low, MATE_BOUND - 1):
                move = self.facts[chosen + 7]  # it proves that bound
            low, high = max(low, self.facts[chosen + 2]), min(high, self.facts[chosen + 3])
            work += self.facts[chosen + 8]
        elif least == 0:
            self.used += 1
        else:
            for _ in range(BUCKET):
                place -= ENTRY
                self.facts[place + 8] = max(1, self.facts[place + 8] - self.facts[place + 8] // 8)
        self.facts[chosen], self.facts[chosen + 1] = first, second
        self.facts[chosen + 2], self.facts[chosen + 3] = low, high
        self.facts[chosen + 4], self.facts[chosen + 5] = phi, delta
        self.facts[chosen + 6], self.facts[chosen + 7] = threshold, move
        self.facts[chosen + 8] = cython.cast(cython.int, min(work, _MOST_WORK))
