"""Curves of pages, as inline SVG: lines with dots and error bars, levels, and ticks of both axes.

`draw` computes the coordinates; the macro `curve` of `curves.html.jinja` writes the SVG. Colours
are those of the page, by the kind of a line: "first", "second", "third", "upper" or "lower".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

WIDTH = 320
"""Width of a drawing."""
LEFT, TOP, RIGHT, BOTTOM = 44, 8, 10, 20
"""The margins of a drawing with ticks."""
TICKS = 5
"""The most ticks of an axis, about."""
LETTER = 5.6
"""The width of a letter of a tick."""


class Point(NamedTuple):
    """A point of a line.

    :param low, high: the ends of its error bar, cut at the edges; None for no bar.
    :param text: what a reader who points at it sees; "" for no dot.
    """

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    text: str = ""


class Series(NamedTuple):
    """A line through points."""

    kind: str
    points: Sequence[Point]


class Level(NamedTuple):
    """A horizontal line.

    :param shift: how far its text is below it.
    """

    kind: str
    y: float
    text: str = ""
    shift: int = 0


def draw(
    series: Sequence[Series],
    levels: Sequence[Level] = (),
    *,
    height: int,
    label: str,
    row: Callable[[float], str] | None = None,
    column: Callable[[float], str] | None = None,
    spare: float | None = None,
) -> dict[str, Any]:
    """Return a drawing for the macro `curve`; some series must have a point.

    It has the size, the box of the plot, the label, the ticks and levels. Each series is a line
    with dots and error bars. Coordinates are text for SVG.

    :param label: what it shows, for readers who do not see it.
    :param row, column: returns a value as the text of its tick; None for an axis without ticks.
    :param spare: the room above and below all values; None for a twelfth of their range. If it
        would be 0 it is 1.
    """
    points = [point for each in series for point in each.points]
    xs = [point.x for point in points]
    ends = [end for point in points for end in point[1:4] if end is not None and math.isfinite(end)]
    ends += [level.y for level in levels]
    room = (max(ends) - min(ends)) / 12 if spare is None else spare
    low, high = min(ends) - (room or 1), max(ends) + (room or 1)
    rows = ticks(low, high, row) if row else []
    columns = ticks(min(xs), max(xs), column, least=1) if column else []
    left = max([LEFT, *(8 + LETTER * len(text) for _, text in rows)]) if row else 0
    box = (
        left,
        TOP if row else 0,
        WIDTH - (RIGHT if row else 0),
        height - (BOTTOM if column else 0),
    )
    inset = 10 if column else 0

    def x(value: float) -> str:
        """Return a value's horizontal coordinate as text for SVG; the middle if all are equal."""
        first, last = box[0] + inset, box[2] - inset
        span = max(xs) - min(xs)
        return f"{first + (last - first) * ((value - min(xs)) / span if span else 0.5):.1f}"

    def y(value: float) -> str:
        """Return a value's vertical coordinate as text for SVG; the edge for one beyond it."""
        value = max(low, min(high, value))
        return f"{box[3] - (box[3] - box[1]) * (value - low) / (high - low):.1f}"

    return {
        "width": WIDTH,
        "height": height,
        "box": box,
        "label": label,
        "rows": [(y(value), text) for value, text in rows],
        "columns": [(x(value), text) for value, text in columns],
        "levels": [(level.kind, y(level.y), level.text, level.shift) for level in levels],
        "lines": [
            {
                "kind": each.kind,
                "points": " ".join(f"{x(point.x)},{y(point.y)}" for point in each.points),
                "dots": [
                    (x(point.x), y(point.y), point.text) for point in each.points if point.text
                ],
                "bars": [
                    (x(point.x), y(point.low), y(point.high))
                    for point in each.points
                    if point.low is not None and point.high is not None
                ],
            }
            for each in series
        ],
    }


def ticks(
    low: float, high: float, text: Callable[[float], str], least: float = 0
) -> list[tuple[float, str]]:
    """Return the multiples of a round step from `low` to `high`, about five, with their texts.

    :param least: the least distance of two; 1 for whole numbers.

    >>> ticks(-12, 31, "{:g}".format)
    [(-10.0, '-10'), (0.0, '0'), (10.0, '10'), (20.0, '20'), (30.0, '30')]
    """
    raw = max((high - low) / TICKS, least, 1e-9)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [(number * step, text(number * step)) for number in range(first, last + 1)]
