"""The budget of one search: nodes left, deadline and stop flag, for whatever works for it."""

from __future__ import annotations

import threading
import time
from typing import Any

import cython

if not cython.compiled:
    from games.core.signals import check_signals

__all__ = ["Budget", "spending"]

_BETWEEN_RELEASES = 0.006
"""Seconds, more than `sys.getswitchinterval()`: a waiting thread demands the lock only after that
long undisturbed. Let go more often, it is woken in vain each time and may starve."""

_MOST_BETWEEN = 1000
"""Nodes between two looks at clock and stop flag, at most; fewer where nodes take long."""
_SOON, _LATE = 0.0005, 0.002
"""Seconds: looks that follow each other faster are made at more nodes, slower ones at fewer."""


class Budget:
    """What a search, with everything that works for it, may still spend.

    `take` is called before every node. Once it returns false the budget is over and stays over:
    a value or an interval under way is void.

    Entered (`with budget:`), it is what this thread is `spending`, however deep inside something
    else a node is taken, until it is left. A budget entered inside another is a part of it: it
    ends when the other does, and what was taken of it was taken of the other.

    :param nodes: how many nodes may be taken; None for no limit.
    :param deadline: when to end, on the clock of `time.perf_counter`, in seconds.
    :param cpu_deadline: when to end, in this thread's CPU seconds (`time.thread_time`).
    :param stop: anything with `is_set()`, such as a `threading.Event`.
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        deadline: float | None = None,
        cpu_deadline: float | None = None,
        stop: Any = None,
    ) -> None:
        self.used = 0
        self.over = self.current = False
        self.reason = ""
        self._nodes = 2**62 if nodes is None else nodes
        self._stop = stop
        self.deadline = deadline
        self._cpu_deadline = cpu_deadline
        self._until = 0
        self._between = 1
        self._looked_at = self._release_at = 0.0
        self._outer: Any = None
        self._before = 0

    def __enter__(self) -> Budget:
        outer: Budget = spending()
        self._outer, self._before = outer, self.used
        self._nodes = min(self._nodes, self.used + outer._nodes - outer.used)
        outer.current, self.current = False, True
        _thread.budget = self
        return self

    def __exit__(self, *_error: object) -> None:
        outer: Budget = self._outer
        self._outer, self.current = None, False
        outer.current = outer._outer is not None
        outer.used += self.used - self._before
        _thread.budget = outer
        if self.over:
            outer.poll()  # what ended this may have been its end

    def take(self) -> cython.bint:
        """Take one node; false once there is none to take, or the search was stopped."""
        if self.used >= self._until and not self.poll():
            return False
        self.used += 1
        return True

    def can_take(self, nodes: cython.int) -> cython.bint:
        """Whether so many nodes can be taken without a look at limit, clocks and stop flag."""
        return self.used + nodes <= self._until

    def left(self) -> cython.longlong:
        """How many nodes may still be taken at most."""
        return self._nodes - self.used

    def take_all(self, nodes: cython.int) -> cython.bint:
        """Take so many nodes, one after the other; false if there are less."""
        while nodes > 0 and self.take():
            nodes -= 1
        return nodes == 0

    def poll(self) -> cython.bint:
        """Look at limit, clocks and stop flag now; false once the budget is over.

        Every few milliseconds the interpreter's lock is let go for a moment, so that other threads
        are heard; signals are heard as well.

        :raises KeyboardInterrupt: or what else a signal's handler raises.
        """
        if self.over:
            return False
        now: cython.double = self._pause()
        reason: str = self._ended(now)
        if reason:
            self.end(reason)
            return False
        if now - self._looked_at < _SOON:
            self._between = min(2 * self._between, _MOST_BETWEEN)
        elif now - self._looked_at > _LATE:
            self._between = max(1, self._between // 2)
        self._looked_at = now
        self._until = min(self.used + self._between, self._nodes)
        return True

    def in_time(self) -> cython.bint:
        """`poll` for work that takes no nodes: false once the search was stopped or its time is up,
        not where only its nodes are."""
        if self.over and self.reason != "nodes":
            return False
        reason: str = self._ended(self._pause())
        if reason and reason != "nodes":
            self.end(reason)
            return False
        return True

    def _pause(self) -> cython.double:
        """Hear signals, let other threads go on if they have waited long; returns the time."""
        check_signals()
        now: cython.double = time.perf_counter()
        if now >= self._release_at:
            self._release_at = now + _BETWEEN_RELEASES
            with cython.nogil:
                pass
        return now

    def _ended(self, now: cython.double) -> str:
        """Why the budget is over at this time, or what it is a part of; empty if it is not."""
        if self._stop is not None and self._stop.is_set():
            return "stop"
        if self.deadline is not None and now >= self.deadline:
            return "time"
        if self._cpu_deadline is not None and time.thread_time() >= self._cpu_deadline:
            return "time"
        reason: str = self._outer._ended(now) if self._outer is not None else ""
        return reason or ("nodes" if self.used >= self._nodes else "")

    def defer(self, deadline: float) -> None:
        """Let time end the budget then, and not when it was to end it before.

        :param deadline: on the clock of `time.perf_counter`, in seconds.
        """
        self.deadline = deadline

    def share(self, parts: int) -> int:
        """Leave all but one of so many equal parts of the nodes and the CPU time that are left to
        others, whose nodes are charged when they are done; returns the nodes of a part."""
        part = self.left() // parts
        self._nodes -= part * (parts - 1)
        self._until = min(self._until, self._nodes)
        if self._cpu_deadline is not None:
            now = time.thread_time()
            self._cpu_deadline = now + (self._cpu_deadline - now) / parts
        return part

    def charge(self, nodes: cython.longlong) -> None:
        """Count nodes that were taken elsewhere on this budget's behalf, at most as many as there
        were `left`."""
        self.used += nodes

    def end(self, reason: str) -> None:
        """End the budget; `reason` tells why: nodes, time or stop."""
        self.over = True
        self.reason = reason
        self._until = 0


_thread = threading.local()


def spending() -> Budget:
    """The budget that this thread spends: of the search under way, or outside any one without
    end."""
    try:
        return _thread.budget  # type: ignore[no-any-return]  # threads hold what they like
    except AttributeError:
        _thread.budget = Budget()
        return spending()


if not cython.compiled:  # compiled modules take inline functions of these names from budget.pxd
    take = Budget.take
    can_take = Budget.can_take
    take_all = Budget.take_all
