"""Trains the evaluator `network` for chess from our own games.

    python -m training.chess FOLDER [--generations G] [--games N] [--workers W]

Every generation plays games with the last network kept (the first with `pst`), fits a new one to
the quiet positions of the last generations, plays a match against the last one kept, and is kept if
it wins. Run it again to go on where it was cut short. The best network is then in
FOLDER/network.dat, and what was done and found in FOLDER/ledger.json.
"""

from __future__ import annotations

import sys

from training.chess.course import ChessCourse
from training.command import main

if __name__ == "__main__":
    sys.exit(main(ChessCourse(), __doc__.splitlines()[0]))
