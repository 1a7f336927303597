"""Nothing needs POSIX: all runs where a system has no `fcntl`, `fork`, SIGHUP and so on."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from declarations import compiled_modules
from games.without_cython import names

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = os.pathsep.join([str(ROOT / "tests" / "elsewhere"), str(ROOT)])

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="that is such a system")

EVERY_MODULE = """
import importlib, os, pkgutil, signal, sys
assert not hasattr(os, "fork") and not hasattr(signal, "SIGHUP") and sys.platform == "win32"
count = 0
for package in ("games", "evaluators", "searchers", "engine", "starling", "uci_main"):
    module = importlib.import_module(package)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), package + "."):
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError as missing:
            assert missing.name in ("pyspiel", "distributed", "matplotlib"), missing
        count += 1
print(count)
"""
LOCKED = """
from engine.jobs.store import Store
from games.errors import FileError
with Store("results.sqlite", {}):
    try:
        Store("results.sqlite", {})
    except FileError as error:
        print(error)
Store("results.sqlite", {}).close()
"""
TOURNAMENT = """
game = "connect4"
format = "round-robin"
games_per_pair = 2
nodes = 30
[[player]]
spec = "alphabeta"
[[player]]
spec = "bfms"
[[player]]
spec = "uci:PROGRAM"
name = "program"
"""


def run(*words: str, folder: Path, commands: str = "") -> str:
    """The output of a program of ours on such a system."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": ELSEWHERE},
        input=commands,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def starling(*words: str, folder: Path, commands: str = "") -> str:
    """The output of a command."""
    main = "import sys; from engine.cli.main import main; sys.exit(main(sys.argv[1:]))"
    return run("-c", main, *words, folder=folder, commands=commands)


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    assert int(run("-c", EVERY_MODULE, folder=tmp_path)) > 200


def test_a_file_of_results_has_one_writer(tmp_path: Path) -> None:
    said = run("-c", LOCKED, folder=tmp_path)
    assert said == "results.sqlite is being written by another process\n"


def test_a_tournament_with_workers_and_a_program(tmp_path: Path) -> None:
    program = f"{sys.executable} {ROOT / 'uci_main.py'}"
    text = TOURNAMENT.replace("connect4", "chess").replace("PROGRAM", program)
    (tmp_path / "tournament.toml").write_text(text, encoding="utf-8")
    starling("tournament", "tournament.toml", "--out", "folder", "--workers", "2", folder=tmp_path)
    said = starling("standings", "folder", folder=tmp_path)
    assert "6 of 6 games" in said


def test_the_names_without_cython_are_those_of_the_sources() -> None:
    """Those that are used when the sources run; annotations are not."""
    used = set()
    for source in compiled_modules(ROOT):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            for name in ("annotation", "returns"):
                if isinstance(getattr(node, name, None), ast.expr):
                    setattr(node, name, None)
        used |= {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "cython"
        }
    compiled_only = {"pointer", "p_int"}
    assert used - compiled_only <= set(names())
    assert names()["cast"](int, 2.5) == 2


def test_a_search_with_processes(tmp_path: Path) -> None:
    player = "ps:workers=2"
    said = starling(
        "analyse", "--player", player, "--game", "othello", "--nodes", "300", folder=tmp_path
    )
    assert "nodes" in said


def test_uci_and_play(tmp_path: Path) -> None:
    commands = "uci\nposition startpos\ngo nodes 50\nisready\nquit\n"
    said = run(str(ROOT / "uci_main.py"), folder=tmp_path, commands=commands)
    assert "bestmove " in said
    assert "readyok" in said
    starling("play", "othello", "--level", "1", folder=tmp_path, commands="d3\nquit\n")
