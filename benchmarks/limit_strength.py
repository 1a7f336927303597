"""The rating of each node budget: the table of `UCI_LimitStrength` and `UCI_Elo`.

    python -m benchmarks.limit_strength DIR [--nodes N ...] [--games G] [--rungs R] [--workers W]
        [--write]

The default searcher of chess plays with a node budget for each move against versions of Stash with
a clock of 3+0.03, from balanced openings with colours swapped. Each budget plays one version after
another, until it has played the `--rungs` versions nearest to its rating. The rating of a budget is
the maximum likelihood estimate on the scale of `benchmarks.stash`, with its error (95%). Stash's
moves depend on the load of the machine. DIR has a folder for each pair. An interrupted run resumes.
`--write` writes a new table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from benchmarks.command_line import start
from benchmarks.stash import RATINGS, SCALE, rated, spec
from engine.match import Adjudication, Tournament
from engine.match.results.pairs import Matchup
from engine.match.statistics.ratings import Rating
from engine.uci.strength import SHIPPED, Rung
from engine.uci.strength import write as write_table
from games import make
from searchers import Clock, Limits, default_for

NODES, GAMES, RUNGS = (100, 300, 1000, 3000, 10_000), 50, 2
"""The budgets, the games of a budget and a version, and the versions that a budget plays."""
FIRST = 1690
"""The rating near which the smallest budget is expected."""
MORE = 300
"""The expected Elo difference of two budgets, and of a version that won or lost all games."""
CLOCK = Clock.parse("3+0.03")


def play_version(folder: Path, nodes: int, version: int, games: int, workers: int) -> Matchup:
    """Play the games between a node budget and a version of Stash; return their results.

    Forfeited games are left out: old versions sometimes do not answer a `go` that follows quickly.

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
    pair = result.matchups[0]
    return Matchup(pair.players, [game for game in pair.played if game.line])


def rising(table: list[Rung]) -> list[Rung]:
    """Return the table, which is by budget, without those rated no higher than one kept before."""
    kept: list[Rung] = []
    for rung in table:
        if not kept or rung.elo > kept[-1].elo:
            kept.append(rung)
    return kept


def rate(
    folder: Path, nodes: int, expected: float, games: int, rungs: int, workers: int
) -> tuple[Rating, dict[int, Matchup]]:
    """Rate a node budget; return its rating and its results against each version it played.

    It plays the version nearest to its rating that it has not met, until it has met the `rungs`
    nearest.

    :param expected: where its rating is expected before the first games.
    """
    found: dict[int, Matchup] = {}
    rating = Rating(str(nodes), expected, None, 0.0, 0)
    while left := [version for version in nearest(expected, rungs) if version not in found]:
        found[left[0]] = play_version(folder, nodes, left[0], games, workers)
        pairs = {f"Stash {version}": pair for version, pair in found.items()}
        rating = rated(str(nodes), pairs, SCALE)
        points = rating.rating if rating.rating is not None else 0.0
        expected = points if math.isfinite(points) else expected + math.copysign(MORE, points)
    return rating, found


def nearest(elo: float, count: int) -> list[int]:
    """Return the versions of Stash whose ratings are nearest to a rating, the nearest first."""
    return sorted(RATINGS, key=lambda version: abs(RATINGS[version] - elo))[:count]


def main(
    out: Path,
    *,
    nodes: Sequence[int] = NODES,
    games: int = GAMES,
    rungs: int = RUNGS,
    workers: int = 1,
    write: bool = False,
) -> None:
    """Play node budgets against versions of Stash, and print or write their ratings.

    :param out: a folder, which gets a folder of games for each pair
    :param nodes: the budgets
    :param games: games of a budget and a version
    :param rungs: the versions nearest to its rating that a budget must have played
    :param workers: games at a time
    :param write: write the table that `UCI_Elo` reads
    """
    expected: float = FIRST
    table: list[Rung] = []
    print("| nodes | Elo | games |\n|--:|--:|---|")
    for budget in sorted(nodes):
        rating, found = rate(out, budget, expected, games, rungs, workers)
        played = ", ".join(f"{version}: {pair}" for version, pair in found.items())
        if rating.rating is None or rating.error is None or not math.isfinite(rating.rating):
            print(f"| {budget} | {rating.note} | {played} |", flush=True)
            continue
        print(f"| {budget} | {rating.rating:.0f} +- {rating.error:.0f} | {played} |", flush=True)
        table.append(Rung(budget, round(rating.rating), round(rating.error)))
        expected = rating.rating + MORE
    if write:
        command = "python -m benchmarks.limit_strength DIR --write"
        if tuple(nodes) != NODES:
            command += f" --nodes {' '.join(map(str, nodes))}"
        command += f" --games {games}" if games != GAMES else ""
        command += f" --rungs {rungs}" if rungs != RUNGS else ""
        write_table(SHIPPED, command, rising(table))


if __name__ == "__main__":
    start(main, __doc__)
