"""The budget of one search: nodes left, deadline and stop flag, shared with its evaluator."""

from __future__ import annotations

import time
from typing import Any

import cython

__all__ = ["Budget"]

_BETWEEN_RELEASES = 0.006
"""Seconds, more than `sys.getswitchinterval()`: a waiting thread demands the lock only after that
long undisturbed. Let go more often, it is woken in vain each time and may starve."""


class Budget:
    """What a search, with the evaluator it uses, may still spend.

    `take` is called before every node. Once it returns false the budget is over and stays over:
    a value or an interval under way is void.

    :param nodes: how many nodes may be taken; None for no limit.
    :param deadline: when to end, on the clock of `time.perf_counter`, in seconds.
    :param cpu_deadline: when to end, in this thread's CPU seconds (`time.thread_time`).
    :param stop: anything with `is_set()`, such as a `threading.Event`.
    :param between: nodes between two looks at clock and stop flag.
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        deadline: float | None = None,
        cpu_deadline: float | None = None,
        stop: Any = None,
        between: int = 1000,
    ) -> None:
        self.used = 0
        self.over = False
        self.reason = ""
        self._nodes = 2**62 if nodes is None else nodes
        self._between = between
        self._stop = stop
        self._deadline = deadline
        self._cpu_deadline = cpu_deadline
        self._until = 0
        self._release_at = 0.0

    def take(self) -> cython.bint:
        """Take one node; false once there is none to take, or the search was stopped."""
        if self.used >= self._until and not self.poll():
            return False
        self.used += 1
        return True

    def can_take(self, nodes: cython.int) -> cython.bint:
        """Whether so many nodes can be taken without a look at limit, clocks and stop flag."""
        return self.used + nodes <= self._until

    def take_all(self, nodes: cython.int) -> cython.bint:
        """Take so many nodes, one after the other; false if there are less."""
        while nodes > 0 and self.take():
            nodes -= 1
        return nodes == 0

    def poll(self) -> cython.bint:
        """Look at limit, clocks and stop flag now; false once the budget is over.

        Every few milliseconds the interpreter's lock is let go for a moment, so that other threads
        are heard.
        """
        if self.over:
            return False
        now: cython.double = time.perf_counter()
        if now >= self._release_at:
            self._release_at = now + _BETWEEN_RELEASES
            with cython.nogil:
                pass
        if self._stop is not None and self._stop.is_set():
            self.end("stop")
        elif self._deadline is not None and now >= self._deadline:
            self.end("time")
        elif self._cpu_deadline is not None and time.thread_time() >= self._cpu_deadline:
            self.end("time")
        elif self.used >= self._nodes:
            self.end("nodes")
        else:
            self._until = min(self.used + self._between, self._nodes)
        return not self.over

    def charge(self, nodes: int) -> None:
        """Count nodes that another process took on this budget's behalf."""
        self.used += nodes

    def end(self, reason: str) -> None:
        """End the budget; `reason` tells why: nodes, time or stop."""
        self.over = True
        self.reason = reason
        self._until = 0


if not cython.compiled:  # compiled modules take inline functions of these names from budget.pxd
    take = Budget.take
    can_take = Budget.can_take
    take_all = Budget.take_all
