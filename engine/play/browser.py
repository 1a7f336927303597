"""A session in the browser: Pyodide runs this module in a web worker, which has no threads.

The page sends messages. While none waits, the worker runs the search that is due. That looks from
time to time whether a message has come, and ends if one has. The script of the worker is
`assets/worker.js`.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from typing import Any

from engine.play.live import Live
from engine.play.records import text_of
from engine.play.setup import Setup
from games.errors import StarlingError

_BETWEEN_LOOKS = 0.02
"""Seconds of a search between two looks for messages."""
_BETWEEN_FRAMES = 0.03
"""Seconds between two messages with frames of a search."""


class Inside(Live):
    """A session in a worker of the browser, which a page plays by messages.

    :param post: sends an object to the page.
    :param waiting: returns the message that waits, None for none; messages can arrive meanwhile.
    """

    def __init__(
        self,
        setup: Setup,
        post: Callable[[Mapping[str, Any]], object],
        waiting: Callable[[], Mapping[str, Any] | None],
    ) -> None:
        super().__init__(setup.session())
        self._post = post
        self._waiting = waiting
        self._due: list[Callable[[], None]] = []
        self._known = (0, 0, 0)
        """The version, the search and the number of its frames that the page has."""
        self._last_frame = 0.0
        self._obeyed: object = None
        """The number of a message that was obeyed before its answer."""

    def begin(self) -> None:
        """Make the searcher's move due, if the searcher is to move; send the state to the page."""
        super().begin()
        self._tell()

    def answer(self, message: Mapping[str, Any]) -> None:
        """Obey a message of the page, answer it, and send what is new.

        The answer has the message's `id`, the `fault` ("" if it was obeyed), and the `text` of a
        file. A request `now` that `is_cut_short` has obeyed is only answered.

        :param message: its number `id`, and `request`, an action, or `file`, a suffix.
        """
        reply: dict[str, Any] = {"id": message.get("id"), "fault": ""}
        try:
            if "file" in message:
                reply["text"] = text_of(self.session, str(message["file"]))
            elif message["id"] != self._obeyed:
                self.act(message["request"])
        except StarlingError as error:
            reply["fault"] = str(error)
        self._post(reply)
        self._tell()

    def is_due(self) -> bool:
        """Return whether a search is to run."""
        return bool(self._due)

    def work(self) -> None:
        """Run the search that is due until it ends, and send what it finds; there must be one."""
        self._due.pop(0)()
        self._tell()

    def is_cut_short(self) -> bool:
        """Return whether the message that waits ends the search.

        The request `now` ends it, and its result counts. Any other request cancels it, so that its
        result is dropped. A message without a request does not end it. The message stays in the
        queue.
        """
        message = self._waiting()
        search = self._search
        if message is None or search is None:
            return False
        request = message.get("request")
        if request is None:
            return False
        if request.get("action") == "now":
            self._obeyed = message["id"]
        else:
            search.cancelled = True
        return True

    def _tell(self) -> None:
        """Send the page the new state and frames since the last message, if there are any."""
        if not self._has_news(*self._known):
            return
        news = self._news_since(*self._known)
        self._post({"news": news})
        frames = news.get("first", 0) + len(news.get("frames", []))
        self._known = news["version"], news.get("search", 0), frames
        self._last_frame = time.monotonic()

    def _notify(self) -> None:
        """Send the page what is new, unless that was done in the last 0.03 seconds."""
        if time.monotonic() - self._last_frame >= _BETWEEN_FRAMES:
            self._tell()

    def _flag(self) -> _Flag:
        """Return a new stop flag, which looks for messages that end the search."""
        return _Flag(self.is_cut_short)

    def _launch(self, run: Callable[[], None]) -> None:
        """Store a search for `work`, which runs it: there are no threads."""
        self._due.append(run)

    def _stop_search(self, cancel: bool, seconds: float = math.inf) -> None:
        """Set the stop flag of the search that waits to run; do nothing if none waits.

        :param cancel: whether to drop the search, so that it makes no move.
        :param seconds: not used, since there is no thread to wait for.
        """
        if self._search is None or not self._due:
            return
        if cancel:
            self._due.clear()
            self._search.cancelled, self._search.running = True, False
        self._search.stop.set()

    def _save_unsaved(self) -> None:
        """Do nothing: in a browser the page has links to save games."""


class _Flag:
    """A stop flag that looks for messages; once set it stays set.

    :param look: returns whether a message ends the search.
    """

    def __init__(self, look: Callable[[], bool]) -> None:
        self._look = look
        self._is_set = False
        self._looked = time.monotonic()

    def set(self) -> None:
        """Set the flag, so that the search ends when it looks at it."""
        self._is_set = True

    def is_set(self) -> bool:
        """Return whether the search has to end; look for messages if 0.02 seconds have passed."""
        if not self._is_set and time.monotonic() - self._looked >= _BETWEEN_LOOKS:
            self._is_set = self._look()
            self._looked = time.monotonic()
        return self._is_set


def begin(setup: str, host: Any) -> Inside:
    """Return a session for the worker, which has to call its method `begin`.

    Without JavaScript Promise Integration no message arrives during a search, which then ends by
    its own limits.

    :param setup: the fields of `Setup` in JSON.
    :param host: the worker, with the functions `post`, `waiting` and `pause`.
    """
    from pyodide.ffi import can_run_sync, run_sync  # type: ignore[import-not-found]  # there alone

    def post(message: Mapping[str, Any]) -> None:
        """Send a message to the page as JSON."""
        host.post(json.dumps(message, allow_nan=False))

    def waiting() -> Mapping[str, Any] | None:
        """Let the page send messages; return the next request, None if there is none."""
        if can_run_sync():
            run_sync(host.pause())
        text = host.waiting()
        return json.loads(text) if text else None

    fields = json.loads(setup)
    return Inside(Setup(**{**fields, "people": tuple(fields["people"])}), post, waiting)
