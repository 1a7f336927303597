"""Standard input and output: lines of dialogues with other programs, and lines for people."""

from __future__ import annotations

import codecs
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import games.core.position
from games.errors import StarlingError, described, printable

if TYPE_CHECKING:
    from rich.console import Console  # loaded by the callers that print with it

NOTICE = (
    "this copy of Starling runs in the interpreter, about 150 times slower than compiled; "
    "to compile it: have a C compiler (gcc or clang) and install it again"
)
"""The warning for a user whose copy is not compiled."""

_LONGEST = 4000
"""Characters of a line for people."""

_faults: list[OSError] = []
"""The error of the first failed write; later writes raise it again."""


def uncompiled() -> bool:
    """Return whether this copy runs in the interpreter."""
    return games.core.position.__file__.endswith(".py")


def lines_read() -> Iterator[str]:
    """Yield the lines of standard input with their ends; bytes that are not UTF-8 are replaced.

    A byte order mark at the start is left out.

    :raises OSError: if it is closed, as with `<&-`.
    """
    if sys.stdin is None:
        raise OSError("standard input is closed")
    mark = codecs.BOM_UTF8
    for line in sys.stdin.buffer:
        yield line.removeprefix(mark).decode("utf-8", "replace")
        mark = b""


def write_line(line: str) -> None:
    """Write a line to standard output and flush it; it is lost if the reader has ended.

    :raises OSError: if it is closed, as with `>&-`, or full; then every later line fails as well.
    """
    if sys.stdout is None:
        raise OSError("standard output is closed")
    if _faults:
        raise _faults[0]
    try:
        sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the reader has ended, and input is about to end
        _discard_output()
    except OSError as error:
        _faults.append(error)
        _discard_output()  # or the process would fail again at its end
        raise


def _discard_output() -> None:
    """Redirect standard output to the null device: all that is written later is lost."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def failure(command: str, error: Exception) -> str:
    """Return the error of a dialogue's command in a line.

    Unless it is a `StarlingError`, the line begins with the command.
    """
    expected = isinstance(error, StarlingError)
    return described(error) if expected else f"{command} failed: {described(error)}"


def say(console: Console, line: str) -> None:
    """Print lines unwrapped and without markup or emoji.

    Unprintable characters are escaped, and each line is cut to `_LONGEST` (4,000) characters.
    """
    line = "\n".join(printable(each, _LONGEST) for each in line.split("\n"))
    console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)


@contextmanager
def waiting(task: str, seconds: float = 1.0) -> Iterator[None]:
    """Print "`task` ..." to standard error once, if the block takes longer than `seconds`."""
    line = f"{task} ..."
    timer = threading.Timer(seconds, lambda: print(line, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
