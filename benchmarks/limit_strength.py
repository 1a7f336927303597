"""How strong a budget of nodes makes us: the table behind `UCI_LimitStrength` and `UCI_Elo`.

    python -m benchmarks.limit_strength DIR [--nodes N ...] [--games G] [--workers W] [--write]

The default searcher of chess plays with budgets of nodes a move against Stockfish's `UCI_Elo`, from
balanced openings with colours swapped: each budget against the `--rungs` nearest to what the one
before was found to be. Stockfish so limited chooses its move once it has finished a depth that
follows from the rating, and is asked to search as deep and no deeper: what it plays is what it
would play with a second a move, however busy the machine is. The rating of a budget is the one
under which its results are likeliest, on Stockfish's scale, with its error (95%). Games lie in DIR,
a folder for each pair, and what was interrupted goes on; `--write` makes the table anew.
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
"""Ratings of Stockfish that are asked for: 1350 is its lowest, and the higher the slower."""
STEP = 220
"""Elo between its rungs."""
MORE = 100
"""Elo expected of a budget beyond the one before: what is too far off tells little."""


def depth_of(rating: int) -> int:
    """The depth that Stockfish 15 finishes before it chooses a move at a rating: one more than its
    level (`Skill` in its search.cpp)."""
    level = (max(0.0, rating - 1346.6) / 143.4) ** (1 / 0.806)
    return 1 + int(min(20.0, level))


def rungs() -> list[int]:
    """The ratings of Stockfish, from the lowest on."""
    return list(range(LOWEST, HIGHEST + 1, STEP))


def met(folder: Path, nodes: int, rating: int, games: int, workers: int) -> Matchup:
    """The games between a budget and a rung."""
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
    """The rating of a budget, by its games against rungs."""
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
    """Without the budgets that were found no stronger than a smaller one, which chance can do."""
    kept: list[Rung] = []
    for rung in table:
        if not kept or rung.elo > kept[-1].elo:
            kept.append(rung)
    return kept


def main() -> None:
    """Play, print the table, and write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", metavar="DIR", type=Path)
    parser.add_argument("--nodes", nargs="+", type=int, default=NODES)
    parser.add_argument("--games", type=int, default=20, help="of a budget against a rung")
    parser.add_argument("--rungs", type=int, default=3, help="that a budget meets")
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
                words = " ".join(map(str, value)) if name == "nodes" else value
                command += f" --{name} {words}"
        write(SHIPPED, command, rising(table))


if __name__ == "__main__":
    main()
