"""The ledger of generations as a table in Markdown."""

from __future__ import annotations

from typing import Any

__all__ = ["table"]

_COLUMNS = (
    "generation",
    "played by",
    "nodes",
    "games",
    "positions",
    "fitted to",
    "held-out loss of pst",
    "held-out loss of network",
    "against",
    "score",
    "Elo",
    "kept",
)


def table(ledger: list[dict[str, Any]]) -> str:
    """One row for each generation."""
    lines = [_row(_COLUMNS), _row("---" for _ in _COLUMNS)]
    return "\n".join(lines + [_row(_cell(entry, name) for name in _COLUMNS) for entry in ledger])


def _cell(entry: dict[str, Any], name: str) -> str:
    value = entry[name]
    if name in ("played by", "against"):
        return str(value or "pst")
    if name == "score":
        return "+{} ={} -{}".format(*value)
    if name == "kept":
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _row(cells: Any) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
