from __future__ import annotations

import pickle
from typing import Any

import pytest

from games import LOSS, Position, make
from games.check import check_game
from games.core.moves import Moves
from games.core.scores import INFINITY
from games.errors import ContractError, MoveError, PositionError
from tests.nim import Nim


class LouderNim(Nim):
    """A subclass of another author's game."""

    def push(self, move: int) -> None:
        super().push(move)
        self.last = move


def test_four_methods_make_a_game() -> None:
    nim = Nim(5)
    nim.push(3)
    nim.push(move=1)
    assert (nim.history, nim.ply, nim.turn, nim.text()) == ((3, 1), 2, 0, "3 1")
    assert nim.at("2 2").heap == 1
    copy = nim.copy()
    nim.pop()
    assert (nim.heap, nim.history, copy.heap, copy.history) == (2, (3,), 1, (3, 1))
    assert nim.spec == "nim:heap=5"
    assert check_game(Nim(7)) > 100
    assert check_game(LouderNim(7)) > 100


class Heaps(Position):
    """A game whose `__init__` takes any number of arguments, so that its spec lacks them."""

    def __init__(self, *heaps: int) -> None:
        self.heaps = [*heaps]

    def legal_moves(self) -> list[int]:
        return [number for number, heap in enumerate(self.heaps) if heap]

    def push(self, move: int) -> None:
        self.heaps[move] -= 1

    def pop(self) -> None:
        self.heaps[self.history[-1]] += 1

    def outcome(self) -> int | None:
        return None if any(self.heaps) else LOSS


def test_a_new_game_has_the_arguments_of_the_first() -> None:
    played = Heaps(3, 2).play(1)
    for position in (played, played.copy(), pickle.loads(pickle.dumps(played))):
        assert (position.heaps, position.initial().heaps) == ([3, 1], [3, 2])
    assert check_game(Heaps(3, 2)) > 100


def test_an_author_may_have_attributes_named_like_defaults() -> None:
    class Turned(Nim):
        def __init__(self) -> None:
            super().__init__()
            self.turn = 0

        def push(self, move: int) -> None:
            super().push(move)
            self.turn = 1 - self.turn

        def pop(self) -> None:
            super().pop()
            self.turn = 1 - self.turn

    assert check_game(Turned()) > 100


def test_bad_text_is_refused_and_nothing_changes() -> None:
    nim = Nim(2)
    with pytest.raises(MoveError, match=r"move 3 is not legal .* legal: 1 2") as caught:
        nim.parse_move("3")
    assert (caught.value.move, caught.value.position) == ("3", "")
    with pytest.raises(MoveError, match="not legal"):
        nim.checked(3)
    with pytest.raises(PositionError, match="invalid nim:heap=2 position"):
        nim.at("1 1 1")
    assert (nim.heap, nim.history) == (2, ())


class PopsWrong(Nim):
    def pop(self) -> None:
        self.heap += 1


class NoOutcome(Nim):
    def outcome(self) -> int | None:
        return None


class BadOutcome(Nim):
    def outcome(self) -> int | None:
        return None if self.heap else 2**29


class Doubles(Nim):
    def legal_moves(self) -> list[int]:
        return [1, 1] if self.heap else []


class ForgetsOutcome(Position):
    def __init__(self, heap: int = 3) -> None:
        self.heap = heap

    def legal_moves(self) -> list[int]:
        return [1] if self.heap else []

    def push(self, move: int) -> None:
        self.heap -= move

    def pop(self) -> None:
        self.heap += 1


class ForgetsPop(ForgetsOutcome):
    pop = Position.pop

    def outcome(self) -> int | None:
        return None if self.heap else 0


class SaysOutcome(Nim):
    def outcome(self) -> Any:
        return None if self.heap else "lost"


class Stumbles(Nim):
    def push(self, move: int) -> None:
        raise KeyError(move)


class SharedCopy(Nim):
    def copy(self) -> Any:
        return self


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (PopsWrong(), "pop restores the legal moves"),
        (NoOutcome(), "no legal moves and no outcome"),
        (BadOutcome(), "an outcome is WIN, DRAW, LOSS or a margin"),
        (Doubles(), "legal moves are distinct"),
        (SharedCopy(), "a copy is independent"),
        (ForgetsOutcome(), "ForgetsOutcome lacks outcome"),
        (ForgetsPop(), "ForgetsPop lacks pop"),
        (SaysOutcome(), "an outcome is None or a whole number .'lost'"),
        (Stumbles(), r"game stumbles: push\(1\) raised KeyError: 1, in line \d+ of test_position"),
    ],
)
def test_the_conformance_tests_name_the_broken_rule(game: Position, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check_game(game)


def test_moves_grow_and_sort_stably() -> None:
    moves = Moves()
    moves.append(0)
    moves.extend(range(1, 1000))
    assert moves.since(997) == [997, 998, 999]
    moves.drop(3)
    moves.sort(0)
    assert (moves.count, moves.since(0)) == (3, [0, 1, 2])


@pytest.mark.parametrize("most", [1, 2, 7, 39, 40, 1000])
def test_the_best_moves_are_sorted_and_none_is_lost(most: int) -> None:
    moves, position = Moves(), make("ngame:b=40,d=2,seed=5")
    position.generate(moves)
    position.static_children(moves, 0, 0, INFINITY)
    whole = Moves()
    position.generate(whole)
    position.static_children(whole, 0, 0, INFINITY)
    whole.sort(0)
    moves.sort_best(0, most)
    assert moves.since(0)[:most] == whole.since(0)[:most]
    assert sorted(moves.since(0)) == sorted(whole.since(0)) == list(range(40))
    assert sorted(moves.marks_since(0)) == sorted(whole.marks_since(0))
    scores = [score for score, _ in whole.marks_since(0)]
    assert scores == sorted(scores, reverse=True)


class Passing(Position):
    """A game whose null move does not call `push`."""

    def __init__(self) -> None:
        self.left = 5
        self.passes: list[bool] = []

    def legal_moves(self) -> list[int]:
        return [1] if self.left else []

    def push(self, move: int) -> None:
        self.left -= 1
        self.passes.append(False)

    def push_pass(self) -> None:
        self.passes.append(True)

    def can_pass(self) -> bool:
        return self.left > 0

    def pop(self) -> None:
        self.left += not self.passes.pop()

    def outcome(self) -> int | None:
        return None if self.left else LOSS


def test_a_pass_is_in_the_history_until_it_is_taken_back() -> None:
    position = Passing()
    position.push(1)
    position.push_pass()
    assert (len(position.history), position.turn) == (2, 0)
    position.pop()
    assert tuple(position.history) == (1,)
    position.pop()
    assert tuple(position.history) == ()


def test_a_class_of_an_author_inherits_a_recorded_history_from_a_class_of_starling() -> None:
    class Ours(Nim):  # in plain Python, and used for the first time as a base
        __module__ = "games.example"

        def push(self, move: int) -> None:
            self.heap -= move

        def pop(self) -> None:
            self.heap += self.history[-1]

    class Theirs(Ours):
        pass

    position = Theirs(9)
    position.push(2)
    assert position.history == (2,)
    position.pop()
    assert (position.heap, position.history) == (9, ())
