"""The folder that any web server can serve, and the session that runs in the browser."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest

import games
from engine.cli.main import main
from engine.play import static
from engine.play.browser import Inside
from engine.play.setup import Setup
from engine.play.static import GAMES, write
from games.errors import EngineError, FileError, SpecError

WHEEL = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
FILES = {
    "pyodide.mjs": b"// code",
    "pyodide.asm.mjs": b"// code",
    "pyodide.asm.wasm": b"\0asm",
    "python_stdlib.zip": b"zip",
    "pyodide-lock.json": b'{"info": {"abi_version": "2026_0", "python": "3.14.2"}}',
}


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a network."""

    def refuse(*_arguments: object, **_named: object) -> None:
        raise URLError("no network")

    monkeypatch.setattr(static.urllib.request, "urlopen", refuse)


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """A folder with files like those of Pyodide, and msgspec."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        wheel.writestr("msgspec/__init__.py", "")
    return folder


def names(archive: Path) -> set[str]:
    with zipfile.ZipFile(archive) as opened:
        return set(opened.namelist())


def test_the_folder(tmp_path: Path, pyodide: Path) -> None:
    site = tmp_path / "a" / "site"
    write(site, [Setup(game, level=3) for game in GAMES], str(pyodide))
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert files == {
        *("index.html", "chess.html", "othello.html", "connect4.html", "README.txt"),
        *("worker.js", "starling.zip", "packages.zip"),
        *(f"python/{name}" for name in FILES),
    }
    page = (site / "chess.html").read_text(encoding="utf-8")
    assert '"setup":{"game":"chess","position":null,' in page
    assert '"level":3,' in page
    assert 'href="othello.html"' in page
    assert "fetch(" not in page
    sources = names(site / "starling.zip")
    assert {"engine/play/browser.py", "evaluators/values/network.dat"} <= sources
    assert not [name for name in sources if name.endswith((".so", ".pyc", ".pxd"))]
    assert not [name for name in sources if name.startswith(("engine/lab", "engine/cli"))]
    assert {"chess/__init__.py", "msgspec/__init__.py"} <= names(site / "packages.zip")


def test_one_game_again_in_the_same_folder(tmp_path: Path, pyodide: Path) -> None:
    site = tmp_path / "site"
    words = ["play", "hex:size=5", "--static", str(site), "--pyodide", str(pyodide)]
    assert main(words) == 0
    first = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert "hex.html" not in {path.name for path in first}
    assert main([*words, "--side", "second"]) == 0
    changed = [path.name for path, data in first.items() if path.read_bytes() != data]
    assert changed == ["index.html"]


def test_an_archive_of_npm(tmp_path: Path, pyodide: Path) -> None:
    archive = pyodide / "pyodide-314.0.7.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        for name in FILES:
            tar.add(pyodide / name, f"package/{name}")
    write(tmp_path / "site", [Setup("othello")], str(archive))
    assert (tmp_path / "site" / "python" / "pyodide.asm.wasm").read_bytes() == b"\0asm"


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda folder: (folder / "pyodide.mjs").unlink(), "pyodide.mjs: No such file"),
        (
            lambda folder: (folder / "pyodide-lock.json").write_text(
                '{"info": {"python": "3.13"}}'
            ),
            "is another Pyodide: expected version 314.0.7",
        ),
        (lambda folder: (folder / "pyodide-lock.json").write_text("[]"), "is another Pyodide"),
        (lambda folder: (folder / WHEEL).unlink(), f"--pyodide FOLDER with {WHEEL} in it"),
    ],
)
def test_a_wrong_pyodide(
    tmp_path: Path, pyodide: Path, spoil: Callable[[Path], object], fault: str
) -> None:
    spoil(pyodide)
    with pytest.raises((FileError, EngineError)) as error:
        write(tmp_path / "site", [Setup("othello")], str(pyodide))
    assert fault in str(error.value)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_a_wrong_archive(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "pyodide.tgz"
    if content is None:
        with tarfile.open(path, "w:gz") as tar:
            tar.addfile(tarfile.TarInfo("package/pyodide.mjs"), io.BytesIO())
    else:
        path.write_bytes(content)
    with pytest.raises(FileError, match=r"pyodide\.tgz: .*; expected Pyodide, as npm pack"):
        write(tmp_path / "site", [Setup("othello")], str(path))


def test_bad_input_is_reported_in_a_line(
    tmp_path: Path, pyodide: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, other = str(tmp_path / "site"), tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").touch()
    for words, fault in {
        (): "no game: expected one, such as starling play othello",
        ("othello", "--pyodide", "x"): "--pyodide: expected --static with it",
        ("--static", site, "--open"): "--static and --open: expected one of them",
        ("--static", site, "--resume", "x.pgn"): "--static and --resume: expected one of them",
        ("--static", str(other)): f"{other} has other files: expected a new folder",
        ("--static", str(other / "mine.txt")): "Not a directory",
        ("nogame", "--static", site): "nogame",
        ("othello", "--static", site, "--player", "none"): "none",
        (
            "--static",
            site,
            "--player",
            "uci:x",
        ): "--static: no program runs in a browser",
        ("openspiel:tic_tac_toe", "--static", site): "--static: openspiel reads a file or needs a",
        ("--static", site, "--player", "pvs@values:x"): "--static: values reads a file",
        ("--static", site, "--pyodide", "nowhere"): "cannot read nowhere: No such file",
        ("--static", site): "cannot download Pyodide from https://registry.npmjs.org/",
        ("--static", site, "--level", "11"): "level=11: expected 1 to 10",
    }.items():
        assert main(["play", *words]) == 2
        error = capsys.readouterr().err
        assert fault in error
        assert error.count("\n") == 1
    assert not Path(site).exists()


def test_shipped_values_and_parts_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = static._pages([Setup("connect4", player="pvs@values:starling-connect4")])
    assert b'"player":"pvs@values:starling-connect4"' in pages["index.html"]
    monkeypatch.setitem(games.GAMES._found, "othellos", games.GAMES.find("othello"))
    with pytest.raises(SpecError, match="--static: 'othellos' is not served: expected one of"):
        write(tmp_path / "other", [Setup("othellos")], str(pyodide))


def test_a_download_with_another_checksum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = lambda *_arguments, **_named: io.BytesIO(b"something else")  # noqa: E731
    monkeypatch.setattr(static.urllib.request, "urlopen", answer)
    with pytest.raises(EngineError, match="has a wrong checksum"):
        write(tmp_path / "site", [Setup("othello")])


PLAYED = """
import sys
for name in ("numpy", "rich", "jinja2", "markupsafe", "Cython", "cython"):
    sys.modules[name] = None  # not in the browser
sys.path.insert(0, sys.argv[1])
from engine.play.browser import Inside
from engine.play.setup import Setup
assert sys.modules["engine.play"].__file__.startswith(sys.argv[1])
games = ("othello", "d3", ".ggf"), ("chess", "e4", ".pgn"), ("connect4", "4", ".txt")
for game, move, suffix in games:
    sent = []
    inside = Inside(Setup(game, nodes=30), sent.append, lambda: None)
    inside.begin()
    inside.answer({"id": 1, "request": {"action": "move", "move": move}})
    inside.work()
    inside.answer({"id": 2, "request": {"action": "player", "player": "bfms"}})
    wanted = {"action": "opinion", "ply": 2, "nodes": 30, "players": ["sss"]}
    inside.answer({"id": 3, "request": wanted})
    inside.work()
    inside.answer({"id": 4, "file": suffix})
    faults = [message["fault"] for message in sent if "fault" in message]
    assert faults == [""] * 4, faults
    assert len(inside.session.moves) == 2
    assert inside.state()["opinions"][0]["best"], inside.state()["opinions"]
"""


def test_the_sources_in_the_folder_are_enough(tmp_path: Path, pyodide: Path) -> None:
    """They play in the interpreter, without the packages that a browser does not have."""
    write(tmp_path / "site", [Setup("othello")], str(pyodide))
    with zipfile.ZipFile(tmp_path / "site" / "starling.zip") as archive:
        archive.extractall(tmp_path / "sources")
    run = [sys.executable, "-c", PLAYED, str(tmp_path / "sources")]
    subprocess.run(run, check=True, timeout=120, cwd=tmp_path)


class Page:
    """The page's side of a session: what was sent to it, and messages that wait."""

    def __init__(self, setup: Setup) -> None:
        self.sent: list[Mapping[str, Any]] = []
        self.coming: list[Mapping[str, Any]] = []
        self.after = 0.0
        self.inside = Inside(setup, self.take, self.waiting)
        self.inside.begin()

    def take(self, message: Mapping[str, Any]) -> None:
        json.dumps(message, allow_nan=False)
        self.sent.append(message)

    def waiting(self) -> Mapping[str, Any] | None:
        late = time.monotonic() >= self.after
        return self.coming[0] if self.coming and late else None

    def ask(self, **request: Any) -> str:
        self.inside.answer({"id": len(self.sent), "request": request})
        while self.inside.is_due():
            self.inside.work()
            while self.coming:  # what came during the search
                self.inside.answer(self.coming.pop(0))
        return str(next(message["fault"] for message in reversed(self.sent) if "fault" in message))

    def news(self, key: str) -> list[Any]:
        found = [message["news"] for message in self.sent if "news" in message]
        return [news[key] for news in found if news.get(key)]


def test_a_session_inside() -> None:
    page = Page(Setup("othello", nodes=200))
    assert page.ask(action="move", move="d3") == ""
    states = page.news("state")
    assert [len(state["moves"]) for state in (states[0], states[-1])] == [0, 2]
    frames = page.news("frames")
    assert frames[-1][-1]["nodes"] == 200
    assert page.inside.session.moves[1].record.nodes == 200
    assert "is no legal move" in page.ask(action="move", move="a1")
    assert len(page.inside.session.moves) == 2


def test_frames_are_sent_once() -> None:
    page = Page(Setup("othello", player="bstar", nodes=400))
    page.ask(action="move", move="d3")
    counts = [len(frames) for frames in page.news("frames")]
    search = page.inside._search
    assert search is not None
    assert sum(counts) == len(search.shown.frames) > 3


@pytest.mark.parametrize(("action", "moves"), [("now", 2), ("undo", 0)])
def test_a_message_ends_a_long_search(action: str, moves: int) -> None:
    page = Page(Setup("othello", seconds=60.0))
    page.coming = [{"id": 99, "request": {"action": action}}]
    page.after = time.monotonic() + 0.3
    begun = time.monotonic()
    page.ask(action="move", move="d3")
    assert time.monotonic() - begun < 20
    assert len(page.inside.session.moves) == moves
    assert not page.inside.state()["thinking"]


def test_one_message_ends_one_search() -> None:
    """The searcher plays both sides; `now` shortens the move at work, no later one."""
    page = Page(Setup("othello", people=(), seconds=0.3))
    page.coming = [{"id": 99, "request": {"action": "now"}}]
    inside = page.inside
    inside.work()
    inside.answer(page.coming.pop())
    inside.work()
    reasons = [played.record.reason for played in inside.session.moves]
    assert reasons == ["stop", "time"]


def test_a_search_that_has_not_begun_is_ended() -> None:
    page = Page(Setup("othello", people=(), nodes=50))
    inside = page.inside
    assert inside.is_due()
    inside.answer({"id": 1, "request": {"action": "pause"}})
    assert not inside.is_due()
    assert inside.state()["paused"]
    inside.answer({"id": 2, "request": {"action": "go"}})
    inside.work()
    assert len(inside.session.moves) == 1


def test_a_file_does_not_end_the_search() -> None:
    page = Page(Setup("othello", nodes=3000))
    page.coming = [{"id": 99, "file": ".ggf"}]
    page.ask(action="move", move="d3")
    assert page.inside.session.moves[1].record.nodes == 3000
    assert page.sent[-1]["text"].startswith("(;GM[Othello]")
