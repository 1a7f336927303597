from __future__ import annotations

import os
import subprocess
import sys

import pytest

from engine.cli.faults import exit_code
from games.errors import SpecError


@pytest.mark.parametrize(
    ("error", "code", "seen"),
    [
        (None, 0, ""),
        (SpecError("no such\nthing"), 2, "command: no such\\nthing\n"),
        (KeyboardInterrupt(), 130, "command: run it again\n"),
        (MemoryError(), 2, "command: not enough memory\n"),
        (OSError("no space left"), 2, "command: no space left\n"),
    ],
)
def test_what_ends_a_command_is_reported_in_a_line(
    error: BaseException | None, code: int, seen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        if error is not None:
            raise error

    assert exit_code("command", work, "run it again") == code
    assert capsys.readouterr().err == seen


def test_what_no_user_could_have_caused_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        exit_code("command", lambda: 1 // 0)


@pytest.mark.parametrize("command", [["play", "othello"], ["list"]])
def test_a_reader_that_has_ended_is_no_fault(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = [sys.executable, "-m", "engine.cli.main", *command]
    done = subprocess.run(run, input=b"", stdout=writer, stderr=subprocess.PIPE, timeout=60)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_another_exit_keeps_its_code() -> None:
    with pytest.raises(SystemExit, match="3"):
        exit_code("command", lambda: sys.exit(3))
