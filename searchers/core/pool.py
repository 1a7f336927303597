"""Worker processes that never outlive the one that started them: the one pool of the house."""

from __future__ import annotations

import atexit
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from types import TracebackType
from typing import Any
from weakref import WeakSet

from games.errors import SpecError

__all__ = ["PATIENCE", "Pool", "context", "expect_remade"]

PATIENCE = 2.0
"""Seconds that workers without work are given to end."""


def context() -> SpawnContext:
    """How processes are started: afresh, since a copy of a process with threads may hang."""
    return multiprocessing.get_context("spawn")


def expect_remade(player: str, part: Any, make: Callable[[str], Any]) -> None:
    """Hold a game or an evaluator against what its spec makes, in another process.

    :raises SpecError: if that is not the same.
    """
    try:
        known = type(make(part.spec)) is type(part)
    except SpecError:
        known = False
    if not known:
        raise SpecError(
            f"{player}: processes make game and evaluator again from their specs, and no entry "
            f"point names {part.spec}; use workers=1"
        )


class Pool(ProcessPoolExecutor):
    """Worker processes that end with this one, however it ends, and at once when `with` is left
    by an exception.

    Without one, work under way is waited for, however long it takes; the workers are then given
    `PATIENCE` seconds to end, and killed. One that is stopped (SIGSTOP) would never end by itself.

    :param start: what a worker calls first, with these arguments; they are of this `context`.
    """

    def __init__(
        self, workers: int, start: Callable[..., Any] | None = None, *arguments: Any
    ) -> None:
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            # A worker runs a script anew that has no `if __name__ == "__main__"`. It ends without a
            # word, since the one who started it tells what lacks, once.
            raise SystemExit(1)
        self._lifeline, self._held = context().Pipe(duplex=False)
        self._under_way: set[Future[Any]] = set()
        self._started: dict[int, Any] = {}  # processes by their numbers
        super().__init__(workers, context(), _begin, (self._lifeline, start, arguments))
        _living.add(self)

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Have a worker do something.

        :raises BrokenExecutor: if a worker died.
        """
        try:
            future: Future[Any] = super().submit(work, *given, **named)
        finally:
            self._started.update(self._processes or {})
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self.end()
        for future in list(self._under_way):
            future.cancel()
        wait(list(self._under_way))
        self.close()

    def close(self) -> None:
        """End the workers, which have nothing to do; kill those that do not end in time."""
        self.shutdown(wait=False, cancel_futures=True)
        if not self._ended_within(PATIENCE):
            self.end()
            self._ended_within(PATIENCE)
        self._held.close()
        self._lifeline.close()

    def _ended_within(self, seconds: float) -> bool:
        """Wait for the workers to end; return whether they all did."""
        deadline = time.monotonic() + seconds
        for process in self._started.values():
            process.join(max(0.0, deadline - time.monotonic()))
        return all(process.exitcode is not None for process in self._started.values())

    def end(self) -> None:
        """End the workers at once, whatever they are doing, and also if they are stopped."""
        self._held.close()
        for process in list(self._started.values()):
            process.kill()


_living: WeakSet[Pool] = WeakSet()


def _end_all() -> None:
    """End what is left of all pools; else the interpreter would wait for workers that are
    stopped."""
    for pool in list(_living):
        pool.end()


# After those of `concurrent.futures.process`, which is loaded, and so called before them.
getattr(threading, "_register_atexit", atexit.register)(_end_all)


def _begin(
    lifeline: Connection, start: Callable[..., Any] | None, arguments: tuple[Any, ...]
) -> None:
    """End this worker when the other end of its lifeline is closed or its process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives the work
    if sys.platform == "linux":
        # Sees to it even where a job keeps the interpreter to itself.
        with suppress(OSError, AttributeError):
            set_parent_death_signal = 1
            ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)

    def watch() -> None:
        with suppress(OSError, EOFError):
            lifeline.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    if start is not None:
        start(*arguments)
