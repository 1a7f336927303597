"""The GTP engine: the specification's answers, Othello's passes, clocks, and misbehaving hosts."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.cli.main import main
from engine.hosted.gtp import Gtp
from engine.hosted.player import add_arguments, player_from
from engine.match import play_match
from searchers import Clock, Limits


def engine(*lines, words=("--player", "alphabeta@discs", "--depth", "2")):
    """An engine that received these lines, and its answers, each with its status."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    said = []
    gtp = Gtp(player_from(parser.parse_args(words)), iter(lines), said.append)
    gtp.run()
    return gtp, "\n".join(said)[:-1].split("\n\n")


def answers(*lines, **settings):
    return engine(*lines, **settings)[1]


def test_administrative_commands():
    replies = answers("protocol_version", "7 name", "known_command genmove", "known_command x", "x")
    assert replies == ["= 2", "=7 Starling", "= true", "= false", "? unknown command"]
    listed = answers("list_commands")[0].split("\n")
    assert {"play", "genmove", "undo", "quit", "list_games"} <= {
        word.strip("= ") for word in listed
    }


def test_comments_controls_and_empty_lines_are_nothing():
    replies = answers("# all", "", "12 nam\x07e # it", "\t3\tname", "quit", "name")
    assert replies == ["=12 Starling", "=3 Starling", "= "]


def test_a_game_is_played_and_taken_back():
    replies = answers(
        "boardsize 8", "clear_board", "komi 0", "play b f5", "genmove w", "undo", "undo", "undo"
    )
    assert replies[:4] == ["= "] * 4
    assert replies[4] in ("= d6", "= f4", "= f6")
    assert replies[5:] == ["= ", "= ", "? cannot undo: there is no move"]


def test_reg_genmove_leaves_the_board_alone():
    replies = answers("showboard", "reg_genmove b", "showboard")
    assert replies[0] == replies[2]
    assert replies[0].startswith("= \n  a b c d e f g h\n1 - -")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("boardsize 10", "unacceptable size: expected 8"),
        ("boardsize", "expected 1 number"),
        ("komi x", "expected 1 number, not 'x'"),
        ("komi nan", "expected 1 number"),
        ("play f5", "expected black or white and 1 more, not 'f5'"),
        ("play b z9", "is not a square"),
        ("play b a1", "is not legal"),
        ("play w d3", "it is the move of Black"),
        ("genmove w", "it is the move of Black"),
        ("genmove", "expected black or white"),
        ("time_left b 1", "expected black or white and 2 more"),
        ("time_settings 1 2", "expected 3 numbers"),
        ("time_settings -1 2 3", "not negative"),
        ("final_score", "the game goes on"),
        ("set_game Chess", "unsupported game"),
    ],
)
def test_what_is_refused(line, fault):
    (answer, after) = answers(line, "play b f5")
    assert answer.startswith("? ")
    assert fault in answer
    assert "\n" not in answer
    assert after == "= "


FORCED = [
    *("play b d3", "play w c3", "play b e6", "play w d2"),
    *("play b d1", "play w e1", "play b b2", "play w c1"),
]
"""Black cannot move then; white can."""


def test_a_pass_may_be_said_or_go_without_saying():
    silent = answers(*FORCED, "play w a3", "undo", "showboard", "genmove w")
    said = answers(*FORCED, "play b pass", "play w a3", "undo", "showboard", "genmove w")
    assert silent[:9] == said[:9] == ["= "] * 9
    assert silent[-2] == said[-2]
    assert silent[-1][2:] in ("a3", "b4", "d6")
    assert answers(*FORCED, "genmove b", "genmove w")[-2] == "= pass"
    assert answers(*FORCED, "play w a3", "play b pass", "genmove b")[-2:] != ["= ", "= pass"]


def test_a_refused_move_leaves_no_pass_behind():
    replies = answers(
        *FORCED, "showboard", "play w a1", "reg_genmove w", "showboard", "play b pass"
    )
    assert replies[-4].startswith("? move a1 is not legal")
    assert replies[-5] == replies[-2]
    assert replies[-1] == "= "


def test_the_end_of_a_game():
    wipeout = "e6f4e3f6g5d6e7f5c5"
    moves = [f"play {'bw'[n % 2]} {wipeout[2 * n : 2 * n + 2]}" for n in range(9)]
    assert answers(*moves, "genmove w", "genmove b", "final_score")[9:] == [
        "= pass",
        "= pass",
        "= B+64",
    ]


WIPEOUT = [
    *("play b e6", "play w f4", "play b e3", "play w f6", "play b g5"),
    *("play w d6", "play b e7", "play w f5", "play b c5"),
]
"""A game in which White has lost all discs after nine moves."""


@pytest.mark.parametrize("sides", ["wb", "bw", "ww", "bb"])
def test_after_the_end_both_sides_may_pass_and_take_it_back(sides):
    passes = [f"play {side} pass" for side in sides]
    replies = answers(*WIPEOUT, "showboard", *passes, "undo", "undo", "showboard", "play w a1")
    assert replies[10:14] == ["= "] * 4
    assert replies[14] == replies[9]
    assert replies[15].startswith("? move a1 is not legal")
    replies = answers(*WIPEOUT, "genmove w", "play b pass", *["undo"] * 11, "undo")
    assert replies[9:] == ["= pass", *["= "] * 12, "? cannot undo: there is no move"]


def test_a_pass_that_was_not_made_is_refused():
    assert answers("play b f5", "play b pass")[1].startswith("? it is the move of White")
    assert answers("play b pass", "play b f5")[0].startswith("? move pass is not legal")
    said = answers(*FORCED, "genmove b", "play b pass", "undo", "undo", "play w a3")
    assert said[8:] == ["= pass", *["= "] * 4]


@pytest.mark.parametrize(
    ("replies", "clock"),
    [
        ([], None),
        (["time_settings 0 5 1"], Clock(5.0, 0.0, 1)),
        (["time_settings 60 5 2"], Clock(60.0)),
        (["time_settings 60 5 0"], None),
        (["time_settings 60 0 0"], Clock(60.0)),
        (["time_settings 60 5 1", "time_left b 7 3"], Clock(7.0, 0.0, 3)),
        (["time_left black -3 0"], Clock(0.0)),
    ],
)
def test_clocks(replies, clock):
    gtp, _ = engine(*replies, words=("--player", "random"))
    given = []
    gtp._player.searcher = SimpleNamespace(search=lambda _, limits: given.append(limits))
    gtp._answer("", ["genmove", "b"])
    if clock is not None:  # the delays expected at first are kept back too
        clock = replace(clock, reserve=clock.reserve + 0.06)
    assert given == [Limits(clock=clock) if clock else Limits(seconds=1.0)]


def test_the_delays_of_the_host_are_kept_back():
    gtp, _ = engine("time_settings 60 0 0", "genmove b", words=("--player", "random"))
    reply = gtp._position.move_text(gtp._position.legal_moves()[0])
    gtp._answer("", ["play", "w", reply])
    gtp._answer("", ["time_left", "b", "50", "0"])  # ten seconds for a search without any
    given = []
    gtp._player.searcher = SimpleNamespace(search=lambda _, limits: given.append(limits))
    gtp._answer("", ["genmove", "b"])
    assert given[0].clock.reserve > 2.0


def test_main_time_runs_out_into_periods():
    gtp, _ = engine("time_settings 10 5 2", "genmove b")
    gtp._clocks[0] = Clock(10.0)
    gtp._press_clock(0, 11.0)
    assert gtp._clocks[0] == Clock(5.0, 0.0, 2)
    gtp._press_clock(0, 1.0)
    assert gtp._clocks[0] == Clock(4.0, 0.0, 1)
    gtp._press_clock(0, 1.0)
    assert gtp._clocks[0] == Clock(5.0, 0.0, 2)


def test_what_breaks_is_an_answer():
    gtp, _ = engine()
    gtp._player.searcher = SimpleNamespace(search=lambda _, limits: 1 / 0)
    said = gtp._answer("3", ["genmove", "b"])
    assert said == "?3 genmove failed: ZeroDivisionError: division by zero"


def test_it_plays_in_a_match_as_a_gtp_program():
    program = f"gtp:{sys.executable} -m engine.cli.main gtp --player alphabeta@positional --depth 2"
    result = play_match("othello", [program, "random@static"], nodes=10, games=2, patience=60)
    assert not any(game.forfeited for game in result.games)
    assert result.standing(program).points == 2


@pytest.mark.parametrize("command", ["gtp", "nboard"])
@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("--player alphabet", "alphabeta"),
        ("--player alphabeta@pst", "pst"),
        ("--player gtp:x", "external program"),
        ("--nodes -1", "nodes=-1"),
    ],
)
def test_a_player_that_is_none_is_reported_at_the_start(command, words, fault, capsys):
    assert main([command, *words.split()]) == 2
    replies = capsys.readouterr()
    assert replies.out == ""
    assert fault in replies.err
    assert replies.err.count("\n") == 1
