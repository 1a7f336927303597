from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
import searchers
from searchers import Limits
from searchers.storage.kept_tree import Selection, child_cost
from tests.compiled import NEEDS_SPEED

ROOT = Path(__file__).resolve().parents[3]


@given(
    st.lists(st.tuples(st.integers(0, 2**30), st.integers(1, 40)), max_size=80),
    st.integers(-10, 800),
)
def test_the_cheapest_stay_as_long_as_there_is_room(nodes: list[Any], room: int) -> None:
    selection = Selection()
    for cost, children in nodes:
        selection.count(cost, children)
    selection.set_limit(room)
    stay = [selection.keeps_children(cost, children) for cost, children in nodes]
    kept = [node for node, stays in zip(nodes, stay, strict=True) if stays]
    gone = [node for node, stays in zip(nodes, stay, strict=True) if not stays]
    left = room - sum(children for _, children in kept)
    assert left >= 0 or not kept
    if gone:
        cheapest = min(cost for cost, _ in gone)
        assert all(cost <= cheapest * 17 // 16 for cost, _ in kept)
        assert any(children > left for _, children in gone)


def test_what_a_line_gives_away() -> None:
    assert [child_cost(5, 0, True), child_cost(5, 0, False), child_cost(5, 7, False)] == [5, 6, 13]
    assert child_cost(2**30, 2**31, False) == 2**30


WIDE = "ngame:b=8,d=200,seed=4,edge=60"


@pytest.mark.parametrize(
    ("game", "player"),
    [
        (WIDE, "bfms:stop=line"),
        pytest.param("othello", "bfms:stop=line", marks=NEEDS_SPEED),
        (WIDE, "mma"),
        (WIDE, "mma:penalty=means"),
        pytest.param(WIDE, "conspiracy", marks=NEEDS_SPEED),
        (WIDE, "mgss"),
    ],
)
def test_a_full_tree_is_pruned_and_grows_on(game: str, player: str) -> None:
    searcher: Any = searchers.make(player, hash=1)
    most, nodes = searcher.tree.most, 60_000
    result = searcher.search(games.make(game), Limits(nodes=nodes))
    assert (result.reason, result.nodes) == ("nodes", nodes)
    assert most * 9 // 10 < result.counts["peak_stored"] <= most
    assert result.counts["forgotten"] > most // 2
    assert result.counts["regenerated"] < nodes // 2


@pytest.mark.parametrize(("player", "d"), [("bfms", 7), ("uct", 6), ("puct:priors=values", 6)])
def test_a_small_tree_proves_too(player: str, d: int) -> None:
    position = games.make(f"ngame:b=10,d={d},seed=1")
    result = searchers.make(player, hash=1).search(position, Limits(nodes=10**6))
    truth = searchers.make("alphabeta").search(position, Limits(depth=d))
    assert (result.value, result.proved) == (truth.value, True)
    assert result.counts["forgotten"] > 0


FULL_STORES = [
    ("chess", "bfms:hash=4@pst"),
    ("chess", "bstar:hash=4@fixed:margin=50,base=pst"),
    ("othello", "bfms:hash=4@discs"),
    ("othello", "uct:hash=4@discs"),
    ("othello", "puct:hash=4,priors=values@discs"),
    ("othello", "mma:hash=4@discs"),
    ("othello", "conspiracy:hash=4@discs"),
    ("othello", "bstar:hash=4@bounds"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "player"), FULL_STORES)
def test_an_endless_search_forgets_and_can_be_stopped(game: str, player: str) -> None:
    searcher, position, stop = searchers.make(player), games.make(game), threading.Event()
    threading.Timer(5.0, stop.set).start()
    forgotten = 0
    while not stop.is_set():
        result = searcher.search(position, Limits(), stop=stop)
        forgotten += result.counts["forgotten"]
        assert result.move in position.legal_moves()
        if result.reason != "stop":  # proved, or at its end
            searcher.new_game()
    assert forgotten > 0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("searcher", ["bfms", "bstar"])
def test_go_infinite_keeps_to_the_hash(searcher: str) -> None:
    engine = subprocess.Popen(
        [sys.executable, ROOT / "uci_main.py"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    for line in (
        f"setoption name Searcher value {searcher}",
        f"setoption name Evaluator value {'pst' if searcher == 'bfms' else 'fixed:base=pst'}",
        "setoption name Hash value 16",
        "go infinite",
    ):
        print(line, file=engine.stdin, flush=True)
    time.sleep(10)
    status = Path(f"/proc/{engine.pid}/status").read_text()
    print("stop\nquit", file=engine.stdin, flush=True)
    output = engine.communicate(timeout=30)[0]
    assert "bestmove" in output
    assert "store full: forgot" in output
    peak = int(status.partition("VmHWM:")[2].split()[0]) // 1024
    assert peak < 16 + 60
