"""The rating of each node budget: the table of `UCI_LimitStrength` and `UCI_Elo`.

    python -m benchmarks.limit_strength DIR [--nodes N ...] [--games G] [--workers W] [--write]

The default searcher of chess plays with a node budget for each move against Stockfish's `UCI_Elo`,
from balanced openings with colours swapped. Each budget plays the `--rungs` nearest to the rating
of the last budget. With limited strength, Stockfish chooses its move after a depth that follows
from the rating. It searches to exactly that depth, so that its moves do not depend on the machine's
load. The rating of a budget is the maximum likelihood estimate on Stockfish's scale, with its error
(95%). DIR has a folder for each pair. An interrupted run resumes. `--write` writes a new table.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from engine.match import Adjudication, Tournament
from engine.match.results.pairs import Matchup
from engine.match.statistics.ratings import Rating, ratings
from engine.uci.strength import SHIPPED, Rung, write
from games import make
from searchers import Limits, default_for

NODES = (30, 100, 300, 1000, 3000, 10_000, 30_000)
LOWEST, HIGHEST = 1350, 2450
"""The range of Stockfish's ratings: 1350 is its lowest, and higher ones are slower."""
STEP = 220
"""The Elo difference of two rungs."""
MORE = 100
"""The expected Elo difference of two budgets; rungs far from the rating have little information."""


def depth_of(rating: int) -> int:
    """Return the depth after which Stockfish 15 chooses a move at a rating.

    It is one more than its level (`Skill` in its search.cpp).
    """
    level = (max(0.0, rating - 1346.6) / 143.4) ** (1 / 0.806)
    return 1 + int(min(20.0, level))


def rungs() -> list[int]:
    """Return the ratings of Stockfish, in rising order."""
    return list(range(LOWEST, HIGHEST + 1, STEP))


def met(folder: Path, nodes: int, rating: int, games: int, workers: int) -> Matchup:
    """Play the games between a node budget and Stockfish at a rating; return their results.

    :param folder: the folder of all matches, from which an interrupted run resumes.
    :param nodes: the budget of a move of our default player.
    :param rating: Stockfish's `UCI_Elo`.
    :raises KeyboardInterrupt: if it was interrupted.
    """
    spec = f"uci:stockfish option.UCI_LimitStrength=true option.UCI_Elo={rating}"
    tournament = Tournament(
        "chess",
        [default_for(make("chess")), spec],
        [Limits(nodes=nodes), Limits(depth=depth_of(rating))],
        names=[str(nodes), f"Stockfish {rating}"],
        games_per_pair=games,
        openings=f"balanced:seed={nodes + rating}",
        adjudication=Adjudication(resign_value=1200, draw_value=5, draw_after=120, longest=300),
    )
    result = tournament.run(folder / f"{nodes}-{rating}", workers=workers)
    if result.interrupted:
        raise KeyboardInterrupt
    return result.matchups[0]


def rated(nodes: int, found: dict[int, Matchup]) -> Rating:
    """Return the rating of a budget from its games against rungs."""
    anchors = {f"Stockfish {rating}": float(rating) for rating in found}
    games = {(str(nodes), f"Stockfish {rating}"): pair for rating, pair in found.items()}
    each = ratings(
        [str(nodes), *anchors],
        {pair: match.score for pair, match in games.items()},
        anchors=anchors,
        counts={pair: match.counts for pair, match in games.items()},
    )
    return next(one for one in each if one.player == str(nodes))


def rising(table: list[Rung]) -> list[Rung]:
    """Return the table without budgets that are rated no higher than a smaller one, by chance."""
    kept: list[Rung] = []
    for rung in table:
        if not kept or rung.elo > kept[-1].elo:
            kept.append(rung)
    return kept


def main() -> None:
    """Play node budgets against Stockfish's `UCI_Elo`, and print or write their ratings."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", metavar="DIR", type=Path)
    parser.add_argument("--nodes", nargs="+", type=int, default=NODES)
    parser.add_argument("--games", type=int, default=20, help="games of a budget against a rung")
    parser.add_argument("--rungs", type=int, default=3, help="rungs that a budget plays")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {SHIPPED.name}")
    given = parser.parse_args()
    expected: float = LOWEST
    table: list[Rung] = []
    print("| nodes | Elo | games |\n|--:|--:|---|")
    for nodes in sorted(given.nodes):
        nearest = sorted(rungs(), key=lambda rung: abs(rung - expected))[: given.rungs]
        found = {
            rung: met(given.out, nodes, rung, given.games, given.workers)
            for rung in sorted(nearest)
        }
        rating = rated(nodes, found)
        played = ", ".join(f"{rung}: {pair}" for rung, pair in found.items())
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
