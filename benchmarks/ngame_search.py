"""Our searchers on the N-game against the same searches in C, written for this game.

    python -m benchmarks.ngame_search

Print rates in million nodes per second, the ratios, and the peak memory of best-first minimax at
ten million nodes. Both sides must have the same nodes and value.
"""

from __future__ import annotations

import resource
from functools import partial

from benchmarks.baseline import Run, build, compare, timed
from benchmarks.command_line import start
from games import make as make_game
from searchers import Limits, make

B, D, SEED = 8, 12, 7
BEST_FIRST_NODES = 10_000_000


def ours(player: str, game: str, limits: Limits) -> Run:
    """Run one of our searchers; return its nodes, value and CPU seconds."""
    searcher, position = make(player), make_game(game)
    result, seconds = timed(partial(searcher.search, position, limits))
    return Run(result.nodes, result.value, seconds)


def main() -> None:
    """Print our searchers' node rates on the N-game as ratios to the same searches in C."""
    program = build("ngame_search.c")
    shallow, deep = (f"ngame:b={B},d={depth},seed={SEED}" for depth in (D, 400))
    fixed, counted = Limits(depth=D), Limits(nodes=BEST_FIRST_NODES)
    cases = [
        ("alphabeta:deepen=false,order=none", shallow, fixed, ["alphabeta", B, D, SEED, D, 0]),
        ("alphabeta:deepen=false", shallow, fixed, ["alphabeta", B, D, SEED, D, 1]),
        ("bfms:stop=line", deep, counted, ["bfms", B, 400, SEED, BEST_FIRST_NODES]),
    ]
    for player, game, limits, command in cases:
        compare(f"{player} on {game}", partial(ours, player, game, limits), [program, *command])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of bfms:stop=line at {BEST_FIRST_NODES:,} nodes: {peak:.0f} MB")


if __name__ == "__main__":
    start(main, __doc__)
