"""Standard input and output, line by line, for dialogues with other programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

__all__ = ["lines_read", "write_line"]


def lines_read() -> Iterator[str]:
    """The lines of standard input, whatever bytes they are of."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace")


def write_line(line: str) -> None:
    """Write a line to standard output at once; one that nobody listens to is lost."""
    try:
        sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the other program is gone, and input is about to end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
