"""Korf 1992, section 4: the time that an expansion takes RBFMS, against alpha-beta.

The one experiment whose numbers are times: they differ from run to run, their quotient little.
"""

from __future__ import annotations

from statistics import fmean
from time import thread_time_ns
from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment, Point
from engine.lab.core.quantities import Estimate, Mean, Measured, Ratio
from engine.lab.core.tally import Tallies
from games import make as make_game
from searchers import make as make_searcher
from searchers.core.limits import Limits

__all__ = ["EXPERIMENT", "times"]

_NODES = 1_000_000
"""Of a search: so many that what a search costs but once, such as its result, does not matter."""
_DEPTH = 100
"""Of the trees: beyond what a best-first search with so many nodes reaches."""
_BRANCHING = (2, 4, 10, 40)
_SEARCHERS = {
    "rbfms": "rbfms@bounds",
    "alphabeta": "alphabeta:expand=true,deepen=false@bounds",
}
"""With an evaluator whose value is the static one, and for which both make every child and look at
it: of `static` RBFMS alone would have all children weighed at once, and none made."""


def times(b: int, first: int, count: int) -> dict[str, list[Any]]:
    """Nanoseconds of CPU time and expansions of both, turn about, with as many nodes."""
    searchers = {name: make_searcher(spec) for name, spec in _SEARCHERS.items()}
    tallies = Tallies()
    for seed in range(first, first + count):
        game = make_game(f"ngame:b={b},d={_DEPTH},seed={seed}")
        for name, searcher in searchers.items():
            searcher.new_game()
            began = thread_time_ns()
            found = searcher.search(game, Limits(nodes=_NODES, depth=_DEPTH))
            tallies[f"{name} time"].add(thread_time_ns() - began)
            tallies[f"{name} expanded"].add(found.counts["expanded"])
    return tallies.as_dict()


def _cost(b: int, name: str) -> Ratio:
    return Ratio(Mean(f"b={b}", f"{name} time"), Mean(f"b={b}", f"{name} expanded"))


def _quotient(b: int) -> Ratio:
    return Ratio(_cost(b, "rbfms"), _cost(b, "alphabeta"))


def _mean_quotient(measured: Measured) -> Estimate:
    return Estimate(fmean(_quotient(b)(measured).value for b in _BRANCHING))


def _small_constant(measured: Measured) -> bool:
    return all(_quotient(b)(measured).value < 2 for b in _BRANCHING)


EXPERIMENT = Experiment(
    name="korf-cost",
    title="time of an expansion on N-games, RBFMS's as a multiple of alpha-beta's",
    source="Korf 1992, section 4",
    test="the mean over branching factors within a quarter of the published, and the claim",
    trees=40,
    minutes=0.1,
    points=tuple(Point(f"b={b}", times, (b,)) for b in _BRANCHING),
    columns=("b",),
    cells=(
        *(Cell((b,), _quotient(b)) for b in _BRANCHING),
        Cell(("mean",), _mean_quotient, 1.27, tolerance=0.25),
    ),
    claims=(Claim("the overhead is a small constant factor: less than two", _small_constant),),
    remark="Times depend on machine, compiler and what else runs. Both make their children one at "
    "a time and evaluate them alike, so that what differs is the bookkeeping. Neither sorts, as "
    "the paper's programs do: alpha-beta picks the next best child when it comes to it, RBFMS the "
    "best two whenever it comes back.",
)
