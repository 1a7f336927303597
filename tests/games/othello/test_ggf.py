"""GGF: a published game, and invalid ones."""

from __future__ import annotations

import pytest

from games.errors import PositionError
from games.othello.ggf import GgfGame, GgfMove, each_ggf, read_ggf
from games.othello.othello import Othello

BOARD = "-" * 27 + "O*------*O" + "-" * 27
NBOARD = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[8 {BOARD} *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
"""The example in the description of NBoard's protocol."""


def test_the_published_example_is_read():
    (game,) = read_ggf(NBOARD)
    assert game.tags["PB"] == "./mEdax"
    assert game.start == ""
    assert game.position().transcript() == "f5f6d3c5e6f7e7f4"


def test_written_games_are_read():
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


def test_several_games_with_text_between_them():
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
        (NBOARD.replace("B[D3]", "B[]"), "move 3: move  is not a square"),
    ],
)
def test_invalid_games_are_refused(text, fault):
    with pytest.raises(PositionError, match=fault):
        [game.position() for game in read_ggf(text)]


def test_invalid_numbers_are_ignored():
    text = NBOARD.replace("F5]", "F5/1e99x/]").replace("F6]", f"F6/{'9' * 400}/inf]")
    (game,) = read_ggf(text)
    assert game.moves[:2] == (GgfMove("f5", 1.0), GgfMove("f6"))


def test_a_number_may_begin_with_a_point():
    (game,) = read_ggf(NBOARD.replace("F5]", "F5/-.5/.25]"))
    assert game.moves[0] == GgfMove("f5", -0.5, 0.25)


def test_the_type_is_read_and_anti_othello_refused():
    komi = NBOARD.replace("TY[8]", "TY[s8r18k]")
    (game,) = read_ggf(komi)
    assert game.tags["TY"] == "s8r18k"
    assert "TY[s8r18k]" in game.written()
    assert "TY[8]" in next(read_ggf(NBOARD)).written()
    for type_, fault in (
        ("8a", r"TY\[8a\] is anti-Othello"),
        ("s8r18A", "is anti-Othello"),
        ("10", "expected 8"),
        ("8x", "expected 8"),
    ):
        with pytest.raises(PositionError, match=fault):
            list(read_ggf(NBOARD.replace("TY[8]", f"TY[{type_}]")))


def test_the_colours_of_moves_are_checked():
    (game,) = read_ggf(NBOARD.replace("W[F6]", "B[F6]"))
    with pytest.raises(PositionError, match="move 2: move 'f6' of Black: it is the move of White"):
        game.position()
    assert game.position(plies=1).transcript() == "f5"


def test_forced_passes_may_be_missing_or_follow_the_end():
    start = "OX" + "-" * 61 + "X"
    text = f"(;GM[Othello]BO[8 {start.replace('X', '*')} *]%s;)"
    for moves in ("W[C1]", "B[PA]W[C1]", "W[C1]B[PA]W[PA]"):
        (game,) = read_ggf(text % moves)
        assert [*game.position().history] == [64, 2]
        assert moves in game.written()


def test_repeated_tags_are_joined_or_refused():
    (game,) = read_ggf(NBOARD.replace("PC[NBoard]", "PC[NBoard]KB[1]KB[2]"))
    assert game.tags["KB"] == "1\n2"
    with pytest.raises(PositionError, match="GGF: two tags BO"):
        list(read_ggf(NBOARD.replace("BO[", f"BO[8 {BOARD} O]BO[")))


def test_comments_stay_with_their_moves():
    text = NBOARD.replace("B[F5]", "C[before]B[F5]C[a\\]b]C[c]")
    (game,) = read_ggf(text)
    assert (game.tags["C"], game.moves[0].comment) == ("before", "a]b\nc")
    assert "B[F5]C[a\\]b\nc]W[F6]" in game.written()


def test_games_around_a_broken_one_are_read():
    first, broken, last = each_ggf(f"{NBOARD}{NBOARD[:-2]} {NBOARD}")
    assert first() == last()
    with pytest.raises(PositionError, match="GGF: expected NAME"):
        broken()
