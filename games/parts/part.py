"""Parts: what a spec builds."""

from __future__ import annotations

from functools import partial
from typing import Any

import cython

from games.errors import SpecError
from games.parts.options import UNKNOWN, WORDS, Option, name_of, options_of, resolve
from games.parts.specs import Spec, parse

__all__ = ["Option", "Part", "name_of", "options_of"]


_OURS = ("games", "evaluators", "searchers", "engine")


class Part:
    """Anything a spec builds. A part stores its options and nothing else at construction.

    A subclass of ours lists its keywords in `OPTIONS` and reads them from `self.options` (every
    option, resolved). A part of an author's own may simply have keywords with defaults.
    """

    NAME = ""
    OPTIONS: tuple[Option, ...] = ()

    def __init__(self, **given: Any) -> None:
        self._written: Any = None  # the options, and the spec as last written of them
        self.options = resolve(type(self), given)

    @property
    def spec(self) -> str:
        """The spec that rebuilds this part; options at their default are left out. A value
        that is no word, such as an array, is "?", as is a keyword without a default if the part
        holds no value by that name."""
        if self.options is None:
            return self._write_spec()
        if self._written is None or self._written[0] is not self.options:
            self._written = (self.options, self._write_spec())
        return str(self._written[1])

    def _write_spec(self) -> str:
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
        if self.options is not None and option.name in self.options:
            return self.options[option.name]
        return getattr(self, option.name, option.default)

    @classmethod
    def build(cls, **keywords: Any) -> Any:
        """What a registry calls: the part for these keywords, here a plain construction."""
        return cls(**keywords)

    def clone(self) -> Any:
        """A new part with the same options and nothing remembered."""
        return self._remaker()()

    def __reduce__(self) -> tuple[Any, ...]:
        """How `pickle` and `copy` make it again: as `clone`, with nothing remembered.

        :raises TypeError: of an author's own class that does not say how: its options need not be
            all that it was made of.
        """
        if type(self).__module__.partition(".")[0] not in _OURS:
            raise TypeError(f"cannot pickle {self!r}: {type(self).__name__} lacks __reduce__")
        return self._remaker(), ()

    def _remaker(self) -> Any:
        """What makes a `clone`, called without anything."""
        return partial(type(self), **self._given())

    def _given(self) -> dict[str, Any]:
        """Every option by name, as far as it is known."""
        found = ((option, self._option(option)) for option in options_of(type(self)))
        return {
            option.name: value
            for option, value in found
            if not (option.required and value is option.default)
        }

    def __repr__(self) -> str:
        return f"<{self.spec}>"


def _is_same(value: Any, default: Any) -> bool:
    """Whether a value is the default; of arrays, whether all their items are."""
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
    if isinstance(value, Part):
        written = parse(value.spec)
        return written if ":" in value.spec else written.name
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, Spec) else str(value)


def _as_read(value: Any) -> str | Spec:
    """The word of any object, if it has one that a spec can be read with; else "?"."""
    word = _as_word(value) if isinstance(value, (Part, *WORDS)) else UNKNOWN
    try:
        return word if parse(str(Spec("part", {"key": word}))).options == {"key": word} else UNKNOWN
    except SpecError:
        return UNKNOWN


if not cython.compiled:
    Part.options = None  # type: ignore[assignment]  # as compiled attributes start
    Part._written = None
