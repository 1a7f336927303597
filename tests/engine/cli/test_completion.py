"""The script for a shell, which completes what is typed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli.main import main

_BASH = """
source "$1"
shift
complete=$(complete -p starling | sed 's/.*-F \\([^ ]*\\).*/\\1/')
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
$complete starling "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    pytest.importorskip("shtab")
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    assert main(["completion", "bash"]) == 0
    path = tmp_path / "starling.bash"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("pl", ["play"]),
        ("play oth", ["othello"]),
        ("play --le", ["--level"]),
        ("play --side se", ["second"]),
        ("match --players pvs bs", ["bstar"]),
        ("analyse --game connect", ["connect4"]),
        ("list ga", ["games"]),
        ("check quies", ["quiescence"]),
    ],
)
def test_bash_completes(script: Path, words: str, completed: list[str]) -> None:
    run = ["bash", "-c", _BASH, "bash", script, "starling", *words.split(" ")]
    found = subprocess.run(run, capture_output=True, text=True, check=True, timeout=20)
    assert (found.stdout.split(), found.stderr) == (completed, "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_can_read_theirs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, shell: str
) -> None:
    pytest.importorskip("shtab")
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert "connect4" in text
    assert "annotate" in text
    if shutil.which(shell):
        path = tmp_path / "script"
        path.write_text(text, encoding="utf-8")
        subprocess.run([shell, "-n", path], check=True, timeout=20)


def test_without_shtab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err == (
        "starling: completion needs shtab: "
        "expected pip install 'starling-search[shell]', or shtab\n"
    )
