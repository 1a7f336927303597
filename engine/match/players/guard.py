"""A process that kills the programs of another process when that process is gone.

It reads lines from its standard input: `+NUMBER [MARK]` adds a process group, `-NUMBER` removes it.
At the end of the input, when no process can write to it any more, it kills all remaining groups. It
runs as a script and imports only the standard library.

A process may leave its group (`setsid`), but keeps its environment. If the system shows the
environments of other processes, processes with the group's mark are killed as well.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

MARK = "STARLING_PROGRAM"
"""The environment variable with a group's mark."""

ROUNDS = 20
"""The number of searches for processes that start while others are killed."""


def guard(orders: Iterable[str]) -> None:
    """Obey orders to note or forget process groups; after the last order kill those noted.

    :param orders: lines of text: `+NUMBER [MARK]` notes a group, `-NUMBER` forgets it. With a MARK
        all processes that have it in their environment are killed too (see `kill`).
    """
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
    """Kill a process group, and then all other processes with its mark, also those outside it.

    They are searched again, at most `ROUNDS` times, until none is found. If the system does not
    show environments, only the group is killed. A group that is gone is no error.

    :param group: the number of the group.
    :param mark: the value of the variable STARLING_PROGRAM in the environment of the processes; ""
        kills the group only.
    """
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)
    for _ in range(ROUNDS if mark else 0):
        found = list(_processes_with(f"{MARK}={mark}".encode()))
        if not found:
            return
        for process in found:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.01)


def _processes_with(entry: bytes) -> Iterator[int]:
    """Yield the ids of the other processes whose environment has an entry.

    It yields none if the system does not show environments.

    :param entry: the entry, as NAME=VALUE.
    """
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if not name.isdecimal() or int(name) == os.getpid():
                continue
            with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                if entry in file.read().split(b"\0"):
                    yield int(name)


if __name__ == "__main__":
    guard(sys.stdin)
