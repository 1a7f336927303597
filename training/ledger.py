"""The ledger of generations as a table in Markdown."""

from __future__ import annotations

from typing import Any

__all__ = ["table"]

_BEFORE = ("generation", "played by", "nodes", "games", "positions", "fitted to")
_AFTER = ("against", "score", "Elo", "kept")


def table(ledger: list[dict[str, Any]], base: str) -> str:
    """One row for each generation.

    :param base: who played the first games.
    """
    if not ledger:
        return ""
    columns = (*_BEFORE, *(name for name in ledger[0] if name.startswith("held-out")), *_AFTER)
    lines = [_row(columns), _row("---" for _ in columns)]
    return "\n".join(
        lines + [_row(_cell(entry, name, base) for name in columns) for entry in ledger]
    )


def _cell(entry: dict[str, Any], name: str, base: str) -> str:
    value = entry[name]
    if name in ("played by", "against"):
        return str(value or base)
    if name == "score":
        return "+{} ={} -{}".format(*value)
    if name == "kept":
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _row(cells: Any) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
