"""Tournaments killed at any moment."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from engine.match.tournament_file import read_tournament
from tests.kills import count, kill_and_resume, killed_in_rounds
from tests.results import outcome_of

ROOT = Path(__file__).resolve().parents[3]

# -- killed at any moment ------------------------------------------------------------------------

GTP_PLAYER = """
import sys
sys.path.insert(0, {root!r})
from games import make
position = make("othello")
for line in sys.stdin:
    word, *rest = line.split()
    answer = ""
    if word == "clear_board":
        position = make("othello")
    elif word == "play":
        position.push(position.parse_move(rest[1]))
    elif word == "genmove":
        answer = position.move_text(position.legal_moves()[0])
        position.push(position.parse_move(answer))
    print("=", answer, "\\n", flush=True)
    if word == "quit":
        break
"""

UCI_PLAYER = """
import sys
sys.path.insert(0, {root!r})
from games import make
for line in sys.stdin:
    word, *rest = line.split()
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        moves = rest.index("moves") if "moves" in rest else len(rest)
        position = make("chess")
        if rest[0] == "fen":
            position = position.at(" ".join(rest[1:moves]))
        for text in rest[moves + 1 :]:
            position.push(position.parse_move(text))
    elif word == "go":
        print("info nodes 1")
        print("bestmove", position.move_text(position.legal_moves()[0]), flush=True)
    elif word == "quit":
        break
"""

KILLED = {
    "othello": ("gtp", GTP_PLAYER, "positional", "transcripts.txt", ""),
    "chess": ("uci", UCI_PLAYER, "pst", "games.pgn", "[Event "),
}
"""A program for each game, an evaluator, the file of the games and what each game has once."""

KILLED_FILE = """
game = "{game}"
games_per_pair = {games}
nodes = 10
[adjudication]
longest = 60
[[player]]
spec = "alphabeta@{evaluator}"
[[player]]
spec = "random:seed=7@{evaluator}"
[[player]]
name = "first legal"
spec = {program}
"""


def left_running(folder):
    """Processes whose command line names the folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
        except OSError:
            continue
        if str(folder).encode() in words:
            found.append(int(entry.name))
    return found


def killed_with_a_program(tmp_path, game, games, kills):
    """Kill a tournament so often at random moments; then let it end."""
    protocol, template, evaluator, records, mark = KILLED[game]
    program = tmp_path / "first_legal.py"
    program.write_text(template.format(root=str(ROOT)))
    command = f"{protocol}:{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    file = tmp_path / "killed.toml"
    text = KILLED_FILE.format(
        game=game, games=games, evaluator=evaluator, program=json.dumps(command)
    )
    file.write_text(text)
    read_tournament(file).run(tmp_path / "whole")
    out = tmp_path / "killed"
    planned = 3 * games
    kill_and_resume(file, out, kills, planned)
    assert outcome_of(out) == outcome_of(tmp_path / "whole")
    lines = (out / records).read_text().splitlines()
    assert count(out) == planned == sum(line.startswith(mark) for line in lines)
    assert not left_running(program)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_tournament_killed_twice_loses_nothing(tmp_path):
    killed_with_a_program(tmp_path, "othello", games=40, kills=2)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("game", KILLED)
def test_a_tournament_killed_ten_times_loses_nothing(tmp_path, game):
    killed_with_a_program(tmp_path, game, games=68, kills=10)


# -- where who meets whom depends on results -----------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(("format", "players"), [("swiss", 16), ("knockout", 8)])
def test_rounds_killed_ten_times_are_paired_the_same(tmp_path, format, players, workers):
    killed_in_rounds(tmp_path, format, players, kills=10, more=["--workers", workers])
