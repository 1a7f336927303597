"""The speed-up of PS*(k) with k processes.

    python -m benchmarks.parallel_ps [DEPTH]

Search Othello positions to a depth, for k = 2, 4 and 8. Print the speed-up in clock time, which
other processes disturb, and the best possible one: the CPU time of one process against the CPU time
of the workers, divided equally.
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.command_line import start
from games import make
from searchers import Limits
from searchers import make as make_searcher

OPENINGS = ("f5d6c3", "f5f6e6f4", "f5d6c4d3", "f5f6e6d6")


def main(depth: int = 9) -> None:
    """Search with one process and with k alternately, and print sums and ratios."""
    positions = [make("othello").at(opening) for opening in OPENINGS]
    for k in (2, 4, 8):
        sums: dict[int, list[float]] = {}
        for workers in (1, k):
            player: Any = make_searcher(f"ps:k={k},workers={workers}@positional")
            player.prepare(positions[0])
            player.search(positions[0], Limits(depth=1))  # starts all processes
            cpu = wall = nodes = 0.0
            for position in positions:
                began, clock = time.thread_time(), time.perf_counter()
                nodes += player.search(position, Limits(depth=depth)).nodes
                wall += time.perf_counter() - clock
                own = time.thread_time() - began
                cpu += own if workers == 1 else player.team.cpu / workers
            sums[workers] = [wall, cpu, nodes]
            if workers > 1:
                player.team.end()
            sizes = f"{wall:.2f} s on the clock, {cpu:.2f} s of CPU a process, {nodes / 1e6:.2f} M"
            print(f"PS*({k}), {workers} at work: {sizes} nodes")
        clock, cpu, nodes = (one / other for one, other in zip(sums[1], sums[k], strict=True))
        print(f"PS*({k}): {clock:.2f} times as quick on the clock, {cpu:.2f} at best", flush=True)


if __name__ == "__main__":
    start(main, __doc__)
