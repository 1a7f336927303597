"""Palay 1980, section 4: the goal value of the opponent's nodes, (4.2) against (4.3)."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Experiment, Measured, claim
from engine.lab.palay.common import against_best_first, mean_of, points

_GOALS = {
    "midpoint": "midpoint, (4.3) and (4.4)",
    "near": "near: Lambda, (4.2); Gamma under DISPROVEREST",
    "far": "far: Gamma; Lambda under DISPROVEREST",
}
"""Values of the option `goal`. The text gives PROVEBEST's; DISPROVEREST's are symmetric to them."""
_VERSIONS = {"bf": "bf"} | {
    f"{name} {goal}": f"{name},goal={goal}" for name in ("ll", "al") for goal in _GOALS
}
_BOUNDS = (50,)
_GROUPS = ("1-50", "over 50")


def _means(version: str, measured: Measured) -> dict[str, float]:
    """Return by goal a version's mean expansions / best-first's, where best-first has over 50."""
    return {goal: mean_of(f"{version} {goal}", "over 50")(measured).value for goal in _GOALS}


@claim("with the near goal the search degrades: most expansions, over 50")
def _near_is_worst(measured: Measured) -> bool:
    """Return whether LL and AL expand most with the goal "near", on the trees of `_means`."""
    both = [_means(version, measured) for version in ("ll", "al")]
    return all(means["near"] == max(means.values()) for means in both)


@claim("with the midpoint LL expands least")
def _midpoint_is_best(measured: Measured) -> bool:
    """Return whether LL expands least with the goal "midpoint", by 1%, on the trees of `_means`."""
    means = _means("ll", measured)
    return means["midpoint"] < 0.99 * min(means["near"], means["far"])


@claim("the midpoint is reasonable for AL: within 1% of the best goal")
def _midpoint_is_reasonable(measured: Measured) -> bool:
    """Return whether "midpoint" costs AL at most 1% more than the best goal (`_means`)."""
    means = _means("al", measured)
    return means["midpoint"] <= 1.01 * min(means.values())


GOALS = Experiment(
    name="palay-4",
    title="expansions by the value that the opponent's nodes are to reach",
    source="Palay 1980, section 4, (4.2) to (4.4)",
    test="the claims; the text has no numbers",
    trees=25,
    minutes=1.5,
    points=points(against_best_first, _BOUNDS, _VERSIONS, ""),
    columns=("version", "goal", "best-first expands"),
    cells=tuple(
        Cell((version, _GOALS[goal], group), mean_of(f"{version} {goal}", group))
        for version in ("ll", "al")
        for goal in _GOALS
        for group in _GROUPS
    ),
    claims=(_near_is_worst, _midpoint_is_best, _midpoint_is_reasonable),
    remark="The text prefers the midpoint to the far goal, by which 'only the node with the "
    "highest optimistic value would have a chance'. LL bears that out. For AL, whose DISPROVEREST "
    "has the goals mirrored, midpoint and far goal are even.",
)
