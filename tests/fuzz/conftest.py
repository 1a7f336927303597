"""Shares the time out among the fuzzers; says at the end how much each has tried."""

from __future__ import annotations

from typing import Any

from tests.fuzz.running import LONG, SHARES, STATISTICS


def pytest_collection_finish(session: Any) -> None:
    fuzzers = [item for item in session.items if hasattr(item.function, "fuzzer")]
    SHARES["fuzzers"] = max(1, len(fuzzers))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for name, number in STATISTICS.items() if LONG else ():
        terminalreporter.write_line(f"{name}: {number}")
