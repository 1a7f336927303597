"""Every promise of docs/promises.md names a test or a command that holds it, and those exist."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
PROMISES = re.findall(r"^\* (.*?)(?=^\*|^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)


def quotations(text: str) -> Iterator[str]:
    """Return the text between backticks, on one line or over two."""
    return (" ".join(found.split()) for found in re.findall(r"`([^`]+)`", text))


def holds(name: str, tests: set[str]) -> bool:
    """Whether a quotation is a test or a command that exists."""
    words = name.split()
    if name.startswith("test_"):
        return name in tests
    if words[0] == "bash":
        return (ROOT / words[1]).is_file()
    return words[:2] == [".venv/bin/python", "-m"] and (
        (ROOT / words[2].replace(".", "/")).with_suffix(".py").is_file()
    )


def test_every_promise_is_held_by_a_test_or_a_command() -> None:
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(PROMISES) > 15
    for promise in PROMISES:
        named = list(quotations(promise))
        assert [name for name in named if name.startswith("test_") and name not in tests] == []
        assert any(holds(name, tests) for name in named), promise


def test_nothing_is_written_unasked(tmp_path: Path) -> None:
    command = "match --game ngame:b=3,d=6 --players alphabeta random --nodes 10 --games 2"
    subprocess.run(
        [sys.executable, "-B", "-m", "engine.cli.main", *command.split()],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    assert list(tmp_path.iterdir()) == []
