"""The rating of each node budget: the table of `UCI_LimitStrength` and `UCI_Elo`.

    python -m benchmarks.limit_strength DIR [--nodes N ...] [--games G] [--workers W] [--write]

The default searcher of chess plays with a node budget for each move against versions of Stash with
a clock of 3+0.03, from balanced openings with colours swapped. Each budget plays the `--rungs`
versions nearest to its expected rating. The rating of a budget is the maximum likelihood estimate
on the scale of `benchmarks.stash`, with its error (95%). Stash's moves depend on the load of the
machine. DIR has a folder for each pair. An interrupted run resumes. `--write` writes a new table.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from benchmarks.stash import RATINGS, rated, spec
from engine.match import Adjudication, Tournament
from engine.match.results.pairs import Matchup
from engine.uci.strength import SHIPPED, Rung, write
from games import make
from searchers import Clock, Limits, default_for

NODES = (100, 300, 1000, 3000, 10_000)
FIRST = 1690
"""The rating near which the smallest budget is expected."""
MORE = 150
"""The expected Elo difference of two budgets; distant versions have little information."""
CLOCK = Clock.parse("3+0.03")


def met(folder: Path, nodes: int, version: int, games: int, workers: int) -> Matchup:
    """Play the games between a node budget and a version of Stash; return their results.

    :param folder: the folder of all matches, from which an interrupted run resumes.
    :param nodes: the budget of a move of our default player.
    :raises KeyboardInterrupt: if it was interrupted.
    """
    tournament = Tournament(
        "chess",
        [default_for(make("chess")), spec(version)],
        [Limits(nodes=nodes), Limits(clock=CLOCK)],
        names=[str(nodes), f"Stash {version}"],
        games_per_pair=games,
        openings=f"balanced:seed={nodes + version}",
        adjudication=Adjudication(resign_value=1200, draw_value=5, draw_after=120, longest=300),
    )
    result = tournament.run(folder / f"{nodes}-{version}", workers=workers)
    if result.interrupted:
        raise KeyboardInterrupt
    return result.matchups[0]


def rising(table: list[Rung]) -> list[Rung]:
    """Return the table, which is by budget, without those rated no higher than one kept before."""
    kept: list[Rung] = []
    for rung in table:
        if not kept or rung.elo > kept[-1].elo:
            kept.append(rung)
    return kept


def main() -> None:
    """Play node budgets against versions of Stash, and print or write their ratings."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", metavar="DIR", type=Path)
    parser.add_argument("--nodes", nargs="+", type=int, default=NODES)
    parser.add_argument("--games", type=int, default=50, help="games of a budget and a version")
    parser.add_argument("--rungs", type=int, default=2, help="versions that a budget plays")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {SHIPPED.name}")
    given = parser.parse_args()
    expected: float = FIRST
    table: list[Rung] = []
    print("| nodes | Elo | games |\n|--:|--:|---|")
    for nodes in sorted(given.nodes):
        nearest = sorted(RATINGS, key=lambda version: abs(RATINGS[version] - expected))
        found = {
            version: met(given.out, nodes, version, given.games, given.workers)
            for version in sorted(nearest[: given.rungs])
        }
        rating = rated(
            str(nodes),
            {f"Stash {version}": pair for version, pair in found.items()},
            {f"Stash {version}": RATINGS[version] for version in found},
        )
        played = ", ".join(f"{version}: {pair}" for version, pair in found.items())
        if rating.rating is None or rating.error is None or not math.isfinite(rating.rating):
            print(f"| {nodes} | {rating.note} | {played} |", flush=True)
            continue
        print(f"| {nodes} | {rating.rating:.0f} +- {rating.error:.0f} | {played} |", flush=True)
        table.append(Rung(nodes, round(rating.rating), round(rating.error)))
        expected = rating.rating + MORE
    if given.write:
        command = "python -m benchmarks.limit_strength DIR --write"
        for name in ("nodes", "games", "rungs"):
            value = getattr(given, name)
            if value != parser.get_default(name):
                text = " ".join(map(str, value)) if name == "nodes" else value
                command += f" --{name} {text}"
        write(SHIPPED, command, rising(table))


if __name__ == "__main__":
    main()
