"""Our generic SSS* and PS*(2) on Srimani's trees beside the same searches in plain, specialised C.

    python -m benchmarks.sss_search

Prints rates in million leaves a second and the ratios. Both sides must read the same number of
leaves and find the same values.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

from benchmarks.baseline import build, ratio
from games import make as make_game
from searchers import Limits, make

W, D, TREES = 8, 6, 200


def ours(player: str, found: dict[str, object]) -> Callable[[], float]:
    """A run of one of our searchers over all trees."""

    def run() -> float:
        searcher = make(player)
        trees = [make_game(f"uniform:w={W},d={D},seed={seed}") for seed in range(TREES)]
        started = time.process_time()
        results = [searcher.search(tree, Limits(depth=D)) for tree in trees]
        seconds = time.process_time() - started
        leaves = sum(result.counts["evaluated"] for result in results)
        found["ours"] = (leaves, sum(result.value or 0 for result in results))
        return leaves / seconds / 1e6

    return run


def theirs(command: list[str], found: dict[str, object]) -> Callable[[], float]:
    """A run of the C program."""

    def run() -> float:
        leaves, values, seconds = subprocess.run(
            command, check=True, capture_output=True, text=True
        ).stdout.split()
        found["theirs"] = (int(leaves), int(values))
        return int(leaves) / float(seconds) / 1e6

    return run


def main() -> None:
    """Print the ratios."""
    program = str(build("sss_search.c"))
    for player, phases in (
        ("sss:deepen=false,order=none", 1),
        ("ps:k=2,deepen=false,order=none", 2),
    ):
        found: dict[str, object] = {}
        ratio(
            f"{player} on T({W},{D})",
            ours(player, found),
            theirs([program, str(W), str(D), str(TREES), str(phases)], found),
            unit="M leaves/s",
        )
        if found["ours"] != found["theirs"]:
            raise SystemExit(f"not the same search: {found}")


if __name__ == "__main__":
    main()
