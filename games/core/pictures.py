"""Pictures of positions and tables for notebooks: SVG and HTML in one piece, without scripts.

Colours follow the page (`currentColor`) or the reader's setting (`prefers-color-scheme`), so that
light and dark notebooks both are readable. All text is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from games.core.scores import KNOWN_WIN

Bar = tuple[int | None, int | None, int | None]
"""(pessimistic, optimistic, realistic); an end that is None is open."""

_SQUARE = 45
_CAPTION = 26

_BOARD_STYLE = (
    "<style>.starling-caption,.starling-name{font:14px system-ui,sans-serif;fill:#444;"
    "text-anchor:middle}.starling-name{font-size:12px}"
    "@media(prefers-color-scheme:dark){.starling-caption,.starling-name{fill:#bbb}}</style>"
)


def grid_of(diagram: str) -> tuple[list[list[str]], tuple[str, ...], tuple[str, ...]]:
    """Return the symbols of a diagram row by row, and the names of its columns and rows.

    A line with one word less than the longest names the columns, if there is just one. Then the
    first word of each other line names its row. Columns alone have names if the last line has the
    numbers from 1, and no other line has numbers. Rows alone have names if the first word of each
    line is a number, and no other word is. All are empty if the text is not a board: words of one
    or two letters, in two lines or more, with rows of equal length.

    >>> grid_of(". . .\\n. X O\\n1 2 3")
    ([['.', '.', '.'], ['.', 'X', 'O']], ('1', '2', '3'), ())
    """
    grid = [line.split() for line in diagram.splitlines() if line.strip()]
    if len(grid) < 2 or any(len(word) > 2 for row in grid for word in row):
        return [], (), ()
    named = [row for row in grid if len(row) == max(map(len, grid)) - 1]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    numbers = [[place for place, word in enumerate(row) if word.isdecimal()] for row in grid]
    if len(named) == 1:
        grid = [row for row in grid if row is not named[0]]
        columns, rows = tuple(named[0]), tuple(row[0] for row in grid)
        grid = [row[1:] for row in grid]
    elif grid[-1] == [str(number) for number in range(1, len(grid[-1]) + 1)] and not any(
        numbers[:-1]
    ):
        columns = tuple(grid.pop())
    elif all(places == [0] for places in numbers):
        rows = tuple(row[0] for row in grid)
        grid = [row[1:] for row in grid]
    if len({len(row) for row in grid}) != 1:
        return [], (), ()
    return grid, columns, rows


def slant_of(diagram: str) -> tuple[int, ...]:
    """Return for each row of a board by how many half squares it is moved to the right.

    >>> slant_of(" . X\\n. O")
    (1, 0)
    """
    grid, _, names = grid_of(diagram)
    lines = [list(re.finditer(r"\S+", line))[bool(names) :] for line in diagram.splitlines()]
    rows = [words for words in lines if [word[0] for word in words] in grid]
    starts, ends = [row[0].start() for row in rows], [row[-1].end() for row in rows]
    slant = tuple(start - min(starts) for start in starts)
    return slant if slant == tuple(end - min(ends) for end in ends) else (0,) * len(grid)


def discs_of(symbols: Collection[str], first: str) -> str:
    """Return the two symbols of a board that are drawn as discs, that of the dark ones first.

    They are X and O, where a board has no other piece, or x and o, where X and O are their kings.
    The square # is blocked. The text is empty for other boards.

    :param first: the name of the side that moves first, which has X. If it is White, X is light.
    """
    pieces = set(symbols) - {"-", ".", "#"}
    discs = "XO" if pieces <= set("XO") else "xo" if pieces <= set("XOxo") else ""
    return discs[::-1] if first.startswith("White") else discs


def board_svg(position: Any) -> str | None:
    """Return a position's board as SVG, with the side to move or the game's end below it.

    Chess is drawn by python-chess; any other game whose diagram is a grid as discs or symbols.

    :returns: None if the game has no board.
    """
    caption = str(position).splitlines()[-1]
    if "pgn" in position.INFO.standards:
        return _framed(_chess_svg(position), 390, 390, 0, caption)
    diagram = position.diagram()
    grid, columns, rows = grid_of(diagram)
    if not grid:
        return None
    margin = 18 if columns or rows else 0
    shifts = [_SQUARE // 2 * half for half in slant_of(diagram)]
    width, height = _SQUARE * len(grid[0]) + max(shifts), _SQUARE * len(grid)
    discs = discs_of({symbol for row in grid for symbol in row}, position.INFO.sides[0])
    parts = []
    for y, row in enumerate(grid):
        for x, symbol in enumerate(row):
            parts.append(_square(symbol, x * _SQUARE + shifts[y], y * _SQUARE, discs))
    for x, name in enumerate(columns):
        at = x * _SQUARE + _SQUARE / 2 + shifts[0]
        parts.append(f'<text class="starling-name" x="{at}" y="-5">{escape(name)}</text>')
    for y, name in enumerate(rows):
        at = y * _SQUARE + _SQUARE / 2 + 4
        parts.append(
            f'<text class="starling-name" x="{shifts[y] - 9}" y="{at}">{escape(name)}</text>'
        )
    return _framed("".join(parts), width, height, margin, caption)


def _chess_svg(position: Any) -> str:
    """Return python-chess's drawing of the board, with the last move and a check marked."""
    import chess.svg

    board = position.board()
    check = board.king(board.turn) if board.is_check() else None
    last = board.peek() if board.move_stack else None
    return str(chess.svg.board(board, lastmove=last or None, check=check, size=390))


def _square(symbol: str, x: int, y: int, discs: str) -> str:
    """Return a square as SVG, with its upper left corner at x, y, and with its piece.

    A square with - or a dot is empty.

    :param discs: the symbols that are drawn as discs, see `discs_of`; others are text.
    """
    fill = "#4f9a6c" if discs else "#efe3cd"
    drawn = f'<rect x="{x}" y="{y}" width="45" height="45" fill="{fill}" stroke="#0004"/>'
    if symbol in ("-", "."):
        return drawn
    if symbol in discs:
        color = "#1d2125" if symbol == discs[0] else "#fbfbf8"
        circle = f'<circle cx="{x + 22.5}" cy="{y + 22.5}" r="18" fill="{color}" stroke="#0006"/>'
        return drawn + circle
    font = 'font-family="system-ui,sans-serif" font-size="24" text-anchor="middle" fill="#1b2430"'
    return f'{drawn}<text x="{x + 22.5}" y="{y + 31}" {font}>{escape(symbol)}</text>'


def _framed(inner: str, width: int, height: int, margin: int, caption: str) -> str:
    """Return a drawing with a caption below it, and a margin for names above and to the left."""
    whole = width + margin, height + margin + _CAPTION
    text = escape(caption)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {whole[0]} '
        f'{whole[1]}" width="{whole[0]}" height="{whole[1]}" role="img" aria-label="{text}">'
        f'{_BOARD_STYLE}{inner}<text class="starling-caption" x="{width / 2}" '
        f'y="{height + 19}">{text}</text></svg>'
    )


def text_html(text: str) -> str:
    """Return text, escaped, as HTML that keeps its lines."""
    return f"<pre>{escape(text)}</pre>"


def table_html(
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[Any]],
    words: Collection[int] = (0,),
    raw: Collection[int] = (),
    notes: Sequence[str] = (),
) -> str:
    """Return a table as HTML.

    :param words: the indices of columns that are left-aligned, as those of `raw` are.
    :param raw: the indices of columns whose cells are HTML; all else is escaped.
    :param notes: lines below the table.
    """

    def cell(tag: str, index: int, value: Any) -> str:
        """Return one cell as HTML: `tag` is th or td, and only a td in `raw` is not escaped."""
        side = "left" if index in words or index in raw else "right"
        content = str(value) if tag == "td" and index in raw else escape(str(value))
        style = f"text-align:{side};padding:2px 9px;background:none"
        return f'<{tag} style="{style}">{content}</{tag}>'

    def line(tag: str, values: Sequence[Any]) -> str:
        """Return one row of the table as HTML, with cells of the tag th or td."""
        return "<tr>" + "".join(cell(tag, i, value) for i, value in enumerate(values)) + "</tr>"

    below = "".join(f'<div style="opacity:.75">{escape(note)}</div>' for note in notes)
    return (
        '<div style="overflow-x:auto;font-variant-numeric:tabular-nums">'
        '<table style="border-collapse:collapse;margin:0;color:inherit"><caption style="'
        f'text-align:left;font-weight:600;color:inherit;padding:2px 9px">{escape(title)}</caption>'
        f"<thead>{line('th', headings)}</thead>"
        f"<tbody>{''.join(line('td', row) for row in rows)}</tbody></table>{below}</div>"
    )


def bars_svg(intervals: Sequence[Bar]) -> list[str]:
    """Return a bar for every interval as SVG, all on one scale; a dot is the realistic value.

    An end that is None, or a known win or loss, is at the edge. A bar whose ends are both unknown
    is an empty text. Without a realistic value there is no dot.
    """
    width = 220
    known = [x for low, high, _ in intervals for x in (low, high) if x is not None]
    ends = [x for x in known if abs(x) < KNOWN_WIN]
    lowest, highest = min(ends, default=0), max(ends, default=0)

    def x(value: int) -> float:
        """Return the horizontal coordinate of a value in pixels; outside the scale, of its end."""
        share = (value - lowest) / max(1, highest - lowest)
        return round(4 + (width - 8) * max(0.0, min(1.0, share)), 1)

    def bar(low: int | None, high: int | None, real: int | None) -> str:
        """Return the SVG of one interval; an empty text if both ends are unknown."""
        if low is None and high is None:
            return ""
        start, end = 0.0 if low is None else x(low), width if high is None else x(high)
        label = f"{'?' if low is None else low} to {'?' if high is None else high}"
        dot = "" if real is None else f'<circle cx="{x(real)}" cy="8" r="3" fill="currentColor"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="16" role="img" '
            f'aria-label="{label}"><rect x="{start}" y="4" width="{max(2.0, end - start):.1f}" '
            f'height="8" rx="3" fill="#5b8def" fill-opacity=".55"/>{dot}</svg>'
        )

    return [bar(*interval) for interval in intervals]


def columns_svg(rows: Sequence[Sequence[float | None]], means: Sequence[float]) -> list[str]:
    """Return a figure for every row as SVG: its percentages as columns, and a line at its mean.

    :param rows: percentages from 0 to 100; None leaves out a column.
    :param means: the mean of each row, as a percentage too.
    """
    width, height = 160, 34

    def figure(row: Sequence[float | None], mean: float) -> str:
        """Return the SVG of one row of columns, in percent, with a line at its mean."""
        step = width / max(1, len(row))
        bars = "".join(
            f'<rect x="{step * i + 1:.1f}" y="{height * (1 - share / 100):.1f}" '
            f'width="{step - 2:.1f}" height="{height * share / 100:.1f}" fill="#5b8def" '
            f'fill-opacity=".7"><title>{share:.0f}%</title></rect>'
            for i, share in enumerate(row)
            if share is not None
        )
        line = height * (1 - mean / 100)
        label = " ".join("-" if share is None else f"{share:.0f}" for share in row)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 2}" '
            f'role="img" aria-label="{label}"><rect x="0" y="{height}" width="{width}" height="1" '
            f'fill="currentColor" fill-opacity=".5"/>{bars}<rect x="0" y="{line:.1f}" '
            f'width="{width}" height="1.2" fill="currentColor"/></svg>'
        )

    return [figure(row, mean) for row, mean in zip(rows, means, strict=True)]
