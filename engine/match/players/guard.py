"""A process that ends the programs of another one when that one is gone, whatever it died of.

It reads lines from its standard input: `+NUMBER [MARK]` to take a process group into its care,
`-NUMBER` when that has ended. At the end of the input, which comes when nobody can write to it any
more, it kills all that are left. It is run as a file of its own and imports nothing of ours.

A process may leave its group (`setsid`), but not its environment: where the system shows those of
other processes, whatever has the group's mark in it is killed as well.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

__all__ = ["MARK", "guard", "kill"]

MARK = "STARLING_PROGRAM"
"""The variable of the environment that holds a group's mark."""

ROUNDS = 20
"""How often those are looked for that are started while others are killed."""


def guard(orders: Iterable[str]) -> None:
    """Follow the orders, and at their end kill what is left."""
    groups: dict[int, str] = {}
    for order in orders:
        number, _, mark = order[1:].strip().partition(" ")
        if order[0] == "+":
            groups[int(number)] = mark
        else:
            groups.pop(int(number), None)
    for group, mark in groups.items():
        kill(group, mark)


def kill(group: int, mark: str = "") -> None:
    """Kill a process group, and whatever has its mark."""
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)
    for _ in range(ROUNDS if mark else 0):
        found = list(_marked(f"{MARK}={mark}".encode()))
        if not found:
            return
        for process in found:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.01)


def _marked(words: bytes) -> Iterator[int]:
    """The processes with these words in their environment, but this one; none where the system
    does not tell."""
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if not name.isdecimal() or int(name) == os.getpid():
                continue
            with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                if words in file.read().split(b"\0"):
                    yield int(name)


if __name__ == "__main__":
    guard(sys.stdin)
