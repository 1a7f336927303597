"""Srimani 1985, figure 4.4: places needed on trees of depth 4, by width."""

from __future__ import annotations

from engine.lab.core.experiment import Cell, Experiment, Figure, Series
from engine.lab.srimani.common import point, size

__all__ = ["EXPERIMENT"]

_WIDTHS = (8, 16, 24, 32)
# The size columns of tables 4.1 to 4.4, whose drawing figure 4.4 is.
_PUBLISHED: dict[str, tuple[int | None, ...]] = {
    "SSS*": (64, 256, 576, 1024),
    "PS*(2)": (21, 73, 157, 273),
    "PS*(4)": (7, 21, 43, 73),
    "PS*(8)": (None, 7, 13, 21),
    "alpha-beta": (4, 4, 4, 4),
}

EXPERIMENT = Experiment(
    name="srimani-figure-4.4",
    title="places needed on uniform trees of depth 4",
    source="Srimani 1985, chapter 4, figure 4.4 and the size columns of tables 4.1 to 4.4",
    test="every size exactly",
    trees=20,
    minutes=0.02,
    points=tuple(point(algorithm, w, 4, 1) for algorithm in _PUBLISHED for w in _WIDTHS),
    columns=("algorithm", "width"),
    cells=tuple(
        Cell((algorithm, width), size(point(algorithm, width, 4, 1), algorithm), published)
        for algorithm, row in _PUBLISHED.items()
        for width, published in zip(_WIDTHS, row, strict=True)
    ),
    figures=(
        Figure(
            "srimani-figure-4.4",
            "Places in OPEN and BACKUP, or on alpha-beta's line, at depth 4 (Srimani's figure 4.4)",
            "width of the tree",
            "most places needed at once",
            tuple(
                Series(
                    algorithm,
                    tuple(
                        (width, size(point(algorithm, width, 4, 1), algorithm), published)
                        for width, published in zip(_WIDTHS, row, strict=True)
                    ),
                )
                for algorithm, row in _PUBLISHED.items()
            ),
            log_y=True,
            ticks=_WIDTHS,
        ),
    ),
)
