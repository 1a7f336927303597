"""Starling for Python: every public name of `engine`, loaded when it is first used.

import starling

print(starling.searcher("pvs", tt=64).search(starling.game("othello"), nodes=5000))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import engine
from engine import __all__ as __all__

if TYPE_CHECKING:
    from engine import *  # noqa: F403  # mypy takes the names and types from there


def __dir__() -> list[str]:
    """Return the names of the public API."""
    return __all__


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Return a name of the public API from `engine`, which imports it at first use."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(engine, name)
