"""Traces become scenes, and scenes pages: what needs no browser."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import zlib
from base64 import b64decode
from collections import Counter
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import games
from engine.cli.main import main
from engine.explore import from_files, from_searches, page_of
from engine.explore.page import Packer, data_of
from engine.explore.recording import ABSENT, KINDS, UNKNOWN
from engine.explore.tree import Tree
from engine.explore.words import PAPERS, REASONS, family_of, words_for
from games.core.pictures import grid_of
from games.core.position import Position
from games.errors import FileError
from searchers import SEARCHERS, Limits, make
from searchers.core.trace import EVENTS, Trace


def traced(path: Path, player: str, position: Position, limits: Limits) -> str:
    """A trace file of a search."""
    searcher = make(player)
    with open(path, "w", encoding="utf-8") as file:
        searcher.trace = Trace(file.write)
        searcher.search(position, limits)
    return str(path)


@pytest.mark.parametrize("player", sorted(SEARCHERS.builtin))
def test_a_recording_has_every_event_and_the_result(player: str) -> None:
    position = games.make("othello").at("f5d6")
    limits = Limits(nodes=150, depth=3)
    result = make(player).search(position, limits)
    scene = from_searches(position, [player], limits)
    (one,) = scene.recordings
    recorded = one.searches[0].result
    assert recorded is not None
    assert (recorded["value"], recorded["nodes"], recorded["counts"]) == (
        result.value,
        result.nodes,
        result.counts,
    )
    found = Counter(KINDS[kind] for kind in one.kinds)
    for count in ("generated", "expanded", "evaluated"):
        assert found[count] == result.counts[count]
    best = one.facts["best"][1][-1]
    assert scene.tree.parents[best] == 0
    assert position.legal_moves()[scene.tree.numbers[best] - 1] == result.move


def test_a_file_and_a_live_search_give_the_same_scene(tmp_path: Path) -> None:
    position, limits = games.make("chess"), Limits(nodes=300)
    live = from_searches(position, ["bfms"], limits)
    read = from_files([traced(tmp_path / "t.jsonl", "bfms", position, limits)])
    assert live.tree.parents == read.tree.parents
    for column in ("kinds", "forms", "nodes", "lows", "highs", "facts"):
        assert getattr(live.recordings[0], column) == getattr(read.recordings[0], column)
    assert read.position is not None
    assert read.position.text() == position.text()


def test_two_searches_share_one_tree() -> None:
    position = games.make("ngame:b=3,d=5")
    scene = from_searches(position, ["alphabeta", "bfms"], Limits(nodes=60))
    one, other = (set(recording.nodes) for recording in scene.recordings)
    assert one & other >= {0, 1, 2, 3}
    assert len(scene.tree) == len(one | other)


def test_a_game_that_goes_on_keeps_its_tree_and_its_scale() -> None:
    position = games.make("increments:b=3,seed=5")
    scene = from_searches(position, ["abtree:deepen=false"], Limits(depth=3), plays=3)
    (one,) = scene.recordings
    assert [search.turned for search in one.searches] == [False, True, False]
    assert [len(scene.tree.line(search.base)) for search in one.searches] == [0, 1, 2]
    assert [search.kept for search in one.searches] == [False, True, True]
    for search in one.searches:
        assert search.result is not None
    # The second search's value, seen from the first root, has its sign turned.
    second = one.searches[1]
    event = max(
        event
        for event in range(second.first, one.searches[2].first)
        if one.nodes[event] == second.base and one.forms[event] == 1
    )
    assert second.result is not None
    assert one.lows[event] == -second.result["value"]


def test_bounds_turn_with_the_side() -> None:
    position = games.make("othello").at("f5")
    scene = from_searches(position, ["bstar"], Limits(nodes=100), plays=2)
    (one,) = scene.recordings
    assert all(
        low <= high or UNKNOWN in (low, high)
        for low, high, form in zip(one.lows, one.highs, one.forms, strict=True)
        if form == 2
    )


def test_bad_traces_are_reported_in_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    position = games.make("ngame:b=2,d=4")
    whole = Path(traced(tmp_path / "whole.jsonl", "bfms", position, Limits(nodes=20)))
    lines = whole.read_text().splitlines(keepends=True)
    other = json.loads(lines[0]) | {"position": "0 1 1"}
    bad = {
        "cut.jsonl": ("".join(lines)[:-30], "is not valid JSON (is the file cut short?)"),
        "short.jsonl": ("".join(lines[:5]), "ends after 5 lines within a search"),
        "empty.jsonl": ("", "ends after 0 lines"),
        "version.jsonl": (lines[0] + '{"event": "danced", "node": ""}\n', "no event"),
        "fact.jsonl": (lines[0] + '{"event": "visited", "node": "", "mood": 1}\n', "'mood'"),
        "node.jsonl": (lines[0] + '{"event": "visited", "node": "1.x"}\n', "lacks"),
        "deep.jsonl": (lines[0] + f'{{"event": "cut", "node": "1{".1" * 2000}"}}\n', "lacks"),
        "large.jsonl": (lines[0] + '{"event": "cut", "node": "", "value": 9999999999}\n', "lacks"),
        "first.jsonl": (lines[1], "cannot come here"),
        "words.jsonl": ("hello\n", "line 1: 'hello' is not valid JSON"),
        "list.jsonl": ("[1]\n", "no event"),
        "moved.jsonl": ("".join(lines) + json.dumps(other) + "\n", "expected the same position"),
    }  # fmt: skip
    for name, (text, fault) in bad.items():
        (tmp_path / name).write_text(text)
        assert main(["explore", str(tmp_path / name)]) == 2
        errors = capfd.readouterr().err
        assert (errors.count("\n"), fault in errors) == (1, True), errors
        assert name in errors
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    for path in (tmp_path, tmp_path / "bytes.jsonl", tmp_path / "none.jsonl"):
        assert main(["explore", str(path)]) == 2
        assert capfd.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["a", "b", "c"],
        ["bfms", "--game", "othello"],
        ["bfms", "--game", "othello", "--nodes", "9", "--plays", "0"],
        ["uci:x", "--game", "othello", "--nodes", "9"],
        ["bfms", "--game", "othello", "--nodes", "9", "--html", "/no/such/folder/x.html"],
        ["bfms", "--game", "ngame", "--nodes", "9", "--html", os.devnull, "--title", "\udcff"],
        ["bfms", "--serve"],
        ["--serve", "--port", "99999999"],
    ],
)
def test_bad_arguments(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", *words]) == 2
    assert capfd.readouterr().err.count("\n") == 1


def test_a_page_does_not_replace_a_database(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE results (value)")
    before = file.read_bytes()
    assert main(["explore", "bfms", "--game", "ngame", "--nodes", "9", "--html", str(file)]) == 2
    assert file.read_bytes() == before


def test_traces_of_two_positions_do_not_go_together(tmp_path: Path) -> None:
    paths = [
        traced(
            tmp_path / f"{seed}.jsonl", "bfms", games.make(f"ngame:seed={seed}"), Limits(nodes=9)
        )
        for seed in (1, 2)
    ]
    with pytest.raises(FileError, match="same position"):
        from_files(paths)


def test_moves_below_a_number_of_no_move_have_no_text() -> None:
    tree, position = Tree(), games.make("mnk")
    for dewey in ("2", "99.1", "1.9", "0.1"):
        tree.node(0, dewey)
    tree.name_moves(position)
    texts = list(tree.names)
    assert [texts[number] for number in tree.moves if number] == [
        position.move_text(move) for move in position.legal_moves()[1::-1]
    ]


def test_the_command_writes_a_page_that_needs_nothing(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    words = ["explore", "bstar", "pvs", "--game", "othello", "--nodes", "300"]
    assert main([*words, "--title", "<b>", "--look", "Look & see.", "--html", str(file)]) == 0
    page = file.read_text(encoding="utf-8")
    assert len(page) < 300_000
    assert "<title>&lt;b&gt;</title>" in page
    assert "Look &amp; see." in page
    assert not re.search(r"(src|href)=\"(?!data:)|url\(|@import|https?://", page)


def test_a_move_of_any_name_stays_data() -> None:
    tree = Tree()
    tree.node(0, "1", "</script><script>alert(1)</script>")
    scene = from_searches(games.make("ngame:b=2,d=3"), ["bfms"], Limits(nodes=6))
    scene.tree.names = {"</script><!--": 0}
    assert "</script><!--" not in page_of(scene)


def unpacked(text: str, place: list[int]) -> list[int]:
    """The numbers of a column that a Packer's text has at a place."""
    start, count, width = place
    raw = zlib.decompress(b64decode(text))[start : start + count * width]
    planes = np.frombuffer(raw, np.uint8).reshape(width, count)
    folded = sum(planes[byte].astype(np.uint64) << np.uint64(8 * byte) for byte in range(width))
    folded = np.asarray(folded, np.int64)
    steps = (folded >> 1) ^ -(folded & 1)
    back: list[int] = np.cumsum(steps).astype(np.uint64).astype(np.uint32).astype(np.int32).tolist()
    return back


def test_columns_come_back_as_they_were() -> None:
    columns = [[], [0], [5, -7, 2**31 - 1, -(2**31), 0], list(range(1000)), [3] * 70_000]
    packer = Packer()
    places = [packer.add(column) for column in columns]
    assert [unpacked(packer.text(), place) for place in places] == columns


@pytest.mark.parametrize(("game", "discs"), [("othello", "XO"), ("chess", ""), ("eight", "")])
def test_boards_are_put_together_from_their_changes(game: str, discs: str) -> None:
    position = games.make(game)
    player = "bfms" if game != "eight" else "bstar@intervals"
    scene = from_searches(position, [player], Limits(nodes=120))
    data, text = data_of(scene)
    boards = data["boards"]
    first = boards["board"]
    assert (first["discs"], bool(first["pieces"])) == (discs, game == "chess")
    known = {0: list(first["symbols"])}
    columns = ("nodes", "changes", "squares", "symbols")
    nodes, counts, *changes = (unpacked(text, boards[name]) for name in columns)
    squares, symbols = map(iter, changes)
    for node, count in zip(nodes, counts, strict=True):
        board = list(known[scene.tree.parents[node]])
        for _ in range(count):
            board[next(squares)] = boards["alphabet"][next(symbols)]
        known[node] = board
        ahead = position.copy()
        for number in scene.tree.line(node):
            ahead.push(ahead.legal_moves()[number - 1])
        seen = [symbol for row in grid_of(ahead.diagram())[0] for symbol in row]
        assert board == [symbol.replace("-", ".") for symbol in seen]
    assert len(known) == len(scene.tree)


def test_games_without_a_board_have_none() -> None:
    scene = from_searches(games.make("ngame"), ["bfms"], Limits(nodes=9))
    assert data_of(scene)[0]["boards"] is None


def test_words_are_said_to_events_that_there_are() -> None:
    families = {name for player in SEARCHERS.builtin for name in family_of(player)}
    assert set(PAPERS) <= families
    for words in PAPERS.values():
        for event, (text, place) in words.items():
            kind, _, more = event.partition(" ")
            assert event in EVENTS or (kind in EVENTS and more), event
            assert text.endswith(".")
            assert re.search(r"section|table|article", place)
    assert words_for("ps:k=2@static")["purged"][1] == "Srimani 1985, table 3.1, case 6a"
    assert words_for("mtdf")["cut"] == words_for("alphabeta")["cut"]
    assert set(words_for("random")) >= set(EVENTS)
    assert words_for("of-your-own")["begun"][1] == ""


PROCEDURES = {
    "BACKUP": "4.3",
    "GROWTREE": "3.2.2",
    "REDEVELOPTREE": "8.2",
    "RESUMENODE": "5.",
    "REVALIDATE": "7.",
    "SWEEPTREE": "7.3",
}
"""Where Lindstrom's text has the procedures that the words name."""


def test_words_name_the_procedure_that_acts() -> None:
    for words, place in PAPERS["abtree"].values():
        for name in re.findall(r"[A-Z]{5,}", words):
            assert re.search(rf"\b{re.escape(PROCEDURES[name])}", place), (name, place)
    # One SOLVED child solves a MAX node in SSS*, but in PS* a next partition may come first.
    assert words_for("sss")["solved"] != words_for("ps:k=2")["solved"]


@pytest.mark.parametrize(("player", "forgets"), [("abtree", False), ("abtree:retain=100", True)])
def test_an_a_b_tree_forgets_for_want_of_room_not_for_a_move(player: str, forgets: bool) -> None:
    game = games.make("increments:b=3,seed=5")
    (one,) = from_searches(game, [player], Limits(depth=5), plays=2).recordings
    assert ("forgotten" in {KINDS[kind] for kind in one.kinds}) == forgets
    assert "9.3" in words_for(player)["forgotten"][1]


def test_every_reason_has_its_words() -> None:
    text = re.findall(r"why the search ended: (.*?)\.\n", _result_text(), re.DOTALL)[0]
    known = {word.split(" (")[0].strip() for word in re.sub(r"\([^)]*\)", "", text).split(",")}
    assert {" ".join(word.split()) for word in known} <= set(REASONS)


def _result_text() -> str:
    import searchers.core.result

    return Path(searchers.core.result.__file__).read_text(encoding="utf-8")


def test_a_missing_node_is_no_node() -> None:
    scene = from_searches(games.make("ngame"), ["random"], Limits(nodes=5))
    assert ABSENT not in scene.recordings[0].nodes
