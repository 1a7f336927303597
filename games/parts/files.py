"""Files of others, read whole: text, JSON and TOML. What is wrong with them is a `FileError`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, NoReturn

from games.errors import FileError, printable

__all__ = [
    "MOST_BYTES",
    "expect_no_database",
    "from_json",
    "path_text",
    "read_bytes",
    "read_json",
    "read_text",
    "read_toml",
    "replacing",
]

MOST_BYTES = 2**26
"""Of a file that is read whole."""

MOST_DIGITS = 200
"""Of a whole number; what is counted on with floats overflows by some more."""

_LONG = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")

_DATABASE = b"SQLite format 3\0"
"""What a file of SQLite begins with."""

_PATH = 1000
"""Letters of a path in a message, at most."""


def read_bytes(path: str | Path, expected: str, most: int = MOST_BYTES) -> bytes:
    """A file.

    :param expected: what it should be, for messages.
    :raises FileError: if it cannot be read, or is larger than `most`.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # a ValueError: a path that is none
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"cannot read {path_text(path)}: {fault}; expected {expected}") from None
    if len(data) > most:
        raise FileError(f"{path_text(path)} is larger than {most:,} bytes: expected {expected}")
    return data


def read_text(path: str | Path, expected: str) -> str:
    """A file of text in UTF-8.

    :raises FileError: if it cannot be read, or is none.
    """
    try:
        return read_bytes(path, expected).decode()
    except UnicodeDecodeError as error:
        fault = f"{path_text(path)} is no text in UTF-8: {error}"
        raise FileError(f"{fault}; expected {expected}") from None


def read_json(path: str | Path, expected: str) -> Any:
    """What a JSON file holds.

    :raises FileError: if it cannot be read, or is none.
    """
    return from_json(read_text(path, expected), path_text(path), expected)


def read_toml(path: str | Path, expected: str) -> dict[str, Any]:
    """What a TOML file holds.

    :raises FileError: if it cannot be read, or is none.
    """
    import tomllib

    return _parsed(
        tomllib.loads, read_text(path, expected), f"{path_text(path)} is no TOML", expected
    )


def from_json(text: Any, where: str, expected: str, *, finite: bool = True) -> Any:
    """What a text in JSON holds.

    :param where: where it stood, for messages.
    :param finite: whether numbers that are infinite or none (NaN) are no JSON, as the standard has
        it.
    :raises FileError: if it is none.
    """
    parse = partial(json.loads, parse_constant=_refuse if finite else None)
    if not isinstance(text, str) or _LONG.search(text):  # else no number needs a look of ours
        parse = partial(parse, parse_int=_whole)
    return _parsed(parse, text, f"{where} is no JSON", expected)


def expect_no_database(path: str | Path) -> None:
    """See that a file that is about to be written is not an SQLite database, such as the one that
    holds a tournament.

    :raises FileError: if it is.
    """
    try:
        if not os.path.isfile(path):  # a pipe would wait
            return
        with open(path, "rb") as file:
            held = file.read(len(_DATABASE)) == _DATABASE
    except (OSError, ValueError):  # there is none yet, or whoever writes it says what is wrong
        return
    if held:
        raise FileError(f"{path_text(path)} is a database of SQLite: expected another file")


@contextmanager
def replacing(path: str | Path, mode: str = "w", encoding: str = "utf-8") -> Iterator[IO[Any]]:
    """A new file that takes the place of `path` when all is written; before, and if that fails, the
    old one stays.

    It is written beside it, as `PATH.new`. No symbolic link is followed: one at either place is
    replaced, and the file that it names is left alone.

    :param mode: "w" for text, whose line ends are written as they are, or "wb".
    :raises OSError: if it cannot be written.
    """
    fresh = f"{path}.new"
    with suppress(FileNotFoundError):  # of an earlier run that was killed, or a link
        os.unlink(fresh)
    text: dict[str, Any] = {} if "b" in mode else {"encoding": encoding, "newline": ""}
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(fresh, new, 0o666)
    try:
        with open(handle, mode, **text) as file:
            yield file
        os.replace(fresh, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise


def path_text(path: str | Path) -> str:
    """A path as it may stand in a line for people: printable, and of bounded length."""
    return printable(str(path), _PATH)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"{len(digits)} digits, expected a whole number of {MOST_DIGITS} at most")
    return int(digits)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _parsed(parse: Callable[[Any], Any], text: Any, fault: str, expected: str) -> Any:
    try:
        return parse(text)
    except RecursionError:
        raise FileError(f"{fault}: brackets too deep in brackets; expected {expected}") from None
    except (ValueError, TypeError) as error:  # of digits beyond number too; of what is no text
        raise FileError(f"{fault}: {error}; expected {expected}") from None
