"""Palay 1980, section 6: B* without an opponent."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Experiment, Measured, Ratio, claim
from engine.lab.palay.common import FIRST, against_best_first, mean_of, points

_BOUNDS = (1_000_000,)
_ALL = "1-1000000"
_VERSIONS = {
    "bf": "bf",
    "ll": "ll",
    "db": FIRST.db,
    "db guarded": FIRST.guarded,
    "tl": "tl",
    "al": "al",
}


@claim("DISPROVEREST is costly: DB, TL and AL expand half as much again")
def _disproving_costs(measured: Measured) -> bool:
    """Return whether DB, TL and AL expand more than 1.5 times the nodes of BF."""
    return all(mean_of(version, _ALL)(measured).value > 1.5 for version in ("db", "tl", "al"))


@claim("the selection rules at lower levels are still useful")
def _lower_levels_save(measured: Measured) -> bool:
    """Return whether LL expands less than 95% of the nodes of BF."""
    return mean_of("ll", _ALL)(measured).value < 0.95


NO_OPPONENT = Experiment(
    name="palay-6",
    title="expansions by versions of B* without an opponent, as shares of best-first's",
    source="Palay 1980, section 6",
    test="the claims; the text has no numbers. Another implementation's shares within 0.15",
    trees=100,
    minutes=0.6,
    points=points(against_best_first, _BOUNDS, _VERSIONS, ",adversary=false"),
    columns=("what", "version"),
    cells=(
        *(
            Cell(("expanded / BF", version), mean_of(version, _ALL), known=known, absolute=0.15)
            for version, known in (
                ("ll", 0.85),
                ("db", None),
                ("db guarded", 1.75),
                ("tl", 1.75),
                ("al", 1.75),
            )
        ),
        Cell(("expanded", "al / tl"), Ratio(mean_of("al", _ALL), mean_of("tl", _ALL))),
        *(
            Cell((label, version), mean_of(version, _ALL, what=what))
            for label, what in (("explored / BF", "explored"), ("depth", "depth"))
            for version in _VERSIONS
        ),
    ),
    claims=(_disproving_costs, _lower_levels_save),
    remark="The other implementation's DB is guarded: it chooses PROVEBEST where the second best "
    "is embedded in the best. The text's is not, and expands a third more.",
)
