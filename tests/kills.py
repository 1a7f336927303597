"""Tournaments and trainings that are interrupted, or killed, and then run to their end."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.jobs import Store
from engine.match import Progress, standings
from engine.match.tournament_file import read_tournament
from games.errors import FileError
from tests.processes import children_of, ended
from tests.results import outcome_of, rounds_and_places

ROOT = Path(__file__).resolve().parents[1]


class Interrupting(Progress):
    """Presses Ctrl-C after so many games."""

    def __init__(self, games: int) -> None:
        self.left = games

    def game(self, result: object, game: object) -> None:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


def count(out: Path) -> int:
    """The games of a folder."""
    try:
        return standings(out).count
    except FileError:  # not there yet
        return 0


def kill_and_resume(
    file: Path,
    out: Path,
    kills: int,
    planned: int,
    more: Sequence[str] = ("--workers", "2"),
    seconds: float = 5.0,
) -> None:
    """Kill `starling tournament` so often at random moments; then let it end.

    :param planned: how many games it has at least.
    :param more: how it is run.
    :param seconds: in which its workers end, also those that are still being started.
    """
    words = [sys.executable, "-m", "engine.cli.main", "tournament", str(file), "--out", str(out)]
    rng = random.Random(3)
    for kill in range(kills):
        target = planned * (kill + 1) // (kills + 2)
        process = subprocess.Popen(
            [*words, *more], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and count(out) < target:
            time.sleep(0.02)
        time.sleep(rng.random() / 20)
        assert process.poll() is None, "it ended before it was killed"
        children = children_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert ended(*children, seconds=seconds)
        assert target <= count(out) < planned
    done = subprocess.run([*words, *more], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def killed_in_rounds(
    folder: Path,
    format: str,
    players: int,
    kills: int,
    more: Sequence[str],
) -> None:
    """Kill a Swiss or knockout tournament; its result is that of one that was never killed."""
    stages = "rounds = 4" if format == "swiss" else "extra_pairs = 1"
    file = folder / "rounds.toml"
    text = f'game = "othello"\nformat = "{format}"\n{stages}\ngames_per_pair = 4\n'
    text += '[openings]\nbook = "random"\n'
    for place in range(players):
        spec = ("alphabeta@discs", "bfms@discs", "bfms@positional")[place % 3]
        text += f'[[player]]\nspec = "{spec}"\nnodes = {1000 + 200 * place}\n'
    file.write_text(text)
    whole = read_tournament(file).run(folder / "whole")
    out = folder / "killed"
    kill_and_resume(file, out, kills, whole.count, more, seconds=60)
    assert outcome_of(out) == outcome_of(folder / "whole")
    assert rounds_and_places(out) == rounds_and_places(folder / "whole")
    games = [game.number for game in standings(out).games]
    assert games == list(range(1, whole.count + 1))


def kill_and_resume_training(
    command: Sequence[str], folder: Path, weights: str, done: int = 1
) -> None:
    """Train a generation, and once more, killed when so many jobs are done and run again: weights
    and ledger must be the same.

    :param command: all words but that for the folder.
    """
    whole, killed = folder / "whole", folder / "killed"
    subprocess.run([*command, str(whole)], cwd=ROOT, check=True, capture_output=True)
    run = subprocess.Popen([*command, str(killed)], cwd=ROOT, stdout=subprocess.DEVNULL)
    while _jobs_done(killed / "generation-1" / "games" / "results.sqlite") < done:
        assert run.poll() is None, "it ended before it was killed"
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert json.loads((killed / "ledger.json").read_text())["generations"] == []
    subprocess.run([*command, str(killed)], cwd=ROOT, check=True, capture_output=True)
    same = [(each / "generation-1" / weights).read_bytes() for each in (whole, killed)]
    assert same[0] == same[1]
    ledgers = [(each / "ledger.json").read_text() for each in (whole, killed)]
    assert ledgers[0] == ledgers[1]


def _jobs_done(path: Path) -> int:
    """Return the number of results in a store, which may not exist yet."""
    try:
        with Store.reading(path) as store:
            return len(store)
    except FileError:
        return 0
