"""The words behind go, and the info lines that answer."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from engine.uci import search
from engine.uci.go import parse_go
from engine.uci.info import info_lines, race_words, score_words
from engine.uci.options import SearcherCache, Settings
from engine.uci.search import Go
from games.core.scores import LOSS, MATE_BOUND, WIN
from searchers import Clock, Limits, RootMove
from searchers.core.result import Race
from tests.engine.uci.dialogue import SCRIPTED, Gui, Scripted, found, start

# -- the words behind go -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", Go(Limits())),
        ("nodes 7 depth 3 movetime 250", Go(Limits(nodes=7, depth=3, seconds=0.25))),
        ("mate 3", Go(Limits(depth=5), mate=True)),
        ("mate 3 depth 4", Go(Limits(depth=4), mate=True)),
        ("infinite", Go(Limits(), infinite=True)),
        ("btime 2000 winc 500 wtime 1000 binc 9", Go(Limits(clock=Clock(1.0, 0.5)))),
        ("wtime 1000 movestogo 5 ponder", Go(Limits(clock=Clock(1.0, 0.0, 5)), ponder=True)),
        ("wtime 1000 movestogo 0", Go(Limits(clock=Clock(1.0)))),
        ("btime 1000 depth 2", Go(Limits(depth=2, clock=Clock(1.0)))),
        ("btime 1000 winc 100 binc 9", Go(Limits(clock=Clock(1.0, 0.1)))),
        ("winc 100 binc 9", Go(Limits(clock=Clock(0.0, 0.1)))),
        ("depth 8 winc 0 binc 0", Go(Limits(depth=8))),
        ("nodes 90 movestogo 40", Go(Limits(nodes=90))),
        ("infinite btime 1000", Go(Limits(), infinite=True)),
        ("nodes " + "9" * 30, Go(Limits(nodes=2**62))),
        ("nodes 1e5 depth 2.9", Go(Limits(nodes=100_000, depth=2))),
        ("nodes -1 depth 0 movetime -100", Go(Limits(nodes=0, depth=1, seconds=0.0))),
        ("mate -2", Go(Limits(depth=1), mate=True)),
        ("wtime 1000.5", Go(Limits(clock=Clock(1.0)))),
    ],
)
def test_go_reads_its_words_in_any_order(words: str, expected: Go) -> None:
    assert parse_go(words.split(), start()) == expected


def test_go_reads_blacks_clock_for_black_and_moves_up_to_the_next_word() -> None:
    black = start()
    black.push(black.parse_move("e2e4"))
    go = parse_go(["searchmoves", "e7e5", "c7c5", "wtime", "1000", "btime", "3000"], black)
    assert go.limits.clock == Clock(3.0)
    assert [black.move_text(move) for move in go.limits.moves or ()] == ["e7e5", "c7c5"]


@pytest.mark.parametrize(
    ("words", "moves", "ignored"),
    [
        ("e2e5 d2d4 0000", ["d2d4"], ("e2e5", "0000")),
        ("e2e5", None, ("searchmoves", "e2e5")),
        ("", None, ("searchmoves",)),
    ],
)
def test_illegal_moves_to_search_are_dropped(
    words: str, moves: list[str] | None, ignored: tuple[str, ...]
) -> None:
    go = parse_go(["searchmoves", *words.split()], start())
    assert go.limits.moves == (moves and tuple(map(start().parse_move, moves)))
    assert go.ignored == ignored


# -- info lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-35, "cp -35"),
        (0, "cp 0"),
        (MATE_BOUND - 3, "cp 30000"),
        (3 - MATE_BOUND, "cp -30000"),
        (WIN - 1, "mate 1"),
        (WIN - 2, "mate 1"),
        (WIN - 3, "mate 2"),
        (LOSS, "mate 0"),
        (LOSS + 2, "mate -1"),
        (LOSS + 4, "mate -2"),
    ],
)
def test_scores(value: int, words: str) -> None:
    assert score_words(value) == words


def test_an_info_line_has_what_is_known() -> None:
    position = start()
    move = position.parse_move("e2e4")
    result = found(
        move, value=None, bounds=(-30, 50), depth=2, nodes=300, seconds=0.5, counts={"max_depth": 5}
    )
    assert info_lines(position, result) == [
        "info depth 2 seldepth 5 score cp 10 nodes 300 time 500 nps 600 pv e2e4",
        "info string bounds [-30, 50]",
    ]
    for known in (move, None):  # without a score there are no moves
        assert info_lines(position, found(known, value=None, seconds=0.0)) == [
            "info depth 1 seldepth 1 nodes 1 time 0"
        ]


def test_the_race_and_a_full_store_in_uci_words() -> None:
    position = start()
    best, second = (position.parse_move(text) for text in ("e2e4", "d2d4"))
    result = found(
        best,
        bounds=(-30, 50),
        counts={"max_depth": 1, "forgotten": 7},
        race=Race(RootMove(best, 3, (-30, 50)), RootMove(second, 1, (-40, 20)), "PROVEBEST", -50),
    )
    assert info_lines(position, result)[2:] == [
        "info string race e2e4 [-30, 50] against d2d4 [-40, 20], separation -50, PROVEBEST",
        "info string store full: forgot 7 nodes",
    ]
    race = Race(RootMove(best, 3, (20, 50)), RootMove(second, 1, (-40, 20)), "DISPROVEREST", 0)
    assert race_words(position, race).endswith("separation 0, proved")
    race = Race(RootMove(best, WIN - 3, (WIN - 3,) * 2), RootMove(second, 1, (-40, 20)), "", WIN)
    assert race_words(position, race) == "e2e4 [mate 2, mate 2] against d2d4 [-40, 20], proved"
    assert race_words(position, race, notation=True).startswith("e4 win in 3 plies against d4 [")


def test_each_of_several_lines_has_an_info_line_of_its_own() -> None:
    position = start()
    moves = [position.parse_move(text) for text in ("e2e4", "d2d4", "c2c4", "b2b4", "a2a4")]
    bounds = [None, (-10, 30), (None, 7), (5, None), None]
    root = [RootMove(move, None, both, (move,)) for move, both in zip(moves, bounds, strict=True)]
    root[0] = RootMove(moves[0], 12, None, (moves[0], position.parse_move("a2a3")))
    result = found(moves[0], root=tuple(root), seconds=0.0)
    scores = ("score cp 12 ", "score cp 10 ", "score cp 7 upperbound ", "score cp 5 lowerbound ")
    assert info_lines(position, result, 4) == [
        f"info depth 1 seldepth 1 multipv {index} {score}nodes 1 time 0 pv {line}"
        for index, score, line in zip(
            (1, 2, 3, 4), scores, ("e2e4 a2a3", "d2d4", "c2c4", "b2b4"), strict=True
        )
    ]
    assert len(info_lines(position, replace(result, root=(RootMove(moves[0]),)), 4)) == 1
    (line,) = info_lines(position, replace(result, value=12), 1)
    assert "multipv" not in line


def test_the_chance_that_a_proof_is_wrong_is_in_percent() -> None:
    move = start().parse_move("e2e4")
    said = info_lines(start(), replace(found(move), wrong=0.125))
    assert said[-1] == "info string wrong 12.5%"


def test_a_change_of_the_number_of_lines_keeps_the_searcher(gui: Gui) -> None:
    Scripted.script = [found(start().parse_move("e2e4"))]
    gui.ask(SCRIPTED, "go nodes 1")
    Scripted.made = 0
    gui.ask("setoption name MultiPV value 2", "go searchmoves e2e4 nodes 1")
    assert Scripted.made == 0


def test_reports_are_passed_on_when_they_are_news(gui: Gui) -> None:
    e4, d4 = (start().parse_move(text) for text in ("e2e4", "d2d4"))
    Scripted.script = [
        found(e4, depth=1, seconds=0.0, value=1),  # the first
        found(e4, depth=1, seconds=0.001, value=2),
        found(e4, depth=2, seconds=0.002, value=3),  # deeper
        found(d4, depth=1, seconds=0.0021, value=4),
        found(d4, depth=1, seconds=0.004, value=5),  # another move
        found(d4, depth=2, seconds=0.0139, value=6),
        found(d4, depth=2, seconds=0.0141, value=7),  # a while later
        found(d4, depth=2, seconds=0.0142, value=8),  # the final one
    ]
    lines = gui.ask(SCRIPTED, "go nodes 1")
    assert [line.split()[7] for line in lines[:-1]] == ["1", "3", "5", "7", "8"]


# -- the move that is looked at ------------------------------------------------------------------


def test_the_move_looked_at_is_reported_after_a_while(
    gui: Gui, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered = "setoption name Searcher value alphabeta:order=none"
    go = "go depth 1 searchmoves e2e4 d2d4"
    assert not any("currmove" in line for line in gui.ask(ordered, go))
    monkeypatch.setattr(search, "UNTIL_CURRENT_MOVE", 0.0)
    monkeypatch.setattr(search, "BETWEEN_CURRENT_MOVES", 0.0)
    assert [line for line in gui.ask(go) if "currmove" in line] == [
        "info currmove e2e4 currmovenumber 1",
        "info currmove d2d4 currmovenumber 2",
    ]


def test_moves_looked_at_never_flood_the_gui(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "UNTIL_CURRENT_MOVE", 0.0)
    sent: list[str] = []
    go, searchers = Go(Limits(), infinite=True), SearcherCache(sent.append)
    request = search.SearchRequest(go, start(), searchers, Settings(), sent.append)
    begun = time.perf_counter()
    while time.perf_counter() < begun + 2.5 * search.BETWEEN_CURRENT_MOVES:
        request.send_current_move(start().parse_move("e2e4"), 3)
    assert 1 < len(sent) <= 4
    assert set(sent) == {"info currmove e2e4 currmovenumber 3"}


def test_a_search_that_ended_before_the_ponderhit_took_no_time() -> None:
    go = Go(Limits(depth=1, clock=Clock(60.0)), ponder=True)
    request = search.SearchRequest(go, start(), SearcherCache(str), Settings(), str)
    request._search()
    assert request.seconds_used
    request.ponderhit()
    assert request.seconds_used == 0
