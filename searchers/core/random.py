"""A searcher that chooses at random, the zero point of comparisons."""

from __future__ import annotations

import random
from typing import Annotated, TypedDict, Unpack

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.position import Position
from games.parts.part import Option
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.core.searcher import Searcher


class RandomOptions(TypedDict, total=False):
    """The options of `Random`."""

    seed: Annotated[int, Option(1, "number of the sequence", low=0)]


class Random(Searcher):
    """A searcher that chooses a legal move uniformly, without searching.

    The same seed gives the same sequence after `new_game`.
    """

    NAME = "random"
    HOLDS_LINES = True
    OPTIONS = RandomOptions

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Unpack[RandomOptions]) -> None:
        super().__init__(evaluator, **options)
        self.new_game()

    def new_game(self) -> None:
        """Begin the sequence of random numbers again, from the option `seed`."""
        self._generator = random.Random(self.options["seed"])

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Answer with a random root move and the static value of the root.

        The only legal move draws no random number.
        """
        forced = len(answer.moves) == 1 and not answer.is_restricted
        chosen = answer.moves[0] if forced else self._generator.choice(answer.moves)
        others = (move for move in answer.moves if move != chosen)
        answer.improve(chosen, root=[RootMove(move) for move in (chosen, *others)])
