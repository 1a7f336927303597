"""Tables and lines for people, no wider than a terminal of 80 columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

WIDTH = 80
"""Columns of a terminal."""

NARROWEST = 12
"""The least width of a column of words."""

_CUTS = re.compile(r"(?<=[ ,])|(?=[@(])")

_JOINED = "\xa0+-\xa0"
"""The text before an error, with non-breaking spaces."""


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int]) -> list[str]:
    """Return the lines of a table: the headings `columns`, then the rows.

    Numbers are right-aligned. Columns of words share what numbers leave of 80 columns, but get at
    least `NARROWEST` (12) each if they need it. Words that do not fit continue on further lines.

    :param words: the indices of the columns of words, which are left-aligned.
    """
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    room = WIDTH - sum(widths) - 2 * (len(columns) - 1) + sum(widths[i] for i in words)
    for left, index in enumerate(sorted(words, key=lambda index: widths[index]), -len(words)):
        widths[index] = min(widths[index], max(NARROWEST, room // -left))
        room -= widths[index]
    return [line for row in (columns, *rows) for line in _lines(row, widths, words)]


def _lines(row: Sequence[str], widths: Sequence[int], words: Sequence[int]) -> list[str]:
    """Return the lines of one row; words are broken to their widths, numbers are on the first."""
    cells = [
        _pieces(cell, width) if index in words else [cell]
        for index, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    lines = []
    for parts in zip_longest(*cells, fillvalue=""):
        padded = [
            part.ljust(width) if index in words else part.rjust(width)
            for index, (part, width) in enumerate(zip(parts, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    return lines


def _pieces(cell: str, width: int) -> list[str]:
    """Return a cell's text in lines of at most a width, broken between words or in a long spec."""
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
    """Return a line broken into lines of at most `WIDTH` columns.

    A longer word is not broken, nor is a number with its error.

    :param label: the text before the line.
    :param indent: the text before the other lines.
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
