"""What is to be done once, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["Detailed", "Job"]


@dataclass(frozen=True)
class Job:
    """Something to be done once.

    :param key: its name, unique in its list.
    :param function: what to call; workers import it by its name.
    :param arguments: what to call it with. It returns what JSON can hold, or a `Detailed` pair.
    """

    key: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


class Detailed(NamedTuple):
    """A result in two parts, so that the short ones can be read without the long ones."""

    result: Any
    detail: Any
