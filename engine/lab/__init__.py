"""The laboratory: published experiments, measured again.

from engine.lab import find
from engine.lab.laboratory import measure
from engine.lab.verdict import assess

table = find("srimani-4.1")
print(assess(table, measure(table, trees=400, seed=0), 400).verdict)
"""

from __future__ import annotations

from importlib import import_module

from engine.lab.board import BoardExperiment
from engine.lab.experiment import Experiment
from games.errors import SpecError, unknown

__all__ = ["AT_THE_BOARD", "EXPERIMENTS", "find"]

EXPERIMENTS = {
    "srimani-3.1": "srimani_3",
    "srimani-k": "srimani_k",
    "srimani-4.1": "srimani_4_1",
    "srimani-4.2": "srimani_4_2",
    "srimani-4.3": "srimani_4_3",
    "srimani-4.4": "srimani_4_4",
    "srimani-4.5": "srimani_4_5",
    "srimani-figure-4.4": "srimani_figure_4_4",
    "srimani-iid": "srimani_iid",
    "srimani-5.1": "srimani_5_1",
    "korf-4": "korf_4",
    "korf-cost": "korf_cost",
    "lindstrom-1": "lindstrom_1",
    "palay-3-3": "palay_3_3",
    "palay-4": "palay_4",
    "palay-5-1": "palay_5_1",
    "palay-5-4": "palay_5_4",
    "palay-note-2": "palay_note_2",
    "palay-6": "palay_6",
    "palay-8": "palay_8",
    "palay-9": "palay_9",
}
"""The module of `engine.lab.experiments` that declares each published table or figure."""

AT_THE_BOARD = {
    "minimax-at-the-board": "minimax_at_the_board",
    "best-first-at-the-board": "best_first_at_the_board",
    "bstar-at-the-board": "bstar_at_the_board",
}
"""The module that declares each experiment whose games searchers play."""


def find(name: str) -> Experiment | BoardExperiment:
    """An experiment by its name.

    :raises SpecError: if there is none; it names the nearest.
    """
    modules = EXPERIMENTS | AT_THE_BOARD
    if name not in modules:
        raise SpecError(unknown("experiment", name, tuple(modules)))
    module = import_module(f"engine.lab.experiments.{modules[name]}")
    experiment: Experiment | BoardExperiment = module.EXPERIMENT
    return experiment
