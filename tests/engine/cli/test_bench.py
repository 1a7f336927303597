"""The fingerprint of behaviour, the same compiled and interpreted.

Where a change of behaviour is meant, `python tests/engine/cli/test_bench.py` writes the new one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import bench
from engine.bench import SEARCHES, searched
from searchers import Result

KNOWN = Path(__file__).resolve().parents[2] / "data" / "bench.json"


def _entry(search: tuple[Any, ...], found: Result) -> dict[str, Any]:
    text = " ".join(map(str, search))
    return {"search": text, "nodes": found.nodes, "move": found.move, "value": found.value}


def test_the_searches_take_the_known_nodes_and_find_the_known_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = json.loads(KNOWN.read_text())
    results: list[Result] = []

    def noted(*search: Any) -> Result:
        results.append(searched(*search))
        return results[-1]

    monkeypatch.setattr(bench, "searched", noted)
    assert bench.fingerprint() == sum(search["nodes"] for search in known) <= 200_000
    assert [_entry(*pair) for pair in zip(SEARCHES, results, strict=True)] == known


if __name__ == "__main__":
    KNOWN.write_text(
        json.dumps([_entry(search, searched(*search)) for search in SEARCHES], indent=0) + "\n"
    )
