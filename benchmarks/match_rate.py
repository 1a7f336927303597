"""Games per minute against a simple python-chess loop: python -m benchmarks.match_rate [WORKERS]

Stockfish plays itself from 50 openings at 1,000 nodes a move, with the same number of processes on
both sides. Games must have the same moves and results. Aim: 0.9 of the loop's rate.
`benchmarks.large_tournament` measures the standings of many games.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import chess
import chess.engine

from benchmarks.baseline import Run, ratio, stockfish, timed
from benchmarks.command_line import start
from engine.match import Tournament

NODES = 1000
OPENINGS = 50

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
    """Print the ratio of our rate to the loop's, with Stockfish against itself.

    Print also how many games have the same moves and result.

    :param command: the path of Stockfish.
    """
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

    def play_ours() -> Run:
        """Play the tournament; return the number of games and the seconds on the clock."""
        with tempfile.TemporaryDirectory() as folder:
            run = partial(tournament.run, folder, workers=workers)
            result, seconds = timed(run, time.perf_counter)
            ours[:] = [(game.text, game.result) for game in result.games]
        return Run(len(ours), 0, seconds)

    def play_theirs() -> Run:
        """Play the same games with the loop; return their number and the seconds on the clock."""
        play = partial(their_games, command, openings, workers)
        theirs[:], seconds = timed(play, time.perf_counter)
        return Run(len(theirs), 0, seconds)

    name = f"stockfish at {NODES} nodes, {workers} workers"
    ratio(name, play_ours, play_theirs, rounds=3, unit="games/min", per=1 / 60)
    same = sum(a == b for a, b in zip(ours, theirs, strict=True))
    print(f"{same} of {len(ours)} games have the same moves and result")


def main(workers: int = 1) -> None:
    """Print the games per minute of tournaments, as ratios to a simple loop's."""
    command = stockfish()
    if command:
        compare(command, workers)
    else:
        print("no stockfish found: install it to compare with it")


if __name__ == "__main__":
    start(main, __doc__)
