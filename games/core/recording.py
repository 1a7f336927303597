"""What a game written in Python need not write: its moves and its options are recorded for it.

Never compiled: the functions here take the place of an author's methods.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from games.parts.renamed import expect_new_names

__all__ = ["Default", "keep_history"]


class Default:
    """A computed attribute that an author's own attribute of the same name simply replaces."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        return self if owner is None else self.compute(owner)


_prepared: set[type] = set()


def keep_history(game: Any) -> None:
    """Let an author's push and pop keep the history, and __init__ its options, unknown to them.

    A class that has a history of its own, as every game of ours has, is left alone.
    """
    if game in _prepared:
        return
    _prepared.add(game)
    expect_new_names(game)
    if not isinstance(game.history, Default):
        return
    for cls in game.__mro__:
        if "history" in vars(cls):  # where the default is
            return
        for name, recorded in _RECORDED.items():
            method = vars(cls).get(name)
            if method is not None and not hasattr(method, "keeps_history"):
                setattr(cls, name, recorded(method))


def _recorded_init(init: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(init)
    def recorded(self: Any, *given: Any, **named: Any) -> None:
        from inspect import signature  # 6 ms of a start

        bound = signature(init).bind(self, *given, **named)
        bound.apply_defaults()
        init(self, *given, **named)
        if self.options is None:
            self.options = dict(list(bound.arguments.items())[1:])

    recorded.keeps_history = True  # type: ignore[attr-defined]  # a mark on our own function
    return recorded


def _recorded_push(push: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(push)
    def recorded(self: Any, move: int) -> None:
        played = self.__dict__.setdefault("_played", [])
        before = len(played)
        push(self, move)
        played[before:] = [move]  # once, even if the push called its parent's

    recorded.keeps_history = True  # type: ignore[attr-defined]  # a mark on our own function
    return recorded


def _recorded_pop(pop: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(pop)
    def recorded(self: Any) -> None:
        played = self.__dict__.setdefault("_played", [])
        before = len(played)
        pop(self)
        del played[before - 1 :]

    recorded.keeps_history = True  # type: ignore[attr-defined]  # a mark on our own function
    return recorded


_RECORDED = {"__init__": _recorded_init, "push": _recorded_push, "pop": _recorded_pop}
