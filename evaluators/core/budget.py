"""The budget of one search: nodes, deadline and stop flag."""

from __future__ import annotations

import threading
import time
from typing import Any

import cython

if not cython.compiled:
    from games.core.signals import check_signals

_BETWEEN_RELEASES = 0.006
"""Seconds between two releases of the interpreter's lock, more than `sys.getswitchinterval()`.

A waiting thread requests the lock only after an undisturbed interval of that length. More frequent
releases wake it too early each time, and it may starve."""

_MOST_BETWEEN = 1000
"""The most nodes between two polls; there are fewer where nodes take long."""
_SOON, _LATE = 0.0005, 0.002
"""Seconds between two polls; below the first polls become rarer, above the second more frequent."""


class Budget:
    """The nodes and the time that a search, with everything it calls, may still take.

    A node is a child produced, a move tried or a pass made, by a searcher or an evaluator. `take`
    is called before every node, and counts it in `used`. Once it returns False the budget is over
    and stays over. A value or interval that was being computed is then void.

    `with budget:` makes this the current budget of the thread, `current_budget()`. A budget entered
    inside another one is a part of it: it ends when the outer one ends, and its nodes count for
    both.

    >>> budget = Budget(nodes=2)
    >>> budget.take(), budget.take(), budget.take(), budget.reason
    (True, True, False, 'nodes')

    :param nodes: the limit of nodes; None for none.
    :param deadline: when to end, in seconds of `time.perf_counter`.
    :param cpu_deadline: when to end, in CPU seconds of this thread (`time.thread_time`).
    :param stop: an object with `is_set()`, such as a `threading.Event`.
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
        """Become the current budget of the thread, inside the one before, and return this budget.

        Its node limit falls to what the outer budget has left.
        """
        outer: Budget = current_budget()
        self._outer, self._before = outer, self.used
        self._nodes = min(self._nodes, self.used + outer._nodes - outer.used)
        self._until = min(self._until, self._nodes)  # it may have been polled before
        outer.current, self.current = False, True
        _thread.budget = self
        return self

    def __exit__(self, *_error: object) -> None:
        """Make the outer budget current again, and add the nodes used since `__enter__` to it.

        If this budget is over, poll the outer one, which may have ended it.
        """
        outer: Budget = self._outer
        self._outer, self.current = None, False
        outer.current = outer._outer is not None
        outer.used += self.used - self._before
        _thread.budget = outer
        if self.over:
            outer.poll()  # the outer budget may have ended this one

    def take(self) -> cython.bint:
        """Take one node; return False once the nodes or the time are used up, or after a stop.

        Compiled searchers call the same in C, `take` in budget.pxd.
        """
        if self.used >= self._until and not self.poll():
            return False
        self.used += 1
        return True

    def can_take(self, nodes: cython.int) -> cython.bint:
        """Return whether that many nodes can be taken without a poll."""
        return self.used + nodes <= self._until

    def left(self) -> cython.longlong:
        """Return the nodes left by the limit of nodes alone; without one, a very large number."""
        return self._nodes - self.used

    def take_many(self, nodes: cython.int) -> cython.bint:
        """Take that many nodes, one after the other; return False if the budget ends before that.

        The nodes taken until then remain counted.
        """
        while nodes > 0 and self.take():
            nodes -= 1
        return nodes == 0

    def poll(self) -> cython.bint:
        """Check limit, clocks and stop flag now; return False once the budget is over.

        Then `over` and `reason` are set. The budgets around this one are checked too. The node of
        the next poll is set, so that polls are about a millisecond apart. Also run signal handlers
        and, every few milliseconds, let other threads run.

        :raises KeyboardInterrupt: or any other exception of a signal handler.
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
        """Check the clocks and the stop flag, as `poll` does, during work that takes no nodes.

        :returns: False after a stop or a deadline, which ends the budget. True if only the nodes
            are used up.
        """
        if self.over and self.reason != "nodes":
            return False
        reason: str = self._ended(self._pause())
        if reason and reason != "nodes":
            self.end(reason)
            return False
        return True

    def _pause(self) -> cython.double:
        """Run signal handlers; every few milliseconds let other threads run.

        :returns: the seconds of `time.perf_counter`.
        """
        check_signals()
        now: cython.double = time.perf_counter()
        if now >= self._release_at:
            self._release_at = now + _BETWEEN_RELEASES
            with cython.nogil:
                pass
        return now

    def _ended(self, now: cython.double) -> str:
        """Return why this budget or an outer one is over: "stop", "time", "nodes"; "" if none is.

        :param now: the seconds of `time.perf_counter`.
        """
        if self._stop is not None and self._stop.is_set():
            return "stop"
        if self.deadline is not None and now >= self.deadline:
            return "time"
        if self._cpu_deadline is not None and time.thread_time() >= self._cpu_deadline:
            return "time"
        reason: str = self._outer._ended(now) if self._outer is not None else ""
        return reason or ("nodes" if self.used >= self._nodes else "")

    def share(self, parts: int) -> int:
        """Keep one of `parts` equal parts of the remaining nodes and CPU time.

        The other parts are for other processes, whose nodes are charged when they are done. The
        remainder of the division stays here. The wall-clock deadline does not change.

        :returns: the nodes of a part.
        """
        part = self.left() // parts
        self._nodes -= part * (parts - 1)
        self._until = min(self._until, self._nodes)
        if self._cpu_deadline is not None:
            now = time.thread_time()
            self._cpu_deadline = now + (self._cpu_deadline - now) / parts
        return part

    def charge(self, nodes: cython.longlong) -> None:
        """Add nodes that another process or the game's solver took for this budget to `used`.

        The caller limits them to `left()`, or to the nodes that `share` gave away.
        """
        self.used += nodes

    def end(self, reason: str) -> None:
        """End the budget, and set its reason: "nodes", "time" or "stop"."""
        self.over = True
        self.reason = reason
        self._until = 0


_thread = threading.local()


def current_budget() -> Budget:
    """Return the budget that this thread entered last (`with budget:`): the running search's.

    Outside all budgets return one without limits. The thread keeps it, and its `used` adds up.
    """
    try:
        return _thread.budget  # type: ignore[no-any-return]
    except AttributeError:
        _thread.budget = Budget()
        return current_budget()


if not cython.compiled:  # compiled modules take inline functions of these names from budget.pxd
    take = Budget.take
    can_take = Budget.can_take
    take_many = Budget.take_many
