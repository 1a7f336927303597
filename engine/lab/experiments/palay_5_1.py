"""Palay 1980, section 5, figures 5-1 to 5-3: versions of B* against best-first search."""

from __future__ import annotations

from engine.lab.experiment import Cell, Claim, Experiment, Measured, Ratio
from engine.lab.palay import Grouped, against_best_first, group_of, groups_figure, points

__all__ = ["EXPERIMENT"]

_BOUNDS = (50, 100, 200, 500)
_GROUPS = [group_of(size, _BOUNDS) for size in (*_BOUNDS, _BOUNDS[-1] + 1)]
_SMALL, _LARGE = _GROUPS[0], _GROUPS[1:]
_LABELS = {
    "bf": "best first (BF)",
    "ll": "probability, lower levels (LL)",
    "db": "depth, top level (DB)",
    "tl": "probability, top level (TL)",
    "al": "probability, all levels (AL)",
}


def _small(version: str, what: str = "expanded") -> Grouped:
    return Grouped(f"{version} {_SMALL} {what}")


def _large(version: str, what: str = "expanded") -> Grouped:
    return Grouped(*(f"{version} {group} {what}" for group in _LARGE))


_AL_TO_DB = Ratio(_large("al"), _large("db"))


def _al_is_best(measured: Measured, groups: list[str]) -> bool:
    """Whether AL expands least of all versions in each of the groups."""
    return all(
        Grouped(f"al {group} expanded")(measured).value
        <= Grouped(f"{version} {group} expanded")(measured).value
        for version in _LABELS
        for group in groups
    )


def _tl_below_db(measured: Measured) -> bool:
    return _small("tl")(measured).value < _small("db")(measured).value


def _tl_below_db_large(measured: Measured) -> bool:
    return _large("tl")(measured).value < _large("db")(measured).value


def _same_depth(measured: Measured) -> bool:
    """Whether DB, TL and AL reach the same mean depth on large trees, within a ply."""
    depths = [_large(version, "depth")(measured).value for version in ("db", "tl", "al")]
    return max(depths) - min(depths) <= 1


EXPERIMENT = Experiment(
    name="palay-5-1",
    title="expansions, choices and depth of versions of B*, by what best-first expands",
    source="Palay 1980, section 5, figures 5-1 to 5-3",
    test="the shares that the text names within 0.1, and its claims",
    trees=400,
    minutes=0.5,
    points=points(against_best_first, _BOUNDS),
    columns=("what", "version", "best-first expands"),
    cells=(
        Cell(("expanded / BF", "al", "up to 50"), _small("al"), 0.80, absolute=0.1),
        Cell(("expanded / BF", "al", "over 50"), _large("al"), 0.35, absolute=0.1),
        Cell(("expanded / BF", "db", "up to 50"), _small("db"), 1.0, absolute=0.1),
        Cell(("expanded / BF", "ll", "over 50"), _large("ll"), 0.75, absolute=0.1),
        Cell(("expanded", "al / db", "over 50"), _AL_TO_DB, 0.65, absolute=0.1),
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
        Claim("TL expands less than DB where best-first expands up to 50", _tl_below_db),
        Claim("TL expands less than DB where best-first expands more", _tl_below_db_large),
        Claim("DB, TL and AL reach the same depth on large trees, within a ply", _same_depth),
    ),
    figures=tuple(
        groups_figure(
            f"palay-figure-{number}",
            f"{title} (Palay's figure {number})",
            "nodes that best-first expands",
            y,
            _LABELS,
            _BOUNDS,
            what,
        )
        for number, title, y, what in (
            ("5-1", "Nodes expanded", "expanded / by best-first", "expanded"),
            ("5-2", "Nodes explored", "explored / by best-first", "explored"),
            ("5-3", "Depth of the search", "mean of the largest depth", "depth"),
        )
    ),
)
