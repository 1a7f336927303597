"""A Python that cannot run the UCI engine is refused before the dialogue begins."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path

import pytest

import uci_main
from engine import VERSION
from engine.bench import SEARCHES
from engine.preflight import fault

ROOT = Path(__file__).resolve().parents[3]


def test_this_python_can() -> None:
    assert fault() is None


def test_a_python_without_our_libraries_is_refused_in_one_line(tmp_path: Path) -> None:
    """As a GUI starts it: with an interpreter of its own choice, in a folder of its own."""
    run = subprocess.run(
        [sys.executable, "-S", str(ROOT / "uci_main.py")],
        input="uci\nposition startpos moves e2e4\ngo nodes 1\n",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (run.returncode, run.stdout) == (2, "")
    (line,) = run.stderr.splitlines()
    assert "has no module" in line
    assert str(sys.executable) in line
    assert "uci_main.py" in line or "pip install -e" in line


@pytest.mark.parametrize(
    ("word", "code", "seen"),
    [
        ("--help", 0, "usage: starling uci"),
        ("--version", 0, f"starling {VERSION}"),
        ("--nodes", 2, "no flag is named '--nodes'"),
    ],
)
def test_arguments_are_answered_and_not_taken_for_a_dialogue(
    word: str, code: int, seen: str
) -> None:
    run = subprocess.run(
        [sys.executable, str(ROOT / "uci_main.py"), word],
        input="uci\n",
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert run.returncode == code
    assert seen in run.stdout + run.stderr
    assert "uciok" not in run.stdout


def test_bench_ends_with_nodes_and_speed_as_in_other_engines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.bench.SEARCHES", SEARCHES[:2])
    monkeypatch.setattr(sys, "argv", ["starling-uci", "bench"])
    assert uci_main.main() == 0
    *lines, last = capsys.readouterr().out.splitlines()
    total = sum(int(line.split()[0]) for line in lines)
    assert re.fullmatch(rf"{total} nodes \d+ nps", last)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose one module was compiled a minute after it was written."""
    (tmp_path / "setup.py").touch()
    for room in ("games", "evaluators", "searchers"):
        (tmp_path / room / "core").mkdir(parents=True)
    for name, age in (("position.py", 100), ("position" + EXTENSION_SUFFIXES[0], 40)):
        path = tmp_path / "games" / "core" / name
        path.touch()
        os.utime(path, (path.stat().st_mtime - age,) * 2)
    return tmp_path


def test_a_stale_build_is_refused(checkout: Path) -> None:
    assert fault(str(checkout)) is None
    (checkout / "games" / "core" / "position.pxd").touch()
    seen = fault(str(checkout)) or ""
    assert os.path.join("games", "core", "position.py") in seen
    assert f"pip install -e {checkout}" in seen


def test_the_times_of_an_installed_copy_are_ignored(checkout: Path) -> None:
    (checkout / "games" / "core" / "position.py").touch()
    (checkout / "setup.py").unlink()
    assert fault(str(checkout)) is None


def test_neither_the_interpreter_nor_compiled_modules_need_cython(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PathFinder, "find_spec", lambda name: None if name == "cython" else name)
    assert fault(str(checkout)) is None
    (checkout / "games" / "core" / ("position" + EXTENSION_SUFFIXES[0])).unlink()
    assert fault(str(checkout)) is None


def test_the_python_beside_the_program_is_named(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PathFinder, "find_spec", lambda name: None)
    assert "pip install -e" in (fault(str(checkout)) or "")
    folder = "Scripts" if os.name == "nt" else "bin"
    python = checkout / ".venv" / folder / ("python.exe" if os.name == "nt" else "python")
    python.parent.mkdir(parents=True)
    python.touch()
    assert f"start it as: {python}" in (fault(str(checkout)) or "")


def test_an_old_python_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    assert "expected 3.11 or newer" in (fault() or "")
