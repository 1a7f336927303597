"""Lines for people, printed as they are."""

from __future__ import annotations

from rich.console import Console

__all__ = ["say"]


def say(console: Console, line: str) -> None:
    """Print a line that holds specs and names, which are no markup and no emoji, unwrapped."""
    console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)
