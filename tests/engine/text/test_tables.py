"""Lines no wider than a terminal."""

from __future__ import annotations

from engine.text.tables import WIDTH, wrapped


def test_a_number_stays_with_its_error_on_one_line() -> None:
    for before in range(60, 80):
        line = "x" * before + ", -102 +- 202"
        lines = wrapped(line).split("\n")
        assert all(len(part) <= WIDTH for part in lines)
        assert lines[-1].endswith("-102 +- 202")
        assert " ".join(part.strip() for part in lines) == line
