"""The state of a training and the time that each part of it took, in `times.json`.

The ledger has none of it, because it is the same on every machine.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.errors import FileError
from games.parts.files import path_text, read_json, replacing
from games.parts.records import Number, Record, record

NAME = "times.json"
RUNNING, STOPPED, DONE = "running", "stopped", "done"
_EXPECTED = "what `starling train` writes"


class _Stored(Record, frozen=True):
    """The content of the file."""

    state: str
    part: str
    seconds: dict[str, Number]


class Times:
    """The state of a training and the clock time of its parts, read from its file if there is one.

    The seconds of an interrupted part add up.

    :raises FileError: if the file is invalid.
    """

    def __init__(self, folder: Path) -> None:
        """Read the state and the times of a run from its folder, if it has begun before.

        :raises FileError: if the file is invalid.
        """
        self.path = folder / NAME
        self.state = RUNNING
        """"running", "stopped" or "done"."""
        self.part = ""
        """The part at work, or interrupted: the number of a generation, or "intervals"."""
        self.seconds: dict[str, float] = {}
        """The seconds of each part."""
        if self.path.exists():
            data = read_json(self.path, _EXPECTED)
            try:
                stored = record(data, _Stored)
            except ValueError as error:
                raise FileError(f"{path_text(self.path)}: {error}; expected {_EXPECTED}") from None
            self.state, self.part, self.seconds = stored.state, stored.part, stored.seconds

    @property
    def total(self) -> float:
        """The seconds of all parts together, earlier runs included."""
        return sum(self.seconds.values())

    def enter(self, state: str, part: str = "") -> None:
        """Set `state` and `part`, and write them to the file with the seconds of all parts.

        :param part: the part at work or interrupted; "" for none.
        """
        self.state, self.part = state, part
        with replacing(self.path) as file:
            json.dump({"state": state, "part": part, "seconds": self.seconds}, file)

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        """Enter a part as running; add the block's seconds to it, also after an error.

        They are in `seconds`; the next `enter` writes them.
        """
        began = time.monotonic()
        self.enter(RUNNING, part)
        try:
            yield
        finally:
            spent = self.seconds.get(part, 0.0) + time.monotonic() - began
            self.seconds[part] = round(spent, 1)
