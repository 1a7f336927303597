"""Canonical trees, and the measures of Palay's versions of B* on them (1980, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.lab.core.experiment import (
    Estimate,
    Figure,
    Measured,
    Point,
    Series,
    Tally,
)
from engine.lab.palay.optimum import optimum
from games import make as make_game
from games.core.position import Position
from searchers import make as make_searcher
from searchers.core.limits import Limits

RANGES = (200, 800, 3200, 12800)
BRANCHINGS = (3, 4, 5, 6, 7, 8, 9, 10)
"""The text says 3 to 8, but 3,200 trees are 4 ranges, 8 branching factors and 100 trees each."""


@dataclass(frozen=True)
class Reading:
    """A reading of what the text of section 5 leaves open.

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
        """The value of `select` that is DB with its guard, which the text does not mention.

        The guard chooses PROVEBEST where the second best is embedded in the best.
        """
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
"""The first takes the first generator found, and the number of trees of the text. The second takes
the branching factors of the text."""

_SEEDS = 10**16
"""The seeds between the trees of one range and branching factor and those of another."""

MOST_NODES = 2_000_000
"""Nodes of a search; trees of the text's sizes take fewer."""

MOST_EVALUATED = 10_000
"""Nodes evaluated for an optimum tree at most; the text gave up 264 of 3,200 trees."""


def group_of(size: int, bounds: Sequence[int]) -> str:
    """Return the name of the group of trees with a size, such as "51-100" or "over 500".

    :param bounds: the largest size of each group but the last, rising.
    """
    for index, last in enumerate(bounds):
        if size <= last:
            return f"{bounds[index - 1] + 1 if index else 1}-{last}"
    return f"over {bounds[-1]}"


def groups_of(bounds: Sequence[int]) -> list[str]:
    """Return the names of all groups with these bounds (see `group_of`)."""
    return [group_of(size, bounds) for size in (*bounds, bounds[-1] + 1)]


def tree(branching: int, span: int, seed: int, more: str = "") -> Position:
    """Return the canonical tree of a seed, unrelated to those of other ranges or branchings.

    :param branching: a number of `BRANCHINGS`; `span` is one of `RANGES`.
    :param more: further options of the game, such as ",adversary=false".
    """
    index = RANGES.index(span) * len(BRANCHINGS) + BRANCHINGS.index(branching)
    return make_game(f"canonical:b={branching},range={span},seed={seed + _SEEDS * index}{more}")


def against_best_first(
    branching: int,
    span: int,
    bounds: tuple[int, ...],
    versions: dict[str, str],
    more: str,
    seeds: range,
) -> Iterator[dict[str, float]]:
    """Yield for each tree the expansions of B*'s versions as shares of those of best-first.

    Nodes explored (on the way down) likewise, unless best-first explores none; depths are in plies.
    The names are VERSION GROUP WHAT, with WHAT expanded, explored or depth. GROUP is that of the
    nodes that best-first expands.

    :param bounds: the largest sizes of the groups.
    :param versions: values of `select`, perhaps with other options, by version; `bf` is one.
    :param more: further options of the game.
    """
    searchers = {name: make_searcher(f"bstar:select={how}") for name, how in versions.items()}
    for seed in seeds:
        game = tree(branching, span, seed, more)
        counts = {}
        for name, searcher in searchers.items():
            searcher.new_game()
            counts[name] = searcher.search(game, Limits(nodes=MOST_NODES)).counts
        base = counts["bf"]
        group = group_of(base["expanded"], bounds)
        numbers: dict[str, float] = {}
        for name, found in counts.items():
            where = f"{name} {group}"
            numbers[f"{where} expanded"] = found["expanded"] / base["expanded"]
            if base["explored"]:
                numbers[f"{where} explored"] = found["explored"] / base["explored"]
            numbers[f"{where} depth"] = found["max_depth"]
        yield numbers


def against_optimum(
    branching: int, span: int, bounds: tuple[int, ...], db: str, more: str, seeds: range
) -> Iterator[dict[str, float]]:
    """Yield for each tree the expansions of B*'s versions as multiples of the optimum tree's.

    They are named VERSION GROUP expanded, for the versions bf, db and al. VERSION GROUP depth is a
    depth in plies, for these and for `optimum`. GROUP is that of the nodes the optimum expands.

    `given_up` is whether the optimum was not found within its limit of nodes or not at all. Then
    there are no other numbers.

    :param bounds: the largest sizes of the groups.
    :param db: the value of `select` that is DB.
    :param more: further options of the game.
    """
    versions = {
        name: make_searcher(f"bstar:select={how}")
        for name, how in {"bf": "bf", "db": db, "al": "al"}.items()
    }
    for seed in seeds:
        game = tree(branching, span, seed, more)
        best = optimum(game, nodes=MOST_EVALUATED)
        numbers: dict[str, float] = {"given_up": best is None}
        if best is not None:
            group = group_of(best.expanded, bounds)
            numbers[f"optimum {group} depth"] = best.depth
            for name, searcher in versions.items():
                searcher.new_game()
                found = searcher.search(game, Limits(nodes=MOST_NODES)).counts
                numbers[f"{name} {group} expanded"] = found["expanded"] / best.expanded
                numbers[f"{name} {group} depth"] = found["max_depth"]
        yield numbers


def points(
    measure: Callable[..., Iterator[dict[str, float]]],
    *arguments: Any,
    branchings: tuple[int, ...] = BRANCHINGS,
) -> tuple[Point, ...]:
    """Return the points of an experiment: a measure at each range and branching factor.

    :param arguments: the measure's arguments after the branching factor and the range.
    """
    return tuple(
        Point(f"b={b} range={span}", measure, (b, span, *arguments), block=25)
        for span in RANGES
        for b in branchings
    )


class MeanOverPoints:
    """The mean of the numbers of some names, over the trees of all points; NaN if there are none.

    :param names: the names of the numbers, such as those of several groups.
    :param scale: the factor of the mean: 100 turns a share into a percentage.
    """

    def __init__(self, *names: str, scale: float = 1) -> None:
        self.names = names
        self.scale = scale

    def __call__(self, measured: Measured) -> Estimate:
        """Return the mean of the numbers of these names over all points, with its error."""
        whole = Tally.of()
        for tallies in measured.values():
            for name in self.names:
                whole.merge(tallies[name])
        return Estimate.of(whole, self.scale)


def mean_of(version: str, *groups: str, what: str = "expanded") -> MeanOverPoints:
    """Return the mean of a version's number over the trees of some groups, as a quantity.

    :param what: the number: "expanded", "explored" or "depth", as the measure has it.
    """
    return MeanOverPoints(*(f"{version} {group} {what}" for group in groups))


def groups_figure(
    number: str,
    title: str,
    *,
    x: str,
    y: str,
    lines: dict[str, str],
    bounds: tuple[int, ...],
    what: str,
    ending: str,
) -> Figure:
    """Return a figure over the groups of trees, with a line for each version.

    :param number: the number of Palay's figure.
    :param x: the label of the axis of groups.
    :param y: the label of the other axis.
    :param lines: labels by version.
    :param bounds: the largest sizes of the groups.
    :param what: the measure: "expanded", "explored" or "depth".
    :param ending: the end of the figure's name.
    """
    groups, places = groups_of(bounds), (*bounds, 2 * bounds[-1])
    return Figure(
        f"palay-figure-{number}{ending}",
        f"{title} (Palay's figure {number})",
        x,
        y,
        tuple(
            Series(
                label,
                tuple(
                    (index, mean_of(version, group, what=what), None)
                    for index, group in zip(places, groups, strict=True)
                ),
            )
            for version, label in lines.items()
        ),
        log_x=True,
        ticks=places,
        tick_labels=tuple(groups),
    )
