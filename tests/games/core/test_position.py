from __future__ import annotations

import pickle
from threading import Lock
from typing import Any, ClassVar

import pytest

from games import LOSS, WIN, GameInfo, Position, make
from games.check import check_game
from games.core.moves import Moves
from games.core.scores import INFINITY
from games.errors import ContractError, MoveError, PositionError
from searchers import make as searcher
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


def changed(name: str, value: Any, **more: Any) -> Nim:
    """Return Nim with a method that returns a value."""
    return type("Changed", (Nim,), {name: lambda self, *given: value, **more})()


class Locked(Nim):
    """A lock cannot be copied."""

    def __init__(self) -> None:
        self.heap, self.lock = 9, Lock()


class Leaks(Nim):
    """A list that all positions share. In the end no move is legal."""

    made: ClassVar[list[int]] = []

    def legal_moves(self) -> list[int]:
        return [take for take in super().legal_moves() if take not in self.made]

    def push(self, move: int) -> None:
        self.heap -= move
        self.made.append(move)


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
        (changed("outcome", 0), r"a game goes on at its start: the outcome is None \(0\)"),
        (changed("outcome", 2**29 + 1), "an outcome is WIN, DRAW, LOSS or a margin below"),
        (changed("static", 0.5), r"a static value is a whole number below 2\^29 in size \(0.5\)"),
        (changed("static", WIN), "a static value is a whole number below"),
        (changed("move_text", "#1"), "one printable word that does not begin with #"),
        (changed("move_text", 1), r"changed breaks its contract: move_text returns a text \(1\)"),
        (changed("diagram", None), r"diagram returns a text \(None\)"),
        (changed("key", -1, KEYED=True), r"key returns a whole number from 0 to 2\^64 - 1 \(-1\)"),
        (changed("key", 2**64, KEYED=True), "key returns a whole number from 0 to"),
        (changed("key", "a", KEYED=True), r"key returns a whole number from 0 to .*\('a'\)"),
        (Locked(), r"game locked: copy\(\): cannot pickle .*lock.*: expected attributes"),
        (Leaks(), "pop restores the legal moves.*it raises no errors .*no legal moves and no"),
        (Stumbles(), r"game stumbles: push\(1\) raised KeyError: 1, in line \d+ of test_position"),
    ],
)
def test_the_conformance_tests_name_the_broken_rule(game: Position, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check_game(game)


@pytest.mark.parametrize("outcome", [-1.0, "lost", 10**30])
def test_a_search_refuses_an_outcome_with_the_words_of_check_game(outcome: Any) -> None:
    class Changed(Nim):
        def outcome(self) -> Any:
            return None if self.heap else outcome

    with pytest.raises(ContractError, match=r"game changed.* breaks its contract: an outcome is"):
        searcher("alphabeta").search(Changed(3), nodes=100)


def test_a_static_method_may_write_moves_and_a_range_may_list_them() -> None:
    class Free(Nim):
        move_text = staticmethod("m{}".format)

        def legal_moves(self) -> Any:
            return range(1, min(self.heap, 3) + 1)

    assert check_game(Free()) > 100


@pytest.mark.parametrize("info", [{}, GameInfo(sides=("One",))])  # type: ignore[arg-type]
def test_a_game_without_two_sides_is_not_built(info: Any) -> None:
    with pytest.raises(ContractError, match=r"INFO is .*: expected a GameInfo with two sides"):
        type("Sideless", (Nim,), {"INFO": info}).build()


def test_a_move_may_look_like_a_number_with_a_dot() -> None:
    dotted = type("Dotted", (Nim,), {"move_text": lambda self, move: f"{move}.{move}"})()
    assert dotted.read_opening("1.1 2.2") == ("", [1, 2])
    assert Nim().read_opening("1.1 2 2.1 3.") == ("", [1, 2, 1])


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
    assert sorted(moves.scores_and_tags()) == sorted(whole.scores_and_tags())
    scores = [score for score, _ in whole.scores_and_tags()]
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
