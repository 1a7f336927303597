"""Cells that spreadsheets take for what they are."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.cells import cell, text_of, write_rows

MISREAD = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\tx", "\rx", "'quoted", "\uff1d1+1"]
DATES = ["3/4", "1-0", "0-1", "1/2-1/2", "3.4.2020", "12:30", " 3 / 4 ", "MARCH1", "1-Mar"]
PLAIN = [
    "",
    "-",
    "+-",
    "pvs",
    "3 of 4",
    "discs 40-24",
    "uci:stockfish",
    "-3.5",
    "+2e3",
    "50%",
    "Mar",
]

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)


@pytest.mark.parametrize("text", MISREAD + DATES)
def test_a_text_that_a_spreadsheet_would_misread_has_an_apostrophe_before_it(text):
    assert cell(text) == f"'{text}"
    assert text_of(cell(text)) == text


@pytest.mark.parametrize("value", [*PLAIN, -3, 0.5, None, True])
def test_all_else_is_written_as_it_is(value):
    assert cell(value) == value


@given(rows=st.lists(st.lists(TEXT, min_size=2, max_size=3)))
def test_texts_are_read_back(rows):
    file = io.StringIO(newline="")
    write_rows(file, rows)
    read = csv.reader(io.StringIO(file.getvalue(), newline=""))
    assert [[text_of(each) for each in row] for row in read] == rows
