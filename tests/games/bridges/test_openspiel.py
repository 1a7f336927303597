"""OpenSpiel's games, and our own games beside them."""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

from games import LOSS, make
from games.check import check_game
from games.errors import SpecError

LARGE = {
    "go": "(board_size=5)",
    "gomoku": "(size=7)",
    "havannah": "(board_size=4)",
    "hex": "(board_size=5)",
    "quoridor": "(board_size=5)",
    "y": "(board_size=5)",
}
"""Smaller boards for games whose usual one takes long."""
NAMES = (
    "amazons", "antichess", "breakthrough", "checkers", "chess", "chinese_checkers", "clobber",
    "connect_four", "crazyhouse", "cursor_go", "dots_and_boxes", "go", "gomoku", "havannah",
    "hex", "hive", "lines_of_action", "mancala", "mnk", "nim", "nine_mens_morris", "othello",
    "oware", "pentago", "quoridor", "shogi", "tic_tac_toe", "twixt", "ultimate_tic_tac_toe",
    "xiangqi", "y",
)  # fmt: skip


def _square(index: int, width: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[index % width] + str(index // width + 1)


def _as_written(state: Any, action: int) -> str:
    """Return OpenSpiel's own text of an action."""
    return str(state.action_to_string(state.current_player(), action))


def _turned_over(rows: int) -> Callable[[Any, int], str]:
    """Return the text of an action of Breakthrough with the rows counted from the other side."""

    def text(state: Any, action: int) -> str:
        word = state.action_to_string(action)
        return f"{word[0]}{rows + 1 - int(word[1])}{word[2]}{rows + 1 - int(word[3])}"

    return text


@pytest.mark.parametrize("name", ["tic_tac_toe", "clobber", "dots_and_boxes", "mancala"])
def test_games_keep_the_contract(name: str) -> None:
    pytest.importorskip("pyspiel")
    assert check_game(f"openspiel:{name}", games=1, plies=8) > 0


def test_a_copy_does_not_load_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    position = make("openspiel:tic_tac_toe")
    position.push(4)
    monkeypatch.setattr("games.bridges.openspiel.load_openspiel", None)
    copy = position.copy()
    copy.push(0)
    assert (copy.history, position.history) == ((4, 0), (4,))


def test_a_position_that_begins_at_a_board_is_pickled() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    position: Any = make("openspiel:chess")
    position.states = [
        pyspiel.load_game("chess").new_initial_state("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    ]
    position.push(position.legal_moves()[0])
    again = pickle.loads(pickle.dumps(position))
    assert (again.history, str(again.state)) == (position.history, str(position.state))
    again.pop()
    assert str(again.state) == str(position.states[0])


def test_a_margin_is_in_points() -> None:
    pytest.importorskip("pyspiel")
    rng = random.Random(1)
    position: Any = make("openspiel:dots_and_boxes(num_rows=2,num_cols=2,utility_margin=true)")
    while position.outcome() is None:
        position.push(rng.choice(position.legal_moves()))
    points = abs(position.state.returns()[0])
    assert points > 0
    assert position.ending() == f"margin {points:.0f}"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_all_games_keep_the_contract(name: str) -> None:
    pytest.importorskip("pyspiel")
    assert check_game(f"openspiel:{name}{LARGE.get(name, '')}", games=2, plies=20) > 0


@pytest.mark.parametrize(
    ("theirs", "ours", "text"),
    [
        ("connect_four", "connect4", lambda _, action: str(action + 1)),
        ("mnk(m=5,n=4,k=3)", "mnk:m=5,n=4,k=3", lambda _, action: _square(action, 5)),
        ("hex(board_size=5)", "hex:size=5", lambda _, action: _square(action, 5)),
        ("breakthrough(rows=6,columns=5)", "breakthrough:width=5,height=6", _turned_over(6)),
        ("clobber(rows=4,columns=5)", "clobber:width=5,height=4", _as_written),
    ],
)
def test_the_same_rules_as_our_own(theirs: str, ours: str, text: Callable[[Any, int], str]) -> None:
    pytest.importorskip("pyspiel")
    rng = random.Random(3)
    for _ in range(5):
        other, own = make(f"openspiel:{theirs}"), make(ours)
        while other.outcome() is None:
            words = {text(other.state, move): move for move in other.legal_moves()}
            assert set(words) == {own.move_text(move) for move in own.legal_moves()}
            word = rng.choice(sorted(words))
            other.push(words[word])
            own.play(word)
        assert own.outcome() == other.outcome()


def test_kalah_has_the_rules_of_their_mancala() -> None:
    """Their actions are places of the ring; they give the winner, Kalah gives the margin."""
    pytest.importorskip("pyspiel")
    rng = random.Random(5)
    for _ in range(8):
        other, own = make("openspiel:mancala"), make("kalah")
        while other.outcome() is None:
            first = 1 if own.turn == 0 else 8
            moves = [6 if move == other.pass_move else move - first for move in other.legal_moves()]
            assert sorted(moves) == sorted(own.legal_moves())
            move = rng.choice(moves)
            other.push(other.pass_move if move == 6 else move + first)
            own.push(move)
        theirs, ours = other.outcome(), own.outcome()
        assert theirs is not None
        assert ours is not None
        assert (ours > 0, ours < 0) == (theirs > 0, theirs < 0)


def test_dots_has_the_rules_of_their_dots_and_boxes() -> None:
    """A random game of each size has the same numbers of moves, and the same winner."""
    pytest.importorskip("pyspiel")
    from benchmarks.any_game_match import BothGames

    rng = random.Random(5)
    for sizes in ("width=2,height=2", "width=3,height=2", "width=4,height=4"):
        both = BothGames(make(f"dots:{sizes}"))
        while not both.state.is_terminal():
            both.push(rng.choice(sorted(both.moves())))
        theirs, ours = both.state.returns()[both.position.turn], both.position.outcome()
        assert ours is not None
        assert (ours > 0, ours < 0) == (theirs > 0, theirs < 0)


def test_amazons_has_their_rules_on_a_small_board() -> None:
    """A move of ours is three actions of theirs; `push` compares all legal moves."""
    pytest.importorskip("pyspiel")
    from benchmarks.any_game_match import BothGames

    rng = random.Random(5)
    both = BothGames(make("amazons:size=6"))
    while not both.state.is_terminal():
        both.push(rng.choice(sorted(both.moves())))
    assert both.position.outcome() is not None


def test_a_side_that_acts_twice() -> None:
    pytest.importorskip("pyspiel")
    position = make("openspiel:dots_and_boxes(num_rows=1,num_cols=1)")
    for _ in range(3):
        position.push(position.legal_moves()[0])
    assert position.play(position.legal_moves()[0]).outcome() is not None
    position = make("openspiel:mancala").play(*make("openspiel:mancala").legal_moves()[2:3])
    assert position.legal_moves() == [position.pass_move]  # the last bean fell into the store
    assert position.play("(pass)").turn == 0


def test_a_win_is_a_loss_of_the_side_to_move() -> None:
    pytest.importorskip("pyspiel")
    position = make("openspiel:tic_tac_toe")
    for action in (0, 3, 1, 4, 2):
        position.play(action)
    assert position.outcome() == LOSS


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("no_such_game", "OpenSpiel has no game 'no_such_game'"),
        ("backgammon", "has chance"),
        ("kuhn_poker", "has chance"),
        ("morpion_solitaire", "expected two players"),
        ("hex(board_size=x)", "hex"),
    ],
)
def test_other_games_are_refused(name: str, fault: str) -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(SpecError) as caught:
        make(f"openspiel:{name}")
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_the_package_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(SpecError, match="pip install open-spiel"):
        make("openspiel:hex")
