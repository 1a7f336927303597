"""The time of the standings and the report of a large tournament.

    python -m benchmarks.large_tournament DIR [GAMES] [PLAYERS]

Write a synthetic tournament of chess into DIR, if it has none: GAMES (100,000) of PLAYERS (8), with
random results and the moves of a few hundred random games of 80 plies. Then run the two commands,
each in a separate process, and print their times.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from benchmarks.baseline import timed
from benchmarks.command_line import start
from engine.jobs import Detailed, Store
from engine.match.games.record import GameRecord, MoveRecord
from engine.match.openings.openings import Opening
from engine.match.results.folder import DATABASE
from engine.match.tournament import Tournament
from games import make
from games.parts.records import plain

LINES = 300
PLIES = 80
NODES = 10_000


def lines(count: int) -> list[list[tuple[int, str]]]:
    """Return `count` random chess games of PLIES plies, each a list of moves with their texts."""
    found = []
    rng = random.Random(1)
    while len(found) < count:
        position = make("chess")
        line = []
        while len(line) < PLIES and position.outcome() is None:
            move = rng.choice(position.legal_moves())
            line.append((move, position.move_text(move)))
            position.push(move)
        if len(line) == PLIES:
            found.append(line)
    return found


def game(
    number: int, players: tuple[str, str], moves: list[tuple[int, str]], rng: random.Random
) -> GameRecord:
    """Return the record of a synthetic game; the first eight of its moves are the opening.

    Its result, nodes, times, values and depths are random.

    :param number: the number of the game.
    :param rng: the random generator.
    """
    opening, played = moves[:8], moves[8:]
    records = tuple(
        MoveRecord(
            index % 2,
            move,
            text,
            NODES,
            rng.randint(NODES - 50, NODES),
            rng.uniform(0.01, 0.05),
            rng.uniform(0.01, 0.05),
            rng.randint(-300, 300),
            "nodes",
            "",
            rng.randint(4, 12),
        )
        for index, (move, text) in enumerate(played)
    )
    score, ending = rng.choice(
        ((1.0, "checkmate"), (0.5, "threefold repetition"), (0.0, "checkmate"))
    )
    return GameRecord(
        number,
        players,
        Opening(tuple(move for move, _ in opening)),
        tuple(text for _, text in opening),
        records,
        score,
        None,
        ending,
        None,
        "",
        "2026-01-01T00:00:00+00:00",
    )


def write(folder: Path, games: int, players: int) -> None:
    """Write the database of a tournament with this number of random games."""
    names = [f"player {number + 1}" for number in range(players)]
    pairs = players * (players - 1) // 2
    tournament = Tournament(
        "chess",
        ["random"] * players,
        nodes=NODES,
        names=names,
        games_per_pair=2 * -(-games // (2 * pairs)),
        openings="random",
    )
    rng = random.Random(2)
    known = lines(LINES)
    with Store(folder / DATABASE, plain(tournament.plan)) as store:
        for number, each in enumerate(tournament.schedule[:games]):
            both = (names[each.first], names[each.second])
            record = game(each.number, both, rng.choice(known), rng)
            result = Detailed(record.summary().as_list(), record.as_dict())
            store.add(number, f"game {each.number}", result)


def main(folder: Path, games: int = 100_000, players: int = 8) -> None:
    """Write a synthetic tournament if there is none; print the times of commands that read it."""
    if not (folder / DATABASE).is_file():
        write(folder, games, players)
    page = folder / "report.html"
    for words in (["standings", str(folder)], ["report", str(folder), "--html", str(page)]):
        command = [sys.executable, "-m", "engine.cli.main", *words]
        run = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
        _, seconds = timed(run, time.perf_counter)
        print(f"{words[0]}: {seconds:.1f} s")
    print(f"the page: {page.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    start(main, __doc__)
