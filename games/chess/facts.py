"""What others ask of chess, in a module that is quick to import: see `Position` for each."""

from __future__ import annotations

import os

__all__ = [
    "BOOK",
    "EVALUATORS",
    "INTERVALS",
    "NAME",
    "RECORDS",
    "SEARCHER",
    "SIDES",
    "STANDARDS",
    "UCI_VARIANTS",
    "VALUES",
    "VARIANT_EVALUATORS",
    "VARIANT_INTERVALS",
]

NAME = "chess"
SIDES = ("White", "Black")
SEARCHER = "pvs"
EVALUATORS = ("quiescence:base=network", "network", "pst", "material")
INTERVALS = ("calibrated", "learned", "nullmove", "shallow", "fixed")
BOOK = os.path.join(os.path.dirname(__file__), "openings.txt")
RECORDS = "games.pgn"
VALUES = "centipawns"
STANDARDS = ("uci", "xboard", "pgn", "polyglot", "syzygy")

UCI_VARIANTS = {
    "chess": "standard",
    "3check": "3check",
    "antichess": "antichess",
    "atomic": "atomic",
    "crazyhouse": "crazyhouse",
    "giveaway": "giveaway",
    "horde": "horde",
    "kingofthehill": "kingofthehill",
    "racingkings": "racingkings",
    "suicide": "suicide",
}
"""The names of `UCI_Variant`, as python-chess and Fairy-Stockfish write them, each with the value
of the option `variant`."""

# What was learned from standard chess does not know its variants.
VARIANT_EVALUATORS = EVALUATORS[-1:]
VARIANT_INTERVALS = INTERVALS[2:]
