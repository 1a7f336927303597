"""Worker processes that never outlive the one that started them: the one pool of the house."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from types import TracebackType
from typing import Any

from games.errors import SpecError

__all__ = ["Pool", "context", "expect_remade"]


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
        super().__init__(workers, context(), _begin, (self._lifeline, start, arguments))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self.end()
        self.shutdown(wait=True, cancel_futures=True)
        self._held.close()
        self._lifeline.close()

    def end(self) -> None:
        """End the workers at once, whatever they are doing."""
        self._held.close()


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
