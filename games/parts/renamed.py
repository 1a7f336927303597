"""What is called otherwise now: whoever uses an old name is told the new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from games.errors import SpecError

__all__ = ["Renamed", "expect_new_names", "renamed"]


class Renamed:
    """A method of a class under its old name."""

    def __init__(self, name: str, now: str) -> None:
        self.told = f"{name} is called {now} now"

    def __get__(self, owner: Any, kind: Any = None) -> NoReturn:
        raise AttributeError(self.told)


def expect_new_names(part: type[Any]) -> None:
    """See that an author's class overrides nothing by its old name, which nobody would call.

    :raises SpecError: if it does.
    """
    first, *bases = part.__mro__
    for name in vars(first):
        for base in bases:
            known = vars(base).get(name)
            if isinstance(known, Renamed):
                raise SpecError(f"{part.__name__}: {known.told}")


def renamed(module: str, **names: str) -> Callable[[str], NoReturn]:
    """A module's `__getattr__` that tells the new names of old ones."""

    def missing(name: str) -> NoReturn:
        if name in names:
            raise ImportError(f"{module}.{name} is called {names[name]} now")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return missing
