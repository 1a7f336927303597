"""The laboratory: published experiments, measured again.

from engine.lab import find
from engine.lab.core.laboratory import measure
from engine.lab.core.verdict import assess

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
    "srimani-3.1": "srimani.figures_3",
    "srimani-3.4": "srimani.section_3_4",
    "srimani-k": "srimani.phases",
    "srimani-sizes": "srimani.sizes",
    "srimani-parallel": "srimani.parallel",
    "srimani-4.1": "srimani.table_4_1",
    "srimani-4.2": "srimani.table_4_2",
    "srimani-4.3": "srimani.table_4_3",
    "srimani-4.4": "srimani.table_4_4",
    "srimani-4.5": "srimani.table_4_5",
    "srimani-figure-4.4": "srimani.figure_4_4",
    "srimani-iid": "srimani.iid",
    "srimani-5.1": "srimani.chapter_5",
    "korf-4": "korf.section_4",
    "korf-cost": "korf.cost",
    "lindstrom-1": "lindstrom.table_1",
    "palay-3-3": "palay.section_3_3",
    "palay-4": "palay.section_4",
    "palay-5-1": "palay.figures_5_1",
    "palay-5-4": "palay.figures_5_4",
    "palay-note-2": "palay.note_2",
    "palay-5-1-second": "palay.figures_5_1:SECOND_READING",
    "palay-5-4-second": "palay.figures_5_4:SECOND_READING",
    "palay-note-2-second": "palay.note_2:SECOND_READING",
    "palay-6": "palay.section_6",
    "palay-8": "palay.section_8",
    "palay-9": "palay.section_9",
}
"""The module below `engine.lab` that declares each published table or figure, as `EXPERIMENT` or by
the name behind the colon."""

AT_THE_BOARD = {
    "minimax-at-the-board": "board.minimax",
    "best-first-at-the-board": "board.best_first",
    "bstar-at-the-board": "board.bstar",
    "best-first-2": "board.best_first_2",
    "proofs-at-the-board": "board.proofs",
}
"""The module that declares each experiment whose games searchers play."""


def find(name: str) -> Experiment | BoardExperiment:
    """An experiment by its name.

    :raises SpecError: if there is none; it names the nearest.
    """
    modules = EXPERIMENTS | AT_THE_BOARD
    if name not in modules:
        raise SpecError(unknown("experiment", name, tuple(modules)))
    module, _, attribute = modules[name].partition(":")
    declared = import_module(f"engine.lab.{module}")
    experiment: Experiment | BoardExperiment = getattr(declared, attribute or "EXPERIMENT")
    return experiment
