"""Best-first searches against the same searches in C, each written for a single game.

    python -m benchmarks.best_first

Print rates in million expansions per CPU second, and the ratios. Both sides must make the same
expansions and find the same moves. Two searches have no equivalent in C: bfms with completion is
compared with Korf's bfms in C, and pb, which uses distributions, with our own B* with intervals.

The C program of B* makes the same expansions and proves the same moves, which is checked. It does
less work: it has no clock or stop flag, and backs up no realistic values. It stores keys in its
nodes instead of making moves on a position, and calls only its own game, evaluator and rules. Ours
also starts and reports a search in Python, about a tenth of the time on these small trees.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.baseline import Run, build, compare, printed, ratio, timed
from benchmarks.command_line import start
from benchmarks.ngame_search import ours
from games import make as make_game
from searchers import Limits, make

EXPANSIONS = 20_000
"""The most expansions of a tree, on both sides."""
TREES, HARD = 2000, 500
"""B* runs on those of TREES trees that take at least HARD expansions. The start of a search in
Python would dominate on the others."""
UNIT = "M expansions/s"


def rbfms(b: int, d: int, seed: int, expansions: int) -> Run:
    """Run one search; return its expansions, a checksum and its CPU seconds.

    The checksum is of the best move and both counts of regenerated nodes.

    :param expansions: the node budget, in expansions of `b` nodes.
    """
    searcher, position = make("rbfms"), make_game(f"ngame:b={b},d={d},seed={seed}")
    result, seconds = timed(partial(searcher.search, position, Limits(nodes=b * expansions)))
    counts = result.counts
    checksum = (counts["regenerated"] * 31 + counts["regenerated_by_value"]) * 31 + result.move
    return Run(counts["expanded"], checksum, seconds)


def in_expansions(b: int, search: Callable[[], Run]) -> Run:
    """Run a search that counts nodes; return its numbers, with expansions in place of nodes.

    :param b: the nodes of an expansion.
    """
    run = search()
    return run._replace(counted=run.counted // b)


def hard_trees(b: int, size: int) -> list[int]:
    """Return the seeds, from 1 to TREES, of the trees that take B* at least HARD expansions."""
    searcher, limits = make("bstar"), Limits(nodes=b * EXPANSIONS)
    trees = ((seed, make_game(tree(b, size, seed))) for seed in range(1, TREES + 1))
    return [s for s, p in trees if searcher.search(p, limits).counts["expanded"] >= HARD]


def tree(b: int, size: int, seed: int) -> str:
    """Return the spec of a canonical tree; `size` is the range of its root."""
    return f"canonical:b={b},range={size},seed={seed}"


def bstar(b: int, size: int, seeds: list[int], player: str = "bstar") -> Run:
    """Run a search of each tree; return all expansions, a checksum and the CPU seconds.

    The checksum is of the moves that were proved.
    """
    searcher, expanded, checksum, seconds = make(player), 0, 0, 0.0
    for seed in seeds:
        position = make_game(tree(b, size, seed))
        result, spent = timed(partial(searcher.search, position, Limits(nodes=b * EXPANSIONS)))
        seconds += spent
        expanded += result.counts["expanded"]
        checksum = (checksum * 31 + (1 + result.move if result.proved else 0)) % 2**64
    return Run(expanded, checksum, seconds)


def main() -> None:
    """Print the rates of our searches and of the same in C, and the ratios."""
    program = build("best_first.c")
    for b, d, seed, expansions in ((2, 300, 2, 3_000_000), (8, 300, 7, 1_000_000)):
        compare(
            f"rbfms on ngame:b={b},d={d},seed={seed}",
            partial(rbfms, b, d, seed, expansions),
            [program, "rbfms", b, d, seed, expansions],
            unit=UNIT,
        )
    stored = build("ngame_search.c")
    for player in ("bfms:stop=line", "bfms"):
        for b, d, seed, expansions in ((2, 400, 2, 1_000_000), (8, 400, 7, 500_000)):
            game, nodes = f"ngame:b={b},d={d},seed={seed}", b * expansions
            command = [stored, "bfms", b, d, seed, nodes]
            ratio(
                f"{player} on {game}",
                partial(in_expansions, b, partial(ours, player, game, Limits(nodes=nodes))),
                partial(in_expansions, b, partial(printed, command)),
                unit=UNIT,
                same=player == "bfms:stop=line",
            )
    for b, size in ((3, 12800), (8, 12800)):
        seeds = hard_trees(b, size)
        compare(
            f"bstar on {len(seeds)} trees canonical:b={b},range={size}",
            partial(bstar, b, size, seeds),
            [program, "bstar", b, size, EXPANSIONS, *seeds],
            unit=UNIT,
        )
        ratio(
            "  with select=pb, against bstar",
            partial(bstar, b, size, seeds, "bstar:select=pb"),
            partial(bstar, b, size, seeds),
            unit=UNIT,
        )


if __name__ == "__main__":
    start(main, __doc__)
