from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import games
import searchers
from games.errors import SpecError
from searchers import Limits

PARTS = ("alphabeta", "sss", "dual", "(ps:k=2)")


def test_every_composition_finds_the_value(small_trees: Callable[..., Any]) -> None:
    for tree in small_trees(25, seed=6):
        for top, bottom, plies in product(PARTS, PARTS, (1, 2, 3)):
            player = f"hybrid:top={top},bottom={bottom},plies={plies}"
            result, read = tree.searched(player)
            assert result.value == tree.minimax(), (player, tree.w, tree.d, tree.values)
            assert result.counts["evaluated"] == len(read)
            assert result.proved


def test_alpha_beta_over_alpha_beta_is_alpha_beta(small_trees: Callable[..., Any]) -> None:
    for tree in small_trees(100, seed=7):
        for plies in (1, 2, 3):
            player = f"hybrid:bottom=alphabeta,plies={plies}"
            assert tree.searched(player)[1] == tree.searched("alphabeta")[1]


def test_a_hybrid_holds_less_than_sss() -> None:
    position = games.make("uniform:w=8,d=6")
    plain = "deepen=false,order=none"
    whole = searchers.make(f"sss:{plain}").search(position, Limits(depth=6))
    assert whole.counts["peak_stored"] == 8**3
    for top, plies, stored in (("alphabeta", 2, 64), ("sss", 2, 64), ("alphabeta", 4, 8)):
        player = f"hybrid:top={top},plies={plies},{plain}"
        found = searchers.make(player).search(position, Limits(depth=6))
        assert found.value == whole.value
        assert found.counts["evaluated"] >= whole.counts["evaluated"]
        assert stored <= found.counts["peak_stored"] <= stored + 8 * plies


def test_the_depth_is_the_whole_depth() -> None:
    result = searchers.make("hybrid:plies=2").search(games.make("ngame:b=4,d=9"), Limits(depth=5))
    full = searchers.make("alphabeta").search(games.make("ngame:b=4,d=9"), Limits(depth=5))
    assert (result.value, result.depth, result.reason) == (full.value, 5, "depth")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("top=bfms", "top=bfms: expected one that searches within bounds"),
        ("bottom=pvs", "bottom=pvs: expected one that searches within bounds"),
        ("top=(alphabeta:tt=1)", "a table would take one bottom's values for another's"),
        ("bottom=sssss", "Did you mean 'sss'"),
        ("bottom=(ps:workers=2)", "bottom=ps:workers=2: workers= has no effect inside another"),
        ("top=(alphabeta:deepen=false)", "deepen= has no effect inside another searcher"),
    ],
)
def test_what_cannot_be_composed(options: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        searchers.make(f"hybrid:{options}")


def test_a_built_searcher_is_composed_without_an_evaluator() -> None:
    built = searchers.make("hybrid", bottom=searchers.make("ps:k=3"))
    assert built.spec == searchers.make("hybrid:bottom=(ps:k=3)").spec
    assert built.bottom.options["k"] == 3
    with pytest.raises(SpecError, match="bottom=ps@discs: expected one without an evaluator"):
        searchers.make("hybrid", bottom=searchers.make("ps@discs"))
