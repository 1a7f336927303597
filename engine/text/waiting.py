"""A word to whoever waits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["waiting"]


@contextmanager
def waiting(what: str, seconds: float = 1.0) -> Iterator[None]:
    """Say what takes so long, on the standard error, should it take longer than that."""
    line = f"{what} ..."
    timer = threading.Timer(seconds, lambda: print(line, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
