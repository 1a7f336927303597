from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

import games
import searchers
from games.errors import LimitsError
from searchers import SEARCHERS, Clock, Limits, Result
from searchers.core import deepening, multipv
from searchers.core.multipv import search_lines
from tests.compiled import COMPILED

TREE = games.make("ngame:b=5,d=12,seed=3")
BOARD = games.make("othello").at("f5d6c3d3c4")
PLAIN = "selective=false,checks=false"


@pytest.mark.parametrize(
    ("player", "position"),
    [
        *((f"{name}@static", TREE) for name in ("alphabeta", "sss", "dual", "ps:k=3", "hybrid")),
        ("alphabeta:deepen=false@static", TREE),
        ("abtree@static", TREE),
        (f"pvs:{PLAIN}@static", TREE),
        (f"pvs:{PLAIN}@discs", BOARD),
        (f"mtdf:{PLAIN}@discs", BOARD),
    ],
)
def test_the_lines_are_the_best_moves_with_their_own_values(player: str, position: Any) -> None:
    plain = searchers.make("alphabeta", player.partition("@")[2])
    truth = {
        move: plain.search(position, Limits(depth=4, moves=(move,))).value
        for move in position.legal_moves()
    }
    reports: list[Result] = []
    result = searchers.make(player).search(
        position, Limits(depth=4), report=reports.append, lines=3
    )
    assert result == reports[-1]
    assert [report.depth for report in reports] == list(range(5 - len(reports), 5))
    for report in reports:
        assert all(known.pv[0] == known.move for known in report.root[:3])
        assert sorted(known.move for known in report.root) == sorted(truth)
    assert [known.value for known in result.root[:3]] == sorted(truth.values())[:-4:-1]
    assert all(truth[known.move] == known.value for known in result.root[:3])
    assert (result.move, result.value, result.pv) == (
        result.root[0].move,
        result.root[0].value,
        result.root[0].pv,
    )


@pytest.mark.parametrize("player", [*SEARCHERS.builtin, "alphabeta:order=tt,tt=1"])
def test_lines_keep_to_the_limits_together(player: str) -> None:
    position = games.make("othello")
    if player == "bstar":
        position = games.make("ngame:b=4,d=30")
    searcher = searchers.make(player)
    for nodes in (0, 1, 3, 4, 5, 50, 333, *([2000] if COMPILED else [])):
        searcher.new_game()
        result = searcher.search(position, Limits(nodes=nodes), lines=4)
        again = searcher.clone().search(position, Limits(nodes=nodes), lines=4)
        assert result.nodes <= nodes
        assert result.counts["generated"] <= result.nodes
        assert result.move in position.legal_moves()
        assert len(result.root) == 4
        assert [known.pv[:1] for known in result.root[:4] if known.pv] == [
            (known.move,) for known in result.root[:4] if known.pv
        ]
        assert (again.root, again.nodes) == (result.root, result.nodes)


@pytest.mark.parametrize("player", ["bfms@static", "rbfms@static", "bstar@bounds"])
def test_searchers_that_hold_lines_search_once(player: str) -> None:
    alone = searchers.make(player).search(TREE, Limits(nodes=500))
    result = searchers.make(player).search(TREE, Limits(nodes=500), lines=5)
    assert (result.root, result.nodes, result.pv) == (alone.root, alone.nodes, alone.pv)
    for known in result.root:
        assert known.pv[0] == known.move
        ahead = TREE.copy()
        for move in known.pv:
            ahead.push(ahead.checked(move))
    assert result.root[0].pv == result.pv


def test_no_root_move_is_searched_less_deeply_than_another() -> None:
    position = games.make("chess")
    truth = {
        move: searchers.make("pvs").search(position, Limits(depth=3, moves=(move,))).value
        for move in position.legal_moves()
    }
    searcher = searchers.make("pvs")
    plain = searcher.search(position, Limits(depth=3))
    searcher.new_game()
    found = searcher.search(position, Limits(depth=3), lines=3).root[:3]
    assert [known.value for known in found] == sorted(truth.values())[:-4:-1]
    assert [known.value for known in found] == [truth[known.move] for known in found]
    searcher.new_game()
    assert searcher.search(position, Limits(depth=3)).nodes == plain.nodes, "the rule is MultiPV's"


def test_one_line_is_the_plain_search() -> None:
    for lines, moves in ((1, None), (3, (2,))):
        limits = Limits(nodes=300, moves=moves)
        plain = searchers.make("alphabeta").search(TREE, limits)
        result = searchers.make("alphabeta").search(TREE, limits, lines=lines)
        assert (result.root, result.nodes, result.pv) == (plain.root, plain.nodes, plain.pv)


def test_the_root_moves_to_consider_are_the_only_ones() -> None:
    result = searchers.make("alphabeta").search(TREE, Limits(depth=2, moves=(4, 1)), lines=9)
    assert sorted(known.move for known in result.root) == [1, 4]
    assert all(known.value is not None for known in result.root)


def test_time_and_stop_end_all_lines() -> None:
    searcher = searchers.make("alphabeta")
    begun = time.perf_counter()
    for limits, reason in ((Limits(seconds=0.05), "time"), (Limits(clock=Clock(1.0)), "time")):
        assert searcher.search(BOARD, limits, lines=3).reason == reason
    assert time.perf_counter() - begun < 30, "a search for lines without end"
    stop = threading.Event()
    stop.set()
    assert searcher.search(BOARD, Limits(), stop=stop, lines=3).reason == "stop"
    with pytest.raises(LimitsError):
        searcher.search(BOARD, Limits(), lines=3)


@pytest.mark.parametrize(
    ("wavers", "least", "most"), [(False, 0.1, 0.6), (True, 1.0, 2.0)], ids=["stands", "wavers"]
)
def test_a_clocks_share_is_a_plan_for_all_lines_together(
    wavers: bool, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    clock = SimpleNamespace(perf_counter=lambda: now[0], thread_time=lambda: now[0])
    monkeypatch.setattr(deepening, "time", clock)
    monkeypatch.setattr(multipv, "time", clock)

    class Steady:
        """A searcher that takes a tenth of a second for each of two lines."""

        HOLDS_LINES = ranking = False
        options = None

        def search_checked(self, position: Any, limits: Limits, **_other: Any) -> Result:
            now[0] += 0.1
            assert limits.depth is not None
            assert limits.moves is not None
            best = limits.depth % 2 if wavers else 0
            move = best if best in limits.moves else limits.moves[0]
            value = 9 if move == best else 5
            return Result(move, value, None, False, (move,), limits.depth, (), 1, {}, 0.1, "depth")

    clock = Clock(300.0)
    result = search_lines(Steady(), TREE, Limits(clock=clock).allotted(), 2)
    assert result.reason == "time"
    assert least < now[0] / clock.allotment() < most


def test_lines_end_where_all_are_proved_or_the_game_is_over() -> None:
    short = games.make("ngame:b=3,d=2,seed=1")
    result = searchers.make("alphabeta").search(short, Limits(nodes=10_000), lines=3)
    assert (result.reason, result.proved) == ("proved", True)
    while short.outcome() is None:
        short.push(0)
    assert searchers.make("alphabeta").search(short, Limits(depth=3), lines=3).move is None
