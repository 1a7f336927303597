"""Palay 1980, section 4: how far the opponent's nodes are to be raised, (4.2) against (4.3)."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Claim, Experiment
from engine.lab.core.quantities import Measured
from engine.lab.palay.common import Grouped, against_best_first, points

__all__ = ["EXPERIMENT"]

_GOALS = {"midpoint": "(Lambda + Gamma) / 2, (4.3)", "lambda": "Lambda, (4.2)", "gamma": "Gamma"}
_VERSIONS = {"bf": "bf"} | {
    f"{name} {goal}": f"{name},goal={goal}" for name in ("ll", "al") for goal in _GOALS
}
_BOUNDS = (50,)
_GROUPS = ("1-50", "over 50")


def _mean(version: str, goal: str, group: str) -> Grouped:
    return Grouped(f"{version} {goal} {group} expanded")


def _midpoint_is_best(measured: Measured) -> bool:
    """Whether AL expands least with the midpoint on large trees."""
    means = {goal: _mean("al", goal, "over 50")(measured).value for goal in _GOALS}
    return means["midpoint"] == min(means.values())


def _lambda_is_worst(measured: Measured) -> bool:
    means = {goal: _mean("al", goal, "over 50")(measured).value for goal in _GOALS}
    return means["lambda"] == max(means.values())


EXPERIMENT = Experiment(
    name="palay-4",
    title="expansions by the value that the opponent's nodes are to reach",
    source="Palay 1980, section 4, (4.2) to (4.4)",
    test="the claims; the text has no numbers",
    trees=25,
    minutes=1.5,
    points=points(against_best_first, _BOUNDS, _VERSIONS, ""),
    columns=("version", "goal", "best-first expands"),
    cells=tuple(
        Cell((version, _GOALS[goal], group), _mean(version, goal, group))
        for version in ("ll", "al")
        for goal in _GOALS
        for group in _GROUPS
    ),
    claims=(
        Claim("with Lambda the search degrades: AL expands most, trees over 50", _lambda_is_worst),
        Claim("with the midpoint it expands least", _midpoint_is_best),
    ),
)
