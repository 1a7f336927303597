"""Srimani 1985, section 3.6: the number of phases k, chosen by the order of the tree."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Claim, Experiment, Figure, Series
from engine.lab.core.quantities import Measured, Quantity, Ratio
from engine.lab.srimani.common import leaves, point, size

__all__ = ["EXPERIMENT"]

_WIDTH, _DEPTH = 16, 4
_STEPS = (1, 2, 4, 8, 16)


def _algorithm(k: int) -> str:
    return f"PS*({k})"


def _share(k: int, order: int) -> Quantity:
    """Leaves read by PS*(k) as a share of those read by SSS*, which is PS*(1)."""
    whole = leaves(point(_algorithm(1), _WIDTH, _DEPTH, order))
    return Ratio(leaves(point(_algorithm(k), _WIDTH, _DEPTH, order)), whole)


def _reads_as_sss(measured: Measured) -> bool:
    shares = [_share(order, order)(measured).value for order in _STEPS]
    return all(abs(share - 1) <= 0.02 for share in shares)


def _reads_more_beyond(measured: Measured) -> bool:
    shares = [_share(2 * order, order)(measured).value for order in _STEPS if order < 8]
    return all(share >= 1.1 for share in shares)


def _needs_less(measured: Measured) -> bool:
    """Whether OPEN and BACKUP have the size of section 3.5 for every k."""
    half = _DEPTH // 2
    return all(
        size(point(_algorithm(k), _WIDTH, _DEPTH, 1), _algorithm(k))(measured).value
        == (_WIDTH // k) ** half + (k > 1) * sum((_WIDTH // k) ** i for i in range(half))
        for k in _STEPS
    )


EXPERIMENT = Experiment(
    name="srimani-k",
    title=f"leaves read by PS*(k) on T({_WIDTH},{_DEPTH}), as a share of SSS*'s, and size",
    source="Srimani 1985, section 3.6 and lemmas 3.1 and 3.2",
    test="the claims",
    trees=200,
    minutes=0.1,
    points=tuple(point(_algorithm(k), _WIDTH, _DEPTH, order) for k in _STEPS for order in _STEPS),
    columns=("k", "order"),
    cells=(
        *(Cell((k, order), _share(k, order)) for k in _STEPS for order in _STEPS),
        *(
            Cell((k, "size"), size(point(_algorithm(k), _WIDTH, _DEPTH, 1), _algorithm(k)))
            for k in _STEPS
        ),
    ),
    claims=(
        Claim("with k = R, PS*(k) reads what SSS* reads, within 2%", _reads_as_sss),
        Claim("with k = 2R it reads at least a tenth more (R up to 4)", _reads_more_beyond),
        Claim(
            "it needs (w/k)^(d/2) places in OPEN, and in BACKUP one for each MAX node above them",
            _needs_less,
        ),
    ),
    figures=(
        Figure(
            "srimani-k",
            f"Phases and order of tree on T({_WIDTH},{_DEPTH}) (Srimani's section 3.6)",
            "phases, k",
            "leaves read by PS*(k) / by SSS*",
            tuple(
                Series(f"order R = {order}", tuple((k, _share(k, order), None) for k in _STEPS))
                for order in _STEPS
            ),
            log_x=True,
            ticks=_STEPS,
            bottom=None,
        ),
    ),
)
