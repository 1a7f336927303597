"""Train the evaluator `patterns` for Othello from our own games.

    python -m training.othello FOLDER [--generations G] [--games N] [--workers W]

Each generation plays games with the last weights kept (the first with `positional`) and exact
endgames, and fits new weights to the positions of the last generations. They play a match against
the last ones kept, and are kept if they win. An interrupted run resumes. The best weights are
FOLDER/patterns.dat, the results are in FOLDER/ledger.json.
"""

from __future__ import annotations

import sys

from training.command import main
from training.othello.course import OthelloCourse

if __name__ == "__main__":
    sys.exit(main(OthelloCourse(), __doc__.splitlines()[0]))
