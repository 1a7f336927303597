"""Databases of other versions: they go on, or are refused by name."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.match import play_match, standings
from games.errors import FileError

OLD = Path(__file__).parents[3] / "data" / "tournament-schema-0.sql"
"""Written by `starling match --game ngame:b=2,d=3 --players alphabeta random --nodes 3 --games 2
--openings none` as it was before databases had a number."""


def again(folder, games=2):
    players = ["alphabeta", "random"]
    return play_match("ngame:b=2,d=3", players, nodes=3, games=games, openings="none", out=folder)


@pytest.fixture
def old(tmp_path):
    """A folder of then, and its database."""
    with closing(sqlite3.connect(tmp_path / "tournament.sqlite")) as file:
        file.executescript(OLD.read_text(encoding="utf-8"))
        yield tmp_path, file


def schema(file):
    return file.execute("PRAGMA user_version").fetchone()[0]


def untimed(result):
    return [
        (game.players, game.text, [move.nodes for move in game.moves], game.ending)
        for game in result.games
    ]


def test_a_folder_without_a_number_is_read_as_it_is(old):
    folder, file = old
    assert untimed(standings(folder)) == untimed(again(None))
    assert schema(file) == 0, "reading writes nothing"


def test_a_folder_without_a_number_goes_on_and_gets_one(old):
    folder, file = old
    with file:
        file.execute("DELETE FROM results WHERE key = 'game 2'")
    assert untimed(again(folder)) == untimed(again(None))
    assert schema(file) == 1
    assert untimed(again(folder, games=4)) == untimed(again(None, games=4))


def test_records_of_old_lack_the_depth(old):
    folder, file = old
    with file:
        file.execute("""UPDATE results SET detail = replace(detail, '"proved","",1]', '"",""]')""")
    assert [move.depth for move in standings(folder).games[0].moves] == [1, 0, None]


def test_a_folder_of_the_future_is_refused_by_name_and_untouched(old):
    folder, file = old
    file.execute("PRAGMA user_version = 7")
    before = (folder / "tournament.sqlite").read_bytes()
    for use in (standings, again):
        with pytest.raises(FileError, match=r"tournament\.sqlite has schema 7: expected 1 or less"):
            use(folder)
    assert (folder / "tournament.sqlite").read_bytes() == before


def test_a_folder_of_another_tournament_gets_no_number(old):
    folder, file = old
    with pytest.raises(FileError, match="nodes=3"):
        play_match("ngame:b=2,d=3", ["alphabeta", "random"], nodes=4, openings="none", out=folder)
    assert schema(file) == 0
