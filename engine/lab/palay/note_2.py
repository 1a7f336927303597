"""Palay 1980, section 5 and its note 2: what it does that ranges of size 2 become points."""

from __future__ import annotations

from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment
from engine.lab.core.quantities import Estimate, Measured
from engine.lab.core.tally import Tallies
from engine.lab.palay.common import Grouped, points, tree
from searchers import make as make_searcher
from searchers.core.limits import Limits

__all__ = ["EXPERIMENT", "intractable"]

_INTRACTABLE = Limits(nodes=30_000, depth=100)
"""Berliner's limits, beyond which a tree was called intractable."""

_VERSIONS = {"bf": "bf", "ll": "ll", "db": "db,depths=all", "tl": "tl", "al": "al"}
_COLLAPSES = (2, 0)


def intractable(branching: int, span: int, first: int, count: int) -> dict[str, list[Any]]:
    """By version and size of the ranges that become points: whether a search is given up, its
    depth, and its expansions if it is not."""
    searchers = {name: make_searcher(f"bstar:select={how}") for name, how in _VERSIONS.items()}
    tallies = Tallies()
    for seed in range(first, first + count):
        for collapse in _COLLAPSES:
            game = tree(branching, span, seed, f",collapse={collapse}")
            for name, searcher in searchers.items():
                searcher.new_game()
                found = searcher.search(game, _INTRACTABLE)
                where = f"{name} {collapse}"
                tallies[f"{where} given up"].add(int(not found.proved))
                if found.proved:
                    tallies[f"{where} depth"].add(found.counts["max_depth"])
                    tallies[f"{where} expanded"].add(found.counts["expanded"])
    return tallies.as_dict()


class _Deepest:
    """The depth of the deepest search that was not given up."""

    def __init__(self, version: str, collapse: int) -> None:
        self.name = f"{version} {collapse} depth"

    def __call__(self, measured: Measured) -> Estimate:
        return Estimate(max(tallies[self.name].largest for tallies in measured.values()))


def _given_up(version: str, collapse: int) -> Grouped:
    return Grouped(f"{version} {collapse} given up", scale=100)


def _points_help(measured: Measured) -> bool:
    """Whether fewer best-first searches are given up where small ranges become points."""
    return _given_up("bf", 2)(measured).value < _given_up("bf", 0)(measured).value


def _both_strategies_help(measured: Measured) -> bool:
    """Whether versions with both strategies give up less than half as many as best-first."""
    most = _given_up("bf", 0)(measured).value / 2
    return all(_given_up(version, 0)(measured).value < most for version in ("db", "tl", "al"))


EXPERIMENT = Experiment(
    name="palay-note-2",
    title="searches given up (beyond depth 100 or 30,000 nodes), with and without ranges of size 2 "
    "becoming points",
    source="Palay 1980, section 5 and its note 2",
    test="Berliner's figures, of other trees, within a factor of 1.5; the text's own within 15%; "
    "and the claims",
    trees=100,
    minutes=0.3,
    points=points(intractable),
    columns=("what", "version", "ranges that become points"),
    cells=(
        Cell(("% given up", "bf", 0), _given_up("bf", 0), 100 * 226 / 1600, tolerance=0.5),
        Cell(("deepest", "bf", 0), _Deepest("bf", 0), 98, tolerance=0.5),
        Cell(("deepest", "bf", 2), _Deepest("bf", 2), 38, tolerance=0.15),
        *(
            Cell(("% given up", version, collapse), _given_up(version, collapse))
            for version in _VERSIONS
            for collapse in _COLLAPSES
            if (version, collapse) != ("bf", 0)
        ),
        *(
            Cell(("expanded", version, collapse), Grouped(f"{version} {collapse} expanded"))
            for version in _VERSIONS
            for collapse in _COLLAPSES
        ),
    ),
    claims=(
        Claim("without points more large best-first trees are generated", _points_help),
        Claim("versions that use both strategies solve most of these", _both_strategies_help),
    ),
    remark="Berliner's 1,600 trees had ranges and branching factors that the text does not tell, "
    "so that more than the size of his figures cannot be expected.",
)
