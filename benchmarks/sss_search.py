"""Our SSS* and PS*(2) on Srimani's trees against the same searches in C, written for these trees.

    python -m benchmarks.sss_search

Print rates in million leaves per second and the ratios. Both sides must evaluate the same number of
leaves and find the same values. The C program resumes incomplete nodes from below.
"""

from __future__ import annotations

from functools import partial

from benchmarks.baseline import Run, build, compare, timed
from benchmarks.command_line import start
from games import make as make_game
from searchers import Limits, make

W, D, TREES = 8, 6, 200


def ours(player: str) -> Run:
    """Run one of our searchers on all trees; return a `Run`.

    It has all leaves evaluated, the sum of values, and CPU seconds.
    """
    searcher = make(player)
    trees = [make_game(f"uniform:w={W},d={D},seed={seed}") for seed in range(TREES)]
    results, seconds = timed(lambda: [searcher.search(tree, Limits(depth=D)) for tree in trees])
    leaves = sum(result.counts["evaluated"] for result in results)
    return Run(leaves, sum(result.value or 0 for result in results), seconds)


def main() -> None:
    """Print the leaf rates of our SSS* and PS*(2) as ratios to the same searches in C."""
    program = build("sss_search.c")
    for player, phases in (
        ("sss:deepen=false,order=none", 1),
        ("ps:k=2,deepen=false,order=none,resume=below", 2),
    ):
        compare(
            f"{player} on T({W},{D})",
            partial(ours, player),
            [program, W, D, TREES, phases],
            unit="M leaves/s",
        )


if __name__ == "__main__":
    start(main, __doc__)
