"""The Elo of each device of `pvs`: matches of the default against the same without it.

    python -m benchmarks.pvs_devices [GAME] [--nodes N] [--games N] [--workers N]
        [--only DEVICE ...]

A device that is off by default is on in the other player. Elo is that of the default over the
other: above 0 the default is better.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.command_line import start
from engine.match.statistics.elo import elo
from engine.match.tournament import play_match
from games.errors import SpecError, unknown

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


def main(
    game: str = "chess",
    *,
    nodes: int = 5000,
    games: int = 200,
    workers: int = 1,
    only: Sequence[str] = tuple(CHANGES),
) -> None:
    """Play a match for each device and print a table.

    :param nodes: nodes of a move
    :param games: games of a match
    """
    for device in only:
        if device not in CHANGES:
            raise SpecError(unknown("device", device, CHANGES))
    print(f"{game}, {nodes} nodes a move, {games} games each")
    print("| other | default's score | Elo of the default over it |")
    print("|---|---|--:|")
    for device in only:
        result = play_match(
            game,
            ["pvs", f"pvs:{CHANGES[device]}"],
            names=["default", "other"],
            nodes=nodes,
            games=games,
            openings="balanced",
            workers=workers,
        )
        pair = result.matchups[0]
        wins, draws, losses = pair.score
        score = f"+{wins} ={draws} -{losses}"
        print(f"| `{CHANGES[device]}` | {score} | {elo(pair.counts)} |", flush=True)


if __name__ == "__main__":
    start(main, __doc__)
