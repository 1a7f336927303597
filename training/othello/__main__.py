"""Trains the evaluator `patterns` for Othello from our own games.

    python -m training.othello FOLDER [--generations G] [--games N] [--workers W]

Every generation plays games with the last weights kept (the first with `positional`), their ends
exactly, fits new weights to the positions of the last generations, plays a match against the last
ones kept, and is kept if it wins. Run it again to go on where it was cut short. The best weights
are then in FOLDER/patterns.dat, and what was done and found in FOLDER/ledger.json.
"""

from __future__ import annotations

import sys

from training.command import main
from training.othello.course import OthelloCourse

if __name__ == "__main__":
    sys.exit(main(OthelloCourse(), __doc__.splitlines()[0]))
