"""Board games: known numbers of lines, known values, and texts that are refused."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest

from games import DRAW, LOSS, WIN, Position, make
from games.check import best_play, walk
from games.core.perft import perft
from games.errors import MoveError, PositionError


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("checkers", (7, 49, 302, 1469, 7361)),  # as published for American checkers
        ("amazons", (2176,)),  # 4 amazons, as published
        ("mnk", (9, 72, 504, 3024, 15120, 54720)),  # complete games end from ply 5 on
        ("connect4", (7, 49, 343, 2401)),
        ("hex:size=3", (9, 72, 504, 3024)),
    ],
)
def test_perft(spec: str, counts: tuple[int, ...]) -> None:
    position = make(spec)
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(
    ("spec", "moves", "value"),
    [
        ("mnk", ("b2", "a1"), DRAW),
        ("mnk", ("b2", "b1"), WIN - 5),  # a side square loses against the centre
        ("connect4:connect=3,height=3,width=3", (), DRAW),
        ("hex:size=2", (), WIN - 3),
    ],
)
def test_values_of_best_play(spec: str, moves: tuple[str, ...], value: int) -> None:
    assert best_play(make(spec).play(*moves), 2_000_000) == value


def test_hex_has_exactly_one_winner() -> None:
    """A full board connects one side, and no other: the theorem of Hex."""
    rng = random.Random(4)
    for size in (2, 3, 5):
        for _ in range(20):
            position = make("hex", size=size)
            while position.outcome() is None:
                position.push(rng.choice(position.legal_moves()))
            assert position.outcome() == LOSS  # the last move connects; nothing else ends a game


@pytest.mark.parametrize("spec", ["mnk:k=4,m=6,n=5", "connect4", "hex:size=4", "amazons:size=5"])
def test_moves_change_static_values_as_boards_do(spec: str) -> None:
    """A position read from its text has the values that moves update."""
    for position in walk(spec, seed=2, games=2, plies=40):
        again = position.at(position.text())
        assert again.static() == position.static()
        assert again.outcome() == position.outcome()


def test_a_line_longer_than_needed_wins() -> None:
    position = make("mnk", m=6, n=2, k=3).at("XX.XX./OO.OO. X")
    assert position.play("c2").outcome() == LOSS


def test_a_disc_falls_to_the_lowest_free_square() -> None:
    position = make("connect4").play("4", "4", "3")
    assert position.text().startswith("......./......./......./......./...O.../..XX...")


def test_checkers_captures_must_be_made_and_go_on() -> None:
    board = "......../......../...x..../......../.....x../......o./......../........ o"
    position = make("checkers").at(board)
    # From 24 over 19 and on over 10 to the last row but one.
    assert [position.move_text(move) for move in position.legal_moves()] == ["24x15x6"]
    assert position.parse_move("24x6") == position.legal_moves()[0]
    assert position.notation(position.legal_moves()[0]) == "24x6"
    assert position.play("24x6").outcome() == LOSS


def test_a_man_that_becomes_a_king_ends_its_move() -> None:
    board = "......../..x.x.../.o....../......../......../......../......../........ o"
    position = make("checkers").at(board)
    words = [position.move_text(move) for move in position.legal_moves()]
    assert words == ["9x2"]
    assert position.play("9x2").text().startswith("...O....")


def test_checkers_without_progress_is_a_draw() -> None:
    position = make("checkers", draw=2).at(
        ".X....../......../......../......../......../......../.......O/........ x"
    )
    assert position.play(position.legal_moves()[0]).outcome() is None
    assert position.play(position.legal_moves()[0]).outcome() == DRAW


def test_copies_of_a_mirror_image_have_its_plies_without_progress() -> None:
    position = make("checkers", draw=3).at(
        ".X....../......../......../......../......../......../.......O/........ x"
    )
    for _ in range(2):
        position.push(position.legal_moves()[0])
    image = position.mirrored()
    assert (image.mirrored().text(), image.ply) == (position.text(), 2)
    for copy in (image, image.copy(), pickle.loads(pickle.dumps(image))):
        assert copy.play(copy.legal_moves()[0]).outcome() == DRAW


@pytest.mark.parametrize(
    ("spec", "text", "fault"),
    [
        ("mnk", "XX./... O", "expected 3 rows, found 2"),
        ("mnk", "X../.Y./... O", "row 2 is '.Y.': expected 3 of . X O"),
        ("mnk", ".../.../... Z", "the side to move is 'Z': expected X or O"),
        ("mnk", "XX./.../... O", "2 X and 0 O with O to move"),
        ("mnk", "XXX/OO./O.. X", "First (X) has a line: expected Second (O) to move"),
        ("hex:size=2", "XO/XO X", "(X) is connected: expected Horizontal (O) to move"),
        ("connect4:connect=3,height=3,width=3", "X../.../... O", "has an empty square below it"),
        ("breakthrough:height=4,width=2", "X./../../O. X", "has won"),
        ("breakthrough:height=4,width=2", "../X./../.. X", "has won"),
        ("kalah:houses=3,seeds=2", "2,2,2,0/2,2,2,0 S pass", "its store, and that is empty"),
        ("checkers", "x......./" + "/".join(["........"] * 7) + " o", "dark squares only"),
        ("checkers", "/".join(["........"] * 7) + "/x....... o", "expected a king there"),
        ("amazons:size=4", "..../..../..../.... X", "expected amazons of both sides"),
    ],
)
def test_impossible_positions_are_refused(spec: str, text: str, fault: str) -> None:
    with pytest.raises(PositionError, match="invalid") as caught:
        make(spec).at(text)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "move"),
    [("mnk", "d1"), ("connect4", "8"), ("amazons", "d1-d2"), ("checkers", "9-13-17")],
)
def test_impossible_moves_are_refused(spec: str, move: str) -> None:
    with pytest.raises(MoveError, match="legal"):
        make(spec).parse_move(move)


def test_breakthrough_from_the_other_side() -> None:
    position: Position = make("breakthrough", width=3, height=5).play("a2a3")
    image = position.mirrored()
    assert image.text() == "OOO/.OO/O../XXX/XXX X"
    assert image.static() == position.static()


def test_the_example_of_the_page_runs() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "games.md").read_text(encoding="utf-8")
    block = page.partition("```python games\n")[2].partition("```")[0]
    names: dict[str, object] = {}
    exec(block, names)
    assert str(names["position"]).endswith("First (X) to move")


@pytest.mark.slow
def test_values_of_hex_stay_the_same_however_often_they_are_computed() -> None:
    """Marks of visited cells once overflowed after 1.5 million values of a board of 19 x 19."""
    static = make("hex:size=19").static
    value = static()
    for _ in range(3_200_000):
        static()
    assert static() == value


def test_a_board_of_one_row_is_read() -> None:
    board = make("clobber:width=8,height=1")
    assert board.at(board.text()).text() == board.text()
    assert board.at("").text() == board.text()
    move = board.legal_moves()[0]
    assert board.at(board.move_text(move)).history == (move,)


def test_moves_of_amazons_are_read() -> None:
    board = make("amazons:size=6")
    words = board.move_text(board.legal_moves()[0])
    assert "/" in words
    assert board.at(words).history == (board.legal_moves()[0],)


def test_an_illegal_capture_names_no_second_move() -> None:
    with pytest.raises(MoveError, match="22x18x6 is not legal"):
        make("checkers").parse_move("22x18x6")
