"""Standard input and output, line by line, for dialogues with other programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

__all__ = ["lines_read", "write_line"]

_faults: list[OSError] = []
"""What kept a line from standard output: a dialogue that outlives it once meets it again."""


def lines_read() -> Iterator[str]:
    """The lines of standard input, whatever bytes they are of.

    :raises OSError: if it is closed, as with `<&-`.
    """
    if sys.stdin is None:
        raise OSError("standard input is closed")
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace")


def write_line(line: str) -> None:
    """Write a line to standard output at once; one that nobody listens to is lost.

    :raises OSError: if it is closed, as with `>&-`, or full; then every line after that fails.
    """
    if sys.stdout is None:
        raise OSError("standard output is closed")
    if _faults:
        raise _faults[0]
    try:
        sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the other program is gone, and input is about to end
        _lose_output()
    except OSError as error:
        _faults.append(error)
        _lose_output()  # or the process would fail once more as it ends
        raise


def _lose_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
