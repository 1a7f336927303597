"""What evaluators of authors return: whole numbers, or one clear error."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

import numpy as np
import pytest

from engine import game, searcher
from evaluators.core.evaluator import Evaluator
from games.errors import ContractError


class Constant(Evaluator):
    """The same value everywhere, as it is given."""

    def __init__(self, number: Any = 0) -> None:
        self.number = number

    def value(self, position):
        return self.number


class Bounds(Constant):
    """The same interval everywhere."""

    def interval(self, position):
        return self.number


@pytest.mark.parametrize("spec", ["alphabeta", "pvs", "bfms", "uct"])
def test_a_value_that_is_no_whole_number_is_refused(spec: str) -> None:
    for number, fault in [
        (0.3, "constant:number=0.3: value returned 0.3: expected a whole number"),
        (None, "value returned None: expected a whole number"),
        (2**40, "value returned 1099511627776: expected a number below 2\\^31 in size"),
    ]:
        with pytest.raises(ContractError, match=fault):
            searcher(spec, evaluator=Constant(number)).search(game("connect4"), nodes=50)
    result = searcher(spec, evaluator=Constant(np.int64(7))).search(game("connect4"), nodes=50)
    assert result.nodes


@pytest.mark.parametrize(
    "method",
    [staticmethod(lambda _position: 7), partialmethod(lambda _self, number, _position: number, 7)],
)
def test_a_value_may_come_of_a_static_or_a_partial_method(method: Any) -> None:
    class Other(Constant):
        value = method

    assert Other().value(game("connect4")) == 7


@pytest.mark.parametrize("found", [(-0.9, 0.9), 3, (1, 2, 3), None, ("a", "b")])
def test_bounds_are_two_whole_numbers(found: Any) -> None:
    with pytest.raises(ContractError, match=r"interval returned .*: expected"):
        searcher("bstar", evaluator=Bounds(found)).search(game("connect4"), nodes=50)
    proved = searcher("bstar", evaluator=Bounds((-2, True))).search(game("connect4"), nodes=50)
    assert not proved.proved
