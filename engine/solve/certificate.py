"""Certificate files, and the log of a run that has not ended. docs/solve.md has the format."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from types import TracebackType
from typing import IO

from engine.solve.checking import VALUES
from games.core.position import Position
from games.errors import FileError, quoted
from games.parts.files import lock, path_text, read_bytes, replacing

SECTIONS = ("at-least", "at-most")
"""The names of the two proofs: that the value is at least, and at most, the one claimed."""

_WIDTH = 100
"""Characters of a line of choices."""
_MOST_BYTES = 2**34
_TEXTS = {value: text for text, value in VALUES.items()}


def value_text(value: int) -> str:
    """Return a value as certificates have it: win, draw, loss or a margin.

    >>> value_text(-12)
    'margin -12'
    """
    return _TEXTS.get(value, f"margin {value}")


def write_certificate(
    path: str, position: Position, value: int, choices: dict[str, list[str]], by: str
) -> None:
    """Write a certificate; a file of that name is replaced once the new one is complete.

    :param value: the position's value from the side to move.
    :param choices: the choices of each proof that the value needs, by its name in SECTIONS and in
        the order of the walk.
    :param by: the program that found it.
    :raises FileError: if the file cannot be written.
    """
    counts = [len(choices.get(name, ())) for name in SECTIONS]
    lines = [
        "starling certificate 1",
        f"game: {position.spec}",
        f"position: {position.text()}",
        f"value: {value_text(value)}",
        f"choices: {counts[0]} {counts[1]}",
        f"by: {by}",
    ]
    for name in SECTIONS:
        if name in choices:
            lines += [name, *_wrapped(choices[name])]
    body = "".join(f"{line}\n" for line in lines).encode()
    with replacing(path, "wb") as file:
        file.write(body + f"sha256 {hashlib.sha256(body).hexdigest()}\n".encode())


def _wrapped(words: list[str]) -> list[str]:
    """Return words joined to lines of `_WIDTH` characters or a little more; no lines for none."""
    lines, line, length = [], list[str](), 0
    for word in words:
        line.append(word)
        length += len(word) + 1
        if length >= _WIDTH:
            lines.append(" ".join(line))
            line, length = [], 0
    return [*lines, " ".join(line)] if line else lines


class Log:
    """The results of an interrupted run: the value, and the choices of its proofs so far.

    The log is a text file to which lines are added, and locked. A last line that was cut short is
    removed.

    :param path: the log; it is made if it is missing, else read and continued.
    :ivar value: the value from the side to move; None while it is unknown.
    :ivar choices: the choices by the name of the proof.
    :raises FileError: if the file is no log, or one of another game or position, is damaged, cannot
        be opened for writing, or is being written by another process.
    """

    def __init__(self, path: str, position: Position) -> None:
        self.path = path
        self.value: int | None = None
        self.choices: dict[str, list[str]] = {}
        self._header = (
            "starling unfinished certificate 1",
            f"game: {position.spec}",
            f"position: {position.text()}",
        )
        try:
            self._file: IO[str] = open(path, "a", encoding="utf-8", newline="")  # noqa: SIM115
        except OSError as error:
            raise FileError(f"cannot write {path_text(path)}: {error.strerror}") from None
        try:
            lock(self._file.fileno(), path)  # first: another process may remove the file
            whole = self._read()
            self._file.truncate(whole)
        except OSError:
            self._file.close()
            raise
        if not whole:
            self._add("\n".join(self._header))
        self._waiting: list[str] = []

    def _read(self) -> int:
        """Set `value` and `choices` from the log; return the length of its complete lines in bytes.

        The length is 0 if the header is not complete.

        :raises FileError: if it is not the log of this position, or is damaged.
        """
        data = read_bytes(self.path, "the log of a run of starling solve", _MOST_BYTES)
        if b"\n" not in data and not self._header[0].encode().startswith(data):
            raise FileError(
                f"{path_text(self.path)} is no log of starling solve, which would replace it: "
                "expected another --certificate, or remove that file"
            )
        data = data[: data.rfind(b"\n") + 1]
        lines = data.decode("utf-8", "replace").split("\n")[:-1]
        for found, expected in zip(lines, self._header, strict=False):
            if found != expected:
                raise FileError(
                    f"{path_text(self.path)} has {quoted(found, 200)}: expected "
                    f"{quoted(expected, 200)}, or another file"
                )
        words: list[str] | None = None
        for line in lines[len(self._header) :]:
            if line.startswith("value: "):
                self.value = self._parse_value(line.removeprefix("value: "))
            elif line in SECTIONS:
                words = self.choices.setdefault(line, [])
            elif words is None:
                raise self.damaged(f"it has {quoted(line, 80)} before a proof")
            else:
                words += line.split()
        return len(data) if len(lines) >= len(self._header) else 0

    def _parse_value(self, text: str) -> int:
        """Return the value of a text such as "draw" or "margin -12".

        :raises FileError: if it is none.
        """
        if text in VALUES:
            return VALUES[text]
        margin = re.fullmatch("margin (-?[0-9]{1,9})", text)
        if margin is None:
            raise self.damaged(f"it has the value {quoted(text, 80)}")
        return int(margin[1])

    def damaged(self, fault: str) -> FileError:
        """Return, not raise, the error for a log that does not fit the game.

        :param fault: what does not fit.
        """
        return FileError(f"{path_text(self.path)} is damaged: {fault}; remove it to begin again")

    def _add(self, line: str) -> None:
        """Append a line to the file, and force it to the disk; an OSError passes through."""
        self._file.write(line + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def add_value(self, value: int) -> None:
        """Store the proved value in `value` and the file."""
        self.value = value
        self._add(f"value: {value_text(value)}")

    def begin(self, section: str) -> list[str]:
        """Begin a proof in the file, or resume one; return its list in `choices`.

        The list has the choices of earlier runs.

        :param section: the proof's name in SECTIONS.
        """
        if section not in self.choices:
            self._add(section)
        self._begun = self.choices.setdefault(section, [])
        return self._begun

    def add_choice(self, word: str) -> None:
        """Add a choice to the proof begun last; the next `flush` writes it to the file."""
        self._begun.append(word)
        self._waiting.append(word)

    def flush(self) -> None:
        """Append the choices added since the last call to the file, if there are any."""
        if self._waiting:
            self._add(" ".join(self._waiting))
            self._waiting.clear()

    def __enter__(self) -> Log:
        """Return this log."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write what waits to be written, if possible, and close the file."""
        with suppress(OSError):
            self.flush()
        self._file.close()

    def remove(self) -> None:
        """Close and remove the file, once the certificate is complete; a failure is ignored."""
        self._file.close()
        with suppress(OSError):
            os.unlink(self.path)
