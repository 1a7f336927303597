"""Bars of progress in a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = ["bars"]


def bars(console: Console, done: ProgressColumn, **settings: Any) -> Progress:
    """Bars with what they are of and the time left; nothing of them stays.

    :param done: tells how much is done.
    """
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        done,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        **settings,
    )
