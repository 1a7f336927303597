"""Reading whole files: bytes, text, JSON and TOML, with a `FileError` for every fault."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

from games.errors import FileError, printable

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MOST_BYTES = 2**26
"""The largest number of bytes in a file."""

MOST_DIGITS = 200
"""The largest number of digits in an integer; longer ones overflow as floats."""

_LONG = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")

_DATABASE = b"SQLite format 3\0"
"""The first bytes of an SQLite database."""

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
"""How a file is opened that must not exist."""

_PATH = 1000
"""The largest number of characters of a path in a message."""


def read_bytes(path: str | Path, expected: str, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file.

    :param expected: the expected kind of file, for messages.
    :raises FileError: if it cannot be read, or has more than `most` bytes.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: an invalid path
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"cannot read {path_text(path)}: {fault}; expected {expected}") from None
    if len(data) > most:
        raise FileError(f"{path_text(path)} is larger than {most:,} bytes: expected {expected}")
    return data


def read_text(path: str | Path, expected: str) -> str:
    """Return the text of a file in UTF-8, without the mark at its start that some editors write.

    :raises FileError: if it cannot be read, or is not UTF-8.
    """
    try:
        return read_bytes(path, expected).decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        fault = f"{path_text(path)} is not UTF-8 text: {error}"
        raise FileError(f"{fault}; expected {expected}") from None


def decode_text(data: bytes, other: str = "cp1252") -> str:
    """Return the text of bytes in UTF-8; if they are not, in another encoding.

    cp1252 has the letters of ISO-8859-1, the encoding of the PGN standard. Bytes that have no
    character there are replaced by U+FFFD.

    :param other: the other encoding; one that is not known counts as cp1252.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode(other, "replace")
    except (LookupError, ValueError):  # no encoding of this name, or none of texts
        return data.decode("cp1252", "replace")


def read_json(path: str | Path, expected: str) -> Any:
    """Return the content of a JSON file.

    :raises FileError: if it cannot be read, or is not JSON.
    """
    return from_json(read_text(path, expected), path_text(path), expected)


def read_toml(path: str | Path, expected: str) -> dict[str, Any]:
    """Return the content of a TOML file.

    :raises FileError: if it cannot be read, or is not TOML.
    """
    import tomllib

    return _parsed(
        tomllib.loads, read_text(path, expected), f"{path_text(path)} is not valid TOML", expected
    )


def from_json(text: Any, where: str, expected: str, *, finite: bool = True) -> Any:
    """Return the value of a JSON text, a str or bytes.

    :param where: the place of the text, for messages.
    :param finite: whether to refuse the words Infinity and NaN, which the standard lacks.
    :raises FileError: if it is not JSON, or an integer in it has more than MOST_DIGITS digits.
    """
    parse = partial(json.loads, parse_constant=_refuse if finite else None)
    if not isinstance(text, str) or _LONG.search(text):  # other texts have no long numbers
        parse = partial(parse, parse_int=_whole)
    return _parsed(parse, text, f"{where} is not valid JSON", expected)


def is_file(path: str | Path) -> bool:
    """Return whether there is a file at a path.

    :raises FileError: if the system does not report it, as in a folder closed to this user.
    """
    try:
        return Path(path).is_file()
    except OSError as error:
        raise FileError(f"cannot read {path_text(path)}: {error.strerror}") from None


def expect_no_database(path: str | Path) -> None:
    """Check that a file to be written is not an SQLite database, such as that of a tournament.

    A path that is not a file, or cannot be read, passes.

    :raises FileError: if it is one.
    """
    try:
        if not os.path.isfile(path):  # reading a pipe would block
            return
        with open(path, "rb") as file:
            found = file.read(len(_DATABASE)) == _DATABASE
    except (OSError, ValueError):  # it does not exist, or writing it raises the error
        return
    if found:
        raise FileError(f"{path_text(path)} is an SQLite database: expected another file")


@contextmanager
def replacing(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a new file that replaces `path` after the block; if the block fails, the old file stays.

    The new file is `PATH.new` until then; if the block fails, it is deleted. A file of that name is
    replaced. Symbolic links are not followed: a link at either path is replaced, and its target
    does not change.

    :param mode: "w" for text in UTF-8, with its line ends unchanged, or "wb".
    :raises FileError: if the file cannot be written. Any other OSError of the block becomes one.
    """
    fresh = f"{path}.new"
    if "\0" in fresh:
        raise FileError(f"cannot write {path_text(path)}: the name has a null character")
    text: dict[str, Any] = {} if "b" in mode else {"encoding": "utf-8", "newline": ""}
    try:
        with suppress(FileNotFoundError):  # a link, or the file of an earlier run that was killed
            os.unlink(fresh)
        handle = os.open(fresh, _NEW, 0o666)
        try:
            with open(handle, mode, **text) as file:
                yield file
            os.replace(fresh, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(fresh)
            raise
    except FileError:
        raise
    except (OSError, UnicodeError) as error:
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {path_text(path)}: {fault}") from error


def path_text(path: str | Path) -> str:
    """Return a path for a message: printable, and of bounded length."""
    return printable(str(path), _PATH)


def _whole(digits: str) -> int:
    """Return a whole number of JSON.

    :raises ValueError: if it has more than MOST_DIGITS digits.
    """
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"{len(digits)} digits: expected a whole number of {MOST_DIGITS} at most")
    return int(digits)


def _refuse(word: str) -> NoReturn:
    """Raise the error for a word of JSON that is no number, such as NaN."""
    raise ValueError(f"{word} is not a number")


def _parsed(parse: Callable[[Any], Any], text: Any, fault: str, expected: str) -> Any:
    """Return the parsed text; all errors of parsing become FileError."""
    try:
        return parse(text)
    except RecursionError:
        raise FileError(f"{fault}: brackets too deep; expected {expected}") from None
    except (ValueError, TypeError) as error:  # also from too many digits, and from bytes
        raise FileError(f"{fault}: {error}; expected {expected}") from None


# -- locks -----------------------------------------------------------------------------------------


def lock(descriptor: int, path: str | Path) -> None:
    """Lock an open file or folder for this process, until it is closed.

    :param path: its path, for the message.
    :raises FileError: if it is locked already, by another process or by this one.
    """
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            msvcrt: Any = import_module("msvcrt")
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # its first byte
    except OSError:
        raise FileError(f"{path_text(path)} is being written by another process") from None


def lock_folder(path: Path) -> int:
    """Lock the folder of a file that will be written; return the descriptor to close.

    Windows cannot lock folders: there a file beside it is locked.

    :raises FileError: if the folder is locked already, or cannot be opened.
    """
    on_windows = fcntl is None
    locked = path.with_name(path.name + ".lock") if on_windows else path.parent
    try:
        descriptor = os.open(locked, os.O_RDWR | os.O_CREAT if on_windows else os.O_RDONLY)
    except OSError as error:
        raise FileError(f"cannot open {path_text(locked)}: {error.strerror}") from None
    try:
        lock(descriptor, path)
    except FileError:
        os.close(descriptor)
        raise
    return descriptor
