"""The files in the folder of a match."""

from __future__ import annotations

import csv
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.match import GameRecord, Progress, Tournament, play_match, round_robin, standings
from engine.match.games.record import replayed
from engine.match.results.folder import FolderWriter
from engine.text.cells import text_of
from games import DRAW, Position, make
from games.errors import FileError, MoveError
from tests.kills import Interrupting


def results(folder):
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


def saved_games(folder):
    """The records in the database, read without our own code."""
    with closing(sqlite3.connect(folder / "tournament.sqlite")) as file:
        rows = file.execute("SELECT detail FROM results ORDER BY number").fetchall()
    return [json.loads(row[0]) for row in rows]


def lines(folder, name="games.txt"):
    return [line.split("\t") for line in (folder / name).read_text().splitlines()]


def test_games_can_be_read_and_replayed(tmp_path, tictactoe):
    result = play_match(
        tictactoe,
        ["random", "random:seed=2"],
        nodes=1,
        games=6,
        out=tmp_path,
        openings="random:plies=2",
    )
    assert len(lines(tmp_path)) == 6
    played = zip(lines(tmp_path), result.games, strict=True)
    for (moves, score, ending, first, second), game in played:
        end = tictactoe.at(moves)
        decided = ("0-1", "loss") if end.turn == 0 else ("1-0", "win")  # the side to move has lost
        assert (score, ending) == (("1/2-1/2", "draw") if end.outcome() == DRAW else decided)
        assert score == game.result
        assert (first, second) == game.players


def test_all_that_is_known_is_saved(tmp_path):
    result = play_match(
        "ngame:b=3,d=6", ["alphabeta", "random"], nodes=20, out=tmp_path, openings="random:plies=2"
    )
    saved = saved_games(tmp_path)
    assert [GameRecord.from_dict(game) for game in saved] == result.games
    assert [game["round"] for game in saved] == [1, 2]
    first = result.games[0].moves[0]
    assert saved[0]["moves"][0][:5] == [first.side, first.move, first.text, 20, first.nodes]


def test_the_database_gives_the_tables(tmp_path):
    result = play_match("ngame:b=3,d=6", ["alphabeta", "random"], nodes=20, games=4, out=tmp_path)
    with open(tmp_path / "games.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [text_of(row["result"]) for row in rows] == [game.result for game in result.games]
    assert [int(row["plies"]) for row in rows] == [len(game.text) for game in result.games]
    with open(tmp_path / "standings.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == [each.player for each in result.standings]
    assert [float(row["points"]) for row in rows] == [each.points for each in result.standings]


def test_results_hold_the_standings(tmp_path):
    result = round_robin(
        "ngame:b=3,d=6", ["alphabeta", "random", "random:seed=2"], nodes=20, games=3, out=tmp_path
    )
    saved = results(tmp_path)
    assert saved == result.as_dict()
    assert (saved["games"], saved["planned"], saved["interrupted"]) == (9, 9, False)
    assert sum(row["points"] for row in saved["standings"]) == 9
    assert {row["player"] for row in saved["standings"]} == set(result.players)
    for row in saved["standings"]:
        assert row["games"] == row["wins"] + row["draws"] + row["losses"] == 6
        assert row["requested_nodes"] == 20
        assert row["exceeded"] == 0
    assert [pair["games"] for pair in saved["pairs"]] == [3, 3, 3]


def test_an_interrupted_match_keeps_its_games(tmp_path):
    settings = {"out": tmp_path, "progress": Interrupting(3)}
    result = play_match("ngame:b=3,d=6", ["alphabeta", "random"], nodes=20, games=10, **settings)
    assert result.interrupted
    assert len(result.games) == 3
    assert "interrupted after 3 of 10 games" in str(result)
    assert len(saved_games(tmp_path)) == len(lines(tmp_path)) == 3
    saved = results(tmp_path)
    assert (saved["games"], saved["planned"], saved["interrupted"]) == (3, 10, True)


def test_a_game_interrupted_is_not_kept(tmp_path, tictactoe, answering):
    def press(position, limits):
        if limits.nodes:  # not in `prepare`
            raise KeyboardInterrupt

    result = play_match(tictactoe, [answering(press), "random"], nodes=1, out=tmp_path)
    assert result.interrupted
    assert not saved_games(tmp_path)
    assert lines(tmp_path) == []


def test_games_are_on_disk_as_they_end(tmp_path):
    class Reading(Progress):
        def game(self, result, game):
            assert len(saved_games(tmp_path)) == result.count == standings(tmp_path).count

    play_match("ngame:d=4", ["random"] * 2, nodes=1, games=4, out=tmp_path, progress=Reading())


def test_a_folder_that_cannot_be_written_is_refused_before_the_first_game(tmp_path):
    class Unheard(Progress):
        def begin(self, result):
            raise AssertionError

    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match=r"cannot write .*file/out/tournament.sqlite: ") as raised:
        play_match(
            "ngame:d=4", ["random"] * 2, nodes=1, out=tmp_path / "file" / "out", progress=Unheard()
        )
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("plan SET value = ''", "the plan is not valid JSON"),
        ("plan SET value = '{}'", "holds no tournament"),
        (
            """plan SET value = '{"what": "tournament"}'""",
            "holds no tournament: the plan lacks game",
        ),
        (
            "results SET result = 'null'",
            "the result of game 1 is invalid: it: None: expected 8 entries",
        ),
        (
            """results SET result = '[1,["a","b"],1,"","","","",[[],[]]]'""",
            r"game 1 is invalid: it\[7\]\[0\]=\[\]: expected",
        ),
        (
            """results SET detail = '{"round": 1}'""",
            "the detail of game 1 is invalid: it lacks players",
        ),
    ],
)
def test_a_tournament_that_is_none_is_reported_in_a_line(tmp_path, change, message):
    players = ["random", "alphabeta"]
    round_robin("ngame:d=4", players, nodes=5, out=tmp_path)
    with closing(sqlite3.connect(tmp_path / "tournament.sqlite")) as file, file:
        file.execute(f"UPDATE {change}")
    with pytest.raises(FileError, match=message):
        assert standings(tmp_path).games


def test_a_record_of_illegal_moves_is_not_played(tmp_path):
    result = round_robin("chess", ["random", "random"], nodes=5, games=1)
    (game,) = result.games
    broken = replace(game, moves=(replace(game.moves[0], move=-1), *game.moves[1:]))
    with pytest.raises(MoveError, match="game 1: move -1 is not legal"):
        replayed(make("chess"), broken)


def test_an_authors_game_may_be_called_othello_and_have_a_board(tmp_path):
    class Othello(Position):
        board = "one move wins"

        def legal_moves(self):
            return [] if self.history else [0, 1]

        def push(self, move):
            pass

        def pop(self):
            pass

        def outcome(self):
            return -7 if self.history else None

    play_match(Othello(), ["random@static"] * 2, nodes=1, openings="none", out=tmp_path)
    assert [line[1:3] for line in lines(tmp_path)] == [["1-0", "margin 7"]] * 2


# -- folders that cannot be written -----------------------------------------------------------

READ_ONLY = "mount --bind {folder} {folder} && mount -o remount,ro,bind {folder} && "


def read_only(folder, *words):
    """Return the output of a command for a folder on a read-only file system."""
    command = " ".join([sys.executable, "-m", "engine.cli.main", *words])
    alone = ["unshare", *([] if os.getuid() == 0 else ["-r"]), "-m", "sh", "-c"]
    mounted = READ_ONLY.format(folder=folder)
    if (
        shutil.which("unshare") is None
        or subprocess.run(
            [*alone, f"{mounted} ! touch {folder}/file"], capture_output=True
        ).returncode
    ):
        pytest.skip("cannot mount here")
    root = Path(__file__).resolve().parents[4]
    return subprocess.run([*alone, mounted + command], capture_output=True, text=True, cwd=root)


@pytest.mark.parametrize("killed", [False, True])
def test_standings_are_read_where_nothing_can_be_written(tmp_path, killed):
    kept = tmp_path / "kept"

    class Copying(Progress):
        def game(self, result, game):
            if killed and result.count == 3:  # with a journal, as where a run was killed
                shutil.copytree(tmp_path / "run", kept)

    settings = {"nodes": 9, "games": 4, "progress": Copying()}
    play_match("ngame:b=3,d=5", ["random", "alphabeta"], out=tmp_path / "run", **settings)
    if not killed:
        kept = tmp_path / "run"
    (kept / "tournament.sqlite-shm").unlink(missing_ok=True)
    assert (kept / "tournament.sqlite-wal").exists() == killed
    done = read_only(kept, "standings", str(kept))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{3 if killed else 4} of 4 games" in done.stdout


def test_a_file_that_cannot_be_completed_leaves_nothing(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    tournament = Tournament("ngame:b=2,d=3", ["random"] * 2, nodes=1, games_per_pair=1)
    writer = FolderWriter(tmp_path, tournament.start, tournament.plan)
    result = tournament.run()
    monkeypatch.setattr("engine.match.results.folder.json.dumps", full)
    with pytest.raises(FileError, match=r"cannot write .*results.json: No space left on device"):
        writer.save(result, result.database.source)
    assert {path.name for path in tmp_path.iterdir()} == {
        "games.txt",
        "games.csv",
        "standings.csv",
        "crosstable.csv",
    }
