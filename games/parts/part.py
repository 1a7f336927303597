"""`Part`: the base class of everything that a spec builds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import cython

from games.errors import SpecError
from games.parts.authored import Wrapper, is_ours, prepare, recorded_init
from games.parts.options import UNKNOWN, WORDS, NoOptions, Option, name_of, options_of, resolve
from games.parts.specs import Spec, parse

__all__ = ["NoOptions", "Option", "Part", "name_of", "options_of"]


class Part:
    """A game, evaluator or searcher: an object that a spec builds.

    A built-in subclass declares its keywords in a `TypedDict`, which is its `OPTIONS`, and reads
    their values from `self.options`. `games/parts/options.py` has an example. An author's class may
    simply have an `__init__` whose keywords have defaults.
    """

    NAME = ""
    OPTIONS: object = NoOptions

    def __cinit__(self, *_args: Any, **_keywords: Any) -> None:
        """Make an author's class record and check its calls, once for each class (`prepare`)."""
        prepare(type(self))

    @classmethod
    def wrappers(cls) -> Mapping[str, Wrapper]:
        """Return decorators for methods of this class, by method name; see `prepare`.

        An author's class records the arguments of its `__init__` as its options.
        """
        return {} if is_ours(cls.__module__) else {"__init__": recorded_init}

    def __init__(self, **given: Any) -> None:
        self._written: Any = None  # the options, and the spec made from them
        self.made_of: Any = None  # the arguments of an author's `__init__`
        # The keywords of an author's `__init__` are attributes, unless it passes them on.
        is_plain = self.OPTIONS is NoOptions and not given and options_of(type(self))
        self.options: Any = None if is_plain else resolve(type(self), given)

    @property
    def spec(self) -> str:
        """The spec that builds this part again, without the options at their defaults.

        A value without a text, such as an array, is "?".
        """
        if self.options is None:
            return self._write_spec()
        if self._written is None or self._written[0] is not self.options:
            self._written = (self.options, self._write_spec())
        return str(self._written[1])

    def _write_spec(self) -> str:
        """Return the spec: the name, and every option that is not at its default.

        An option without a default is always written. A value that specs cannot have is "?". The
        value of a literal option is the whole text behind the name.
        """
        words: dict[str, str | Spec] = {}
        for option in options_of(type(self)):
            value = self._option(option)
            if option.literal:
                return f"{name_of(type(self))}:{value}"
            if option.required:
                words[option.name] = UNKNOWN if value is option.default else _as_read(value)
            elif not _is_same(value, option.default):
                plain = isinstance(value, (Part, Spec, *WORDS))
                words[option.name] = _as_word(value) if plain else UNKNOWN
        return str(Spec(name_of(type(self)), words))

    def _option(self, option: Option) -> Any:
        """Return the value of an option: as given, else of the attribute with its name.

        Without such an attribute it is the default.
        """
        if self.options is not None and option.name in self.options:
            return self.options[option.name]
        return getattr(self, option.name, option.default)

    @classmethod
    def build(cls, **keywords: Any) -> Any:
        """Return a part for these keywords, by default `cls(**keywords)`; registries call it."""
        return cls(**keywords)

    def clone(self) -> Any:
        """Return a new part with the same options and an empty memory."""
        return self._factory()()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the recipe for `pickle` and `copy`: a `clone`, with an empty memory."""
        return self._factory(), ()

    def _factory(self) -> Any:
        """Return a function without arguments that makes a `clone`.

        An author's class gets the arguments that it was made with, a built-in one its options.
        """
        if self.made_of is None:
            return partial(type(self), **self._given())
        arguments, keywords = self.made_of
        return partial(type(self), *arguments, **keywords)

    def _given(self) -> dict[str, Any]:
        """Return the values of the part's options by name.

        An option that has no default and whose value is not stored is left out.
        """
        found = ((option, self._option(option)) for option in options_of(type(self)))
        return {
            option.name: value
            for option, value in found
            if not (option.required and value is option.default)
        }

    def __repr__(self) -> str:
        """Return the spec between < and >."""
        return f"<{self.spec}>"


def _is_same(value: Any, default: Any) -> bool:
    """Return whether a value equals the default, an array in all items; false on any error."""
    if value is default:
        return True
    try:
        if getattr(value, "shape", None) != getattr(default, "shape", None):
            return False
        same: Any = value == default
        return bool(same.all() if hasattr(same, "all") else same)
    except Exception:  # an author's class, or arrays of different shapes
        return False


def _as_word(value: Any) -> str | Spec:
    """Return an option's value as it is written in a spec: a part as its spec, others as text."""
    if isinstance(value, Part):
        written = parse(value.spec)
        return written if ":" in value.spec else written.name
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, Spec) else str(value)


def _as_read(value: Any) -> str | Spec:
    """Return a value as the text of an option in a spec; "?" if no spec can have it."""
    word = _as_word(value) if isinstance(value, (Part, *WORDS)) else UNKNOWN
    try:
        return word if parse(str(Spec("part", {"key": word}))).options == {"key": word} else UNKNOWN
    except SpecError:
        return UNKNOWN


if not cython.compiled:
    Part.options = None  # type: ignore[assignment]  # as in compiled code
    Part._written = None
    Part.made_of = None
    Part.__init_subclass__ = classmethod(prepare)  # type: ignore[assignment]  # for __cinit__
