"""How soon a stop is heard, and how much memory is taken, while full stores are searched on.

    python benchmarks/full_store.py [SECONDS] [MEGABYTES]

Best-first minimax and B*, chess and Othello: each searches without limit for so many seconds (20),
stopped and resumed every second or so, with a store of so many megabytes (256). `python
benchmarks/full_store.py 600` is `go infinite` for ten minutes with Hash=256. Peak memory is that of
the process with its interpreter.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import threading
import time

from games import make as make_game
from searchers import Limits, make

PLAYERS = (
    ("chess", "bfms:hash={}@pst"),
    ("chess", "bstar:hash={}@nullmove:base=pst"),
    ("othello", "bfms:hash={}@discs"),
    ("othello", "bstar:hash={}@bounds"),
    ("othello", "bstar:hash={},dag=true@bounds"),
)
"""With evaluators that fill a store soon."""


def run(game: str, player: str, seconds: float) -> None:
    """Search and print one line."""
    searcher, position, chance = make(player), make_game(game), random.Random(1)
    late, forgotten, nodes = [0.0], 0, 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        stop, stopped = threading.Event(), [0.0]

        def wait(stop: threading.Event = stop, stopped: list[float] = stopped) -> None:
            time.sleep(chance.uniform(0.5, 1.5))
            stopped[0] = time.perf_counter()
            stop.set()

        waiting = threading.Thread(target=wait)
        waiting.start()
        result = searcher.search(position, Limits(), stop=stop)
        if result.reason == "stop":
            late.append(time.perf_counter() - stopped[0])
        else:  # proved, or at its end: a new tree
            stop.set()
            searcher.new_game()
        waiting.join()
        forgotten += result.counts["forgotten"]
        nodes += result.nodes
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{game:<8} {player:<44} {nodes / seconds / 1e6:5.2f} M nodes/s, {forgotten:>12,} "
        f"forgotten, stop heard within {max(late) * 1000:3.0f} ms, peak memory {peak} MB",
        flush=True,
    )


def main() -> None:
    """Each player in a process of its own, for its peak memory."""
    if len(sys.argv) > 3:
        run(sys.argv[1], sys.argv[2], float(sys.argv[3]))
        return
    seconds, megabytes = [*sys.argv[1:], *("20", "256")[len(sys.argv) - 1 :]]
    for game, player in PLAYERS:
        command = [sys.executable, __file__, game, player.format(megabytes), seconds]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
