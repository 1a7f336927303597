"""The fingerprint of behaviour, the same compiled and interpreted.

Where a change of behaviour is meant, `python tests/engine/cli/test_bench.py` writes the new one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.bench import SEARCHES, fingerprint, searched

KNOWN = Path(__file__).resolve().parents[2] / "data" / "bench.json"


def _found() -> list[dict[str, Any]]:
    return [
        {"search": " ".join(map(str, search)), "nodes": r.nodes, "move": r.move, "value": r.value}
        for search in SEARCHES
        for r in [searched(*search)]
    ]


def test_the_searches_take_the_known_nodes_and_find_the_known_values() -> None:
    found = _found()
    assert found == json.loads(KNOWN.read_text())
    assert sum(search["nodes"] for search in found) <= 200_000


def test_the_fingerprint_is_the_node_total() -> None:
    assert fingerprint() == sum(search["nodes"] for search in json.loads(KNOWN.read_text()))


if __name__ == "__main__":
    KNOWN.write_text(json.dumps(_found(), indent=0) + "\n")
