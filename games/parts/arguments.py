"""Checks of the arguments of public functions: each error names the argument and its value."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.errors import SpecError, quoted


def as_tuple(values: Any, name: str, what: str) -> tuple[Any, ...]:
    """Return the values of a list, or of something else to iterate over, as a tuple.

    :param name: the name of the argument; `what` says what the list has, in the plural.
    :raises SpecError: for a text, whose letters would count as values, and for no list at all.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise SpecError(f"{name}={quoted(values)}: expected a list of {what}")
    return tuple(values)


def path_of(path: Any, name: str, what: str) -> Path:
    """Return the path that is given by a text or a path.

    :param name: the name of the argument; `what` says what is there, such as "a folder".
    :raises SpecError: for anything else, and for an empty text, as of an unset variable of a shell.
    """
    if not isinstance(path, str | os.PathLike) or path == "":
        raise SpecError(f"{name}={quoted(path)}: expected the path of {what}")
    return Path(path)
