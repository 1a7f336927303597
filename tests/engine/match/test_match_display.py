"""The display and the command."""

from __future__ import annotations

import argparse
import io
import json

import pytest
from rich.console import Console

from engine.match import play_match
from engine.match.command import add_parser
from engine.match.display import Display
from games.errors import StarlingError


def shown(console, **settings):
    play_match("ngame:b=3,d=4", ["alphabeta", "random"], nodes=20, progress=Display(console), **settings)
    return console.file.getvalue()


def test_piped_it_tells_one_line_for_each_game():
    text = shown(Console(file=io.StringIO(), width=40), games=4, openings="none").splitlines()
    assert len(text) == 4
    assert text[0].startswith("game 1 of 4: alphabeta - random ")
    assert text[3].startswith("game 4 of 4: random - alphabeta ")
    assert not any("\x1b" in line for line in text)


def test_in_a_terminal_it_draws_a_table_and_a_bar():
    text = shown(Console(file=io.StringIO(), force_terminal=True, width=80))
    assert "0 of 2 games" in text and "exceeded" in text and "0/2" in text
    assert "alphabeta" in text and "random" in text


def run(*words):
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    args = parser.parse_args(["match", *words])
    return args.run(args)


def test_the_command_plays_prints_and_saves(tmp_path, capsys):
    out = tmp_path / "games"
    code = run("--game", "ngame:b=3,d=6", "--players", "alphabeta", "random", "--nodes", "20",
               "--games", "4", "--openings", "random:plies=2,seed=7", "--out", str(out))  # fmt: skip
    text = capsys.readouterr().out
    assert code == 0
    assert "ngame:b=3,d=6, 4 of 4 games, nodes=20, openings random:plies=2,seed=7" in text
    assert text.count("game ") >= 4 and f"games saved in {out}" in text
    assert json.loads((out / "results.json").read_text())["games"] == 4


def test_three_players_are_a_round_robin(capsys):
    assert run("--game", "ngame:d=4", "--players", "alphabeta", "random", "random:seed=2",
               "--depth", "2") == 0  # fmt: skip
    assert "random - random:seed=2: +" in capsys.readouterr().out


def test_an_interrupted_command_says_so(capsys, monkeypatch):
    def interrupt(self, result, record):
        raise KeyboardInterrupt

    monkeypatch.setattr(Display, "game", interrupt)
    assert run("--game", "ngame:d=4", "--players", "random", "random", "--nodes", "1") == 130
    assert "interrupted after 1 of 2 games" in capsys.readouterr().out


def test_bad_input_is_an_error_of_ours():
    with pytest.raises(StarlingError, match="alphabeta"):
        run("--game", "ngame", "--players", "alphabetta", "random", "--nodes", "1")
