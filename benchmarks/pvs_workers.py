"""The speed-up of `pvs` with several processes that share a transposition table.

    python -m benchmarks.pvs_workers [WORKERS] [DEPTH]

Search the Bratko-Kopec positions to a depth, and Othello endgames of 20 and 22 squares to the end.
Print the CPU seconds of the searching thread and the time on the clock, which other processes
disturb more.
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.baseline import rows
from benchmarks.command_line import start
from games import Position, make
from searchers import Limits, Searcher
from searchers import make as make_searcher

ENDGAMES = ("26", "28", "40", "41")


def main(workers: int = 2, depth: int = 19) -> None:
    """Search with one process and with several alternately, and print sums and ratios."""
    chess = [make("chess").at(f"{fen} 0 1") for _, fen, *_ in rows("bratko_kopec.tsv")]
    othello = [
        make("othello").at(f"{board} {side}")
        for number, board, side, *_ in rows("othello_ffo.tsv")
        if number in ENDGAMES
    ]
    _compare(f"chess to depth {depth}", workers, chess, Limits(depth=depth))
    _compare("Othello to the end", workers, othello, Limits(depth=400))


def _compare(name: str, workers: int, positions: list[Position], limits: Limits) -> None:
    """Print CPU seconds, seconds and nodes of one worker and of several, and the ratios."""
    players: dict[int, Searcher] = {}
    sums: dict[int, list[float]] = {1: [0.0, 0.0, 0.0], workers: [0.0, 0.0, 0.0]}
    for count in sums:
        players[count] = make_searcher(f"pvs:tt=64,workers={count}")
        players[count].prepare(positions[0])
    time.sleep(5)  # for all processes to start
    for position in positions:
        for count, player in players.items():
            player.new_game()
            for at, figure in enumerate(_search(player, position, limits)):
                sums[count][at] += figure
    for count, (cpu, wall, nodes) in sums.items():
        print(f"{name}, {count}: {cpu:.2f} s, {wall:.1f} s on the clock, {nodes / 1e6:.1f} M nodes")
    ratios = [one / other for one, other in zip(sums[1], sums[workers], strict=True)]
    print(f"{name}: {ratios[0]:.2f} times as quick, {ratios[1]:.2f} on the clock", flush=True)


def _search(player: Any, position: Position, limits: Limits) -> tuple[float, float, int]:
    """Search a position; return this thread's CPU seconds, seconds on the clock, and nodes."""
    cpu, wall = time.thread_time(), time.perf_counter()
    nodes = player.search(position, limits).nodes
    return time.thread_time() - cpu, time.perf_counter() - wall, nodes


if __name__ == "__main__":
    start(main, __doc__)
