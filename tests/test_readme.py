"""What the README shows, runs."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    """The fenced blocks of that name, one after the other."""
    found = re.findall(rf"^```\w+ {name}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found, name
    return "\n".join(found)


def test_the_main_job_plays_its_match(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = block("main-command").partition("starling match ")[2].split()
    command[command.index("--nodes") + 1] = "60"
    command[command.index("--out") + 1] = str(tmp_path)
    assert main(["match", *command]) == 0
    assert "bfms" in capfd.readouterr().out
    saved = json.loads((tmp_path / "results.json").read_text())
    assert len((tmp_path / "transcripts.txt").read_text().splitlines()) >= 12
    assert {row["player"] for row in saved["standings"]} == {"alphabeta", "bfms", "random"}


def test_the_tournament_script(capfd: pytest.CaptureFixture[str]) -> None:
    script = block("tournament")
    assert len([line for line in script.splitlines() if line.strip()]) <= 10
    exec(script.replace("nodes=1000, games=10", "nodes=30, games=2"), {})
    assert "random" in capfd.readouterr().out


def test_the_api(capfd: pytest.CaptureFixture[str]) -> None:
    exec(block("from-python"), {})
    out = capfd.readouterr().out
    assert "8 r n b q k b n r" in out
    assert "Black to move" in out


def test_the_page_about_python(capfd: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    scripts = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert scripts
    for script in scripts:
        exec(script, {})
    assert "othello, 4 of 4 games" in capfd.readouterr().out


def test_a_game_of_ones_own_in_fifteen_lines(capfd: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    lines = block("own-game").partition("from engine")[0].strip().splitlines()
    assert len([line for line in lines if line.strip()]) <= 15
    exec(block("own-game"), names)
    assert capfd.readouterr().out == "1\n", "20 is a multiple of 4: lost for the other side"
    from games.check import check_game

    assert check_game(names["Nim"]()) > 100


def test_the_tournament_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = block("tournament-file").replace("= 20", "= 2").replace("5000", "50")
    if not (shutil.which("stockfish") or Path("/usr/games/stockfish").exists()):
        text = text.rpartition("[[player]]")[0]
    file, out = tmp_path / "tournament.toml", tmp_path / "folder"
    file.write_text(text)
    for line in (line[2:] for line in README.splitlines() if "folder" in line and line[0] == "$"):
        words = line.replace("tournament.toml", str(file)).replace("folder", str(out)).split()
        assert main(words[1:]) == 0
        shown = capfd.readouterr().out
        assert "bfms" in ((out / "report.html").read_text() if "report" in words else shown)
    assert json.loads((out / "results.json").read_text())["standings"]


@pytest.mark.parametrize(
    "line",
    [
        line[2:]
        for line in README.splitlines()
        if line.startswith("$ .venv/bin/starling") and not re.search("folder|values-", line)
    ],
)
def test_the_commands_shown(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for much, little in {
        "--positions 20": "--positions 2",
        "--nodes 20000": "--nodes 1000",
        "train connect4 --minutes 10": "train mnk --generations 1 --games 4 --intervals 0",
    }.items():
        line = line.replace(much, little)
    assert main(shlex.split(line)[1:]) == 0
    assert capfd.readouterr().out


def test_what_is_installed_is_on_a_registry_or_here() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    known = {re.split(r"[><=\[]", word)[0] for each in extras.values() for word in each}
    found = 0
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("**/*.md")):
        for command in re.findall(r"pip install([^\n`#&)]*)", page.read_text(encoding="utf-8")):
            for word in shlex.split(command):
                package, _, extra = word.rstrip("].").partition("[")
                assert word.startswith("-") or package in ("", ".", *known), (page, command)
                assert not extra or extra in extras, (page, command)
                found += 1
    assert found > 5


def test_the_uci_dialogue_shown() -> None:
    (line,) = (line for line in README.splitlines() if line.startswith("$ (printf"))
    sent = line.partition("'")[2].partition("'")[0].replace("\\n", "\n")
    answer = subprocess.run(
        [sys.executable, str(ROOT / "uci_main.py")],
        input=sent,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    assert "uciok" in answer
    assert len(re.findall(r"^bestmove [a-h]\d", answer, re.MULTILINE)) == 1


def test_the_gtp_dialogue_shown() -> None:
    (line,) = (line for line in README.splitlines() if line.startswith("$ printf"))
    shown = re.fullmatch(r"\$ printf '(.*)' \| \.venv/bin/starling (.*)", line)
    assert shown is not None
    sent, command = shown.groups()
    answer = subprocess.run(
        [sys.executable, "-m", "engine.cli.main", *command.split()],
        input=sent.replace("\\n", "\n"),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=ROOT,
    ).stdout
    assert re.match(r"= [a-h][1-8]\n\n= \n  a b c", answer)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["main-command", "test-command"])
def test_a_newcomers_commands(name: str, tmp_path: Path) -> None:
    """In a clone without anything built, and (for the tests) without the slow ones' recursion."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(tmp_path / "clone")], check=True)
    subprocess.run(block(name).strip(), shell=True, cwd=tmp_path / "clone", check=True)
