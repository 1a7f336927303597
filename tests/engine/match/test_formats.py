"""Swiss and knockout tournaments, played."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from engine.cli.main import main
from engine.match import OPENINGS, Tournament, standings
from engine.match.tournament_file import read_tournament
from games.errors import FileError, SpecError
from tests.kills import Interrupting
from tests.results import outcome_of

FILE = """
game = "ngame:b=3,d=6"
nodes = 20
{format}
[openings]
random_plies = 1
"""
PLAYERS = ["alphabeta", *(f"random:seed={seed}" for seed in range(2, 17))]
FORMATS = {"swiss": 'format = "swiss"\nrounds = 3', "knockout": 'format = "knockout"'}


def tournament(folder, format, players, more=""):
    file = folder / f"{format}.toml"
    text = FILE.format(format=FORMATS[format])
    for spec in PLAYERS[:players]:
        text += f'[[player]]\nspec = "{spec}"\n{more}'
    file.write_text(text)
    return read_tournament(file)


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_interrupted_comes_to_the_same(format, tmp_path):
    whole = tournament(tmp_path, format, 5).run(tmp_path / "whole")
    assert whole.over
    assert whole.count == whole.planned
    for games in (1, 2, 3):
        part = tournament(tmp_path, format, 5).run(tmp_path / "parts", progress=Interrupting(games))
        assert part.interrupted
        assert not part.over
    end = tournament(tmp_path, format, 5).run(tmp_path / "parts")
    assert str(end) == str(whole) == str(standings(tmp_path / "parts"))
    assert outcome_of(tmp_path / "parts") == outcome_of(tmp_path / "whole")
    one, other = (
        json.loads((tmp_path / name / "results.json").read_text()) for name in ("whole", "parts")
    )
    assert (one["rounds"], one["places"]) == (other["rounds"], other["places"])
    assert one["rounds"] == whole.as_dict()["rounds"]
    assert [game.number for game in end.games] == list(range(1, end.count + 1))


def test_everybody_plays_both_colours_of_an_opening(tmp_path):
    result = tournament(tmp_path, "swiss", 6).run()
    for one, other in zip(result.games[::2], result.games[1::2], strict=True):
        assert one.players == other.players[::-1]
        assert one.opening == other.opening
    assert [round.name for round in result.rounds.rounds()] == ["round 1", "round 2", "round 3"]
    assert all(pair.counts.games == pair.games == 2 for pair in result.matchups)
    assert [pair.players for pair in result.matchups[:3]] == [
        (PLAYERS[n], PLAYERS[n + 3]) for n in range(3)
    ]


def test_the_crosstable_has_the_order_of_the_standings_with_byes(tmp_path):
    result = tournament(tmp_path, "swiss", 5).run()
    places = [standing.player for standing in result.standings]
    assert [row[1] for row in result.crosstable()[1:]] == places
    own = [result.standing(player).points for player in places]
    assert own != sorted(own, reverse=True), "a bye gives points without games"


def test_more_rounds_go_on_in_the_same_folder(tmp_path):
    whole = Tournament(*swiss(3), format="swiss", rounds=3, **SETTINGS).run(tmp_path / "whole")
    Tournament(*swiss(3), format="swiss", rounds=1, **SETTINGS).run(tmp_path / "parts")
    more = Tournament(*swiss(3), format="swiss", rounds=3, **SETTINGS).run(tmp_path / "parts")
    assert str(more) == str(whole)
    with pytest.raises(FileError, match="of 3 rounds, more than the 2 requested"):
        Tournament(*swiss(3), format="swiss", rounds=2, **SETTINGS).run(tmp_path / "parts")


SETTINGS = {"nodes": 20, "openings": "random:plies=1"}


def swiss(rounds):
    return "ngame:b=3,d=6", PLAYERS[: 2 * rounds]


def test_ratings_are_seeds(tmp_path):
    ratings = [1, 5, 3, 4, 2]
    settings = {"format": "knockout", "ratings": ratings, **SETTINGS}
    result = Tournament("ngame:b=3,d=6", PLAYERS[:5], **settings).run(tmp_path)
    first = next(result.rounds.rounds())
    assert [meeting.players for meeting in first.meetings] == [(PLAYERS[4], PLAYERS[0])]
    assert first.byes == (PLAYERS[1], PLAYERS[3], PLAYERS[2])
    with pytest.raises(FileError, match="another run"):
        Tournament("ngame:b=3,d=6", PLAYERS[:5], **{**settings, "ratings": ()}).run(tmp_path)


def test_the_winner_of_a_knockout_is_reported_first(tmp_path, capsys):
    result = tournament(tmp_path, "knockout", 4).run(tmp_path / "out")
    final = list(result.rounds.rounds())[-1]
    assert final.name == "final"
    assert result.standings[0].player == final.meetings[0].winner
    capsys.readouterr()
    assert main(["standings", str(tmp_path / "out")]) == 0
    text = capsys.readouterr().out
    assert "semi-finals: " in text
    assert "player         place  points\n" in text


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE results SET result = '{}' WHERE key = 'pairings 2'", "it lacks round"),
        (
            "UPDATE results SET result = replace(result, '[[0,', '[[9,') WHERE key = 'pairings 1'",
            "round 1 pairs",
        ),
        ("DELETE FROM results WHERE key = 'pairings 2'", "are no pair"),
        (
            "UPDATE results SET result = replace(result, 'random:seed=2', 'random:seed=4') "
            "WHERE key = 'game 7'",
            "'alphabeta' and 'random:seed=4' have no game 7",
        ),
    ],
)
def test_pairings_that_are_none_are_reported_in_one_line(tmp_path, statement, words):
    tournament(tmp_path, "swiss", 6).run(tmp_path)
    with closing(sqlite3.connect(tmp_path / "tournament.sqlite")) as file, file:
        file.execute(statement)
    with pytest.raises(FileError, match=words) as raised:
        standings(tmp_path)
    assert "\n" not in str(raised.value)
    for _ in range(2):  # no run keeps the file open
        with pytest.raises(FileError, match=words):
            tournament(tmp_path, "swiss", 6).run(tmp_path)


def test_a_stage_beyond_the_openings_is_refused(tmp_path):
    tournament(tmp_path, "swiss", 6).run(tmp_path)
    with closing(sqlite3.connect(tmp_path / "tournament.sqlite")) as file, file:
        file.execute("DELETE FROM results WHERE key = 'game 7'")
        file.execute(
            "UPDATE results SET result = replace(result, '\"opening\":', '\"opening\":9') "
            "WHERE key = 'pairings 3'"
        )
    with pytest.raises(FileError, match="openings"):
        tournament(tmp_path, "swiss", 6).run(tmp_path)


def test_some_ratings_are_not_enough(tmp_path):
    with pytest.raises(SpecError, match="player 2: lacks rating"):
        Tournament("othello", ["random"] * 2, nodes=1, format="knockout", ratings=[1, None])
    for wrong in (3, None, "12"):
        with pytest.raises(SpecError, match=f"ratings={wrong!r}: expected a list of numbers"):
            Tournament("othello", ["random"] * 2, nodes=1, format="knockout", ratings=wrong)
    file = tmp_path / "x.toml"
    text = FILE.format(format=FORMATS["knockout"])
    file.write_text(text + '[[player]]\nspec = "random"\nrating = "high"\n' * 2)
    with pytest.raises(SpecError, match="player 1: rating='high': expected a number"):
        read_tournament(file)


@pytest.mark.parametrize("moved", ["moved", "moved (2), x=y"])
def test_a_tournament_goes_on_wherever_the_file_of_its_openings_is(moved, tmp_path, monkeypatch):
    (tmp_path / "book.txt").write_text("f5d6\nf5f6\n")
    (tmp_path / moved).mkdir()
    (tmp_path / moved / "book.txt").write_text("f5d6\nf5f6\n")
    (tmp_path / "other.txt").write_text("f5f4\nf5f6\n")
    monkeypatch.chdir(tmp_path)

    def played(book, games=2, plies=0):
        openings = OPENINGS.make("file", path=str(book), plies=plies, order="file")
        given = {"nodes": 1, "openings": openings, "games_per_pair": games}
        return Tournament("othello", ["random", "random:seed=2"], **given).run("out").count

    assert played(tmp_path / "book.txt") == 2
    assert played("book.txt") == 2
    assert played(f"{moved}/book.txt", 4) == 4
    with pytest.raises(FileError, match=r"the moves of the openings .* differ"):
        played("other.txt", 4)
    with pytest.raises(FileError, match="plies=1"):
        played(f"{moved}/book.txt", 4, plies=1)


def test_the_folder_of_tablebases_may_be_named_otherwise(tmp_path, monkeypatch):
    class NoTables:
        def __init__(self, *_):
            pass

        def outcome_code(self, position):
            return None

    monkeypatch.setattr("games.chess.tablebases.Tablebases", NoTables)
    for folder, games in (("tables", 2), ("there/tables", 4)):
        given = {"nodes": 1, "games_per_pair": games, "openings": "random"}
        rules = {"syzygy": folder, "longest": 10}
        tournament = Tournament("chess", ["random"] * 2, adjudication=rules, **given)
        assert tournament.run(tmp_path / "out").count == games
