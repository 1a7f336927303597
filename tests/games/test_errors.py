"""Messages are one line, printable and bounded, for any input."""

from __future__ import annotations

import pytest

from games.errors import FileError, MoveError, SpecError, printable, quoted, unknown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("bfms", "'bfms'"),
        ("two\nlines\x1b[31m", r"'two\nlines\x1b[31m'"),
        ("x" * 400_000, "'" + "x" * 76 + "..."),
        ("\x1b" * 400_000, "'" + r"\x1b" * 19 + "..."),
        (12, "12"),
        (10**5000, "(int, too large to show)"),
        ([0] * 1000, "[" + "0, " * 25 + "0..."),
    ],
    ids=["name", "line", "long", "control", "number", "digits", "list"],
)
def test_a_quotation_is_printable_and_bounded(value, text):
    assert quoted(value) == text
    assert len(text) <= 80


def test_a_quotation_of_deep_brackets_ends():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert quoted(nested) == "(list, too large to show)"


def test_printable_text_is_unchanged():
    assert printable("Bücher, 黒 ● and 50%", 80) == "Bücher, 黒 ● and 50%"
    assert printable("one\ntwo\u202ethree", 80) == r"one\ntwo\u202ethree"
    assert printable("x" * 81, 80) == "x" * 77 + "..."


@pytest.mark.parametrize("kind", [SpecError, FileError, MoveError])
def test_every_message_is_one_printable_line(kind):
    said = str(kind(f"cannot read \x1b]0;title\x07\n{'x' * 400_000}: expected less"))
    assert said.isprintable()
    assert len(said) <= 4000
    assert said.startswith(r"cannot read \x1b]0;title\x07\nxxx")


def test_an_unknown_name_is_quoted():
    assert unknown("game", "ches\n", ["chess"]) == (
        r"no game is named 'ches\n'. Did you mean 'chess'? There are: chess"
    )
    nearest = {"games": "games_per_pair", "gamse": "game", "ga": "game", "no": "nodes"}
    for given, name in nearest.items():
        assert f" {name!r}? " in unknown("key", given, ["game", "games_per_pair", "nodes"])
    assert "Did you mean" not in unknown("key", "", ["game"])
    assert len(unknown("game", "x" * 400_000, ["chess"])) < 150
