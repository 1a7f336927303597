"""Srimani 1985, section 3.4 (4): "random" trees of his generator, and independent leaves."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Claim, Experiment
from engine.lab.core.quantities import Measured
from engine.lab.srimani.common import leaves, point

__all__ = ["EXPERIMENT"]

_ALGORITHMS = ("SSS*", "PS*(2)", "PS*(4)", "alpha-beta")
_KNOWN = {"PS*(2)": 23800, "alpha-beta": 21700}
"""Leaves on trees of independent leaves, by an independent implementation."""


def _phased_wins(measured: Measured, kind: str) -> bool:
    phased, plain = (
        leaves(point(algorithm, 8, 6, 1, kind=kind))(measured).value
        for algorithm in ("PS*(2)", "alpha-beta")
    )
    return phased < plain


EXPERIMENT = Experiment(
    name="srimani-iid",
    title="leaves read on random trees T(8,6): the thesis's generator, and independent leaves",
    source="Srimani 1985, section 3.4 (4)",
    test="the claims; independent leaves within 8% of another implementation's",
    trees=400,
    minutes=0.1,
    points=tuple(
        point(algorithm, 8, 6, 1, kind=kind)
        for kind in ("thesis", "iid")
        for algorithm in _ALGORITHMS
    ),
    columns=("algorithm", "kind"),
    cells=tuple(
        Cell(
            (algorithm, kind),
            leaves(point(algorithm, 8, 6, 1, kind=kind)),
            known=_KNOWN.get(algorithm) if kind == "iid" else None,
            tolerance=0.08,
        )
        for kind in ("thesis", "iid")
        for algorithm in _ALGORITHMS
    ),
    claims=(
        Claim(
            "on the thesis's random trees PS*(2) reads fewer leaves than alpha-beta",
            lambda measured: _phased_wins(measured, "thesis"),
        ),
        Claim(
            "on trees of independent leaves it reads more",
            lambda measured: not _phased_wins(measured, "iid"),
        ),
    ),
    correction="that PS* beats alpha-beta on random trees holds of trees drawn from the top down, "
    "not of independent leaves",
)
