"""Classes of authors: their methods are replaced by ones that also record or check something.

Never compiled: these functions run around methods in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

OURS = ("games", "evaluators", "searchers", "engine")
"""The packages of Starling whose classes are parts."""

Wrapper = Callable[[Callable[..., Any]], Callable[..., Any]]

_BASES = ("games.core.", "games.parts.")
"""Where the base classes are, which have nothing to record."""

_prepared: set[type] = set()


def is_ours(module: Any) -> bool:
    """Return whether a module of this name is one of Starling's own."""
    return str(module).partition(".")[0] in OURS


def prepare(part: Any) -> None:
    """Replace the methods of a class that `part.wrappers()` names, those of its bases too, once.

    Of an author's class the bases that are Starling's own are prepared as classes of their own.
    """
    if part in _prepared:
        return
    _prepared.add(part)
    wrappers: Mapping[str, Wrapper] = part.wrappers()
    for cls in part.__mro__[:-1] if wrappers else ():  # without `object`
        if cls.__module__.startswith(_BASES):
            continue
        if is_ours(cls.__module__) != is_ours(part.__module__):
            if hasattr(cls, "wrappers"):
                prepare(cls)
            continue
        for name, wrapper in wrappers.items():
            method = vars(cls).get(name)
            if method is not None and not hasattr(method, "replaces"):
                setattr(cls, name, wrapper(method))


def replacement(method: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator like `wraps(method)`, which also marks the function for `prepare`."""

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        """Give the function the method's name and documentation, and the mark."""
        marked = wraps(method)(function)
        marked.replaces = method  # type: ignore[attr-defined]  # a mark on our own function
        return marked

    return mark


def checking(name: str, check: Callable[[Any, str, Any], Any]) -> Wrapper:
    """Return a decorator for a method that also checks its result.

    :param name: the name of the method.
    :param check: gets the object, this name and the result, and returns the result; or it raises
        an error.
    """

    def replace(method: Callable[..., Any]) -> Callable[..., Any]:
        """Return the method with the check; a static method, or no function, as it is."""
        if isinstance(method, staticmethod) or not callable(method):  # as a partialmethod
            return method

        @replacement(method)
        def checked(self: Any, *given: Any, **named: Any) -> Any:
            """Run the author's method, and check its result."""
            return check(self, name, method(self, *given, **named))

        return checked

    return replace


def recorded_init(init: Callable[..., Any]) -> Callable[..., Any]:
    """Return an `__init__` that also stores its arguments, as `made_of` and as `options`.

    Options that it sets itself stay. The evaluator of a searcher is no option.
    """

    @replacement(init)
    def recorded(self: Any, *given: Any, **named: Any) -> None:
        """Run the author's `__init__`, and store its arguments unless it is a base class's."""
        from inspect import signature  # importing it takes 6 ms

        bound = signature(init).bind(self, *given, **named)
        bound.apply_defaults()
        init(self, *given, **named)
        if type(self).__init__ is not recorded:  # of a base class
            return
        self.made_of = (given, named)
        if self.options is None:
            arguments = dict(list(bound.arguments.items())[1:])
            arguments.pop("evaluator", None)
            self.options = arguments

    return recorded
