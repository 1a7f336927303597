"""The fingerprint of behaviour, the same compiled and interpreted.

Where a change of behaviour is meant, `python tests/engine/cli/test_bench.py` writes the new one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.bench import SEARCHES, searched

KNOWN = Path(__file__).resolve().parents[2] / "data" / "bench.json"


def _entry(*search: Any) -> dict[str, Any]:
    text, found = " ".join(map(str, search)), searched(*search)
    return {"search": text, "nodes": found.nodes, "move": found.move, "value": found.value}


def test_the_searches_take_the_known_nodes_and_find_the_known_values() -> None:
    known = json.loads(KNOWN.read_text())
    assert [_entry(*search) for search in SEARCHES] == known
    assert sum(search["nodes"] for search in known) <= 200_000


if __name__ == "__main__":
    KNOWN.write_text(json.dumps([_entry(*search) for search in SEARCHES], indent=0) + "\n")
