"""Parts: what a spec builds, the options it may have, and the registries that know them by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import cython

from games.errors import SpecError, unknown
from games.specs import Spec, parse

__all__ = ["Option", "Part", "Registry", "options_of"]


class Option:
    """One keyword of a part: its name, its default, and what values it takes.

    The default's type is the option's type: bool, int, float or str.

    :param choices: the words allowed, where only some are.
    :param low, high: the smallest and largest number allowed.
    :param kind: "evaluator" or "searcher" for an option that is itself a part (a spec or the built
        part; the default None lets the part choose).
    :param literal: the option takes the whole text behind the name (`explicit:FILE`).
    """

    def __init__(
        self,
        name: str,
        default: Any,
        help: str = "",
        *,
        choices: tuple[str, ...] = (),
        low: int | None = None,
        high: int | None = None,
        kind: str = "",
        literal: bool = False,
    ) -> None:
        self.name = name
        self.default = default
        self.help = help
        self.choices = choices
        self.low = low
        self.high = high
        self.kind = kind
        self.literal = literal

    def read(self, value: Any, owner: str) -> Any:
        """The value in the option's own type, from text or from Python.

        :raises SpecError: saying what was expected.
        """
        if self.kind or (value is None and self.default is None):
            return value
        try:
            read = self._typed(value)
        except (TypeError, ValueError):
            raise SpecError(f"{owner}: {self.name}={value}: expected {self.expected}") from None
        if self.choices and read not in self.choices:
            raise SpecError(f"{owner}: {unknown(self.name, str(value), self.choices)}")
        too_low = self.low is not None and read < self.low
        if too_low or (self.high is not None and read > self.high):
            raise SpecError(f"{owner}: {self.name}={value}: expected {self.expected}")
        return read

    def _typed(self, value: Any) -> Any:
        if isinstance(self.default, bool):
            return ("false", "true").index(str(value).lower()) == 1
        if isinstance(self.default, int):
            if isinstance(value, (bool, float)):
                raise ValueError
            return int(value)
        return float(value) if isinstance(self.default, float) else str(value)

    @property
    def expected(self) -> str:
        """What the option takes, in words."""
        if self.kind:
            return f"the spec of a {self.kind}"
        if self.choices:
            return "|".join(self.choices)
        if isinstance(self.default, bool):
            return "true|false"
        word = {int: "a whole number", float: "a number"}.get(type(self.default), "text")
        if self.low is not None and self.high is not None:
            return f"{word} from {self.low} to {self.high}"
        return f"{word}, at least {self.low}" if self.low is not None else word


class Part:
    """Anything a spec builds. A part stores its options and nothing else at construction.

    A subclass of ours lists its keywords in `OPTIONS` and reads them from `self.options` (every
    option, resolved). A part of an author's own may simply have keywords with defaults.
    """

    NAME = ""
    OPTIONS: tuple[Option, ...] = ()

    def __init__(self, **given: Any) -> None:
        self.options = resolve(type(self), given)

    @property
    def spec(self) -> str:
        """The spec that rebuilds this part; options at their default are left out."""
        words: dict[str, str | Spec] = {}
        for option in options_of(type(self)):
            value = self._option(option)
            if option.literal:
                return f"{name_of(type(self))}:{value}"
            if value != option.default:
                words[option.name] = _as_word(value)
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
        return type(self)(**{o.name: self._option(o) for o in options_of(type(self))})

    def __repr__(self) -> str:
        return f"<{self.spec}>"


if not cython.compiled:
    Part.options = None  # type: ignore[assignment]  # as a compiled attribute starts


def _as_word(value: Any) -> str | Spec:
    if isinstance(value, Part):
        return parse(value.spec)
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, Spec) else str(value)


def name_of(part: type[Part]) -> str:
    """The name a class goes by in specs."""
    return part.NAME or part.__name__.lower()


def options_of(part: type[Part]) -> tuple[Option, ...]:
    """The options of a class: its table, or for an author's class its keywords with defaults."""
    if part.OPTIONS:
        return part.OPTIONS
    return _keywords_of(part)  # type: ignore[arg-type]  # classes can be hashed


@cache
def _keywords_of(part: Any) -> tuple[Option, ...]:
    try:
        keywords = list(inspect.signature(part).parameters.values())
    except ValueError:  # a compiled class has no signature to read
        return ()
    if any(keyword.kind is keyword.VAR_KEYWORD for keyword in keywords):
        return ()  # **options: a class with a table, and nothing in it
    named = [k for k in keywords if k.default is not k.empty and k.name != "evaluator"]
    return tuple(Option(keyword.name, keyword.default) for keyword in named)


def _expect_defaults(part: type[Part], context: Mapping[str, Any]) -> None:
    """Hold an author's class to what a spec needs: a default for every keyword.

    :raises SpecError: if one has none.
    """
    try:
        inspect.signature(part).bind(**context)
    except TypeError as error:
        raise SpecError(f"{name_of(part)}: {error}: expected a default for it") from None
    except ValueError:  # a compiled class has no signature to read
        return


def resolve(part: type[Part], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a class: those given, checked, and the defaults of the rest.

    :raises SpecError: on an unknown key or an unusable value.
    """
    table = {option.name: option for option in options_of(part)}
    owner = name_of(part)
    for key in given:
        if key not in table:
            raise SpecError(unknown(f"option of {owner}", key, table))
    return {
        name: option.read(given[name], owner) if name in given else option.default
        for name, option in table.items()
    }


class Registry:
    """Parts of one kind by name: the built-in ones, and those that entry points add.

    Built-in parts are imported when they are first asked for, so that starting stays quick.

    :param kind: "game", "evaluator" or "searcher", as used in messages.
    :param builtin: name -> "module:Class".
    :param group: the entry point group of third parties.
    """

    def __init__(self, kind: str, builtin: Mapping[str, str], group: str) -> None:
        self.kind = kind
        self.builtin = dict(builtin)
        self.group = group
        self._found: dict[str, Callable[..., Any]] = {}

    def names(self) -> list[str]:
        """All names, those of installed third parties included."""
        return sorted({*self.builtin, *self._found, *self._entry_points()})

    def register(self, name: str, part: Callable[..., Any]) -> None:
        """Add a part for this process, as an entry point does for every process.

        :raises SpecError: if the name is taken.
        """
        if name in self.builtin or (name in self._found and self._found[name] is not part):
            raise SpecError(f"the {self.kind} name {name!r} is taken")
        self._found[name] = part

    def find(self, name: str) -> Any:
        """The class of that name.

        :raises SpecError: naming the nearest match and all names there are.
        """
        if name not in self._found:
            self._found[name] = self._load(name)
        return self._found[name]

    def make(self, spec: str | Spec | Part, **context: Any) -> Any:
        """Build a part from its spec; a part already built is returned as it is.

        :param context: keywords of the constructor that are no options (a searcher's evaluator).
        :raises SpecError: if the spec does not name a part or its options do not fit.
        """
        if isinstance(spec, Part):
            return spec
        read = parse(spec) if isinstance(spec, str) else spec
        part = self.find(read.name)
        if read.literal is not None:
            whole = next(option.name for option in options_of(part) if option.literal)
            return part.build(**{whole: read.literal}, **context)
        if part.OPTIONS:
            return part.build(**read.options, **context)
        # An author's plain constructor does no checking of its own.
        _expect_defaults(part, context)
        resolved = resolve(part, read.options)
        return part.build(**{key: resolved[key] for key in read.options}, **context)

    def _load(self, name: str) -> Any:
        if name in self.builtin:
            module, _, attribute = self.builtin[name].partition(":")
            return getattr(import_module(module), attribute)
        entry = self._entry_points().get(name)
        if entry is None:
            raise SpecError(unknown(self.kind, name, self.names()))
        try:
            return entry.load()
        except Exception as error:  # another's module may fail in any way it likes
            fault = " ".join(f"{type(error).__name__}: {error}".split())
            raise SpecError(f"the {self.kind} {name!r} is {entry.value}: {fault}") from error

    def _entry_points(self) -> dict[str, Any]:
        from importlib.metadata import entry_points  # 38 ms: only when a name is not built in

        return {entry.name: entry for entry in entry_points(group=self.group)}
