"""Searchers and evaluators pickle as they were made, results of matches with their games."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine import evaluator, game, play_match, searcher
from evaluators.core.evaluator import Evaluator
from games.errors import FileError


class Greedy(Evaluator):
    """An evaluator of an author's own, made of more than its options."""

    def __init__(self, share: int) -> None:
        super().__init__()
        self.share = share


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


def test_an_authors_part_pickles_only_if_it_says_how() -> None:
    with pytest.raises(TypeError, match="Greedy lacks __reduce__"):
        pickle.dumps(Greedy(1))


def test_a_match_pickles_with_its_games() -> None:
    result = play_match("ngame", ["pvs", "alphabeta"], games=2, nodes=20)
    again = pickle.loads(pickle.dumps(result))
    assert str(again) == str(result)
    assert again.games.rows() == result.games.rows()
    with pytest.raises(FileError, match="has no database, which is not pickled with it"):
        again.save("nowhere")
