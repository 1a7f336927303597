"""The display and the command."""

from __future__ import annotations

import io
import json
import time

from rich.console import Console

from engine.cli.display import Display
from engine.cli.main import main
from engine.match import Tournament, play_match
from engine.match.games.record import Cost, GameSummary
from engine.match.results.result import MatchResult
from engine.text.console import waiting
from engine.text.tables import table


def shown(console, **settings):
    players = ["alphabeta", "random"]
    play_match("ngame:b=3,d=4", players, nodes=20, progress=Display(console), **settings)
    return console.file.getvalue()


def test_piped_it_prints_one_line_for_each_game():
    text = shown(Console(file=io.StringIO(), width=40), games=4, openings="none").splitlines()
    assert len(text) == 4
    assert text[0].startswith("game 1 of 4: alphabeta - random ")
    assert text[3].startswith("game 4 of 4: random - alphabeta ")
    assert not any("\x1b" in line for line in text)


def test_in_a_terminal_it_draws_a_table_and_a_bar():
    text = shown(Console(file=io.StringIO(), force_terminal=True, width=80))
    assert "0 of 2 games" in text
    assert "exceeded" in text
    assert "0/2" in text
    assert "alphabeta" in text
    assert "random" in text


def run(words, *more):
    return main(["match", *words.split(), *more])


def test_the_command_plays_prints_and_saves(tmp_path, capsys):
    out = tmp_path / "games"
    words = "--game ngame:b=3,d=6 --players alphabeta random --nodes 20 --games 4"
    assert run(f"{words} --openings random:plies=2,seed=7 --out", str(out)) == 0
    text = capsys.readouterr().out
    assert "ngame:b=3,d=6, 4 of 4 games, nodes=20, openings random:plies=2,seed=7" in text
    assert text.count("game ") >= 4
    assert f"games saved in {out}" in text
    assert json.loads((out / "results.json").read_text())["games"] == 4


def test_three_players_are_a_round_robin(capsys):
    assert run("--game ngame:d=4 --players alphabeta random random:seed=2 --depth 2") == 0
    assert "random - random:seed=2: +" in capsys.readouterr().out


def test_an_interrupted_command_says_so(capsys, monkeypatch):
    def interrupt(self, result, record):
        raise KeyboardInterrupt

    monkeypatch.setattr(Display, "game", interrupt)
    assert run("--game ngame:d=4 --players random random --nodes 1") == 130
    assert "interrupted after 1 of 2 games" in capsys.readouterr().out


def test_what_players_are_called_is_no_emoji():
    console = Console(file=io.StringIO(), width=40)
    names = {"names": ["gtp:cat:", "random"]}
    Tournament("ngame:b=3,d=4", ["alphabeta", "random"], nodes=20, **names).run(
        progress=Display(console)
    )
    assert "gtp:cat: - random" in console.file.getvalue()


LONG = "bstar:select=al@calibrated:base=(quiescence:base=(pst:variant=long,and=longer)),depth="


def test_what_is_printed_fits_a_terminal_of_80_columns(capsys):
    words = "--game othello --games 2 --nodes 9 --openings random:plies=12,seed=1000000000"
    players = (
        "alphabeta:order=tt,tt=16@positional random bstar@calibrated:base=(positional),depth=1"
    )
    assert run(f"{words} --players {players}") == 0
    text = capsys.readouterr().out
    seen = [line for line in text.splitlines() if not line.startswith("game ")]
    assert max(map(len, seen)) <= 80
    scores, audit = [line.split() for line in seen if line.startswith("player ")]
    assert scores == ["player", "points", "score", "Elo", "games", "won", "drawn", "lost"]
    assert audit[:3] == ["player", "node", "limit"]


def test_a_table_keeps_every_letter_of_long_names():
    lines = table(("player", "games"), [(f"{LONG}1", "12345"), (f"{LONG}2", "9")], words=[0])
    assert max(map(len, lines)) <= 80
    assert len([line for line in lines if line.endswith(("12345", "    9"))]) == 2
    letters = "".join(lines).replace(" ", "")
    assert f"{LONG}1" in letters.replace("12345", "")


def test_elo_has_no_negative_nothing():
    tournament = Tournament("ngame", ["random"] * 2, nodes=1, names=["a", "b"], games_per_pair=2000)
    result = MatchResult(tournament.plan)
    nothing = (Cost.none(), Cost.none())
    for round in range(1, 2001):
        score = 0.0 if round == 2000 else (1.0, 0.0)[round % 2] if round > 2 else 0.5
        result.add(GameSummary(round, ("a", "b"), score, "win", None, "", str(round), nothing))
    assert " +0 +- " in str(result)
    assert "-0 +- " not in str(result)


def test_a_long_task_is_named(capfd):
    with waiting("drawing the openings", seconds=0.01):
        time.sleep(0.2)
    with waiting("nothing", seconds=5):
        pass
    assert capfd.readouterr().err == "drawing the openings ...\n"


def test_a_name_too_long_is_cut_where_a_part_of_it_ends():
    name = "uci:stockfish option.UCI_LimitStrength=true option.UCI_Elo=1350"
    columns = ["player", *"abcdefgh"]
    lines = table(columns, [[name, *["12345"] * 8]], words=[0])
    assert [line[:24].rstrip() for line in lines] == [
        "player",
        "uci:stockfish",
        "option.UCI_",
        "LimitStrength=true",
        "option.UCI_Elo=1350",
    ]
    whole = ["x" * 30, *["12345"] * 8]
    assert table(columns, [whole], words=[0])[1].startswith("x" * 24 + " ")
