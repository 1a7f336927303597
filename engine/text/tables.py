"""Tables and lines for people, no wider than a terminal of 80 columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

__all__ = ["WIDTH", "table", "wrapped"]

WIDTH = 80
"""Columns of a terminal."""

NARROWEST = 12
"""Columns that a column of words keeps, however wide the numbers beside it are."""

_CUTS = re.compile(r"(?<=[ ,])|(?=[@(])")

_JOINED = "\xa0+-\xa0"
"""What no line ends in: textwrap breaks at ASCII's blanks alone."""


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int]) -> list[str]:
    """The lines of a table: the columns of numbers as wide as they are, and those of words in
    what is left, cut over several lines where that is too little.

    :param words: the places of the columns that hold words, which stand at the left of theirs.
    """
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    room = WIDTH - sum(widths) - 2 * (len(columns) - 1) + sum(widths[i] for i in words)
    for left, index in enumerate(sorted(words, key=lambda index: widths[index]), -len(words)):
        widths[index] = min(widths[index], max(NARROWEST, room // -left))
        room -= widths[index]
    return [line for row in (columns, *rows) for line in _lines(row, widths, words)]


def _lines(row: Sequence[str], widths: Sequence[int], words: Sequence[int]) -> list[str]:
    """One row: numbers on its first line, words on as many as they need."""
    cells = [
        _pieces(cell, width) if index in words else [cell]
        for index, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    lines = []
    for number in range(max(map(len, cells))):
        told = [
            (cell[number] if number < len(cell) else "").ljust(width)
            if index in words
            else (cell[0] if number == 0 else "").rjust(width)
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        lines.append("  ".join(told).rstrip())
    return lines


def _pieces(cell: str, width: int) -> list[str]:
    """A cell of words in lines, cut where a spec or a list may be; a word too long,
    where one of its parts ends."""
    pieces = [""]
    for part in _CUTS.split(cell):
        if pieces[-1] and len(pieces[-1]) + len(part.rstrip()) > width:
            pieces.append("")
        pieces[-1] += part
        while len(pieces[-1].rstrip()) > width:
            last = pieces[-1]
            cut = max(last.rfind(sign, 0, width) for sign in "=._") + 1 or width
            pieces[-1:] = [last[:cut], last[cut:]]
    return [piece.rstrip() for piece in pieces]


def wrapped(line: str, label: str = "", indent: str = "  ") -> str:
    """A line in lines of at most `WIDTH` columns, all but the first set in. Only a word that is
    longer, such as the name of a file, stays whole, and a number with its error.

    :param label: stands before the line as it is.
    :param indent: what the other lines begin with.
    """
    filled = textwrap.fill(
        line.replace(" +- ", _JOINED),
        WIDTH,
        initial_indent=label,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace(_JOINED, " +- ")
