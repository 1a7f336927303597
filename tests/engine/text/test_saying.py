"""Lines for people."""

from __future__ import annotations

import io

from rich.console import Console

from engine.text.console import say


def test_lines_are_printed_as_they_are_but_for_what_does_not_print():
    file = io.StringIO()
    say(Console(file=file), "a [b] :c: \x1b[31m\x07\udcff\n" + "x" * 10_000)
    first, second, rest = file.getvalue().split("\n")
    assert first == r"a [b] :c: \x1b[31m\x07\udcff"
    assert (len(second), rest) == (4000, "")
