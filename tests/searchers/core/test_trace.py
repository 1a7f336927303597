from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from games.core.position import Position
from games.core.scores import WIN
from searchers import Limits
from searchers.core.trace import EVENTS, Trace
from tests.compiled import COMPILED

VARIED = (
    *(f"{name}@static" for name in ("alphabeta", "pvs", "sss", "dual", "ps:k=3", "hybrid")),
    "alphabeta:order=none@static",
    "minimax@static",
    "alphabeta:expand=true,order=none@static",
    "ps:sizes=1/3,order=none@static",
    "hybrid:top=sss,bottom=alphabeta,plies=1@static",
    "hybrid:top=dual,bottom=ps,plies=3,order=none@static",
    "hybrid:top=(alphabeta:expand=true),plies=1@static",
    "abtree@static",
    "abtree:grow=breadth,retain=100@static",
    "abtree:grow=best@static",
    "bfms@static",
    "bfms:stop=line@static",
    "bfms:choose=visits@static",
    "scout@static",
    "uct@static",
    "uct:rollouts=1@static",
    "uct:solver=false@static",
    "puct@static",
    "puct:priors=values@static",
    "puct:priors=values,solver=false@static",
    "descent@static",
    "descent:stop=line@static",
    "bfext@static",
    "bfext:horizon=3@static",
    "bpip@bounds",
    "bpip:gulp=0,worth=9@calibrated",
    "mma@static",
    "mma:penalty=means@static",
    "conspiracy@static",
    "conspiracy:threshold=2,buckets=4@static",
    "mgss@static",
    "mgss:cost=900@static",
    "rbfms@static",
    "rbfms:simple=true@static",
    "bstar@bounds",
    "bstar:select=db,widen=5000@bounds",
    "bstar:after=widen,widen=5000@bounds",
    "bstar:after=verify@calibrated:cover=50",
    "bstar:dag=true@bounds",
    "bstar:select=pb@bounds",
    "bstar:select=pb,backup=product@bounds",
    "pns@static",
    "pns:second=50@static",
    "dfpn:tt=1@static",
    "dfpn:tt=1,widen=100,order=false@static",
    "random",
)
REAL = (
    "alphabeta:order=tt,tt=1",
    "pvs:tt=1",
    "mtdf:tt=1",
    "sss",
    "ps",
    "hybrid",
    "bfms",
    "bfext",
    "descent",
    "uct",
    "uct:rollouts=1,plies=5",
    "puct",
    "puct:priors=values",
    "scout",
    "bpip",
    "mma",
    "conspiracy",
    "mgss",
    "rbfms",
    "bstar",
    "abtree",
)


def traced(player: str, position: Position, limits: Limits) -> tuple[Any, list[dict[str, Any]]]:
    """Return a search's result and its events."""
    lines: list[str] = []
    searcher = searchers.make(player)
    searcher.trace = Trace(lines.append)
    result = searcher.search(position, limits)
    assert all(line.endswith("}\n") for line in lines)
    return result, [json.loads(line) for line in lines]


def check(player: str, position: Position, limits: Limits) -> list[dict[str, Any]]:
    """Return the events of a search, checked by its counts and a search without a trace."""
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
    """Check the number and the move of every node."""
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
        events = check(player, position, Limits(nodes=600 if COMPILED else 150))
        recorded = {event["event"] for event in events}
        assert recorded >= {"visited", "generated", "expanded", "evaluated"}


def test_a_null_move_is_child_number_0() -> None:
    position = games.make("chess").at("startpos")
    events = check("pvs:tt=1@pst", position, Limits(depth=5, nodes=4000))
    passes = [event for event in events if event["node"].endswith(".0")]
    assert {event["move"] for event in passes} == {"pass"}
    assert _of(passes, "generated")


def test_scores_are_those_of_the_result() -> None:
    """They are from the side to move at the root, with distances from there."""
    mate = games.make("chess").at("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1")
    mate.push(mate.parse_move("h7h6"))
    for player in ("alphabeta@pst", "pvs:tt=1@pst", "sss@pst", "bfms@pst"):
        result, events = traced(player, mate, Limits(nodes=20_000, depth=3))
        recorded = [event["value"] for event in events if "value" in event and event["node"] == ""]
        recorded += [event["merit"] for event in events if "merit" in event and event["node"] == ""]
        assert result.value in recorded, player
    lost = games.make("chess").at("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    _, events = traced("alphabeta:order=none@pst", lost, Limits(depth=1))
    assert WIN - 1 in [event["value"] for event in _of(events, "evaluated")]


def test_a_search_that_is_none_begins_and_ends() -> None:
    over = games.make("chess").at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    _, events = traced("pvs", over, Limits(nodes=10))
    assert [event["event"] for event in events] == ["begun", "ended"]
    assert (events[-1]["best"], events[-1]["value"]) == (None, 0)


def test_several_lines_are_several_searches() -> None:
    lines: list[str] = []
    searcher = searchers.make("alphabeta")
    searcher.trace = Trace(lines.append)
    searcher.search(games.make("ngame:b=3,d=9"), Limits(depth=2), lines=2)
    events = [json.loads(line) for line in lines]
    assert [event["limits"] for event in _of(events, "begun")] == [
        f"depth={depth},moves={moves}"
        for depth in (1, 2)
        for moves in ((0, 1, 2), tuple(_left(events, depth)))
    ]


def _left(events: list[dict[str, Any]], depth: int) -> list[int]:
    """The second search excludes the best move of the first one."""
    first = _of(events, "ended")[2 * depth - 2]
    return [move for move in range(3) if move != int(first["best"]) - 1]


def test_a_team_tells_its_rounds() -> None:
    position = games.make("ngame:b=4,d=9")
    player = "ps:k=4,workers=2,deepen=false,order=none"
    result, events = traced(player, position, Limits(depth=4))
    opened, solved = _of(events, "opened"), _of(events, "solved")
    assert [(event["node"], event["worker"]) for event in opened] == [
        ("1", 1),
        ("2", 2),
        ("3", 1),
        ("4", 2),
    ]
    assert max(event["merit"] for event in solved) == result.value
    assert opened[0]["lower"] is None
    assert opened[2]["lower"] == max(event["merit"] for event in solved[:2])


def test_the_page_about_traces_names_every_event() -> None:
    page = (Path(__file__).parents[3] / "docs" / "traces.md").read_text(encoding="utf-8")
    for event, meaning in EVENTS.items():
        assert f"| {event} |" in page
        for fact in re.findall("`([^`]+)`", meaning):
            assert f"`{fact}`" in page, (event, fact)


def test_what_a_search_kept_from_the_one_before_is_reported() -> None:
    fitted = "calibrated:base=(quiescence:base=pst),depth=1"
    nodes = 400 if COMPILED else 120
    for player in ("bfms", "uct@pst", "puct@pst", f"bstar@{fitted}", "abtree:retain=300"):
        plain, spied = searchers.make(player), searchers.make(player)
        lines: list[str] = []
        spied.trace = Trace(lines.append)
        board = games.make("chess").at("7k/8/8/8/8/8/6R1/6K1 w - - 90 80")
        resumed = []
        for _ in range(7):
            lines.clear()
            results = [one.search(board, Limits(nodes=nodes)) for one in (plain, spied)]
            assert results[0].counts == results[1].counts
            events = [json.loads(line) for line in lines]
            found = Counter(event["event"] for event in events)
            assert found["generated"] == results[0].counts["generated"]
            assert found["evaluated"] == results[0].counts["evaluated"]
            _check_nodes(board, events)
            resumed.append(found["resumed"])
            board.push(results[0].move)
        assert resumed == [0] + [1] * 6


@pytest.mark.parametrize("player", ["pvs@material", "bfms", "uct", "puct", "bstar", "hybrid"])
def test_an_only_move_is_traced(player: str) -> None:
    board = games.make("chess").at("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    for nodes in (0, 1, 2, 9):
        check(player, board, Limits(nodes=nodes))


def test_korfs_figure_1(data: Path) -> None:
    """The order of expansion, the root's values, and the windows of the recursive search."""
    position = games.make(f"explicit:{data / 'korf-figure-1.json'}")
    _, events = traced("bfms", position, Limits(nodes=7))
    recorded = [(event["event"], event["node"]) for event in events]
    assert [node for name, node in recorded if name == "expanded"] == ["", "2", "1", "2.2"]
    values = [event["value"] for event in _of(events, "backed up") if event["node"] == ""]
    assert values[:3] == [11, 7, 5]
    leaves = {event["node"]: event["value"] for event in _of(events, "evaluated")}
    assert leaves == {"1": 7, "2": 11, "1.1": 13, "1.2": 3, "2.1": 9, "2.2": 5, "2.2.1": 5}
    _, events = traced("rbfms", position, Limits(nodes=9))
    assert [(event["node"], event["window"]) for event in _of(events, "visited")] == [
        ("2", [7, None]),
        ("1", [5, None]),
        ("2", [3, None]),
        ("2.2", [3, 9]),
    ]
    assert [event["node"] for event in _of(events, "forgotten")] == ["2", "1"]


def test_palays_example(data: Path) -> None:
    """Section 2: the strategies, the nodes explored, and their bounds as they change."""
    position = games.make(f"explicit:{data / 'palay-section-2.json'}")
    _, events = traced("bstar:select=al", position, Limits(nodes=100))
    assert [event["node"] for event in _of(events, "expanded")] == ["", "2", "3", "3.1", "1"]
    assert [
        (event["strategy"], event["best"], event["second"]) for event in _of(events, "aimed")
    ] == [("PROVEBEST", "2", "3"), ("PROVEBEST", "3", "1"), ("DISPROVEREST", "3", "1")]
    assert [(event["node"], event["bounds"]) for event in _of(events, "visited")] == [
        ("2", [100, 300]),
        ("3", [0, 250]),
        ("3.1", [0, 250]),
        ("1", [0, 200]),
    ]
    assert [(event["node"], event["bounds"]) for event in _of(events, "backed up")] == [
        ("2", [100, 190]),
        ("3.1", [200, 250]),
        ("3", [195, 250]),
        ("1", [0, 80]),
    ]
    assert (events[-1]["best"], events[-1]["bounds"]) == ("3", [195, 250])


def _of(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == name]
