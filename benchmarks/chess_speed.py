"""Nodes per second in chess against `stockfish bench`: python -m benchmarks.chess_speed [COMMAND]

Both sides count the moves that they make. Stockfish uses its time for a neural evaluation and for
pruning, so this measures the cost of a node, not strength.
"""

from __future__ import annotations

import subprocess
from functools import partial

from benchmarks.baseline import Run, ratio
from benchmarks.baseline import stockfish as find_stockfish
from benchmarks.command_line import start
from games import make as make_game
from searchers import Limits, make

POSITIONS = (
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
    "r1bq1r1k/b1p1npp1/p2p3p/1p6/3PP3/1B2NN2/PP3PPP/R2Q1RK1 w - - 1 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
    "r3r1k1/2p2ppp/p1p1bn2/8/1q2P3/2NPQN2/PPP3PP/R4RK1 b - - 2 15",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 0 1",
)
NODES = 500_000


def ours(player: str) -> Run:
    """Search every position with NODES nodes; return all nodes and their seconds on the clock."""
    nodes, seconds = 0, 0.0
    for text in POSITIONS:
        result = make(player).search(make_game("chess").at(text), Limits(nodes=NODES))
        nodes, seconds = nodes + result.nodes, seconds + result.seconds
    return Run(nodes, 0, seconds)


def stockfish(command: str) -> Run:
    """Run Stockfish's `bench`; return the nodes per second that it prints, as a run of a second."""
    output = subprocess.run([command, "bench"], capture_output=True, text=True, check=True)
    last = output.stderr.strip().splitlines()[-1]
    return Run(int(last.rpartition(":")[2]), 0, 1.0)


def main(command: str = "") -> None:
    """Print our nodes per second in chess as a ratio to those of Stockfish's `bench`."""
    command = find_stockfish(command)
    if not command:
        raise SystemExit("no stockfish: give its path")
    for player in ("alphabeta@pst", "pvs@quiescence:base=pst", "pvs@quiescence:base=network"):
        ratio(player, partial(ours, player), partial(stockfish, command))


if __name__ == "__main__":
    start(main, __doc__)
