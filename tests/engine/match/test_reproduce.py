"""Games of an archive are repeated, and every difference is found where it is."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.match.games.origin import origin
from engine.match.players.searcher import SearcherPlayer
from engine.match.reproduce import reproduce
from engine.match.results.archive import MANIFEST, open_archive, write_archive
from engine.match.results.folder import DATABASE
from engine.match.tournament import Tournament
from games.errors import FileError
from searchers import make

PLAYERS = ("bfms", "alphabeta", "uct:rollouts=1,seed=4")
"""The second game of a pair begins with other colours; one player is random."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of two tournaments."""
    folder = tmp_path_factory.mktemp("played")
    for game, names in (("connect4:width=5,height=4", PLAYERS), ("mnk:m=4,n=3,k=3", PLAYERS[:2])):
        tournament = Tournament(
            game, names, nodes=60, games_per_pair=2, openings="random:plies=8,seed=1"
        )
        tournament.run(folder / game.partition(":")[0])
    return folder


@pytest.fixture
def archive(played: Path, tmp_path: Path) -> Path:
    write_archive(played, tmp_path / "all.zip", "starling lab arena")
    return tmp_path / "all.zip"


@pytest.fixture
def copied(archive: Path, tmp_path: Path) -> Callable[..., Path]:
    """Returns a function that copies a tournament and changes the record of a game."""
    with zipfile.ZipFile(archive) as all_of_it:
        database = all_of_it.read(f"connect4/{DATABASE}")

    def copy(change: Callable[[dict[str, Any]], None], game: str = "game 3") -> Path:
        folder = tmp_path / "copy"
        folder.mkdir()
        (folder / DATABASE).write_bytes(database)
        with sqlite3.connect(folder / DATABASE) as file:
            (detail,) = file.execute("SELECT detail FROM results WHERE key = ?", (game,)).fetchone()
            data = json.loads(detail)
            change(data)
            row = (json.dumps(data), game)
            file.execute("UPDATE results SET detail = ? WHERE key = ?", row)
        file.close()
        return folder

    return copy


@pytest.mark.parametrize("workers", [1, 2])
def test_every_game_of_an_archive_is_repeated(archive: Path, workers: int) -> None:
    done = reproduce(archive, workers=workers)
    assert (done.games, done.planned, done.differences) == (8, 8, [])
    assert done.moves > 50
    assert done.made_by == {origin(): 8}
    assert done.others == []


def test_games_of_named_objects_are_repeated(tmp_path: Path) -> None:
    players = [make("bfms"), SearcherPlayer(make("alphabeta"))]
    tournament = Tournament("mnk", players, nodes=60, names=["one", "two"])
    tournament.run(tmp_path)
    specs = [(plan.name, plan.spec.partition("@")[0]) for plan in tournament.plan.players]
    assert specs == [("one", "bfms"), ("two", "alphabeta")]
    done = reproduce(tmp_path)
    assert (done.games, done.differences) == (2, [])


def test_a_player_of_another_class_is_not_repeated(tmp_path: Path, slow: Any) -> None:
    """Its name may be that of a searcher."""
    Tournament("mnk", ["alphabeta", slow("bfms")], nodes=60).run(tmp_path)
    with pytest.raises(FileError, match="no game can be repeated: invalid spec 'a Slow object'"):
        reproduce(tmp_path)


def test_a_folder_is_read_like_an_archive(played: Path, archive: Path) -> None:
    with open_archive(played) as one, open_archive(archive) as other:
        names = [[each.name for each in both.tournaments] for both in (one, other)]
        assert names == [["connect4", "mnk"]] * 2
        assert [each.plan for each in one.tournaments] == [each.plan for each in other.tournaments]
    with zipfile.ZipFile(archive) as file:
        manifest = json.loads(file.read(MANIFEST))
    assert manifest["command"] == "starling lab arena"
    assert manifest["versions"]["python"]
    assert reproduce(played / "mnk").games == 2
    assert reproduce(played / "mnk" / DATABASE).games == 2


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are texts")
def test_the_name_of_a_folder_may_be_no_text(played: Path, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    shutil.copytree(played / "mnk", folder)
    assert reproduce(folder).games == 2
    write_archive(tmp_path, tmp_path / "archive.zip")
    assert reproduce(tmp_path / "archive.zip").games == 2


def test_some_games_are_spread_over_all(archive: Path) -> None:
    """Four of eight games, every second one: three of six, and one of two."""
    assert reproduce(archive, games=4).games == 4
    assert reproduce(archive, games=100).games == 8


def other_count(data: dict[str, Any]) -> None:
    data["moves"][2][4] -= 1


def other_move(data: dict[str, Any]) -> None:
    move = data["moves"][2]
    move[1], move[2] = 0, "a"


def other_end(data: dict[str, Any]) -> None:
    data["score"] = 0.5 if data["score"] != 0.5 else 1.0


def no_last_move(data: dict[str, Any]) -> None:
    del data["moves"][-1]


def bad_opening(data: dict[str, Any]) -> None:
    data["opening"][1] = [0] * 5


def other_player(data: dict[str, Any]) -> None:
    data["players"][1] = "another"


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        (other_count, 11, "expected .*, 59 nodes, value .*; found .*, 60 nodes, value"),
        (other_move, 11, "expected a, 60 nodes, value .*; found [1-5], 60 nodes"),
        (other_end, None, r"expected (1/2-1/2|1-0) \(.*\); found "),
        (no_last_move, None, "expected the end of the game; found"),
        (bad_opening, 1, "expected a game; found .*not legal"),
        (other_player, 1, "expected a game; found no player is named 'another'"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_an_altered_record_is_found(
    copied: Callable[..., Path], change: Callable[..., None], place: int | None, words: str
) -> None:
    done = reproduce(copied(change))
    (difference,) = done.differences
    assert (difference.tournament, difference.game) == ("copy", 3)
    assert place in (None, difference.ply)
    assert re.search(words, str(difference)), str(difference)


def test_a_game_of_somebody_else_is_not_repeated(copied: Callable[..., Path]) -> None:
    folder = copied(lambda data: None)
    with sqlite3.connect(folder / DATABASE) as file:
        file.execute("UPDATE results SET result = replace(result, 'bfms', 'x') WHERE number = 0")
    file.close()
    done = reproduce(folder, games=1)
    assert (done.skipped.total(), done.games) == (1, 1)


def test_another_version_is_named(copied: Callable[..., Path], capsys: Any) -> None:
    def older(data: dict[str, Any]) -> None:
        data["made_by"] = "starling 0.1.0, code 1, values 2"

    assert main(["reproduce", str(copied(older))]) == 0
    output = capsys.readouterr().out
    assert f"1 game played by starling 0.1.0, code 1, values 2; here {origin()}" in output
    assert "reproduced: 6 of 6 games" in output


def test_the_command_tells_where_a_game_differs(copied: Callable[..., Path], capsys: Any) -> None:
    assert main(["reproduce", str(copied(other_count))]) == 1
    output = capsys.readouterr().out
    assert output.startswith("copy, game 3, ply 11 (")
    assert "reproduced: 5 of 6 games" in output


def test_games_with_a_limit_of_time_are_not_repeated(tmp_path: Path) -> None:
    Tournament("mnk", ["alphabeta", "bfms"], cpu=0.001).run(tmp_path / "timed")
    with pytest.raises(FileError, match=r"no game can be repeated: a limit of cpu=0.001: expected"):
        reproduce(tmp_path / "timed")


def test_values_are_part_of_an_archive(tmp_path: Path) -> None:
    """The folder of values may be elsewhere, or gone; other values are not taken for them."""
    trained = tmp_path / "trained"
    words = "train mnk --games 4 --generations 1 --match-games 2 --intervals 0 --epochs 1 --out"
    assert main([*words.split(), str(trained)]) == 0
    for file in trained.iterdir():
        os.utime(file, (1, 1))  # ZIP has no dates before 1980
    Tournament("mnk", [f"bfms@values:{trained}", "alphabeta"], nodes=30).run(tmp_path / "played")
    write_archive(tmp_path / "played", tmp_path / "a.zip")
    trained.rename(tmp_path / "gone")
    assert reproduce(tmp_path / "a.zip").differences == []
    for _ in range(2):  # the folder is missing, then empty
        with pytest.raises(FileError, match=r"^there are no values"):
            write_archive(tmp_path / "played", tmp_path / "b.zip")
        trained.mkdir(exist_ok=True)
    assert not (tmp_path / "b.zip").exists()
    damaged = rewritten(tmp_path / "a.zip", {"files/0/values.dat": b"other"})
    with pytest.raises(FileError, match=r"the values .* were changed"):
        reproduce(damaged)


def test_shipped_values_are_part_of_an_archive(tmp_path: Path) -> None:
    players = ["bfms@values:starling-breakthrough", "alphabeta@static"]
    Tournament("breakthrough", players, nodes=30).run(tmp_path / "played")
    write_archive(tmp_path / "played", tmp_path / "a.zip")
    with open_archive(tmp_path / "a.zip") as archive:
        assert set(archive.files) == {"starling-breakthrough"}
    assert reproduce(tmp_path / "a.zip").differences == []


def rewritten(archive: Path, members: dict[str, bytes | None]) -> Path:
    """A copy of an archive with other members; None leaves one out."""
    path = archive.with_name("rewritten.zip")
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = members.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return path


def manifest_of(path: Path, /, **other: Any) -> bytes:
    with zipfile.ZipFile(path) as file:
        data = json.loads(file.read(MANIFEST))
    return json.dumps({**data, **other}).encode()


def test_bad_archives_get_one_line(archive: Path, tmp_path: Path, capsys: Any) -> None:
    text = tmp_path / "text"
    text.write_text("no archive")
    whole = archive.read_bytes()
    cut = tmp_path / "cut.zip"
    cut.write_bytes(whole[: len(whole) // 2])
    shipped = {"path": "values", "digest": "", "names": ["/values.dat"]}
    bad: list[tuple[Path | Callable[[], Path], str]] = [
        (tmp_path / "none", "there is no file"),
        (text, "is no archive"),
        (cut, "is no archive"),
        (tmp_path, "there is no tournament in"),
        (lambda: rewritten(archive, {MANIFEST: None}), "is damaged: There is no item named"),
        (lambda: rewritten(archive, {MANIFEST: b"{"}), "is not valid JSON"),
        (lambda: rewritten(archive, {MANIFEST: b"[]"}), "is no archive (archive.json"),
        (lambda: rewritten(archive, {f"mnk/{DATABASE}": None}), "There is no item named"),
        (lambda: rewritten(archive, {f"mnk/{DATABASE}": b"x"}), "is damaged: "),
        (
            lambda: rewritten(archive, {MANIFEST: manifest_of(archive, archive=2)}),
            "has format 2: expected 1 or less",
        ),
        (
            lambda: rewritten(archive, {MANIFEST: manifest_of(archive, tournaments=["../mnk"])}),
            "expected a path inside it",
        ),
        (
            lambda: rewritten(archive, {MANIFEST: manifest_of(archive, files=[shipped])}),
            "names '/values.dat': expected a path inside it",
        ),
    ]
    for given, fault in bad:
        path = given if isinstance(given, Path) else given()
        assert main(["reproduce", str(path)]) == 2
        output = capsys.readouterr()
        assert (output.out, output.err.count("\n")) == ("", 1)
        assert fault in output.err, (fault, output.err)
    assert main(["reproduce", str(archive), "--games", "0"]) == 2


def test_an_archive_replaces_no_database(played: Path) -> None:
    with pytest.raises(FileError, match="database"):
        write_archive(played, next(played.rglob(DATABASE)))
