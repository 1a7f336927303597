"""The words of a command line for a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli.main import main
from engine.match import Adjudication, standings
from engine.match.openings.files import make_openings
from engine.match.tournament_file import (
    PlayerWords,
    parse_adjudication,
    parse_format,
    parse_player_words,
)
from games import StarlingError, make
from searchers import Clock, Limits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pvs@pst", PlayerWords("pvs@pst", None, None)),
        ("name=old pvs", PlayerWords("pvs", "old", None)),
        ('name="my own" nodes=10k pvs:tt=16', PlayerWords("pvs:tt=16", "my own", Limits(10_000))),
        (
            "clock=10+0.1 uci:stockfish option.Hash=64",
            PlayerWords("uci:stockfish option.Hash=64", None, Limits(clock=Clock(10, 0.1))),
        ),
        ("seconds=0.5 cpu=1 depth=4 x", PlayerWords("x", None, Limits(None, 4, 0.5, 1.0))),
        ("ps:k=2", PlayerWords("ps:k=2", None, None)),
    ],
)
def test_words_before_a_spec_are_of_its_player(text, expected):
    assert parse_player_words(text) == expected


def test_rules_are_words_too():
    settings = parse_adjudication(["resign_value=900", "draw_value=10", "exact=12", "longest=1k"])
    assert settings == Adjudication(resign_value=900, draw_value=10, exact=12, longest=1000)


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("gauntlet", {"format": "gauntlet"}),
        ("swiss:rounds=3", {"format": "swiss", "rounds": 3}),
        ("knockout: extra_pairs=1", {"format": "knockout", "extra_pairs": 1}),
    ],
)
def test_a_format_is_a_name_with_its_numbers(text, settings):
    assert parse_format(text) == settings


REFUSED = {
    parse_player_words: [
        ("nam=old pvs", "player 'nam=old pvs': no key is named 'nam'. Did you mean 'name'"),
        ("nodes=1 nodes=2 pvs", "nodes is given twice"),
        ("nodes=ten pvs", "nodes='ten': expected a whole number, such as 5000, 10k or 1e4"),
        ("seconds=inf pvs", "seconds='inf': expected a finite number"),
        ("clock=ten pvs", "clock=ten"),
        ("depth=0 pvs", "depth=0"),
    ],
    parse_adjudication: [
        (["resign=9"], "Did you mean 'resign_"),
        (["resign_value"], "adjudication: 'resign_value': expected KEY=VALUE"),
        (["exact=x"], "adjudication: exact='x': expected a whole number"),
        (["exact=1", "exact=2"], "exact is given twice"),
    ],
    parse_format: [
        ("swis", "Did you mean 'swiss'"),
        ("swiss:round=3", "'round=3': expected rounds=N of swiss, extra_pairs=N of knockout"),
        ("swiss:", "'': expected rounds=N"),
        ("swiss:rounds=x", "rounds='x': expected a whole number"),
        ("swiss:rounds=1,rounds=2", "rounds is given twice"),
    ],
}


@pytest.mark.parametrize(
    ("read", "given", "words"),
    [(read, *case) for read, cases in REFUSED.items() for case in cases],
)
def test_words_that_do_not_fit_are_reported(read, given, words):
    with pytest.raises(StarlingError) as raised:
        read(given)
    assert words in str(raised.value)


SGF = """(;FF[4]GM[2]PB[a)b]PW[W[c4\\]]C[B[a1\\] (no move)]
;B[f5];W[d6]C[a comment: ;B[e3\\]];B[cc](;W[d3];B[c4])(;W[f4]))
(;GM[2];B[d3];W[c5])
"""


def test_openings_are_a_book_or_a_file(tmp_path):
    othello = make("othello")
    assert make_openings(None, othello).spec == "balanced"
    assert make_openings("random:plies=3", othello).spec == "random:plies=3"
    file = tmp_path / "a, b.sgf"
    file.write_text(SGF)
    for given in (file, str(file)):
        openings = make_openings(given, othello).choose(othello, 2)
        found = {" ".join(texts(othello, opening)) for opening in openings}
        assert found == {"f5 d6 c3 d3 c4", "d3 c5"}
    for given, words in (
        (str(tmp_path / "b.pgn"), "b.pgn: expected openings"),
        (Path("b"), "no file b: expected openings"),
        ("balancd", "Did you mean 'balanced'"),
    ):
        with pytest.raises(StarlingError) as raised:
            make_openings(given, othello)
        assert words in str(raised.value)


def texts(start, opening):
    position = start.copy()
    for move in opening.moves:
        yield position.move_text(move)
        position.push(move)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[2];B[d3];W[d3])", "line 1: "),
        ("\n\n(;GM[2]C[no moves])", "line 3: no moves: expected a game of SGF"),
        ("nothing", "has no openings"),
    ],
)
def test_sgf_that_is_none_is_reported(tmp_path, text, words):
    file = tmp_path / "x.sgf"
    file.write_text(text)
    othello, chess = make("othello"), make("chess")
    with pytest.raises(StarlingError) as raised:
        make_openings(file, othello).choose(othello, 1)
    assert words in str(raised.value)
    with pytest.raises(StarlingError, match=r"x\.sgf is SGF: expected openings of chess"):
        make_openings(file, chess).choose(chess, 1)


def test_a_match_needs_no_file(tmp_path, capsys):
    book = tmp_path / "book.epd"
    book.write_text("8/8/8/8/8/4k3/4p3/4K2R w - -\n8/8/8/4k3/8/8/3QK3/8 w - -\n")
    words = ["match", "--game", "chess", "--players", "name=new nodes=200 pvs@pst", "random@pst"]
    words += ["--nodes", "1e1", "--openings", str(book), "--games", "4", "--out", str(tmp_path)]
    words += ["--adjudicate", "resign_value=900", "resign_moves=1", "longest=40"]
    assert main(words) == 0
    result = standings(tmp_path)
    assert [(each.player, each.limits) for each in result.standings] == [
        ("new", "nodes=200"),
        ("random@pst", "nodes=10"),
    ]
    capsys.readouterr()
    words = ["match", "--game", "othello", "--position", "f5d6c3", "--players", "random", "random"]
    assert main([*words, "--nodes", "1", "--out", str(tmp_path / "two")]) == 0
    assert standings(tmp_path / "two").start == make("othello").at("f5d6c3").text()


def test_a_match_has_a_format(tmp_path, capsys):
    words = ["match", "--game", "ngame:b=4,d=3", "--players", *["random"] * 4, "--nodes", "1"]
    assert main([*words, "--format", "knockout", "--out", str(tmp_path)]) == 0
    assert standings(tmp_path).format == "knockout"
    assert main([*words, "--format", "swiss"]) == 2
    assert "swiss lacks rounds" in capsys.readouterr().err


def test_the_help_of_a_match_fits_a_screen(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main(["match", "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 24
    assert max(map(len, lines)) < 80


def test_a_match_ends_where_its_test_does(tmp_path, capsys):
    words = ["match", "--game", "ngame:b=8,d=5", "--players", "alphabeta", "random", "--nodes"]
    words += ["20", "--openings", "random:plies=3", "--sprt", "0", "60", "--games", "200"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "H1 (60 Elo) is accepted after" in printed
    assert standings(tmp_path).count < 200
    assert main([*words[:-4], "10", "0"]) == 2
    assert "expected elo0 below elo1" in capsys.readouterr().err
