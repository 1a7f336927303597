"""Worker processes end with the one that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import alive, ended

ROOT = Path(__file__).resolve().parents[3]

PARENT = """
import multiprocessing, threading, time
import games, searchers
from searchers import Limits

def tell():
    while len(multiprocessing.active_children()) < 2:
        time.sleep(0.02)
    time.sleep(0.5)  # they are at work, or about to be
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    threading.Thread(target=tell, daemon=True).start()
    searchers.make("ps:workers=2").search(games.make("ngame:b=30,d=30"), Limits(nodes=10**12))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    "how",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_workers_of_a_search_do_not_outlive_their_parent(
    how: signal.Signals, tmp_path: Path
) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
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
