"""The processes there are, on Linux."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

_PARENT = """
import multiprocessing, threading, time
import games, searchers
from searchers import Limits

def report():
    while len(multiprocessing.active_children()) < 2:
        time.sleep(0.02)
    time.sleep({wait})  # they are at work, or about to be
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    threading.Thread(target=report, daemon=True).start()
    {search}
"""


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


def is_worker(pid: int) -> bool:
    """Return whether a process is a spawned one of `multiprocessing`, and runs."""
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


class Engine:
    """`uci_main.py` in a process of its own, which is killed after 40 seconds."""

    def __enter__(self) -> Engine:
        command = [sys.executable, str(ROOT / "uci_main.py")]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
        self._watchdog = threading.Timer(40, self.process.kill)
        self._watchdog.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._watchdog.cancel()
        self.process.kill()
        self.process.communicate()

    def say(self, *lines: str, until: str = "") -> list[str]:
        """Send lines, and return those of the engine up to the first that begins with `until`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(*lines, sep="\n", file=self.process.stdin, flush=True)
        found: list[str] = []
        while until and not (found and found[-1].startswith(until)):
            line = self.process.stdout.readline()
            assert line, f"it ended before {until}: {found}"
            found.append(line.strip())
        return found

    def workers(self) -> list[int]:
        """Return its worker processes that run."""
        return [pid for pid in children_of(self.process.pid) if is_worker(pid)]


def alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def ended(*pids: int, seconds: float = 5.0) -> bool:
    """Whether none of these runs any more, within so many seconds."""
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(alive, pids))


def expect_two_workers_to_end(search: str, how: signal.Signals, folder: Path, wait: float) -> None:
    """See that the two processes that work for a search end once their parent gets a signal.

    :param search: the statement that makes the search.
    :param wait: seconds from their start to the signal.
    """
    script = folder / "parent.py"
    script.write_text(_PARENT.format(search=search, wait=wait), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment
    ) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        parent.send_signal(how)
    assert len(workers) == 2
    try:
        assert ended(*workers, seconds=10)
    finally:
        for pid in workers:
            if alive(pid):
                os.kill(pid, signal.SIGKILL)
