"""GGF: a published game of the format, and what is none."""

from __future__ import annotations

import pytest

from games.errors import PositionError
from games.othello.ggf import GgfGame, GgfMove, read_ggf
from games.othello.othello import Othello

BOARD = "-" * 27 + "O*------*O" + "-" * 27
NBOARD = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[8 {BOARD} *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
"""The example of the description of NBoard's protocol."""


def test_the_published_example_is_read():
    (game,) = read_ggf(NBOARD)
    assert game.tags["PB"] == "./mEdax"
    assert game.start == ""
    assert game.position().transcript() == "f5f6d3c5e6f7e7f4"


def test_what_is_written_is_read_again():
    game = GgfGame(
        (GgfMove("f5", 0.5, 1.25), GgfMove("d6", None, 3.0), GgfMove("c3", -1.0)),
        tags={"PB": "a]b\\c", "PW": ""},
    )
    (again,) = read_ggf(game.written())
    assert again == GgfGame(game.moves, "", {"PC": "Starling", **game.tags})
    assert "B[F5/0.50/1.250]W[D6//3.000]B[C3/-1.00]" in game.written()


def test_passes_and_other_starts():
    start = "OX" + "-" * 61 + "X X"
    position = Othello().at(start)
    assert [position.move_text(move) for move in position.legal_moves()] == ["pass"]
    game = GgfGame((GgfMove("pass"), GgfMove("c1")), start)
    assert f"BO[8 {start[:64].replace('X', '*')} *]B[PA]W[C1]" in game.written()
    (again,) = read_ggf(game.written())
    assert (again.start, again.moves) == (start, game.moves)
    assert again.position().text() == "OOO" + "-" * 60 + "X X"


def test_several_games_and_what_stands_between_them():
    assert len(list(read_ggf(f"2 {NBOARD}{NBOARD}\n# and another\n1 {NBOARD}"))) == 3


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (NBOARD.replace("Othello", "Chess"), r"GM\[Chess\]: expected GM\[Othello\]"),
        (NBOARD.replace("BO[8", "BO[10"), r"expected 8"),
        (NBOARD.replace("BO[8 -", "BO[8 ?"), "a1 is"),
        (NBOARD.replace("TY[8]", "TY 8"), "expected NAME"),
        (NBOARD[:-2], "found its end"),
        ("(;", "found its end"),
        ("(;)", "GM"),
        (NBOARD.replace("B[D3]", "B[A1]"), "move 3: move a1 is not legal"),
        (NBOARD.replace("B[D3]", "B[]"), "move 3: move  is no square"),
    ],
)
def test_what_is_no_game_is_told(text, fault):
    with pytest.raises(PositionError, match=fault):
        [game.position() for game in read_ggf(text)]


def test_numbers_that_are_none_are_left_out():
    text = NBOARD.replace("F5]", "F5/1e99x/]").replace("F6]", f"F6/{'9' * 400}/inf]")
    (game,) = read_ggf(text)
    assert game.moves[:2] == (GgfMove("f5", 1.0), GgfMove("f6"))
