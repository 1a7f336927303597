"""Palay 1980, section 3.3: a separation point set in advance, which failed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.lab.core.experiment import Cell, Experiment, Measured, claim
from engine.lab.palay.common import MOST_NODES, MeanOverPoints, points, tree
from searchers import make as make_searcher
from searchers.core.limits import Limits

_PATIENCE = 20
"""Nodes of a search with a point set in advance, as a multiple of those with a dynamic one."""

_VERSIONS = ("tl", "al")


def against_dynamic(branching: int, span: int, seeds: range) -> Iterator[dict[str, float]]:
    """Yield for each tree, by version, the cost of a separation point that is set in advance.

    VERSION solved is whether the search finds a proof, with `_PATIENCE` times the nodes of one with
    a dynamic point. If so, VERSION multiple is its expansions as a multiple of that one's.
    """
    for seed in seeds:
        game = tree(branching, span, seed)
        numbers: dict[str, float] = {}
        for name in _VERSIONS:
            dynamic = make_searcher(f"bstar:select={name}").search(game, Limits(nodes=MOST_NODES))
            fixed = make_searcher(f"bstar:select={name},separation=fixed").search(
                game, Limits(nodes=_PATIENCE * dynamic.nodes)
            )
            numbers[f"{name} solved"] = fixed.proved
            if fixed.proved:
                numbers[f"{name} multiple"] = fixed.counts["expanded"] / dynamic.counts["expanded"]
        yield numbers


@claim("those that end expand more nodes, in the mean")
def _costs_more(measured: Measured) -> bool:
    """Return whether every version expands more with a fixed point, in the mean of solved trees."""
    return all(MeanOverPoints(f"{name} multiple")(measured).value > 1 for name in _VERSIONS)


@claim(f"with a point set in advance most searches by AL fail ({_PATIENCE} times the nodes)")
def _fails(measured: Measured) -> bool:
    """Return whether AL proves less than half of the trees with a fixed point."""
    return MeanOverPoints("al solved")(measured).value < 0.5


SEPARATION = Experiment(
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
            (
                f"% solved within {_PATIENCE} times the nodes",
                MeanOverPoints(f"{name} solved", scale=100),
            ),
            ("expanded, where solved / with a dynamic point", MeanOverPoints(f"{name} multiple")),
        )
    ),
    claims=(_fails, _costs_more),
)
