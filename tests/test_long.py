"""The list of long tests."""

from __future__ import annotations

import ast

from tests.long import LIST, durations

ROOT = LIST.parents[1]


def test_times_are_added() -> None:
    output = """
============ slowest durations ============
1.50s call     tests/test_a.py::test_x[a b-1]
0.25s setup    tests/test_a.py::test_x[a b-1]
0.01s teardown tests/test_b.py::test_y

(2 durations < 0.005s hidden.)
"""
    assert durations(output) == {
        "tests/test_a.py::test_x[a b-1]": 1.75,
        "tests/test_b.py::test_y": 0.01,
    }


def test_listed_tests_exist() -> None:
    for line in LIST.read_text(encoding="utf-8").splitlines():
        path, name = line.split("::", 1)
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        functions = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
        assert name.partition("[")[0] in functions, line
