"""The one thread that searches: requests wait for each other, and only the last is let run."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import Protocol

__all__ = ["Request", "SearchThread"]


class Request(Protocol):
    """What `go` asks for."""

    answered: bool
    """Whether its last line is said, or about to be: nothing is asked of the searcher any more."""

    def run(self) -> None:
        """Do it and answer; soon, once `stop` was called."""

    def stop(self) -> None:
        """Let it answer now."""

    def ponderhit(self) -> None:
        """The move pondered on was played."""


class SearchThread:
    """Runs requests one after the other, in the order they came: each is answered, and all but the
    last are stopped. There is no thread before the first request."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Request | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._last: Request | None = None
        self._done = 0

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._last is not None and not self._last.answered

    def begin(self, request: Request) -> None:
        """Stop what runs, and run this after it."""
        self.stop()
        self._last = request
        if self._thread is None and not self._started():
            request.stop()
            request.run()
        else:
            self._waiting.put(request)

    def stop(self) -> None:
        """Let what runs answer now."""
        if self._last is not None:
            self._last.stop()

    def ponderhit(self) -> None:
        """Tell what runs that the move pondered on was played."""
        if self._last is not None:
            self._last.ponderhit()

    def close(self, seconds: float) -> None:
        """Stop, and wait for the answers: so long at most for each."""
        self.stop()
        self._waiting.put(None)
        done = -1
        while self._thread is not None and self._thread.is_alive() and done < self._done:
            done = self._done
            self._thread.join(seconds)

    def _started(self) -> bool:
        """Start the thread; false if there can be none, and whoever asks has to do the work."""
        thread = threading.Thread(target=self._run, name="search", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system has no more threads
            return False
        self._thread = thread
        return True

    def _run(self) -> None:
        while (request := self._waiting.get()) is not None:
            request.run()
            self._done += 1
