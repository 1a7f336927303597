from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from benchmarks.command_line import start
from searchers import make


def work(
    player: str = "pvs", nodes: int = 7, *, more: Sequence[int] = (), loud: bool = False
) -> None:
    """Search.

    :param more: 100% of the
        other numbers
    """
    print(make(player).NAME, 2 * nodes, sum(more), "!" if loud else "")


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        ([], 0, "pvs 14 0"),
        (["bfms", "100"], 0, "bfms 200 0"),
        (["bfms", "1", "--more", "2", "3", "--loud"], 0, "bfms 2 5 !"),
        (["--help"], 0, "100% of the other numbers (default: ())"),
        (["pv"], 2, "no searcher is named 'pv'"),
        (["pvs", "many"], 2, "invalid int value: 'many'"),
        (["--help"], 0, "default: 7"),
    ],
)
def test_a_benchmark_takes_a_word_for_each_parameter(
    words: list[str],
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmark", *words])
    try:
        start(work, "What it measures.")
        ended = 0
    except SystemExit as end:
        ended = int(end.code or 0)
    printed = "".join(capsys.readouterr())
    assert (ended, line in printed) == (code, True)
    assert "Traceback" not in printed
