"""The transposition table: what was found out about positions, in a fixed number of megabytes."""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from games.core.scores import EXACT, LOWER, UPPER, adjust_mate

__all__ = ["TranspositionTable"]

_ENTRY = 8 + 4 + 4 + 4
"""Bytes of one entry: key, and its facts: depth with the kind of bound, value, move."""


class TranspositionTable:
    """A hash table with one entry a slot; deeper results keep their slot from shallower ones.

    Values are stored as they look from the node (wins as distances from it). After a `probe` that
    found the key, `value`, `move`, `depth` and `bound` (LOWER, UPPER or EXACT) hold what is known.

    :param megabytes: what the table may take, at least 1; the largest power of two that fits.
    """

    def __init__(self, megabytes: int) -> None:
        slots = 1 << ((megabytes << 20) // _ENTRY).bit_length() - 1
        self.mask = slots - 1
        self._keys = array("Q", [0]) * slots
        # What is known of one position stands together, so that memory is asked but twice.
        self._facts = array("i", [0, 0, 0]) * slots
        if cython.compiled:
            self.keys, self.facts = self._keys.data.as_ulonglongs, self._facts.data.as_ints
        else:
            self.keys, self.facts = self._keys, self._facts

    def fullness(self) -> int:
        """How many of a thousand slots are taken."""
        return sum(self.facts[3 * slot] != 0 for slot in range(1000))

    def expect(self, key: cython.ulonglong) -> cython.int:
        """A `probe` for this position is to come: its slot may be fetched from memory already."""
        if cython.compiled:
            prefetch(self.keys + (key & self.mask))  # noqa: F821  # C's alone: in bits.pxd
            prefetch(self.facts + 3 * (key & self.mask))  # noqa: F821  # likewise
        return 0

    def probe(self, key: cython.ulonglong) -> cython.bint:
        """Whether something is known of this position."""
        slot: cython.size_t = key & self.mask
        if self.keys[slot] != key or self.facts[3 * slot] == 0:
            return False
        self.depth = self.facts[3 * slot] >> 2
        self.bound = self.facts[3 * slot] & 3
        self.value = self.facts[3 * slot + 1]
        self.move = self.facts[3 * slot + 2]
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
        if self.keys[slot] == key and self.facts[3 * slot] >> 2 > depth:
            return 0
        self.keys[slot] = key
        self.facts[3 * slot] = depth << 2 | bound
        self.facts[3 * slot + 1] = value
        self.facts[3 * slot + 2] = move
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
    ) -> cython.int:
        """`store` the result of a search between alpha and beta, dated as in the tree.

        :param now: the node's ply, counted from the start of the game.
        """
        bound: cython.int = LOWER if value >= beta else EXACT if value > alpha else UPPER
        return self.store(key, adjust_mate(value, -now), move, depth, bound)
