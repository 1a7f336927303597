"""Which processes there are, where the system tells (Linux)."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """All descendants of a process."""
    table = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in table.stdout.splitlines()]
    found, waiting = [], [pid]
    while waiting:
        parent = waiting.pop()
        children = [child for child, its in pairs if its == parent]
        found += children
        waiting += children
    return found


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be asked for its end does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def ended(*pids: int, seconds: float = 5.0) -> bool:
    """Whether none of these runs any more, within so many seconds."""
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(alive, pids))
