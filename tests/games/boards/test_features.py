"""Features of positions: distinct numbers, the mover's view, and symmetries of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games import make
from games.core.features import LETTERS, PLACES
from games.core.position import Position
from tests.nim import Nim


def played(game: str, seed: int = 1) -> Iterator[Any]:
    """Yield the positions of a random game; always the same object."""
    position, rng = make(game), random.Random(seed)
    while position.outcome() is None:
        yield position
        position.push(rng.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("game", "image"),
    [
        ("connect4", lambda move: 6 - move),
        ("hex:size=5", lambda move: 24 - move),
        ("mnk:m=5,n=4,k=3", lambda move: move // 5 * 5 + 4 - move % 5),
        ("mnk:m=4,n=4,k=3", lambda move: move % 4 * 4 + move // 4),
        (
            "breakthrough:width=5,height=6",
            lambda move: 3 * (move // 15 * 5 + 4 - move // 3 % 5) + 2 - move % 3,
        ),
    ],
)
def test_a_symmetric_game_has_symmetric_features(game: str, image: Callable[[int], int]) -> None:
    symmetries = make(game).symmetries()
    other = make(game)
    for position in played(game, 2):
        if position.history:
            other.push(image(position.history[-1]))
        found = sorted(other.features())
        assert any(sorted(one[f] for f in position.features()) == found for one in symmetries)


@pytest.mark.parametrize("game", ["breakthrough:width=5,height=6", "checkers"])
def test_exchanged_sides_have_the_same_features(game: str) -> None:
    for position in played(game, 3):
        assert sorted(position.mirrored().features()) == sorted(position.features())


def test_the_default_is_the_letters_of_the_diagram() -> None:
    class Board(Nim):
        def diagram(self) -> str:
            return f"a {self.heap}"

    board = Board(9)
    assert board.features() == [ord("a") % LETTERS, 2 * LETTERS + ord("9") % LETTERS]
    board.push(1)
    first = PLACES * LETTERS
    assert board.features() == [
        first + ord("a") % LETTERS,
        first + 2 * LETTERS + ord("8") % LETTERS,
    ]


def test_an_author_writes_one_method() -> None:
    class Counted(Nim):
        def features(self) -> list[int]:
            return [self.heap]

    from games.core.moves import Moves

    listed = Moves()
    position: Position = Counted(7)
    assert position.list_features(listed) == 1
    assert listed.since(0) == [7]
