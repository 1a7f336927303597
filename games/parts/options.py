"""Options: the keywords of a part, what values they take, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from games.errors import SpecError, printable, quoted, unknown
from games.parts.numbers import LARGEST, number, whole
from games.parts.specs import Spec

__all__ = ["UNKNOWN", "Option", "name_of", "options_of", "resolve"]

UNKNOWN = "?"
"""Stands in a spec for a value that a part was made of and does not hold by the keyword's name."""

_SHOWN = 80
"""Letters of a value that a message shows, at most."""


WORDS = (bool, int, float, str)
"""Of what, beside parts, a spec tells all; the text of other objects may differ each time."""


class Option:
    """One keyword of a part: its name, its default, and what values it takes.

    The default's type is the option's type: bool, int, float or str. A keyword of an author's
    class may have no default: its type stands in that place, and is `object` where no annotation
    tells how to read it from text.

    :param choices: the words allowed, where only some are.
    :param low: the smallest number allowed.
    :param high: the largest number allowed.
    :param kind: "evaluator" or "searcher" for an option that is itself a part (a spec or the built
        part; the default None lets the part choose).
    :param literal: the option takes the whole text behind the name (`explicit:FILE`).
    :param formerly: what it was called before, for who still writes that.
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
        formerly: str = "",
    ) -> None:
        self.name = name
        self.default = default
        self.help = help
        self.choices = choices
        self.low = low
        self.high = high
        self.kind = kind
        self.literal = literal
        self.formerly = formerly

    def read(self, value: Any, owner: str) -> Any:
        """The value in the option's own type, from text or from Python.

        :raises SpecError: saying what was expected.
        """
        if self.kind or (value is None and self.default is None):
            return value
        if isinstance(value, str) and value == UNKNOWN and (self.required or not self.is_word):
            raise SpecError(f"{owner}: {self.name}={UNKNOWN}: expected a value; none was recorded")
        try:
            read = self._typed(value)
        except (TypeError, ValueError):
            raise self._unfit(value, owner) from None
        if self.choices and read not in self.choices:
            raise SpecError(f"{owner}: {unknown(self.name, str(value), self.choices)}")
        too_low = self.low is not None and read < self.low
        if too_low or (self.high is not None and read > self.high):
            raise self._unfit(value, owner)
        return read

    def _typed(self, value: Any) -> Any:
        if issubclass(self.type, bool):
            return ("false", "true").index(str(value).lower()) == 1
        if issubclass(self.type, int):
            if isinstance(value, (bool, float)):
                raise ValueError
            return whole(value)
        if issubclass(self.type, float):
            return number(value)
        if self.type is object:
            if isinstance(value, (str, Spec)):
                raise ValueError
            return value
        if not self.is_word and not isinstance(value, (str, Spec, *WORDS)):
            return value  # an array, say, which only Python can give
        if not self.is_word and self.default is not None:
            raise ValueError
        if not str(value).isprintable():  # it would reach terminals and records
            raise ValueError
        return str(value)

    def _unfit(self, value: Any, owner: str) -> SpecError:
        text = isinstance(value, (str, Spec))
        given = printable(str(value), _SHOWN) if text else quoted(value, _SHOWN)
        return SpecError(f"{owner}: {self.name}={given}: expected {self.expected}")

    @property
    def required(self) -> bool:
        """Whether there is no default."""
        return isinstance(self.default, type)

    @property
    def is_word(self) -> bool:
        """Whether its values can be written in a spec, as the default shows."""
        return issubclass(self.type, WORDS)

    @property
    def type(self) -> type[Any]:
        """What its values are."""
        kind: type[Any] = self.default if self.required else type(self.default)
        return kind

    @property
    def expected(self) -> str:
        """What the option takes, in words."""
        if self.kind:
            return f"the spec of {'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind}"
        if self.choices:
            return "|".join(self.choices)
        if issubclass(self.type, bool):
            return "true|false"
        words = {int: "a whole number", float: "a number", object: "an annotation, to read text by"}
        word = words.get(self.type, "printable text")
        if not self.is_word and self.default is not None and self.type is not object:
            word = f"a value like {quoted(self.default, _SHOWN)}, given in Python"
        if self.low is not None and self.high is not None:
            return f"{word} from {self.low} to {self.high}"
        if self.type is int:
            word += f" up to {self.high or LARGEST}"
        return f"{word}, at least {self.low}" if self.low is not None else word


def name_of(part: type[Any]) -> str:
    """The name a class goes by in specs."""
    return part.NAME or part.__name__.lower()


def options_of(part: type[Any]) -> tuple[Option, ...]:
    """The options of a class: its table, or for an author's class its keywords."""
    if part.OPTIONS:
        return part.OPTIONS
    return _keywords_of(part)  # type: ignore[arg-type]  # classes can be hashed


@cache
def _keywords_of(part: Any) -> tuple[Option, ...]:
    from inspect import signature  # 6 ms of a start

    try:
        keywords = list(signature(part).parameters.values())
    except ValueError:  # a compiled class has no signature to read
        return ()
    if any(keyword.kind is keyword.VAR_KEYWORD for keyword in keywords):
        return ()  # **options: a class with a table, and nothing in it
    return tuple(
        Option(word.name, _type_of(word.annotation) if word.default is word.empty else word.default)
        for word in keywords
        if word.name != "evaluator" and word.kind in (word.POSITIONAL_OR_KEYWORD, word.KEYWORD_ONLY)
    )


def _type_of(annotation: Any) -> type[Any]:
    """What a keyword is annotated as, by type or name; `object` if that is no type of options."""
    known: tuple[type[Any], ...] = (bool, int, float, str)
    return next((kind for kind in known if annotation in (kind, kind.__name__)), object)


@cache
def _table(options: tuple[Option, ...]) -> tuple[dict[str, Option], dict[str, Any]]:
    """Options by name, and the defaults of those that have one."""
    defaults = {one.name: one.default for one in options if not one.required}
    return {one.name: one for one in options}, defaults


def resolve(part: type[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a class: those given, checked, and the defaults of the rest.

    :raises SpecError: on an unknown key or an unusable value.
    """
    table, defaults = _table(options_of(part))
    owner = name_of(part)
    for key in given:
        if key not in table:
            now = next((name for name, option in table.items() if option.formerly == key), "")
            if key and now:
                raise SpecError(f"{owner}: {key}= is called {now}= now")
            raise SpecError(unknown(f"option of {owner}", key, table))
    resolved = defaults.copy()
    for name, value in given.items():
        if name not in resolved or value is not resolved[name]:  # most are, in a part built again
            resolved[name] = table[name].read(value, owner)
    return resolved
