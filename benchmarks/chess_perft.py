"""Chess perft against python-chess and Stockfish: python -m benchmarks.chess_perft [STOCKFISH]

The programs run alternately on the start position and two middlegames. Bulk counts the moves of the
last ply without making them, as python-chess (`legal_moves.count()`) and Stockfish (`go perft`) do.
Aims: bulk 150 times python-chess and 0.7 of Stockfish; with every move made and unmade, 0.12 of
Stockfish's bulk rate.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import chess

from benchmarks.baseline import Run, Uci, ratio, timed
from benchmarks.baseline import stockfish as find_stockfish
from benchmarks.command_line import start
from games import make
from games.core.perft import perft

POSITIONS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    "quiet": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
}


def stockfish_perft(engine: Uci, fen: str, depth: int) -> int:
    """Return the number of lines of `depth` moves from a position, by `go perft`."""
    engine.send(f"position fen {fen}\nisready", "readyok")
    return int(engine.send(f"go perft {depth}", "Nodes searched").partition(":")[2])


def python_chess_perft(board: chess.Board, depth: int) -> int:
    """Return the number of lines of `depth` moves (1 or more), by python-chess in bulk."""
    if depth == 1:
        return board.legal_moves.count()
    lines = 0
    for move in board.legal_moves:
        board.push(move)
        lines += python_chess_perft(board, depth - 1)
        board.pop()
    return lines


def counted(count: Callable[[], int]) -> Run:
    """Count lines once; return their number and the seconds on the clock."""
    lines, seconds = timed(count, time.perf_counter)
    return Run(lines, 0, seconds)


def main(stockfish: str = "") -> None:
    """Print our perft rates in chess, as ratios to python-chess's and Stockfish's."""
    command = find_stockfish(stockfish)
    peer = Uci([command]) if command else None
    for name, (fen, depth) in POSITIONS.items():
        position, board = make("chess").at(fen), chess.Board(fen)
        bulk = partial(counted, partial(perft, position, depth))
        plain = partial(counted, partial(perft, position, depth, bulk=False))
        shallow = partial(counted, partial(python_chess_perft, board, depth - 1))
        ratio(f"{name}: bulk, to python-chess", bulk, shallow, rounds=3)
        if peer:
            theirs = partial(counted, partial(stockfish_perft, peer, fen, depth))
            ratio(f"{name}: bulk, to Stockfish", bulk, theirs)
            ratio(f"{name}: every move made, to Stockfish bulk", plain, theirs)
    if peer:
        peer.close()
    else:
        print("no stockfish found: give its path to compare with it")


if __name__ == "__main__":
    start(main, __doc__)
