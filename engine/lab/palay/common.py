"""What Palay's experiments share (1980, section 5): canonical trees, and versions of B*."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.lab.core.experiment import Figure, Point, Series
from engine.lab.core.quantities import Estimate, Mean, Measured
from engine.lab.core.tally import Tallies
from engine.lab.palay.optimum import optimum
from games import make as make_game
from games.core.position import Position
from searchers import make as make_searcher
from searchers.core.limits import Limits

__all__ = [
    "FIRST",
    "SECOND",
    "Grouped",
    "Reading",
    "against_best_first",
    "against_optimum",
    "group_of",
    "groups_figure",
    "points",
    "tree",
]

RANGES = (200, 800, 3200, 12800)
BRANCHINGS = (3, 4, 5, 6, 7, 8, 9, 10)
"""The text says 3 to 8, but 3,200 trees are 4 ranges, 8 branching factors and 100 trees each."""


@dataclass(frozen=True)
class Reading:
    """A way to read what the text of section 5 leaves open.

    :param ending: of the names of its experiments, figures included.
    :param db: the value of `select` that is DB.
    :param branchings: the branching factors.
    :param more: further options of the canonical trees.
    :param text: the reading in words, empty for the first.
    """

    ending: str
    db: str
    branchings: tuple[int, ...]
    more: str
    text: str = ""

    @property
    def guarded(self) -> str:
        """The value of `select` that is DB with its guard: PROVEBEST where the second best is
        embedded in the best, which the text does not say."""
        return self.db.removesuffix(",guard=false")


FIRST = Reading("", "db,depths=all,guard=false", BRANCHINGS, "")
SECOND = Reading(
    "-second",
    "db,depths=all1,guard=false",
    BRANCHINGS[:6],
    ",repair=upper",
    "branching factors 3 to 8, as printed; canonical trees whose nodes always pass on the upper "
    "end of their range to some child, but not the lower one; DB adds up the depths of all "
    "alternatives, the top level at depth 1",
)
"""The first takes the generator that was found first, and the number of trees that the text gives;
the second the branching factors that it gives."""

_SEEDS = 10**16
"""Between the trees of one range and branching factor and those of another."""

MOST_NODES = 2_000_000
"""Nodes of a search; no tree of the text's sizes takes them."""

MOST_EVALUATED = 10_000
"""Nodes evaluated for an optimum tree before it is given up, as the text gave up 264 of 3,200."""


def group_of(size: int, bounds: Sequence[int]) -> str:
    """The group of trees that a size belongs to, by the groups' largest sizes."""
    for index, last in enumerate(bounds):
        if size <= last:
            return f"{bounds[index - 1] + 1 if index else 1}-{last}"
    return f"over {bounds[-1]}"


def tree(branching: int, span: int, seed: int, more: str = "") -> Position:
    """The canonical tree of a number; those of other ranges or branching factors share nothing
    with it.

    :param more: further options of the game, such as ",adversary=false".
    """
    index = RANGES.index(span) * len(BRANCHINGS) + BRANCHINGS.index(branching)
    game: Position = make_game(
        f"canonical:b={branching},range={span},seed={seed + _SEEDS * index}{more}"
    )
    return game


def against_best_first(
    branching: int,
    span: int,
    bounds: tuple[int, ...],
    versions: dict[str, str],
    more: str,
    first: int,
    count: int,
) -> dict[str, list[Any]]:
    """Each version's expansions and choices as shares of best-first's, and its depth, by how many
    nodes best-first expands.

    :param versions: values of `select`, perhaps with other options, by version; `bf` is one.
    :param more: further options of the game.
    """
    searchers = {name: make_searcher(f"bstar:select={how}") for name, how in versions.items()}
    tallies = Tallies()
    for seed in range(first, first + count):
        game = tree(branching, span, seed, more)
        counts = {}
        for name, searcher in searchers.items():
            searcher.new_game()
            counts[name] = searcher.search(game, Limits(nodes=MOST_NODES)).counts
        base = counts["bf"]
        group = group_of(base["expanded"], bounds)
        for name, found in counts.items():
            where = f"{name} {group}"
            tallies[f"{where} expanded"].add(found["expanded"] / base["expanded"])
            if base["explored"]:
                tallies[f"{where} explored"].add(found["explored"] / base["explored"])
            tallies[f"{where} depth"].add(found["max_depth"])
    return tallies.as_dict()


def against_optimum(
    branching: int,
    span: int,
    bounds: tuple[int, ...],
    db: str,
    more: str,
    first: int,
    count: int,
) -> dict[str, list[Any]]:
    """Expansions of versions as multiples of the optimum tree's, and their depths, by how many
    nodes the optimum tree expands.

    :param db: the value of `select` that is DB.
    :param more: further options of the game.
    """
    versions = {
        name: make_searcher(f"bstar:select={how}")
        for name, how in (("bf", "bf"), ("db", db), ("al", "al"))
    }
    tallies = Tallies()
    for seed in range(first, first + count):
        game = tree(branching, span, seed, more)
        best = optimum(game, nodes=MOST_EVALUATED)
        tallies.add(given_up=int(best is None))
        if best is None:
            continue
        group = group_of(best.expanded, bounds)
        tallies[f"optimum {group} depth"].add(best.depth)
        for name, searcher in versions.items():
            searcher.new_game()
            found = searcher.search(game, Limits(nodes=MOST_NODES)).counts
            tallies[f"{name} {group} expanded"].add(found["expanded"] / best.expanded)
            tallies[f"{name} {group} depth"].add(found["max_depth"])
    return tallies.as_dict()


def points(
    measure: Callable[..., dict[str, list[Any]]],
    *arguments: Any,
    branchings: tuple[int, ...] = BRANCHINGS,
) -> tuple[Point, ...]:
    """All ranges and some branching factors, each measured with these arguments."""
    return tuple(
        Point(f"b={b} range={span}", measure, (b, span, *arguments), block=25)
        for span in RANGES
        for b in branchings
    )


class Grouped:
    """The mean over the trees of a group, whatever point they belong to; NaN of none.

    :param names: tallies to be taken together, such as those of several groups.
    :param scale: what to multiply it with: 100 makes a share a percentage.
    """

    def __init__(self, *names: str, scale: float = 1) -> None:
        self.names = names
        self.scale = scale

    def __call__(self, measured: Measured) -> Estimate:
        whole = Tallies.sum(
            {"all": [t.n, t.total, t.squares, t.largest]}
            for tallies in measured.values()
            for t in (tallies[name] for name in self.names)
        )
        if whole["all"].n == 0:
            return Estimate(float("nan"))
        return Mean("", "all", self.scale)({"": whole})


def groups_figure(
    number: str,
    title: str,
    x: str,
    y: str,
    lines: dict[str, str],
    bounds: tuple[int, ...],
    what: str,
    ending: str = "",
) -> Figure:
    """A figure over the groups of trees.

    :param number: Palay's.
    :param lines: labels by version.
    :param what: the measure.
    :param ending: of the file's name.
    """
    groups = [group_of(size, bounds) for size in (*bounds, bounds[-1] + 1)]
    places = (*bounds, 2 * bounds[-1])
    return Figure(
        f"palay-figure-{number}{ending}",
        f"{title} (Palay's figure {number})",
        x,
        y,
        tuple(
            Series(
                label,
                tuple(
                    (index, Grouped(f"{version} {group} {what}"), None)
                    for index, group in zip(places, groups, strict=True)
                ),
            )
            for version, label in lines.items()
        ),
        log_x=True,
        ticks=places,
        tick_labels=tuple(groups),
    )
