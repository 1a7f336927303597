from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import games
import searchers
from games.position import Position
from searchers import Limits
from searchers.trace import EVENTS, Trace

VARIED = (
    *(f"{name}@static" for name in ("alphabeta", "pvs", "sss", "dual", "ps:k=3", "hybrid")),
    "alphabeta:order=none@static",
    "alphabeta:expand=true,order=none@static",
    "ps:sizes=1/3,order=none@static",
    "hybrid:top=sss,bottom=alphabeta,plies=1@static",
    "hybrid:top=dual,bottom=ps,plies=3,order=none@static",
    "hybrid:top=(alphabeta:expand=true),plies=1@static",
    "bfms@static",
    "random",
)
REAL = ("alphabeta:order=tt,tt=1", "pvs:tt=1", "mtdf:tt=1", "sss", "ps", "hybrid", "bfms")


def traced(player: str, position: Position, limits: Limits) -> tuple[Any, list[dict[str, Any]]]:
    """A search's result and its events."""
    lines: list[str] = []
    searcher = searchers.make(player)
    searcher.trace = Trace(lines.append)
    result = searcher.search(position, limits)
    assert all(line.endswith("}\n") for line in lines)
    return result, [json.loads(line) for line in lines]


def check(player: str, position: Position, limits: Limits) -> list[dict[str, Any]]:
    """The events of a search, held against the search without a trace and its counts."""
    plain = searchers.make(player).search(position, limits)
    result, events = traced(player, position, limits)
    for fact in ("move", "value", "bounds", "pv", "root", "nodes", "counts", "reason", "proved"):
        assert getattr(result, fact) == getattr(plain, fact), fact
    found = Counter(event["event"] for event in events)
    assert set(found) <= set(EVENTS)
    for count in ("generated", "expanded", "evaluated"):
        assert found[count] == result.counts[count], (count, player, str(limits))
    assert (events[0]["event"], events[-1]["event"]) == ("begun", "ended")
    assert (found["begun"], found["ended"]) == (1, 1)
    _check_nodes(position, events)
    return events


def _check_nodes(position: Position, events: list[dict[str, Any]]) -> None:
    """Every node is where its number says, and its move is named so there."""
    for event in events:
        ahead, move = position.copy(), None
        for number in filter(None, event["node"].split(".")):
            move = None
            if number == "0":
                ahead.push_pass()
            else:
                move = ahead.legal_moves()[int(number) - 1]
                text = ahead.move_text(move)
                ahead.push(move)
        if event["node"]:
            assert event["move"] == ("pass" if move is None else text)
        assert ("move" in event) == bool(event["node"])


@pytest.mark.parametrize("player", VARIED)
def test_a_trace_has_every_node_and_changes_nothing(player: str) -> None:
    position = games.make("ngame:b=3,d=5,seed=2")
    for nodes in (0, 1, 2, 3, 4, 7, 20, 21, 22, 100, 400):
        check(player, position, Limits(nodes=nodes))
    check(player, position, Limits(depth=4))


@pytest.mark.parametrize("player", REAL)
def test_real_games_have_a_trace_too(player: str) -> None:
    for position in (
        games.make("othello").at("f5d6c3d3"),
        games.make("chess").at("4k3/8/2n5/8/8/2N5/4P3/4K3 w - - 0 1"),
    ):
        events = check(player, position, Limits(nodes=600))
        told = {event["event"] for event in events}
        assert told >= {"visited", "generated", "expanded", "evaluated"}
