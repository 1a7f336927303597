"""Clobber: values of small boards by an independent search, and its own rules."""

from __future__ import annotations

from functools import cache

import pytest

from games import LOSS, make
from games.check import walk
from games.core.scores import MATE_BOUND
from games.errors import PositionError
from searchers import make as make_searcher
from tests.compiled import COMPILED

Stones = frozenset[tuple[int, int]]


@cache
def wins(own: Stones, other: Stones) -> bool:
    """Return whether the side to move wins, in plain Python over sets of squares."""
    for file, row in own:
        for to in ((file + 1, row), (file - 1, row), (file, row + 1), (file, row - 1)):
            if to in other and not wins(other - {to}, own - {(file, row)} | {to}):
                return True
    return False


def chequered(width: int, height: int) -> tuple[Stones, Stones]:
    squares = [(file, row) for file in range(width) for row in range(height)]
    first = frozenset(square for square in squares if sum(square) % 2 == 0)
    return first, frozenset(squares) - first


SIZES = [(2, 1), (3, 1), (4, 1), (8, 1), (2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_values_of_small_boards(width: int, height: int) -> None:
    if not COMPILED and width * height > 10:
        pytest.skip("too slow in the interpreter")
    result = make_searcher("mtdf").search(make("clobber", width=width, height=height), depth=30)
    assert result.proved
    assert result.value is not None
    assert (result.value > 0) == wins(*chequered(width, height))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too slow in the interpreter")
def test_the_value_of_the_board_of_four() -> None:
    assert wins(*chequered(4, 4))
    result = make_searcher("mtdf").search(make("clobber", width=4, height=4), depth=30)
    assert result.value is not None
    assert result.value > MATE_BOUND


def test_moves_and_the_end() -> None:
    position = make("clobber", width=2, height=2)
    assert position.text() == "OX/XO X"
    assert [position.move_text(move) for move in position.legal_moves()] == [
        *("a1b1", "a1a2", "b2a2", "b2b1"),
    ]
    assert position.play("a1b1").text() == "OX/.X O"
    assert position.play("a2b2").text() == ".O/.X X"
    assert position.play("b1b2").outcome() == LOSS
    with pytest.raises(IndexError, match="it leaves the board"):
        position.push(0)
    with pytest.raises(PositionError, match=r"row 1 is .*: expected 2 of"):
        position.at("OX/ X")


def test_the_sides_exchanged() -> None:
    for position in walk("clobber:width=4,height=3", seed=1, games=2):
        image = position.mirrored()
        assert image.static() == position.static()
        assert image.moves_left() == position.moves_left()
