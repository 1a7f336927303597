"""Train the evaluator `network` for chess from our own games.

    python -m training.chess FOLDER [--generations G] [--games N] [--workers W]

Each generation plays games with the last network kept (the first with `pst`), and fits a new one to
the quiet positions of the last generations. The new network plays a match against the last one
kept, and is kept if it wins. An interrupted run resumes. The best network is FOLDER/network.dat,
the results are in FOLDER/ledger.json.
"""

from __future__ import annotations

import sys

from training.chess.course import ChessCourse
from training.command import main

if __name__ == "__main__":
    sys.exit(main(ChessCourse(), __doc__.splitlines()[0]))
