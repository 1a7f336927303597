"""Searches of positions where the game is over, although the rules list moves."""

from __future__ import annotations

import pytest

from engine import game, searcher
from games import DRAW, LOSS, Position
from games.errors import SpecError

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Position):
    """A game that lists the empty squares, also after a win."""

    def __init__(self) -> None:
        self.board = [0] * 9

    def legal_moves(self) -> list[int]:
        return [square for square in range(9) if not self.board[square]]

    def push(self, move: int) -> None:
        self.board[move] = 1 + len(self.history) % 2

    def pop(self) -> None:
        self.board[self.history[-1]] = 0

    def outcome(self) -> int | None:
        if any(
            self.board[a] and self.board[a] == self.board[b] == self.board[c] for a, b, c in LINES
        ):
            return LOSS
        return None if 0 in self.board else DRAW


@pytest.mark.parametrize("name", ["alphabeta", "bfms", "uct", "dfpn", "random"])
def test_a_lost_game_is_over_even_if_it_lists_moves(name: str) -> None:
    lost = TicTacToe()
    for move in (0, 3, 1, 4, 2):
        lost.push(move)
    result = searcher(name).search(lost, nodes=1000)
    assert (result.value, result.move, result.proved, result.reason) == (LOSS, None, True, "over")
    assert result.nodes == 0


def test_a_drawn_position_with_moves_is_searched() -> None:
    kings = game("chess").at("8/8/4k3/8/8/4K3/8/8 w - - 0 1")
    assert kings.outcome() == DRAW
    assert searcher("pvs").search(kings, nodes=100).move is not None


def test_the_root_moves_of_random_begin_with_its_move() -> None:
    for number in range(5):
        result = searcher("random", seed=number).search(game("othello"), nodes=1)
        assert result.root[0].move == result.move
        assert sorted(each.move for each in result.root) == sorted(game("othello").legal_moves())


@pytest.mark.parametrize("spec", ["bfext:first=(alphabeta:tt=1)", "hybrid:bottom=(alphabeta:tt=1)"])
def test_a_table_inside_another_searcher_needs_keys(spec: str) -> None:
    assert not TicTacToe.KEYED
    with pytest.raises(SpecError, match="a table needs positions with a key"):
        searcher(spec).search(TicTacToe(), nodes=300)
