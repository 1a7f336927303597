"""The transposition table: what was found out about positions, in a fixed number of megabytes."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Table"]

_ENTRY = 8 + 4 + 4 + 4
"""Bytes of one entry: key, value, move, and depth with the kind of bound."""


class Table:
    """A hash table with one entry a slot; deeper results keep their slot from shallower ones.

    Values are stored as they look from the node (wins as distances from it). After a `probe` that
    found the key, `value`, `move`, `depth` and `bound` (LOWER, UPPER or EXACT) hold what is known.

    :param megabytes: what the table may take, at least 1; the largest power of two that fits.
    """

    def __init__(self, megabytes: int) -> None:
        slots = 1 << ((megabytes << 20) // _ENTRY).bit_length() - 1
        self.mask = slots - 1
        self._keys = array("Q", [0]) * slots
        self._values = array("i", [0]) * slots
        self._moves = array("i", [0]) * slots
        self._facts = array("i", [0]) * slots
        if cython.compiled:
            self.keys = self._keys.data.as_ulonglongs
            self.values = self._values.data.as_ints
            self.moves = self._moves.data.as_ints
            self.facts = self._facts.data.as_ints
        else:
            self.keys, self.values = self._keys, self._values
            self.moves, self.facts = self._moves, self._facts

    def probe(self, key: cython.ulonglong) -> cython.bint:
        """Whether something is known of this position."""
        slot: cython.size_t = key & self.mask
        if self.keys[slot] != key or self.facts[slot] == 0:
            return False
        self.value = self.values[slot]
        self.move = self.moves[slot]
        self.depth = self.facts[slot] >> 2
        self.bound = self.facts[slot] & 3
        return True

    def store(
        self,
        key: cython.ulonglong,
        value: cython.int,
        move: cython.int,
        depth: cython.int,
        bound: cython.int,
    ) -> cython.int:
        """Remember a finished result; never the value of a search that was cut short."""
        slot: cython.size_t = key & self.mask
        if self.keys[slot] == key and self.facts[slot] >> 2 > depth:
            return 0
        self.keys[slot] = key
        self.values[slot] = value
        self.moves[slot] = move
        self.facts[slot] = depth << 2 | bound
        return 0
