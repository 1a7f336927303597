"""Lines for people, printed as they are."""

from __future__ import annotations

from rich.console import Console

from games.errors import printable

__all__ = ["say"]

_LONGEST = 4000
"""Letters of a line."""


def say(console: Console, line: str) -> None:
    """Print lines that hold specs and names, which are no markup and no emoji, unwrapped; what does
    not print is escaped."""
    line = "\n".join(printable(each, _LONGEST) for each in line.split("\n"))
    console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)
