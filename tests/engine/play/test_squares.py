"""The squares of moves: a click on the page finds every legal move of a game on squares."""

from __future__ import annotations

import random

import pytest

from engine.play.squares import Grid, MoveSquares, view_of
from games import make

GAMES = (
    "chess",
    "othello",
    "connect4",
    "mnk",
    "hex",
    "breakthrough",
    "clobber",
    "dots",
    "amazons",
    "checkers",
)


@pytest.mark.parametrize("spec", GAMES)
def test_every_move_has_squares(spec: str) -> None:
    position, rng = make(spec), random.Random(1)
    for _ in range(6):
        grid = Grid(position)
        assert grid.board is not None
        moves = position.legal_moves()
        found = [grid.squares(position.move_text(move)) for move in moves]
        assert None not in found
        assert len(set(found)) == len(moves)
        position.push(rng.choice(moves))


def test_a_column_is_its_lowest_empty_square() -> None:
    position = make("connect4")
    assert Grid(position).squares("4") == MoveSquares((5 * 7 + 3,))
    position.push(position.parse_move("4"))
    assert Grid(position).squares("4") == MoveSquares((4 * 7 + 3,))
    assert Grid(position).squares("8") is None


def test_a_move_may_have_several_squares() -> None:
    amazons = Grid(make("amazons"))
    assert amazons.squares("d1-d5/d7") == MoveSquares((93, 53, 33))
    assert amazons.marked("d1-e1/d1") == [93, 94]
    checkers = Grid(make("checkers"))
    assert checkers.squares("9-14") == MoveSquares((17, 26))
    assert checkers.squares("22x15x6") == MoveSquares((42, 28, 10))


def test_numbers_in_the_last_row_may_be_pieces() -> None:
    position = make("eight").at("456780123")
    assert view_of(position) == "4 5 6 7 8 . 1 2 3"
