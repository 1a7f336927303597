"""Games per minute against a simple python-chess loop: python -m benchmarks.match_rate [WORKERS]

Stockfish plays itself from 50 openings at 1,000 nodes a move, with the same number of processes on
both sides. Games must have the same moves and results. Aim: 0.9 of the loop's rate. Then print the
Othello games per second of `random` players in this process, database included (aim: 300 on one
core), and the time of the standings of 100,000 finished games.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import chess
import chess.engine

from benchmarks.baseline import ratio, stockfish
from benchmarks.command_line import start
from engine.jobs import Store
from engine.match import Tournament, play_match, standings
from engine.match.results.folder import DATABASE
from games.parts.records import plain

NODES = 1000
OPENINGS = 50
FINISHED = 100_000

MovesPlayed = tuple[list[str], str]
"""The moves of a game, and its result."""


def bare_loop(command: str, openings: Sequence[Sequence[str]]) -> list[MovesPlayed]:
    """Play every opening twice, with swapped colours; return the moves and the result of each game.

    It is the loop of a short script: two processes of one UCI engine play each other.

    :param command: the command of the engine.
    :param openings: the moves of each opening, in UCI's notation.
    """
    engines = [chess.engine.SimpleEngine.popen_uci(command) for _ in range(2)]
    games = []
    for opening in openings:
        for swap in (0, 1):
            board = chess.Board()
            for text in opening:
                board.push_uci(text)
            game = object()
            while board.outcome() is None and not draw_claimed(board):
                engine = engines[board.turn == (chess.BLACK, chess.WHITE)[swap]]
                limit = chess.engine.Limit(nodes=NODES)
                played = engine.play(board, limit, game=game, info=chess.engine.INFO_BASIC)
                assert played.move is not None
                board.push(played.move)
            outcome = board.outcome()
            result = outcome.result() if outcome else "1/2-1/2"
            games.append(([move.uci() for move in board.move_stack], result))
    for engine in engines:
        engine.quit()
    return games


def draw_claimed(board: chess.Board) -> bool:
    """Return whether a player can claim a draw by threefold repetition or fifty moves."""
    return board.is_repetition(3) or board.is_fifty_moves()


def their_games(command: str, openings: Sequence[Sequence[str]], workers: int) -> list[MovesPlayed]:
    """Play the games of `bare_loop` in several processes; return their moves and results."""
    if workers == 1:
        return bare_loop(command, openings)
    size = -(-len(openings) // workers)
    shares = [openings[start : start + size] for start in range(0, len(openings), size)]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return [game for games in pool.map(partial(bare_loop, command), shares) for game in games]


def compare(command: str, workers: int) -> None:
    """Print the ratio of our rate to the loop's, with Stockfish against itself."""
    tournament = Tournament(
        "chess", [f"uci:{command}"] * 2, nodes=NODES, games_per_pair=2 * OPENINGS
    )
    start = tournament.start
    openings = []
    for pairing in tournament.schedule[::2]:
        position: Any = pairing.opening.reach(start)
        openings.append([move.uci() for move in position.board().move_stack])
    ours: list[MovesPlayed] = []
    theirs: list[MovesPlayed] = []

    def our_rate() -> float:
        """Play the tournament; return our games per minute."""
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            result = tournament.run(folder, workers=workers)
            minutes = (time.perf_counter() - started) / 60
            ours[:] = [(game.text, game.result) for game in result.games]
        return len(ours) / minutes

    def their_rate() -> float:
        """Play the same games with the other program; return its games per minute."""
        started = time.perf_counter()
        theirs[:] = their_games(command, openings, workers)
        return len(theirs) / (time.perf_counter() - started) * 60

    name = f"stockfish at {NODES} nodes, {workers} workers"
    ratio(name, our_rate, their_rate, rounds=3, unit="games/min")
    same = sum(a == b for a, b in zip(ours, theirs, strict=True))
    print(f"{same} of {len(ours)} games have the same moves and result")


def count_random_games(games: int = 2000) -> None:
    """Print the rate of Othello games of random players in this process."""
    players = ["random@positional", "random:seed=2@positional"]
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        play_match("othello", players, nodes=1, games=games, openings="random", out=folder)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"othello, random players: {games / wall:.0f} games/s, {games / cpu:.0f} a CPU second")


def read_many_games() -> None:
    """Print the time of the standings of a long tournament, with the games of a short one."""
    players = ["random@positional", *(f"random:seed={n}@positional" for n in (2, 3, 4))]
    settings: dict[str, Any] = {"nodes": 1, "openings": "none"}
    long = Tournament("othello", players, games_per_pair=-(-FINISHED // 6), **settings)
    short = play_match("othello", players[:2], nodes=1, games=10)
    summaries = [game.summary() for game in short.games]
    with tempfile.TemporaryDirectory() as folder:
        with Store(Path(folder) / DATABASE, plain(long.plan)) as store:
            names = [player.name for player in long.participants]
            for index, pairing in enumerate(long.schedule):
                game = replace(
                    summaries[index % len(summaries)],
                    round=pairing.round,
                    players=(names[pairing.first], names[pairing.second]),
                    line=str(index),
                )
                store.add(index, f"game {pairing.round}", game.as_list())
        started = time.perf_counter()
        result = standings(folder)
        read = time.perf_counter() - started
        text = str(result)
        result.as_dict()
        total = time.perf_counter() - started
    assert text
    print(f"{result.count} finished games: read in {read:.2f} s, all counted in {total:.2f} s")


def main(workers: int = 1) -> None:
    """Print the games per minute of tournaments, as ratios to a simple loop's."""
    count_random_games()
    read_many_games()
    command = stockfish()
    if command:
        compare(command, workers)
    else:
        print("no stockfish found: install it to compare with it")


if __name__ == "__main__":
    start(main, __doc__)
