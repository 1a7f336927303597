"""What to tell a user whose copy runs in the interpreter."""

from __future__ import annotations

import games.core.position

__all__ = ["NOTICE", "uncompiled"]

NOTICE = (
    "this copy of Starling runs in the interpreter, about 150 times slower than compiled; "
    "to compile it: have a C compiler (gcc or clang) and install it again"
)


def uncompiled() -> bool:
    """Whether this copy runs in the interpreter."""
    return games.core.position.__file__.endswith(".py")
