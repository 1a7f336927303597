"""Tables in CSV that are safe to open in a spreadsheet.

A spreadsheet takes a text that begins with = + - @ for a formula, which may run a program or send
data away, and 3/4, 1-0 or MARCH1 for dates. Names of players come from other programs. So such a
text is written with an apostrophe before it, and so is one that begins with an apostrophe.
`text_of` removes it. Numbers and mere signs such as +- are unchanged.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from games.parts.files import replacing

MARK = "'"

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?%?", re.ASCII | re.IGNORECASE)
_FORMULA = re.compile(r"[=+\-@\t\r\n'\uff1d\uff0b\uff0d\uff20]")
_PARTED = r"\s*[-/.:]\s*"
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    rf"\d+({_PARTED}\d+)+|(\d+[-/. ]*)?{_MONTH}[-/., ]*\d+|\d+[-/. ]*{_MONTH}", re.IGNORECASE
)


def cell(value: Any) -> Any:
    """Return a value as a cell of CSV that no spreadsheet takes for a formula.

    A text that a spreadsheet would take for a formula or a date, or that begins with an apostrophe,
    gets an apostrophe before it. All other values are unchanged.

    >>> cell("=1+1"), cell("3/4"), cell("pvs"), cell(-3), cell("-")
    ("'=1+1", "'3/4", 'pvs', -3, '-')
    """
    if not isinstance(value, str) or not value.strip("+-") or _NUMBER.fullmatch(value):
        return value
    misread = _FORMULA.match(value) or _DATE.fullmatch(value.strip())
    return MARK + value if misread else value


def text_of(cell: str) -> str:
    """Return the text that `cell` got: without the first apostrophe, if there is one."""
    return cell.removeprefix(MARK)


def write_rows(file: IO[str], rows: Iterable[Iterable[Any]]) -> None:
    """Write rows as CSV, each value as a `cell`; lines end with a line feed.

    :param file: opened with newline="".
    """
    csv.writer(file, lineterminator="\n").writerows(map(cell, row) for row in rows)


def write_csv(path: Path, head: Iterable[str], rows: Iterable[Iterable[Any]]) -> Path:
    """Write column names and rows as a CSV file, which is replaced atomically; return its path.

    :raises FileError: if it cannot be written.
    """
    with replacing(path) as file:
        write_rows(file, [head, *rows])
    return path
