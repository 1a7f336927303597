"""Palay 1980, section 5 and its note 2: what it does that ranges of size 2 become points."""

from __future__ import annotations

from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment
from engine.lab.core.quantities import Estimate, Measured
from engine.lab.core.tally import Tallies
from engine.lab.palay.common import FIRST, SECOND, Grouped, Reading, points, tree
from searchers import make as make_searcher
from searchers.core.limits import Limits

__all__ = ["EXPERIMENT", "SECOND_READING", "intractable"]

_INTRACTABLE = Limits(nodes=30_000, depth=100)
"""Berliner's limits, beyond which a tree was called intractable."""

_VERSIONS = ("bf", "ll", "db", "db guarded", "tl", "al")
_COLLAPSES = (2, 0)


def intractable(
    branching: int, span: int, db: str, guarded: str, more: str, first: int, count: int
) -> dict[str, list[Any]]:
    """By version and size of the ranges that become points: whether a search is given up, its
    depth, and its expansions if it is not.

    :param db: the value of `select` that is DB.
    :param guarded: the same of DB with its guard.
    :param more: further options of the game.
    """
    rules = {"db": db, "db guarded": guarded}
    searchers = {name: make_searcher(f"bstar:select={rules.get(name, name)}") for name in _VERSIONS}
    tallies = Tallies()
    for seed in range(first, first + count):
        for collapse in _COLLAPSES:
            game = tree(branching, span, seed, f",collapse={collapse}{more}")
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


def _experiment(reading: Reading) -> Experiment:
    """Declare the experiment by a reading of the text."""
    return Experiment(
        name=f"palay-note-2{reading.ending}",
        title="searches given up (beyond depth 100 or 30,000 nodes), with and without ranges of "
        "size 2 becoming points",
        source="Palay 1980, section 5 and its note 2",
        test="Berliner's figures, of other trees, within a factor of 1.5; the text's own within "
        "15%; and the claims",
        trees=100,
        minutes=0.3,
        points=points(
            intractable,
            reading.db,
            reading.guarded,
            reading.more,
            branchings=reading.branchings,
        ),
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
        remark="Berliner's 1,600 trees had ranges and branching factors that the text does not "
        "tell, so that more than the size of his figures cannot be expected. DB as the text has it "
        "gives up a little more than half of what best-first does; guarded, with PROVEBEST where "
        "the second best is embedded in the best, it gives up less.",
        reading=reading.text,
    )


EXPERIMENT = _experiment(FIRST)
SECOND_READING = _experiment(SECOND)
