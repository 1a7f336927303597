"""Palay 1980, section 3.3: a separation point set in advance, which failed."""

from __future__ import annotations

from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment
from engine.lab.core.quantities import Measured
from engine.lab.core.tally import Tallies
from engine.lab.palay.common import MOST_NODES, Grouped, points, tree
from searchers import make as make_searcher
from searchers.core.limits import Limits

__all__ = ["EXPERIMENT", "against_dynamic"]

_PATIENCE = 20
"""Nodes of a search with a point set in advance, as a multiple of those that it takes without."""

_VERSIONS = ("tl", "al")


def against_dynamic(branching: int, span: int, first: int, count: int) -> dict[str, list[Any]]:
    """By version: whether the search with a point set in advance ends (`solved`), and if so, its
    expansions as a multiple of those with a dynamic point."""
    tallies = Tallies()
    for seed in range(first, first + count):
        game = tree(branching, span, seed)
        for name in _VERSIONS:
            dynamic = make_searcher(f"bstar:select={name}").search(game, Limits(nodes=MOST_NODES))
            fixed = make_searcher(f"bstar:select={name},separation=fixed").search(
                game, Limits(nodes=_PATIENCE * dynamic.nodes)
            )
            tallies[f"{name} solved"].add(int(fixed.proved))
            if fixed.proved:
                tallies[f"{name} multiple"].add(
                    fixed.counts["expanded"] / dynamic.counts["expanded"]
                )
    return tallies.as_dict()


def _costs_more(measured: Measured) -> bool:
    return all(Grouped(f"{name} multiple")(measured).value > 1 for name in _VERSIONS)


def _fails(measured: Measured) -> bool:
    return Grouped("al solved")(measured).value < 0.5


EXPERIMENT = Experiment(
    name="palay-3-3",
    title="a separation point set in advance, against one that the search chooses as it goes",
    source="Palay 1980, section 3.3",
    test="the claims; the text has no numbers",
    trees=10,
    minutes=1,
    points=points(against_dynamic),
    columns=("what", "version"),
    cells=tuple(
        Cell((what, name), quantity)
        for name in _VERSIONS
        for what, quantity in (
            (f"% solved within {_PATIENCE} times the nodes", Grouped(f"{name} solved", scale=100)),
            ("expanded, where solved / with a dynamic point", Grouped(f"{name} multiple")),
        )
    ),
    claims=(
        Claim(
            f"with a point set in advance most searches by AL fail ({_PATIENCE} times the nodes)",
            _fails,
        ),
        Claim("those that end expand more nodes, in the mean", _costs_more),
    ),
)
