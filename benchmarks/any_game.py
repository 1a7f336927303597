"""Random games of our rules against OpenSpiel's rules in C++: moves per second.

    python -m benchmarks.any_game [SECONDS] [GAMES]

It needs the package `open-spiel`, and for shogi `pyffish`. Each game is played in four ways, each
for about SECONDS of CPU:

* compiled: `uct` with rollouts, on the game of Starling;
* Python: the same without compiled modules;
* bridge: the same on `openspiel:NAME`, whose rules are called from Python;
* C++: OpenSpiel's own Monte-Carlo tree search, with one simulation of many rollouts.

The ratios are of C++. GAMES are names of Starling with blanks between, by default all of the table.
A turn of Amazons is one move of ours and three of OpenSpiel, so its rates are of turns.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.any_game_match import PARTS, monte_carlo_bot
from benchmarks.baseline import timed
from benchmarks.command_line import start
from games import make
from games.bridges.openspiel import load_openspiel

ROOT = Path(__file__).resolve().parents[1]

PAIRS = {
    "connect4": ("connect4", "connect_four"),
    "mnk": ("mnk:m=7,n=7,k=5", "mnk(m=7,n=7,k=5)"),
    "hex": ("hex:size=7", "hex(board_size=7)"),
    "breakthrough": ("breakthrough:width=6,height=6", "breakthrough(rows=6,columns=6)"),
    "clobber": ("clobber:width=6,height=5", "clobber(rows=5,columns=6)"),
    "amazons": ("amazons", "amazons"),
    "checkers": ("checkers", "checkers"),
    "othello": ("othello", "othello"),
    "chess": ("chess", "chess"),
    "shogi": ("fairy:shogi", "shogi"),
}
"""The spec of a game here, and in OpenSpiel."""

_SAMPLE = 50
"""Random games that measure the mean number of moves."""

_PRINT_RATE = """
import sys, time
from engine import game, searcher
spec, seconds = sys.argv[1], float(sys.argv[2])
position, player = game(spec), searcher("uct:rollouts=1,hash=1024")
player.search(position, nodes=200)
nodes, spent = 500, 0.0
while spent < seconds / 2:
    nodes *= 2
    began = time.process_time()
    made = player.search(position, nodes=nodes).nodes
    spent = time.process_time() - began
print(made / spent)
"""


def main(seconds: float = 2.0, games: str = " ".join(PAIRS)) -> None:
    """Print the moves per second of each game in each way, and their ratios of C++."""
    wrong = [name for name in games.split() if name not in PAIRS]
    if wrong:
        raise SystemExit(f"games={' '.join(wrong)}: expected some of {', '.join(PAIRS)}")
    ways = "".join(f"{way:>11} {'':5}" for way in ("compiled", "Python", "bridge"))
    for name in games.split():
        make(PAIRS[name][0])
    print(f"{'moves per second':<16}{ways}{'C++':>11}")
    with tempfile.TemporaryDirectory() as folder:
        for package in ("games", "evaluators", "searchers", "engine"):
            binaries = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
            shutil.copytree(ROOT / package, Path(folder) / package, ignore=binaries)
        for name in games.split():
            ours, theirs = PAIRS[name]
            parts = PARTS.get(name, 1)
            reference = _rate_of_openspiel(theirs, seconds) / parts
            rates = (
                _rate(ours, seconds, ROOT),
                _rate(ours, seconds, Path(folder)),
                _rate(f"openspiel:{theirs}", seconds, ROOT) / (2 * parts - 1),
            )
            columns = "".join(f"{rate:>11,.0f} {rate / reference:5.2f}" for rate in rates)
            print(f"{name:<16}{columns}{reference:>11,.0f}", flush=True)


def _rate(spec: str, seconds: float, folder: Path) -> float:
    """Return the moves per CPU second of rollouts by `uct`, measured in a process of its own.

    :param spec: the spec of the game.
    :param seconds: the search that is measured takes at least half of this CPU time.
    :param folder: the folder whose packages are used.
    """
    run = [sys.executable, "-c", _PRINT_RATE, spec, str(seconds)]
    return float(subprocess.run(run, cwd=folder, check=True, stdout=subprocess.PIPE).stdout)


def _rate_of_openspiel(name: str, seconds: float) -> float:
    """Return the moves per CPU second of OpenSpiel's rollouts from the start of a game.

    :param seconds: the search that is measured takes at least half of this CPU time.
    """
    game = load_openspiel(name)
    rng = random.Random(1)
    moves = sum(_random_moves(game, rng) for _ in range(_SAMPLE)) / _SAMPLE
    rollouts, spent = 10, 0.0
    while spent < seconds / 2:
        rollouts *= 2
        bot = monte_carlo_bot(game, 1, rollouts, seed=1)
        _, spent = timed(partial(bot.mcts_search, game.new_initial_state()))
    return moves * rollouts / spent


def _random_moves(game: Any, rng: random.Random) -> int:
    """Return the number of moves of a random game."""
    state, count = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        count += 1
    return count


if __name__ == "__main__":
    start(main, __doc__)
