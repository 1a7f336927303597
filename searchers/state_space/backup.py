"""BACKUP: MAX nodes in partitions, and what is forgotten with them (Srimani 1985, section 3.1)."""

from __future__ import annotations

from typing import Any

import cython

from searchers.state_space.states import States

if not cython.compiled:
    from games.core.array import array, ints
    from searchers.state_space.constants import GONE, HELD, LIVE_MIN, NONE, ROOT, SOLVED_MIN, SPREAD

__all__ = ["Backup"]


class Backup(States):
    """The states, of which `backup_size` MAX nodes have more than one partition.

    :param phases: k, into how many partitions the children of a MAX node are cut.
    :param sizes: the partitions' sizes in place of k; the last repeats.
    :param dual: whether the root is a MIN node, of the negated game.
    :param below_first: the order in which incomplete nodes are resumed: whether a node comes after
        those below it, or before them.
    :param most: bytes that the lists may take.
    """

    def __init__(
        self, phases: int, sizes: list[int], dual: bool, below_first: bool, most: int
    ) -> None:
        super().__init__(most)
        self.phases = phases
        self._sizes = array("i", sizes)
        self.sizes = ints(self._sizes)
        self.size_count = len(sizes)
        self.backup_size = 0
        self.dual = dual
        self.below_first = below_first
        self.one_phase = False
        self.trace: Any = None
        self.tracing = False
        self.above: tuple[int, ...] = ()

    def _partition_size(self, start: cython.int, width: cython.int) -> cython.int:
        """How many children the partition has that begins with child number `start` of `width`."""
        size: cython.int = width // self.phases
        run: cython.int = 0
        before: cython.int = 0
        if self.size_count == 0:
            return size + (start < width % self.phases * (size + 1))
        while before < start:
            before += self.sizes[min(run, self.size_count - 1)]
            run += 1
        return min(self.sizes[min(run, self.size_count - 1)], width - start)

    def _in_backup(self, i: cython.int) -> cython.bint:
        """Whether the children of i are more than one partition."""
        if i == ROOT and self.one_phase:
            return False
        return self._partition_size(0, self.width[i]) < self.width[i]

    def _purge(self, i: cython.int) -> cython.bint:
        """Take all states below i out of OPEN, and keep only nodes to be resumed; whether any is
        left, i's own next partition included."""
        kept: cython.bint = False
        n: cython.int
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] == GONE:
                continue
            inner: cython.bint = self.status[n] >= SPREAD
            if inner and self.merit[n] > self.lower[i] and self._purge(n):
                kept = True
            else:
                self._forget(n)
        self.status[i] = HELD
        if not kept:
            self._drop_children(i)
        return kept or self.next[i] < self.width[i]

    def _first_incomplete(self, i: cython.int) -> cython.int:
        """Find the incomplete node that case 6b resumes at a MAX node i: the first below it, or
        else i itself; NONE if there is none."""
        found: cython.int = self._incomplete_below(i)
        if found == NONE and self.next[i] < self.width[i]:
            return i
        return found

    def _incomplete_below(self, i: cython.int) -> cython.int:
        """Find the first incomplete node below i, left to right, whose merit exceeds the bound
        l(i). What comes before it, and cannot be resumed, is forgotten."""
        n: cython.int
        found: cython.int
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] == GONE:
                continue
            if self.merit[n] > self.lower[i]:
                found = self._incomplete_from(n, self.lower[i])
                if found != NONE:
                    return found
            self._forget(n)
        self._drop_children(i)
        return NONE

    def _incomplete_from(self, i: cython.int, lower: cython.int) -> cython.int:
        """Find the first incomplete node at or below i, in the order of `below_first`; NONE if
        there is none.

        :param lower: the bound of the MAX node above, which i takes over if its own is lower.
        """
        found: cython.int
        if self.lower[i] < lower:
            self.lower[i] = lower
            if self.tracing:
                self._tell_entry("held", i)
        if self.next[i] < self.width[i] and not self.below_first:
            return i
        found = self._incomplete_below(i)
        if found == NONE and self.next[i] < self.width[i]:
            return i
        return found

    def _keep_incomplete(self, i: cython.int, first: cython.int) -> cython.int:
        """Move the nodes held below i, of earlier partitions, to places from `first` on.

        :returns: how many were moved; the places they had are given back.
        """
        n: cython.int
        count: cython.int = 0
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] != GONE:
                self._move_state(n, first + count)
                count += 1
        self._drop_children(i)
        return count

    def _move_state(self, n: cython.int, place: cython.int) -> cython.int:
        """Give a held node another place."""
        child: cython.int
        self.parent[place], self.move[place] = self.parent[n], self.move[n]
        self.ply[place], self.status[place] = self.ply[n], self.status[n]
        self.merit[place], self.lower[place] = self.merit[n], self.lower[n]
        self.replies[place], self.reply_count[place] = self.replies[n], self.reply_count[n]
        self.reply[place], self.moves[place] = self.reply[n], self.moves[n]
        self.width[place], self.next[place] = self.width[n], self.next[n]
        self.children[place], self.child_count[place] = self.children[n], self.child_count[n]
        for child in range(self.children[n], self.children[n] + self.child_count[n]):
            self.parent[child] = place
        return 0

    def _held_below(self, i: cython.int) -> cython.int:
        """Count the nodes held below i; those that the bound l(i) has reached are forgotten."""
        n: cython.int
        count: cython.int = 0
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] == GONE:
                continue
            if self.merit[n] > self.lower[i]:
                count += 1
            else:
                self._forget(n)
        return count

    def _forget(self, n: cython.int) -> cython.int:
        """Forget a state, its lists and all that is below it."""
        if self.at[n] >= 0 or self.status[n] == LIVE_MIN:
            self.remove(n)
            if self.tracing:
                self._tell_state("purged", n)
        self._close(n)
        if self.reply_count[n] > 0:
            self.unkeep(self.replies[n], self.reply_count[n])
            self.reply_count[n] = 0
        self.status[n] = GONE
        return 0

    def _close(self, i: cython.int) -> cython.int:
        """Forget what is below a MAX node, and its entry in BACKUP."""
        n: cython.int
        for n in range(self.children[i], self.children[i] + self.child_count[i]):
            if self.status[n] != GONE:
                self._forget(n)
        self._drop_children(i)
        if self.width[i] > 0:
            if self.tracing:
                self._tell_entry("released", i)
            self.backup_size -= self._in_backup(i)
            self.unkeep(self.moves[i], self.width[i])
            self.width[i] = 0
        return 0

    def _drop_children(self, i: cython.int) -> cython.int:
        """Give the places of a partition back; nothing is left of it."""
        if self.child_count[i] > 0:
            self.drop(self.children[i], self.child_count[i])
            self.child_count[i] = 0
        return 0

    # -- tracing -------------------------------------------------------------------------------

    def _tell_state(self, event: str, n: cython.int) -> cython.int:
        """Trace a state and its merit."""
        merit = -self.merit[n] if self.dual else self.merit[n]
        self.trace.tell(event, self._line_to(n), merit=self.trace.seen(merit, self.above))
        return 0

    def _tell_entry(self, event: str, i: cython.int) -> cython.int:
        """Trace the entry in BACKUP of a MAX node, if it has one."""
        if not self._in_backup(i):
            return 0
        bounds = (-self.merit[i], -self.lower[i]) if self.dual else (self.lower[i], self.merit[i])
        self.trace.tell(
            event,
            self._line_to(i),
            tried=self.next[i],
            bounds=self.trace.interval(*bounds, self.above),
        )
        return 0

    def _tell_resumed(self, i: cython.int) -> cython.int:
        """Trace that a MAX node's next partition is opened."""
        lower = -self.lower[i] if self.dual else self.lower[i]
        self.trace.tell("resumed", self._line_to(i), lower=self.trace.seen(lower, self.above))
        return 0

    def _line_to(self, n: int) -> tuple[int, ...]:
        """The moves from the root of the search to a state's node."""
        if self.ply[n] < 0:
            return self.above
        line = self._line_to(self.parent[n])
        if self.move[n] != NONE:
            line = (*line, self.move[n])
        if self.status[n] in (LIVE_MIN, SOLVED_MIN):
            return line
        return (*line, self.pool[self.replies[n] + self.reply[n]])
