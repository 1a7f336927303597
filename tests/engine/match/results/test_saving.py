"""Results in Python: rows, folders and pages."""

from __future__ import annotations

import csv

import pytest

from engine.match import Tournament, play_match, standings
from engine.match.reproduce import reproduce
from engine.match.results.result import MatchResult
from engine.text.cells import text_of
from games.errors import FileError, SpecError
from tests.results import outcome_of


@pytest.fixture
def settings():
    return {"nodes": 20, "openings": "random:plies=6", "event": "Cup"}


PLAYERS = ["alphabeta@discs", "random@discs"]


def test_games_are_rows(settings, tmp_path):
    result = play_match("othello", PLAYERS, out=tmp_path, **settings)
    rows = result.games.rows()
    with open(tmp_path / "games.csv", encoding="utf-8") as file:
        written = [{k: text_of(v) for k, v in row.items()} for row in csv.DictReader(file)]
    assert [{key: "" if x is None else str(x) for key, x in row.items()} for row in rows] == written
    assert standings(tmp_path).games.rows() == rows
    assert f"discs {32 + rows[0]['margin'] // 2}" in rows[0]["ending"] or rows[0]["margin"] < 0


@pytest.mark.parametrize("game", ["othello", "chess"])
def test_a_result_in_memory_is_saved_as_if_it_had_been_run_there(game, settings, tmp_path):
    players = [f"{name}@{'discs' if game == 'othello' else 'pst'}" for name in ("pvs", "random")]
    there = play_match(game, players, out=tmp_path / "there", **settings)
    here = play_match(game, players, **settings)
    here.save(tmp_path / "here")
    files = sorted(file.name for file in (tmp_path / "there").iterdir())
    assert files == sorted(file.name for file in (tmp_path / "here").iterdir())
    assert outcome_of(tmp_path / "here") == outcome_of(tmp_path / "there")
    assert str(standings(tmp_path / "here")) == str(there)
    assert str(play_match(game, players, out=tmp_path / "here", **settings)) == str(there)
    if game == "chess":
        assert '[Event "Cup"]' in (tmp_path / "here" / "games.pgn").read_text()
    with pytest.raises(FileError, match=r"tournament\.sqlite is there already"):
        here.save(tmp_path / "here")
    there.save(tmp_path / "copy")
    assert outcome_of(tmp_path / "copy") == outcome_of(tmp_path / "there")


@pytest.mark.parametrize("game", ["othello", "mnk"])
def test_files_of_something_else_are_never_replaced(game, tmp_path):
    settings = {"nodes": 1, "games_per_pair": 1, "openings": "random:plies=4"}
    tournament = Tournament(game, ["random", "random:seed=2"], **settings)
    result = tournament.run(tmp_path / "out")
    written = {file.name for file in (tmp_path / "out").iterdir()} - {"tournament.sqlite"}
    for name in written:
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()
        (folder / name).write_text("mine")
        for write in (result.save, tournament.run):
            with pytest.raises(FileError, match=rf"{name} is not of this tournament: expected ano"):
                write(folder)
        assert [file.name for file in folder.iterdir()] == [name]
        assert (folder / name).read_text() == "mine"


def test_names_that_are_formulas_to_a_spreadsheet_are_texts(settings, tmp_path):
    names = ["=HYPERLINK(1)", "3/4"]
    play_match("othello", PLAYERS, out=tmp_path, names=names, **settings)
    tables = ("games", "standings", "crosstable")
    for name in tables:
        with open(tmp_path / f"{name}.csv", encoding="utf-8", newline="") as file:
            cells = [each for row in csv.reader(file) for each in row]
        assert not [each for each in cells if each[:1] in "=+@" and each]
        assert {f"'{each}" for each in names} <= set(cells)
        assert not {"1-0", "0-1", "1/2-1/2"} & set(cells)


def test_no_link_in_a_folder_of_results_is_followed(settings, tmp_path):
    folder, other = tmp_path / "out", tmp_path / "other"
    other.write_text("mine")
    play_match("othello", PLAYERS, out=folder, **settings)
    written = sorted(file.name for file in folder.iterdir())
    for name in written:
        if name != "tournament.sqlite":
            (folder / name).unlink()
            (folder / name).symlink_to(other)
            (folder / f"{name}.new").symlink_to(other)
    page = folder / "page.html"
    page.symlink_to(other)
    (folder / "page.html.new").symlink_to(other)
    result = play_match("othello", PLAYERS, out=folder, games=4, **settings)
    result.report(page)
    assert other.read_text() == "mine"
    assert {*written, "page.html"} <= {file.name for file in folder.iterdir()}
    assert not list(folder.glob("*.new"))
    assert not any(file.is_symlink() for file in folder.iterdir())


def test_a_database_that_is_a_link_is_refused(settings, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    for name in ("tournament.sqlite", "tournament.sqlite-wal"):
        (folder / name).symlink_to(tmp_path / "other")
        with pytest.raises(FileError, match=rf"{name} is a symbolic link: expected a file"):
            play_match("othello", PLAYERS, out=folder, **settings)
        (folder / name).unlink()
    (folder / "tournament.sqlite").symlink_to(tmp_path / "other")
    with pytest.raises(FileError, match="is there already"):
        play_match("othello", PLAYERS, **settings).save(folder)
    assert not (tmp_path / "other").exists()


def test_a_result_writes_its_page(settings, tmp_path):
    for result in (
        play_match("othello", PLAYERS, **settings),
        play_match("othello", PLAYERS, out=tmp_path / "out", **settings),
        standings(tmp_path / "out"),
    ):
        page = tmp_path / "page.html"
        result.report(page)
        assert "All games are in this page." in page.read_text(encoding="utf-8")
        page.unlink()


def test_a_result_without_a_database_says_so(settings, tmp_path):
    result = play_match("othello", PLAYERS, out=tmp_path, **settings)
    from engine.match.results.folder import open_tournament

    with (
        open_tournament(tmp_path) as (_, plan),
        pytest.raises(FileError, match="result has no database"),
    ):
        MatchResult(plan).save(tmp_path / "x")
    assert result.count == 2


def test_what_is_saved_of_a_folder_keeps_its_name_and_its_clocks(settings, tmp_path):
    players, settings = ["pvs@pst", "random"], {**settings, "clock": "60+0.5"}
    play_match("chess", players, out=tmp_path / "out", **settings)
    standings(tmp_path / "out").save(tmp_path / "copy")
    text = (tmp_path / "copy" / "games.pgn").read_text()
    assert text == (tmp_path / "out" / "games.pgn").read_text()
    assert '[Event "Cup"]' in text
    assert '[TimeControl "60+0.5"]' in text
    play_match("chess", players, out=tmp_path / "out", **settings | {"event": "Another"})
    assert '[Event "Another"]' in (tmp_path / "out" / "games.pgn").read_text()


def test_nothing_is_written_of_a_game_that_is_not_installed(tictactoe, tmp_path):
    play_match(tictactoe, ["random"] * 2, nodes=1, out=tmp_path / "out")
    with pytest.raises(SpecError, match="'tictactoe'"):
        standings(tmp_path / "out").save(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_where_a_result_cannot_be_saved_is_named(settings, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    result = play_match("othello", PLAYERS, **settings)
    monkeypatch.chdir(tmp_path)
    for wrong in ("", 3, None):
        for call in (result.save, standings):
            with pytest.raises(SpecError, match=f"folder={wrong!r}: expected the path of a folder"):
                call(wrong)
        with pytest.raises(SpecError, match=f"path={wrong!r}: expected the path of a file"):
            result.report(wrong)
    with pytest.raises(FileError, match=r"cannot write .*file/there/tournament\.sqlite"):
        result.save(tmp_path / "file" / "there")
    for call in (standings, reproduce):
        with pytest.raises(FileError, match=r"(cannot read|there is no file) .*nnn"):
            call(tmp_path / ("n" * 300))
