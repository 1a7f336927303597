"""Palay 1980, section 5, figures 5-1 to 5-3: versions of B* against best-first search."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Claim, Experiment
from engine.lab.core.quantities import Measured, Ratio
from engine.lab.palay.common import (
    FIRST,
    SECOND,
    Grouped,
    Reading,
    against_best_first,
    group_of,
    groups_figure,
    points,
)

__all__ = ["EXPERIMENT", "SECOND_READING"]

_BOUNDS = (50, 100, 200, 500)
_GROUPS = [group_of(size, _BOUNDS) for size in (*_BOUNDS, _BOUNDS[-1] + 1)]
_SMALL, _LARGE = _GROUPS[0], _GROUPS[1:]
_VERSIONS = {"bf": "bf", "ll": "ll", "db*": "db", "tl": "tl", "al": "al"}
"""How each is run, but DB, whose reading is open: the text's looks at the depths of all
alternatives. Guarded, it chooses PROVEBEST where the second best is embedded in the best. DB*, our
default, is guarded and looks at the relevant alternatives alone."""

_LABELS = {
    "bf": "best first (BF)",
    "ll": "probability, lower levels (LL)",
    "db": "depth, top level (DB)",
    "db guarded": "DB, guarded",
    "db*": "DB, guarded, relevant alternatives only",
    "tl": "probability, top level (TL)",
    "al": "probability, all levels (AL)",
}


def _small(version: str, what: str = "expanded") -> Grouped:
    return Grouped(f"{version} {_SMALL} {what}")


def _large(version: str, what: str = "expanded") -> Grouped:
    return Grouped(*(f"{version} {group} {what}" for group in _LARGE))


def _saving(above: str, below: str, what: str = "expanded") -> Ratio:
    """What one version takes of another, on large trees."""
    return Ratio(_large(above, what), _large(below, what))


def _al_is_best(measured: Measured, groups: list[str]) -> bool:
    """Whether AL expands least of the text's versions in each of the groups."""
    return all(
        Grouped(f"al {group} expanded")(measured).value
        <= Grouped(f"{version} {group} expanded")(measured).value
        for version in ("bf", "ll", "db", "tl")
        for group in groups
    )


def _tl_below_db(measured: Measured) -> bool:
    """Whether TL expands and explores less than DB."""
    return all(
        _large("tl", what)(measured).value < _large("db", what)(measured).value
        for what in ("expanded", "explored")
    )


def _same_depth(measured: Measured) -> bool:
    """Whether DB, TL and AL reach the same mean depth on large trees, within a ply."""
    depths = [_large(version, "depth")(measured).value for version in ("db", "tl", "al")]
    return max(depths) - min(depths) <= 1


def _experiment(reading: Reading, remark: str) -> Experiment:
    """Declare the experiment by a reading of the text."""
    return Experiment(
        name=f"palay-5-1{reading.ending}",
        title="expansions, choices and depth of versions of B*, by what best-first expands",
        source="Palay 1980, section 5, figures 5-1 to 5-3",
        test="the shares that the text names within 0.1, and its claims",
        trees=400,
        minutes=0.5,
        points=points(
            against_best_first,
            _BOUNDS,
            _VERSIONS | {"db": reading.db, "db guarded": reading.guarded},
            reading.more,
            branchings=reading.branchings,
        ),
        columns=("what", "version", "best-first expands"),
        cells=(
            Cell(("expanded / BF", "al", "up to 50"), _small("al"), 0.80, absolute=0.1),
            Cell(("expanded / BF", "al", "over 50"), _large("al"), 0.35, absolute=0.1),
            Cell(("expanded / BF", "db", "up to 50"), _small("db"), 1.0, absolute=0.1),
            Cell(("expanded / BF", "db*", "up to 50"), _small("db*")),
            Cell(("expanded / BF", "ll", "over 50"), _large("ll"), 0.75, absolute=0.1),
            Cell(("expanded", "al / tl", "over 50"), _saving("al", "tl"), 0.75, absolute=0.1),
            Cell(("expanded", "al / db", "over 50"), _saving("al", "db"), 0.65, absolute=0.1),
            *(
                Cell(
                    ("explored", f"{above} / {below}", "over 50"),
                    _saving(above, below, "explored"),
                    0.65,
                    absolute=0.1,
                )
                for above, below in (("ll", "bf"), ("al", "tl"))
            ),
            *(
                Cell((what, version, group), Grouped(f"{version} {group} {name}"))
                for what, name in (
                    ("expanded / BF", "expanded"),
                    ("explored / BF", "explored"),
                    ("depth", "depth"),
                )
                for version in _LABELS
                for group in _GROUPS
            ),
        ),
        claims=(
            Claim(
                "AL expands least of all versions where best-first expands up to 50",
                lambda measured: _al_is_best(measured, [_SMALL]),
            ),
            Claim(
                "AL expands least of all versions where best-first expands more",
                lambda measured: _al_is_best(measured, _LARGE),
            ),
            Claim(
                "TL expands and explores less than DB where best-first expands more", _tl_below_db
            ),
            Claim("DB, TL and AL reach the same depth on large trees, within a ply", _same_depth),
        ),
        figures=tuple(
            groups_figure(
                number,
                title,
                "nodes that best-first expands",
                y,
                _LABELS,
                _BOUNDS,
                what,
                reading.ending,
            )
            for number, title, y, what in (
                ("5-1", "Nodes expanded", "expanded / by best-first", "expanded"),
                ("5-2", "Nodes explored", "explored / by best-first", "explored"),
                ("5-3", "Depth of the search", "mean of the largest depth", "depth"),
            )
        ),
        reading=reading.text,
        remark=remark,
    )


EXPERIMENT = _experiment(
    FIRST,
    "The text's DB adds up the depths of all alternatives, those that no longer matter too, and "
    "chooses by their squares alone. Here the top level has depth 0. Guarded, with PROVEBEST "
    "where the second best is embedded in the best, it expands a little less, and of the relevant "
    "alternatives alone (DB*) less again; the text says neither. The selection rules of lower "
    "levels save more than published on large trees, alone (LL) and as the step from TL to AL: "
    "the generator of canonical trees is not in the text, and how much lower levels can save "
    "depends on it. That TL expands less than DB is said of no size; on small trees it is not so "
    "here. The second reading is palay-5-1-second.",
)

SECOND_READING = _experiment(
    SECOND,
    "The generator, the branching factors and DB's depths are each as good a reading of the text "
    "as the first one's, and were chosen because they fit: that is why there is no verdict. By "
    "the same reading all numbers of figure 5-4 agree as well (palay-5-4-second), and two of "
    "three of note 2 (palay-note-2-second). DB searches a little more than a ply deeper than TL, "
    "and 3,200 trees are not 4 ranges, 6 branching factors and 100 trees each.",
)
