"""Searchers and evaluators pickle as they were made, results of matches with their games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from engine import evaluator, game, play_match, searcher
from evaluators.core.evaluator import Evaluator
from games import Position
from games.errors import FileError
from searchers import Searcher
from tests.nim import Nim


class Greedy(Evaluator):
    """An evaluator of an author's own, which stores its argument under another name."""

    def __init__(self, share: int) -> None:
        self._part = share

    def value(self, position: Position) -> int:
        return self._part * position.ply


class Patient(Searcher):
    """A searcher of an author's own, with an option and no evaluator among its arguments."""

    def __init__(self, rank: int = 0) -> None:
        super().__init__()
        self._rank = rank


@pytest.mark.parametrize("spec", ["pvs:tt=1", "bfms@quiescence:base=pst", "bstar:select=pb"])
def test_searchers_and_evaluators_pickle_as_made(spec: str) -> None:
    one = searcher(spec)
    one.search(game("chess"), nodes=50)
    again = pickle.loads(pickle.dumps(one))
    assert (type(again), again.player) == (type(one), one.player)
    assert copy.deepcopy(one).player == one.player
    assert again.search(game("chess"), nodes=50).move is not None
    quiet = evaluator("quiescence:base=pst")
    assert pickle.loads(pickle.dumps(quiet)).spec == quiet.spec


@pytest.mark.parametrize("again", [copy.copy, lambda one: pickle.loads(pickle.dumps(one))])
def test_an_authors_part_is_made_again_of_its_arguments(again: Any) -> None:
    for one in (again(Greedy(3)), Greedy(3).clone(), searcher("alphabeta", evaluator=Greedy(3))):
        assert (one.evaluator if isinstance(one, Searcher) else one)._part == 3
    player = again(searcher("alphabeta", evaluator=Greedy(share=4)))
    assert (player.player, player.evaluator._part) == ("alphabeta@greedy:share=4", 4)
    for patient in (again(Patient(2)), Patient(2).clone()):
        assert (patient.spec, patient._rank) == ("patient:rank=2", 2)


class Weights(Evaluator):
    """An evaluator of an author's own with any number of arguments."""

    def __init__(self, first: int, /, *others: int, **named: int) -> None:
        super().__init__()
        self.total = first + sum(others) + sum(named.values())


class Led(Searcher):
    """A searcher whose evaluator is one of several arguments."""

    def __init__(self, evaluator: Any = None, *ranks: int) -> None:
        super().__init__(evaluator)
        self.ranks = ranks


@pytest.mark.parametrize("again", [copy.copy, lambda one: pickle.loads(pickle.dumps(one))])
def test_arguments_without_names_are_made_again(again: Any) -> None:
    for one in (again(Weights(1, 2, c=4)), Weights(1, 2, c=4).clone()):
        assert one.total == 7
    led = Led(Greedy(5), 1, 2)
    for player in (again(led), led.clone()):
        assert (player.ranks, player.evaluator._part) == ((1, 2), 5)
        assert player.evaluator is not led.evaluator


def test_a_copy_of_a_position_shares_nothing_with_it() -> None:
    one = Nim(9).play(2)
    other = copy.copy(one)
    other.push(1)
    assert (one.history, one.heap, other.history, other.heap) == ((2,), 7, (2, 1), 6)


def test_a_match_pickles_with_its_games() -> None:
    result = play_match("ngame", ["pvs", "alphabeta"], games=2, nodes=20)
    again = pickle.loads(pickle.dumps(result))
    assert str(again) == str(result)
    assert again.games.rows() == result.games.rows()
    with pytest.raises(FileError, match="has no database, which is not pickled with it"):
        again.save("nowhere")
