"""`starling perft`: count the leaves of a game tree, the test of a move generator."""

from __future__ import annotations

import argparse
import time

from engine.cli.arguments import add_position, position_from
from games.core.perft import perft
from games.core.scores import MAX_PLY
from games.errors import LimitsError, quoted
from games.parts.numbers import is_whole

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_position(parser)
    parser.add_argument("depth", type=int, metavar="DEPTH", help="plies to count")
    parser.add_argument(
        "--divide", action="store_true", help="count below every move of the position"
    )


def run(options: argparse.Namespace) -> int:
    """Print the leaf count of every depth up to the one asked for."""
    if not is_whole(options.depth, 1, MAX_PLY):
        raise LimitsError(
            f"depth {quoted(options.depth)}: expected at least 1 and at most {MAX_PLY} plies"
        )
    position = position_from(options)
    for depth in range(1, options.depth + 1):
        started = time.perf_counter()
        leaves = perft(position, depth)
        seconds = time.perf_counter() - started
        print(f"depth {depth}: {leaves} leaves in {seconds:.3f} s", flush=True)
    if options.divide:
        for move in position.legal_moves():
            text = position.move_text(move)
            position.push(move)
            print(f"{text}: {perft(position, options.depth - 1) if options.depth > 1 else 1}")
            position.pop()
    return 0
