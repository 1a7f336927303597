"""The squares of moves: a click on the page finds every legal move of a game on squares."""

from __future__ import annotations

import random

import pytest

from engine.play.squares import Grid, MoveSquares
from games import make

GAMES = ("chess", "othello", "connect4", "mnk", "hex", "breakthrough", "clobber", "dots")


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
    assert Grid(position).squares("4") == MoveSquares(None, 5 * 7 + 3)
    position.push(position.parse_move("4"))
    assert Grid(position).squares("4") == MoveSquares(None, 4 * 7 + 3)
    assert Grid(position).squares("8") is None
