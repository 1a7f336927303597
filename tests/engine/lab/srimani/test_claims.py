"""The experiments on section 3.4, chapter 6's unequal partitions, and its parallel search."""

from __future__ import annotations

import pytest

from engine.lab import find
from engine.lab.core.laboratory import measure_block
from engine.lab.srimani.chapter_3 import compare
from engine.lab.srimani.chapter_6 import share_out


def test_trees_on_which_ps_loses_to_alpha_beta_are_not_rare() -> None:
    found = measure_block(compare, ("uniform:w=4,d=3,kind=iid", 3, 2), 0, 200)
    wins, losses = (found[f"{name}_alphabeta"][1] / 200 for name in ("below", "above"))
    assert wins == pytest.approx(0.28, abs=0.08)
    assert losses == pytest.approx(0.23, abs=0.08)
    deep = measure_block(compare, ("uniform:w=4,d=5,kind=iid", 5, 2), 0, 100)
    assert deep["above_alphabeta"][1] / 100 == pytest.approx(0.62, abs=0.12)


@pytest.mark.parametrize("kind", ["thesis", "iid"])
def test_with_the_best_move_in_the_first_partition_ps_never_loses(kind: str) -> None:
    found = measure_block(compare, (f"uniform:w=8,d=4,order=2,kind={kind}", 4, 2), 0, 60)
    assert (found["above_sss"][1], found["above_alphabeta"][1]) == (0, 0)


@pytest.mark.parametrize("k", [2, 4])
def test_partitions_one_after_the_other_read_what_ps_reads(k: int) -> None:
    """One process shares nothing out: the longest way, all leaves, and PS*(k)'s are the same."""
    found = measure_block(share_out, ("uniform:w=8,d=4,kind=iid", 4, k, 1), 0, 10)
    assert found["one"] == found["longest"] == found["total"]


def test_processes_shorten_the_way_and_read_more() -> None:
    found = measure_block(share_out, ("uniform:w=8,d=4,kind=iid", 4, 4, 4), 0, 10)
    assert found["longest"][1] < found["one"][1] < found["total"][1]
    assert found["total"][1] <= 4 * found["longest"][1]


def test_equal_sizes_are_phases() -> None:
    points = {point.key: point for point in find("srimani-sizes").points}
    assert "ps:sizes=1/1/2/4/8,order=none,deepen=false" in points["1/1/2/4/8 R=1 iid"].arguments
    halves = points["8 R=1 iid"]
    game, _, depth = halves.arguments
    same = (game, "ps:k=2,order=none,deepen=false", depth)
    assert measure_block(halves.measure, halves.arguments, 0, 4) == measure_block(
        halves.measure, same, 0, 4
    )
