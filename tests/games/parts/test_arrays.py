"""Parts whose options are no words, such as weights that were learnt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.match import round_robin
from evaluators import Evaluator
from games.errors import SpecError
from games.parts.registry import Registry
from searchers import make

WEIGHTS = [np.array([1.0, 2.0]), np.array([3.0]), np.zeros((2, 2)), [1.5, 2], {"a": 1}]


class Learnt(Evaluator):
    """Stores its weights as an author does."""

    def __init__(self, weights: Any = np.zeros(3)) -> None:  # noqa: B008  # never changed
        self.weights = weights

    def value(self, position: Any) -> int:
        return 0


class Table(Learnt):
    """Stores its weights as its options, too; its default is a tuple."""

    def __init__(self, weights: Any = (1, 2)) -> None:
        Evaluator.__init__(self, weights=weights)  # type: ignore[call-arg]  # any keyword
        self.weights = weights


class Needed(Learnt):
    def __init__(self, weights: Any) -> None:
        Evaluator.__init__(self, weights=weights)  # type: ignore[call-arg]  # any keyword
        self.weights = weights


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("kind", [Learnt, Table, Needed])
def test_a_part_has_a_spec_and_plays_and_is_cloned(kind: Any, weights: Any) -> None:
    part, name = kind(weights), kind.__name__.lower()
    assert part.spec == f"{name}:weights=?"
    assert repr(part) == f"<{name}:weights=?>"
    assert part.clone().weights is weights
    player = make("alphabeta", part)
    result = round_robin("ngame:b=2,d=3", [player, "random"], nodes=10)
    assert result.players == (f"alphabeta@{name}:weights=?", "random")


def test_a_default_is_left_out_of_the_spec_by_its_items() -> None:
    assert Learnt().spec == Learnt(np.zeros(3)).spec == "learnt"
    assert Learnt(np.zeros((3, 3))).spec == Learnt(np.ones(3)).spec == "learnt:weights=?"
    assert Table((1, 2)).spec == "table"


@pytest.mark.parametrize("text", ["?", "3"])
@pytest.mark.parametrize("kind", [Table, Learnt])
def test_no_text_is_taken_for_an_array(kind: Any, text: str) -> None:
    registry: Registry[Evaluator] = Registry("evaluator", {}, group="starling.no-such-group")
    registry.register("mine", kind)
    with pytest.raises(SpecError, match=r"weights=.*: expected a value"):
        registry.make(f"mine:weights={text}")
