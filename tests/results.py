"""What tournaments leave in their folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def outcome_of(folder: Path) -> dict[str, Any]:
    """Return the facts that do not depend on how the tournament was run."""
    result = json.loads((folder / "results.json").read_text())
    return {key: result[key] for key in ("standings", "pairs", "games", "budget")}


def rounds_and_places(folder: Path) -> tuple[Any, Any]:
    """The rounds and places of a Swiss or knockout tournament."""
    result = json.loads((folder / "results.json").read_text())
    return result["rounds"], result["places"]
