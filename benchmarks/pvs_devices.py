"""The Elo of each device of `pvs`: matches of the default against the same without it.

    python -m benchmarks.pvs_devices [GAME] [--nodes N] [--games N] [--workers N]
        [--only DEVICE ...]

A device that is off by default is on in the other player. Elo is that of the default over the
other: above 0 the default is better.
"""

from __future__ import annotations

import argparse

from engine.match.statistics.elo import elo
from engine.match.tournament import play_match

CHANGES = {
    "aspiration": "aspiration=false",
    "killers": "killers=false",
    "history": "history=false",
    "checks": "checks=false",
    "sort": "sort=8",
    "null": "null=false",
    "lmr": "lmr=false",
    "lmp": "lmp=0",
    "exchange": "exchange=false",
    "refine": "refine=false",
    "iir": "iir=false",
    "singular": "singular=0",
    "reverse": "reverse=0",
    "futility": "futility=0",
    "razoring": "razoring=99",
    "probcut": "probcut=0",
    "selective": "selective=false",
}
"""The option that changes each device from its default."""


def main() -> None:
    """Play a match for each device and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="chess")
    parser.add_argument("--nodes", type=int, default=5000, help="nodes of a move")
    parser.add_argument("--games", type=int, default=200, help="games of a match")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=CHANGES, default=list(CHANGES))
    given = parser.parse_args()
    print(f"{given.game}, {given.nodes} nodes a move, {given.games} games each")
    print("| other | default's score | Elo of the default over it |")
    print("|---|---|--:|")
    for device in given.only:
        result = play_match(
            given.game,
            ["pvs", f"pvs:{CHANGES[device]}"],
            names=["default", "other"],
            nodes=given.nodes,
            games=given.games,
            openings="balanced",
            workers=given.workers,
        )
        pair = result.matchups[0]
        wins, draws, losses = pair.score
        score = f"+{wins} ={draws} -{losses}"
        print(f"| `{CHANGES[device]}` | {score} | {elo(pair.counts)} |", flush=True)


if __name__ == "__main__":
    main()
