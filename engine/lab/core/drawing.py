"""SVG files of figures, drawn by matplotlib. The same numbers give the same file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.lab.core.experiment import Figure, Measured, Series
from games.errors import EngineError
from games.parts.files import replacing

_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#000000")
"""Okabe and Ito's colours for the colour-blind, the yellow darkened."""

_MOST_INSIDE = 8
"""Lines up to which the legend is among them; that of more is beside them."""


def require_matplotlib() -> None:
    """Check that figures can be drawn.

    :raises EngineError: if matplotlib is missing.
    """
    try:
        import matplotlib  # noqa: F401  # only to see whether it is installed
    except ImportError:
        raise EngineError("figures need matplotlib: pip install matplotlib") from None


def draw(figure: Figure, measured: Measured, folder: Path) -> Path:
    """Write a figure as NAME.svg: lines through measured numbers, with bars of two standard errors.

    Published numbers have large open markers.

    :param folder: its folder; an older file is replaced.
    :returns: the path of the file.
    :raises EngineError: if matplotlib is missing.
    :raises FileError: if the file cannot be written.
    """
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure as Canvas

    path = folder / f"{figure.name}.svg"
    # Text remains text and ids have a fixed salt: files do not depend on machine or day.
    with matplotlib.rc_context({"svg.hashsalt": figure.name, "svg.fonttype": "none"}):
        crowded = figure.beside or len(figure.series) > _MOST_INSIDE
        canvas = Canvas(figsize=(10 if crowded else 8, 5.5), layout="constrained")
        axes = canvas.add_subplot()
        rings = [_add(axes, index, series, measured) for index, series in enumerate(figure.series)]
        if any(rings):
            axes.plot(
                [], [], "o", color="#555555", fillstyle="none", ms=10, label="published (open)"
            )
        _label(axes, figure)
        if figure.named:
            axes.tick_params(axis="x", labelrotation=45)
        elif crowded:
            canvas.legend(frameon=False, loc="outside right upper")
        else:
            axes.legend(frameon=False)
        with replacing(path, "wb") as file:
            canvas.savefig(file, format="svg", metadata={"Date": None, "Creator": "Starling"})
    return path


def _add(axes: Any, index: int, series: Series, measured: Measured) -> bool:
    """Draw a series as a line of a figure; return whether it has published points.

    Measured points have bars of two standard errors, published ones large open markers.
    """
    color = _COLORS[(index if series.color is None else series.color) % len(_COLORS)]
    again = series.color is None and index >= len(_COLORS)  # the same colour, another style
    marker, dashes = ("s", "--") if again else (series.marker, series.dashes)
    xs = [x(measured).value if callable(x) else x for x, _, _ in series.points]
    ys = [y(measured) for _, y, _ in series.points]
    axes.errorbar(
        xs,
        [y.value for y in ys],
        yerr=[2 * (y.error or 0) for y in ys] if any(y.error for y in ys) else None,
        fmt=marker,
        linestyle=dashes,
        color=color,
        ms=4,
        lw=1.5,
        capsize=2,
        elinewidth=0.8,
        label=series.label,
    )
    printed = [(x, y) for x, (_, _, y) in zip(xs, series.points, strict=True) if y is not None]
    if printed:
        axes.plot(*zip(*printed, strict=True), marker, color=color, fillstyle="none", ms=10)
    return bool(printed)


def _label(axes: Any, figure: Figure) -> None:
    """Set the scales, ticks, names, lowest y and grid of a figure; hide its top and right edges."""
    from matplotlib.ticker import NullFormatter, NullLocator, ScalarFormatter

    if figure.log_x:
        axes.set_xscale("log")
    if figure.log_y:
        axes.set_yscale("log")
    if figure.ticks:
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.set_xticks(figure.ticks, figure.tick_labels or None)
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.xaxis.set_minor_locator(NullLocator())
    if not figure.log_y:
        axes.set_ylim(bottom=figure.bottom)
    axes.set_title(figure.title)
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y)
    axes.grid(True, which="major", color="#dddddd", lw=0.6)
    axes.spines[["top", "right"]].set_visible(False)
