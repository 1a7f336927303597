"""RBFMS and B* beside the same searches in plain C, each written for one game alone.

    python benchmarks/best_first.py

Prints rates in million expansions a second, the ratios, and the memory of B* a node. Both sides
must make the same expansions and find the same moves.
"""

from __future__ import annotations

import resource
import subprocess
import time
from collections.abc import Callable

from baseline import build, ratio
from games import make as make_game
from searchers import Limits, make

EXPANSIONS = 20_000
"""No tree takes more: a search that would is cut short on both sides."""
STORED = 10_000_000


def rbfms(b: int, d: int, seed: int, expansions: int, found: dict[str, object]) -> float:
    """Expansions a second of one search, in millions."""
    searcher, position = make("rbfms"), make_game(f"ngame:b={b},d={d},seed={seed}")
    started = time.perf_counter()
    result = searcher.search(position, Limits(nodes=b * expansions))
    seconds = time.perf_counter() - started
    found["ours"] = (result.counts["expanded"], result.move)
    return result.counts["expanded"] / seconds / 1e6


def bstar(b: int, size: int, first: int, trees: int, found: dict[str, object]) -> float:
    """Expansions a second of many searches, in millions."""
    searcher, expanded, checksum, seconds = make("bstar"), 0, 0, 0.0
    for seed in range(first, first + trees):
        position = make_game(f"canonical:b={b},range={size},seed={seed}")
        started = time.perf_counter()
        result = searcher.search(position, Limits(nodes=b * EXPANSIONS))
        seconds += time.perf_counter() - started
        expanded += result.counts["expanded"]
        checksum = (checksum * 31 + (1 + result.move if result.proved else 0)) % 2**64
    found["ours"] = (expanded, checksum)
    return expanded / seconds / 1e6


def theirs(command: list[str], found: dict[str, object]) -> Callable[[], float]:
    """A run of the C program."""

    def run() -> float:
        expanded, checksum, seconds = subprocess.run(
            command, check=True, capture_output=True, text=True
        ).stdout.split()
        found["theirs"] = (int(expanded), int(checksum))
        return int(expanded) / float(seconds) / 1e6

    return run


def compare(name: str, ours: Callable[[dict[str, object]], float], command: list[str]) -> None:
    """Print one ratio.

    :raises SystemExit: if the two were not the same search.
    """
    found: dict[str, object] = {}
    ratio(name, lambda: ours(found), theirs(command, found), unit="M expansions/s")
    if found["ours"] != found["theirs"]:
        raise SystemExit(f"not the same search: {found}")


def memory() -> None:
    """Print what a node of B*'s tree takes."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    searcher = make("bstar")
    position = make_game("canonical:b=8,range=268435456,seed=2,collapse=0")
    result = searcher.search(position, Limits(nodes=STORED))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    stored = result.counts["peak_stored"]
    print(
        f"bstar, {stored:,} nodes: {searcher.tree.bytes() / stored:.0f} bytes a node, "
        f"{(after - before) * 1024 / stored:.0f} with room to grow (peak memory of the process)"
    )


def main() -> None:
    """Print the ratios and the memory."""
    program = str(build("best_first.c"))
    for b, d, seed, expansions in ((2, 300, 2, 300_000), (8, 300, 7, 200_000)):
        compare(
            f"rbfms on ngame:b={b},d={d},seed={seed}",
            lambda found, case=(b, d, seed, expansions): rbfms(*case, found),
            [program, "rbfms", str(b), str(d), str(seed), str(expansions)],
        )
    for b, size, first, trees in ((3, 12800, 1, 2000), (8, 12800, 1, 60)):
        compare(
            f"bstar on {trees} of canonical:b={b},range={size}",
            lambda found, case=(b, size, first, trees): bstar(*case, found),
            [program, "bstar", str(b), str(size), str(first), str(trees), str(EXPANSIONS)],
        )
    memory()


if __name__ == "__main__":
    main()
