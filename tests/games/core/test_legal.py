"""Legal moves that are not a list of whole numbers from 0 to 2^31 - 1."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import play_match
from games import LOSS, Position
from games.check import check_game
from games.core.moves import Moves
from games.errors import ContractError
from searchers import Limits, make

LISTS = {
    "a generator": lambda: (move for move in (0, 1)),
    "a set": lambda: {0, 1},
    "a mapping": lambda: {0: 1, 1: 0},
    "a text": lambda: "ab",
    "nothing": lambda: None,
}
RULE = r"moves are whole numbers from 0 to 2\^31 - 1"
MOVES = {
    "texts": lambda: ["a", "b"],
    "huge numbers": lambda: [10**30, 1],
    "negative ones": lambda: [-1, 0],
    "fractions": lambda: [0.5, 1],
    "lists": lambda: [[0], [1]],
}


class Odd(Position):
    """Two plies whose moves are what a function gives."""

    def __init__(self, legal: Any = None) -> None:
        self.legal, self.made = legal, 0

    def legal_moves(self) -> Any:
        return self.legal()

    def push(self, move: int) -> None:
        self.made += 1

    def pop(self) -> None:
        self.made -= 1

    def outcome(self) -> int | None:
        return 0 if self.made == 2 else None


@pytest.mark.parametrize("name", [*LISTS, *MOVES])
@pytest.mark.parametrize(
    "ask",
    [
        check_game,
        lambda game: make("alphabeta@static").search(game, Limits(nodes=10)),
        lambda game: make("bfms@static").search(game, Limits(nodes=10)),
        lambda game: play_match(game, ["alphabeta@static", "random@static"], nodes=10),
    ],
    ids=["check_game", "alphabeta", "bfms", "play_match"],
)
def test_the_message_is_that_of_check_game(ask: Any, name: str) -> None:
    rule = "legal_moves returns a list" if name in LISTS else RULE
    with pytest.raises(ContractError, match=rf"game odd.* breaks its contract: {rule}"):
        ask(Odd({**LISTS, **MOVES}[name]))


@pytest.mark.parametrize("name", ["texts", "huge numbers", "negative ones", "lists"])
def test_moves_that_turn_up_within_a_search_have_the_same_message(name: str) -> None:
    moves, game = Moves(), Odd(MOVES[name])
    with pytest.raises(ContractError, match=RULE):
        game.generate(moves)


class Listed(Position):
    """A heap whose moves are listed after the end too, and cannot be made there."""

    def __init__(self) -> None:
        self.heap = 4

    def legal_moves(self) -> list[int]:
        return [1, 2]

    def push(self, move: int) -> None:
        if self.heap <= 0:
            raise ValueError("the game is over")
        self.heap -= move

    def pop(self) -> None:
        self.heap += self.history[-1]

    def outcome(self) -> int | None:
        return None if self.heap > 0 else LOSS


def test_moves_listed_after_the_end_are_not_made() -> None:
    assert check_game(Listed()) > 100
