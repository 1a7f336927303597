"""Intervals of trained values: a fit of `learned` to deeper searches with the same values."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.lab.calibration.sample import sample
from engine.train.quantiles import examples_of, fit_network
from evaluators import make as make_evaluator
from evaluators.intervals.fits import write
from evaluators.intervals.learned import network_features
from evaluators.values.trained_file import INTERVALS
from games import make

__all__ = ["DEEP", "fit_intervals"]

DEEP = 4
"""The plies of the searches whose values the intervals contain."""
SEEDS = 1_000_000
"""The first seed of the games, so that measurements with small seeds use others."""


def fit_intervals(
    game: str,
    folder: Path,
    positions: int,
    seed: int,
    nodes: int,
    *,
    command: str,
    workers: int,
    executor: Executor | None,
    on_progress: Callable[[int, int], Any],
) -> Path:
    """Fit intervals for the values of a folder; write them to a file beside the values.

    The searches are stored, and an interrupted run resumes. The file names the values by their
    checksum: it serves no others. Return its path.

    :param positions: the positions to search.
    :param seed: with SEEDS added, the seed of their games.
    :param nodes: the nodes of a move of their games.
    :param command: what made the file, for readers.
    :param on_progress: called with the number of finished games and of all games.
    :raises EvaluationError: if the positions are too few.
    """
    base = f"values:{folder}"
    start = make(game)
    evaluator = make_evaluator(base)
    rows = sample(
        game,
        (f"shallow:base=({base}),depths=0-0",),
        base,
        (DEEP,),
        positions=positions,
        seed=SEEDS + seed,
        player=f"pvs@{base}",
        nodes=nodes,
        path=folder / f"intervals-{positions}" / "results.sqlite",
        workers=workers,
        executor=executor,
        on_progress=on_progress,
    )
    examples = examples_of(game, base, 0, rows, network_features(start, evaluator))
    fit, found = fit_network(start, base, 0, DEEP, examples, 0)
    path = folder / INTERVALS
    write(path, command, [], [replace(fit, evaluator=evaluator.own_fits()[1])], [found])
    return path
