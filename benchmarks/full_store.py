"""The delay of a stop, and the memory, of searches whose kept tree is full.

    python -m benchmarks.full_store [SECONDS] [MEGABYTES] [GAME PLAYER]

Each searcher that keeps its tree plays chess or Othello against itself for SECONDS (20), without
limits and with a tree of MEGABYTES (256). A stop comes after 0.5 to 1.5 seconds of every other
search. It comes within 20 milliseconds of the searches between them, which start by moving the root
of the full tree. The delay is printed in clock time, which includes other processes, and in CPU
time of this process. Peak memory includes the interpreter.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import threading
import time

from benchmarks.command_line import start
from games import make as make_game
from games.errors import SpecError, quoted
from searchers import Limits, make

PLAYERS = (
    ("chess", "bfms:hash={}@pst"),
    ("chess", "bstar:hash={}@fixed:base=pst"),
    ("chess", "bstar:hash={}@nullmove:base=pst"),
    ("othello", "bfms:hash={}@discs"),
    ("othello", "bstar:hash={}@bounds"),
    ("othello", "bstar:hash={},dag=true@bounds"),
    ("othello", "bstar:hash={},select=pb@fixed:base=discs"),
    ("othello", "abtree@discs"),
)
"""The players, with evaluators that fill a tree soon."""


class Stop(threading.Event):
    """A stop flag that is set after some seconds, and the clock and CPU time when it was set."""

    def __init__(self, seconds: float) -> None:
        """Start the timer that sets the flag after `seconds`."""
        super().__init__()
        self.at = self.cpu_at = 0.0
        self.timer = threading.Timer(seconds, self.set)
        self.timer.start()

    def set(self) -> None:
        """Set the flag, which stops the search, and set `at` and `cpu_at` to the present times."""
        self.at, self.cpu_at = time.perf_counter(), time.process_time()
        super().set()


def play(game: str, player: str, seconds: float) -> None:
    """Play games for some seconds with a full tree, and print a line of delays and memory."""
    searcher, position, chance = make(player), make_game(game), random.Random(1)
    late, cpu_late, forgotten, nodes, soon = [0.0], [0.0], 0, 0, False
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        stop = Stop(chance.uniform(0, 0.02) if soon else chance.uniform(0.5, 1.5))
        result = searcher.search(position, Limits(), stop=stop)
        if result.reason == "stop":
            late.append(time.perf_counter() - stop.at)
            cpu_late.append(time.process_time() - stop.cpu_at)
        stop.timer.cancel()
        forgotten += result.counts["forgotten"]
        nodes += result.nodes
        soon = not soon
        if result.move is not None:
            position.push(result.move)
        if result.proved or not position.legal_moves() or position.ply > 40:
            position, soon = make_game(game), False
            searcher.new_game()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{game:<8} {player:<44} {nodes / seconds / 1e6:5.2f} M nodes/s, {forgotten:>12,} "
        f"forgotten, stopped within {max(late) * 1000:3.0f} ms, CPU {max(cpu_late) * 1000:3.0f} "
        f"ms, peak memory {peak} MB",
        flush=True,
    )


def main(seconds: float = 20, megabytes: int = 256, game: str = "", player: str = "") -> None:
    """Run each player in a separate process, for its peak memory; a given one runs in this one."""
    if player:
        play(game, player, seconds)
        return
    if game:
        raise SpecError(f"{quoted(game)} without a player: expected such as othello abtree@discs")
    command = [sys.executable, "-m", "benchmarks.full_store", str(seconds), str(megabytes)]
    for game, player in PLAYERS:
        subprocess.run([*command, game, player.format(megabytes)], check=True)


if __name__ == "__main__":
    start(main, __doc__)
