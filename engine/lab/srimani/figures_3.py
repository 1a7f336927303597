"""Srimani 1985, figures 3.1 to 3.3: trees on which PS*(2) gains and loses.

The thesis draws its trees only in part. Those in `engine/lab/srimani/data` were found among the
seeds 0, 1, 2, ... of `uniform` with independent leaves; how rare they are is measured beside them.
"""

from __future__ import annotations

from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment, Point
from engine.lab.core.quantities import Mean, Measured
from engine.lab.core.tally import Tallies
from engine.lab.srimani.common import DATA, player
from games import make as make_game
from games.core.position import Position
from searchers import make as make_searcher
from searchers.core.limits import Limits

__all__ = ["EXPERIMENT", "SHIPPED", "compare", "compare_shipped"]

SHIPPED = {
    "srimani-figure-3.1.json": "uniform:w=4,d=5,kind=iid,seed=914",
    "srimani-figure-3.2.json": "uniform:w=4,d=3,kind=iid,seed=6",
    "srimani-figure-3.3.json": "uniform:w=4,d=3,kind=iid,seed=1",
}
"""The trees, and the first seeds whose trees have figure 3.1's, 3.2's and 3.3's property."""

_ALGORITHMS = ("SSS*", "PS*(2)", "alpha-beta")
_DEEP = 5


class _Readers:
    """The three searchers, side by side."""

    def __init__(self) -> None:
        self.searchers = [make_searcher(player(algorithm)) for algorithm in _ALGORITHMS]

    def read(self, position: Position) -> list[int]:
        """The leaves that each of them reads."""
        limits = Limits(depth=_DEEP)
        return [s.search(position, limits).counts["evaluated"] for s in self.searchers]


def compare(game: str, first: int, count: int) -> dict[str, list[Any]]:
    """How often PS*(2) reads fewer leaves than SSS*, more, and more than alpha-beta."""
    readers, tallies = _Readers(), Tallies()
    for seed in range(first, first + count):
        best, phased, plain = readers.read(make_game(f"{game},seed={seed}"))
        tallies.add(
            below_sss=int(phased < best),
            between=int(best < phased < plain),
            above_alphabeta=int(phased > plain),
        )
    return tallies.as_dict()


def compare_shipped(name: str, first: int, count: int) -> dict[str, list[Any]]:
    """The leaves that the three searchers read in a tree that is shipped."""
    tallies = Tallies()
    read = _Readers().read(make_game(f"explicit:{DATA / name}"))
    for algorithm, leaves in zip(_ALGORITHMS, read, strict=True):
        tallies[algorithm].add(leaves)
    return tallies.as_dict()


def _read(measured: Measured, figure: str) -> tuple[float, ...]:
    tallies = measured[f"srimani-figure-{figure}.json"]
    return tuple(tallies[algorithm].mean for algorithm in _ALGORITHMS)


def _figure_3_1(measured: Measured) -> bool:
    best, phased, _ = _read(measured, "3.1")
    return phased < best


def _figure_3_2(measured: Measured) -> bool:
    best, phased, plain = _read(measured, "3.2")
    return best < phased < plain


def _figure_3_3(measured: Measured) -> bool:
    _, phased, plain = _read(measured, "3.3")
    return phased > plain


_KINDS = {
    f"{kind} T(4,{depth})": f"uniform:w=4,d={depth},kind={kind}"
    for kind in ("iid", "thesis")
    for depth in (3, 5)
}

EXPERIMENT = Experiment(
    name="srimani-3.1",
    title="trees on which PS*(2) gains and loses",
    source="Srimani 1985, section 3.4, figures 3.1 to 3.3",
    test="each of the shipped trees has its figure's property",
    trees=2000,
    minutes=0.1,
    points=(
        *(Point(name, compare_shipped, (name,), varied=False) for name in SHIPPED),
        *(Point(key, compare, (game,), block=250) for key, game in _KINDS.items()),
    ),
    columns=("trees", "what"),
    cells=(
        *(
            Cell((name.removesuffix(".json"), f"leaves, {algorithm}"), Mean(name, algorithm))
            for name in SHIPPED
            for algorithm in _ALGORITHMS
        ),
        *(
            Cell((key, words), Mean(key, name, scale=100))
            for key in _KINDS
            for name, words in (
                ("below_sss", "% PS*(2) < SSS*"),
                ("between", "% SSS* < PS*(2) < alpha-beta"),
                ("above_alphabeta", "% PS*(2) > alpha-beta"),
            )
        ),
    ),
    claims=(
        Claim("there is a T(4,5) on which PS*(2) reads fewer leaves than SSS* (3.1)", _figure_3_1),
        Claim(
            "there is a tree on which it reads more, but less than alpha-beta (3.2)", _figure_3_2
        ),
        Claim("there is a T(4,3) on which it reads more than alpha-beta (3.3)", _figure_3_3),
    ),
)
