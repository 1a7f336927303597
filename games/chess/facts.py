"""The facts about chess that other packages read, without loading python-chess."""

from __future__ import annotations

import os

from games.core.info import GameInfo

NAME = "chess"

INFO = GameInfo(
    sides=("White", "Black"),
    searcher="pvs",
    evaluators=("quiescence:base=network", "network", "pst", "material"),
    interval_evaluators=("calibrated", "learned", "nullmove", "shallow", "fixed"),
    value_unit="centipawns",
    winning_value=3000,
    traits=("material",),
    calibration_cells=(("phase", 4), ("|value|", 6), ("check", 2), ("|unrest|", 4)),
    opening_book=os.path.join(os.path.dirname(__file__), "openings.txt"),
    records_file="games.pgn",
    standards=("uci", "xboard", "pgn", "polyglot", "syzygy"),
)

# Parameters fitted to standard chess do not fit its variants.
VARIANT_INFO = GameInfo(
    sides=INFO.sides,
    searcher=INFO.searcher,
    evaluators=INFO.evaluators[-1:],
    interval_evaluators=INFO.interval_evaluators[2:],
    value_unit=INFO.value_unit,
    records_file=INFO.records_file,
    standards=INFO.standards,
)

_VARIANTS = (
    "3check", "antichess", "atomic", "crazyhouse", "giveaway", "horde", "kingofthehill",
    "racingkings", "suicide",
)  # fmt: skip

UCI_VARIANTS = {"chess": "standard", **{name: name for name in _VARIANTS}}
"""The value of the option `variant` for each name of `UCI_Variant`, as python-chess and
Fairy-Stockfish write them."""

_POLYGLOT_ENTRY_BYTES = 16


def size_fault(size: int) -> str:
    """Return why a file of `size` bytes cannot be a Polyglot book; empty if it can be one."""
    if size and size % _POLYGLOT_ENTRY_BYTES == 0:
        return ""
    return f"has {size} bytes: expected a Polyglot book, {_POLYGLOT_ENTRY_BYTES} bytes an entry"
