"""The laboratory: published experiments, measured again.

from engine.lab import find
from engine.lab.core.laboratory import assess, measure

table = find("srimani-4.1")
print(assess(table, measure(table, trees=400, seed=0), 400).verdict)
"""

from __future__ import annotations

from importlib import import_module

from engine.lab.board.board import BoardExperiment
from engine.lab.core.experiment import Experiment
from games.errors import SpecError, unknown

__all__ = ["AT_THE_BOARD", "EXPERIMENTS", "find"]

EXPERIMENTS = {
    "srimani-3.1": "srimani.chapter_3:FIGURES_3",
    "srimani-3.4": "srimani.chapter_3:SECTION_3_4",
    "srimani-k": "srimani.chapter_3:PHASES",
    "srimani-sizes": "srimani.chapter_6:SIZES",
    "srimani-parallel": "srimani.chapter_6:PARALLEL",
    "srimani-4.1": "srimani.tables_4:TABLE_4_1",
    "srimani-4.2": "srimani.tables_4:TABLE_4_2",
    "srimani-4.3": "srimani.tables_4:TABLE_4_3",
    "srimani-4.4": "srimani.tables_4:TABLE_4_4",
    "srimani-4.5": "srimani.tables_4:TABLE_4_5",
    "srimani-figure-4.4": "srimani.tables_4:FIGURE_4_4",
    "srimani-iid": "srimani.chapter_3:IID",
    "srimani-5.1": "srimani.chapter_5:TABLE_5_1",
    "korf-4": "korf:FIGURE_4",
    "korf-cost": "korf:COST",
    "lindstrom-1": "lindstrom:TABLE_1",
    "palay-3-3": "palay.section_3_3:SEPARATION",
    "palay-4": "palay.section_4:GOALS",
    "palay-5-1": "palay.section_5:FIGURES_5_1",
    "palay-5-4": "palay.section_5:FIGURES_5_4",
    "palay-note-2": "palay.section_5:NOTE_2",
    "palay-5-1-second": "palay.section_5:FIGURES_5_1_SECOND",
    "palay-5-4-second": "palay.section_5:FIGURES_5_4_SECOND",
    "palay-note-2-second": "palay.section_5:NOTE_2_SECOND",
    "palay-6": "palay.section_6:NO_OPPONENT",
    "palay-8": "palay.section_8:PUZZLE",
    "palay-9": "palay.section_9:INVALID_BOUNDS",
}
"""The module below `engine.lab` and the name in it that declare each published table or figure."""

AT_THE_BOARD = {
    "minimax-at-the-board": "board.experiments:MINIMAX",
    "best-first-at-the-board": "board.experiments:BEST_FIRST",
    "bstar-at-the-board": "board.experiments:BSTAR",
    "best-first-2": "board.experiments:BEST_FIRST_2",
    "proofs-at-the-board": "board.experiments:PROOFS",
    "rivest-1": "board.rivest:CONNECT_FOUR",
}
"""The same of each experiment of matches."""


def find(name: str) -> Experiment | BoardExperiment:
    """Return an experiment by its name.

    :raises SpecError: if there is none; it names the nearest.
    """
    declared = EXPERIMENTS | AT_THE_BOARD
    if name not in declared:
        raise SpecError(unknown("experiment", name, tuple(declared)))
    module, _, attribute = declared[name].partition(":")
    return getattr(import_module(f"engine.lab.{module}"), attribute)
