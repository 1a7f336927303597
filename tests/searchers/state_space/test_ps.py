from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import games
import searchers
from games.errors import LimitsError, SpecError
from searchers import Limits
from searchers.check import TokenRace
from searchers.core.trace import Trace

PLAIN = "deepen=false,order=none"


@pytest.mark.parametrize(("odd", "wrong"), [(False, 0.0), (True, 0.02)])
def test_table_3_1_as_printed_fails_at_odd_depths(
    odd: bool, wrong: float, small_trees: Callable[..., Any]
) -> None:
    trees = list(small_trees(600, seed=3, odd=odd))
    faults = sum(tree.searched("ps:k=2,fix=printed")[0].value != tree.minimax() for tree in trees)
    assert faults / len(trees) >= wrong
    assert odd or faults == 0


@pytest.mark.parametrize("tree", ["w=4,d=3", "w=4,d=5", "w=8,d=3"])
def test_table_3_1_as_printed_is_wrong_on_5_to_35_percent_of_uniform_trees(tree: str) -> None:
    printed = searchers.make(f"ps:k=2,fix=printed,{PLAIN}")
    exact = searchers.make(f"alphabeta:{PLAIN}")
    faults = 0
    for seed in range(200):
        game, limits = games.make(f"uniform:{tree},seed={seed}"), Limits(depth=9)
        faults += printed.search(game, limits).value != exact.search(game, limits).value
    assert 10 <= faults <= 70


@pytest.mark.parametrize(
    ("w", "d", "k", "size"),
    # The size columns of tables 4.1 to 4.5, and one at an odd depth.
    [(8, 4, 2, 21), (8, 4, 4, 7), (16, 4, 4, 21), (24, 4, 6, 21), (32, 4, 4, 73)]
    + [(8, 6, 2, 85), (8, 6, 4, 15), (8, 4, 1, 64), (8, 6, 1, 512)],
)
def test_size_columns(w: int, d: int, k: int, size: int) -> None:
    """(w/k)^(d/2) states and, for k > 1, (w/k)^(i/2) entries of BACKUP at every even level i."""
    searcher = searchers.make(f"ps:k={k},{PLAIN}")
    largest = 0
    for seed in range(5):
        result = searcher.search(games.make(f"uniform:w={w},d={d},seed={seed}"), Limits(depth=d))
        assert result.counts["peak_stored"] == searcher.gamma.largest_both
        largest = max(largest, searcher.gamma.largest_both)
    assert largest == size


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "cells"),
    [
        ("w=8,d=4", {1: 439, 2: 571, 4: 634, 8: 689}),
        ("w=8,d=4,order=4", {1: 190, 2: 190, 4: 190, 8: 248}),
        ("w=16,d=4", {1: 2250, 2: 2829, 4: 3363, 8: 3743, 16: 3952}),
        ("w=24,d=4,order=2,p=0.9", {1: 4702, 2: 4956, 6: 7126, 24: 8364}),
        ("w=32,d=4,order=8", {1: 4633, 2: 4632, 4: 4632, 8: 4631, 16: 6209, 32: 6974}),
        ("w=8,d=6,order=2", {1: 3475, 2: 3437, 4: 5213, 8: 5555}),
    ],
)
def test_tables_4_1_to_4_5(spec: str, cells: dict[int, int]) -> None:
    for k, published in cells.items():
        assert _leaves(f"ps:k={k},{PLAIN}", spec, 400) == pytest.approx(published, rel=0.08)


@pytest.mark.slow
def test_on_independent_leaves_ps_is_no_better_than_alpha_beta() -> None:
    phased = _leaves(f"ps:k=2,{PLAIN}", "w=8,d=6,kind=iid", 100)
    assert phased == pytest.approx(23_800, rel=0.05)
    assert _leaves(f"alphabeta:{PLAIN}", "w=8,d=6,kind=iid", 100) < phased


@pytest.mark.parametrize("k", [1, 2, 4, 8])
def test_a_minimal_tree_costs_the_minimum(k: int) -> None:
    assert _leaves(f"ps:k={k},{PLAIN}", "w=8,d=4,order=8", 3) == 2 * 8**2 - 1


def _leaves(player: str, tree: str, count: int) -> float:
    searcher = searchers.make(player)
    seeds = (games.make(f"uniform:{tree},seed={seed}") for seed in range(count))
    return fmean(
        searcher.search(t, Limits(depth=t.options["d"])).counts["evaluated"] for t in seeds
    )


@pytest.mark.parametrize(
    ("options", "width", "sizes"),
    [
        ("k=3", 8, [3, 3, 2]),
        ("k=2", 9, [5, 4]),
        ("k=4", 2, [1, 1]),
        ("sizes=1/2", 8, [1, 2, 2, 2, 1]),
        ("sizes=5,k=9", 7, [5, 2]),
    ],
)
def test_children_are_cut_into_runs(options: str, width: int, sizes: list[int]) -> None:
    runs = searchers.make(f"ps:{options}").gamma.partitions(range(width))
    assert [len(run) for run in runs] == sizes


@pytest.mark.parametrize("sizes", ["0", "2/", "a", "1-2", "-1", "9" * 5000])
def test_sizes_are_whole_numbers(sizes: str) -> None:
    with pytest.raises(SpecError, match="expected sizes from 1 on"):
        searchers.make(f"ps:sizes={sizes}")


@pytest.mark.parametrize("player", ["sss", "ps", "hybrid"])
def test_one_depth_needs_a_depth(player: str) -> None:
    with pytest.raises(LimitsError, match="needs a depth limit"):
        searchers.make(f"{player}:deepen=false").search(games.make("ngame"), Limits(nodes=10))


# -- parallel PS* --------------------------------------------------------------------------------


def test_workers_share_the_cpu_time() -> None:
    position = games.make("othello")
    searcher = searchers.make("ps:k=2,workers=2")
    found = searcher.search(position, Limits(cpu=0.3, depth=30))
    assert found.reason == "time"
    assert found.depth >= 1
    assert searcher.team.cpu < 1


class Unnamed(TokenRace):
    """A game that no entry point names."""

    NAME = "unnamed"


def test_workers_need_a_game_that_they_can_make() -> None:
    with pytest.raises(SpecError, match="no entry point names unnamed; use workers=1"):
        searchers.make("ps:workers=2@static").search(Unnamed(), Limits(depth=3))


def test_a_script_without_its_guard_is_an_error(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import games, searchers\n"
        "limits = searchers.Limits(depth=2)\n"
        "searchers.make('ps:workers=2').search(games.make('ngame'), limits)\n"
    )
    here = {**os.environ, "PYTHONPATH": str(Path(searchers.__file__).parents[1])}
    command = [sys.executable, script]
    ended = subprocess.run(command, env=here, capture_output=True, text=True, check=False)
    assert "needs: if __name__ == '__main__'" in ended.stderr
    assert "bootstrapping" not in ended.stderr  # the standard library's own advice


def test_workers_share_the_budget() -> None:
    position = games.make("uniform:w=6,d=5,seed=2")
    searcher = searchers.make("ps:k=3,workers=2")
    found = searcher.search(position, Limits(nodes=500))
    assert found.nodes <= 500
    assert searcher.fullness() is None, "the lists here are not used"
    assert found.reason == "nodes"
    assert found.depth >= 1


# -- case 6b -------------------------------------------------------------------------------------


def _resumptions(player: str, tree: Any) -> tuple[int, int]:
    """Count how often a search resumes the first node in BACKUP, and how often another one."""
    lines: list[str] = []
    searcher: Any = searchers.make(f"{player},{PLAIN}")
    searcher.trace = Trace(lines.append)
    searcher.search(tree, Limits(depth=tree.options["d"]))
    entries: dict[tuple[int, ...], tuple[int, float, float]] = {}
    first = others = 0
    above: tuple[int, ...] = ()
    for event in map(json.loads, lines):
        node = tuple(map(int, filter(None, event["node"].split("."))))
        match event["event"]:
            case "visited":
                above = node[:-1]
            case "held":
                low, high = event["bounds"]
                entries[node] = (
                    event["tried"],
                    -math.inf if low is None else low,
                    math.inf if high is None else high,
                )
            case "released":
                del entries[node]
            case "resumed":
                expected = min(
                    (
                        entry
                        for entry, (tried, _, high) in entries.items()
                        if entry[: len(above)] == above
                        and entry != above
                        and tried < tree.options["w"]
                        and high > max(entries[entry[:n]][1] for n in range(0, len(entry) + 1, 2))
                    ),
                    default=above,
                )
                first += node == expected
                others += node != expected
    return first, others


def test_case_6b_resumes_the_first_node_in_backup() -> None:
    """Appendix A lists BACKUP by Dewey number: a node comes before those below it."""
    sums = {"above": [0, 0], "below": [0, 0]}
    for seed in range(12):
        tree = games.make(f"uniform:w=4,d=5,kind=iid,seed={seed}")
        for order, counted in sums.items():
            for index, count in enumerate(_resumptions(f"ps:k=2,resume={order}", tree)):
                counted[index] += count
    assert sums["above"][0] > 200
    assert sums["above"][1] == 0
    assert sums["below"][1] > 0


def test_both_orders_of_case_6b_find_the_value(small_trees: Callable[..., Any]) -> None:
    differ = 0
    for tree in small_trees(300, seed=11):
        found = [tree.searched(f"ps:k=2,resume={order}") for order in ("above", "below")]
        assert {result.value for result, _ in found} == {tree.minimax()}
        differ += found[0][1] != found[1][1]
    assert differ > 0


def test_both_orders_of_case_6b_keep_to_the_size_column() -> None:
    """Several partitions of a node in BACKUP need no more places than lemma 3.2 says."""
    for order in ("above", "below"):
        searcher: Any = searchers.make(f"ps:k=2,resume={order},{PLAIN}")
        for seed in range(12):
            searcher.search(games.make(f"uniform:w=4,d=6,kind=iid,seed={seed}"), Limits(depth=6))
            assert searcher.gamma.largest_both <= 8 + 1 + 2 + 4
