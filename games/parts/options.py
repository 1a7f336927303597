"""Options: the keywords of a part, their allowed values, and reading them from text.

A part declares each option once, in a `TypedDict`. Editors and type checkers read the types there;
specs, messages and lists are made from the `Option` beside the type:

    class LampOptions(TypedDict, total=False):
        watts: Annotated[int, Option(40, "power", low=1, high=100)]
        colour: Annotated[Literal["white", "red"], Option("white")]


    class Lamp(Part):
        OPTIONS = LampOptions

        def __init__(self, **options: Unpack[LampOptions]) -> None:
            super().__init__(**options)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypedDict, get_args, get_origin, get_type_hints

from games.errors import SpecError, printable, quoted, unknown
from games.parts.numbers import LARGEST, number, whole
from games.parts.specs import Spec

UNKNOWN = "?"
"""The value in a spec of a keyword that the part does not store."""

_SHOWN = 80
"""The largest number of characters of a value in a message."""

WORDS = (bool, int, float, str)
"""The types, beside parts, that a spec can contain; the text of other objects may vary."""


class Option(NamedTuple):
    """One keyword of a part: its default and its allowed values.

    The default's type is the option's type: bool, int, float or str. If a keyword of an author's
    class has no default, `default` is its type instead, or `object` without an annotation.

    :param choices: the allowed words; empty for any. In a declaration `Literal` gives them.
    :param low: the smallest number allowed.
    :param high: the largest number allowed.
    :param kind: "evaluator" or "searcher" if the value is a part (its spec or the built part); the
        default None means that the owner chooses.
    :param literal: whether the value is the whole text behind the name (`explicit:FILE`).
    :param name: the keyword; in a declaration it is the name of the field.
    """

    default: Any
    help: str = ""
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    kind: str = ""
    literal: bool = False
    name: str = ""

    def read(self, value: Any, owner: str) -> Any:
        """Return a value in the option's type, from text of a spec or from a Python value.

        The value of an option for a part (`kind`) is returned as it is. So is None if that is the
        default.

        :param owner: the name of the part that has the option, for messages.
        :raises SpecError: if it does not fit; the message says what was expected.
        """
        if self.kind or (value is None and self.default is None):
            return value
        if isinstance(value, str) and value == UNKNOWN and (self.required or not self.is_word):
            raise SpecError(f"{owner}: {self.name}={UNKNOWN}: expected a value; it was not stored")
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
        """Return a value, perhaps a text of a spec, in the option's type; the range is not checked.

        If no spec can have such values, one that is not a word is returned as it is.

        :raises ValueError: or TypeError, if it does not fit the type.
        """
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
            return value  # for example an array, which only Python can give
        if not self.is_word and self.default is not None:
            raise ValueError
        if not str(value).isprintable():  # specs go to terminals and records
            raise ValueError
        return str(value)

    def _unfit(self, value: Any, owner: str) -> SpecError:
        """Return the SpecError for a value that the option does not take."""
        text = isinstance(value, (str, Spec))
        given = printable(str(value), _SHOWN) if text else quoted(value, _SHOWN)
        return SpecError(f"{owner}: {self.name}={given}: expected {self.expected}")

    @property
    def required(self) -> bool:
        """Whether the option has no default."""
        return isinstance(self.default, type)

    @property
    def is_word(self) -> bool:
        """Whether a spec can contain its values, according to the type of the default."""
        return issubclass(self.type, WORDS)

    @property
    def type(self) -> type[Any]:
        """The type of its values."""
        kind: type[Any] = self.default if self.required else type(self.default)
        return kind

    @property
    def expected(self) -> str:
        """The allowed values in words."""
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
            word += f" up to {LARGEST if self.high is None else self.high}"
        return f"{word}, at least {self.low}" if self.low is not None else word


class NoOptions(TypedDict):
    """The options of a part that has none."""


def name_of(part: type[Any]) -> str:
    """Return the name of a class in specs: its NAME, or its own name in lower case."""
    return part.NAME or part.__name__.lower()


def has_usual_options(part: Any) -> bool:
    """Return whether every option of a part has its default.

    Shipped values, openings and ratings were made with the usual options of their game.

    >>> from games import make
    >>> has_usual_options(make("othello:wld=false")), has_usual_options(make("othello:wld=true"))
    (True, False)
    """
    return bool(part.spec == name_of(type(part)))


def options_of(part: type[Any]) -> tuple[Option, ...]:
    """Return the options of a class: those it declares, or the keywords of an author's class."""
    if part.OPTIONS is not NoOptions:
        return _declared(part.OPTIONS)
    return _keywords_of(part)  # type: ignore[arg-type]  # classes can be hashed


@cache
def _declared(options: Any) -> tuple[Option, ...]:
    """Return the options that a `TypedDict` declares.

    :raises TypeError: if the default of one is not of its type.
    """
    found = []
    for name, hint in get_type_hints(options, include_extras=True).items():
        option = next(each for each in hint.__metadata__ if isinstance(each, Option))
        option = option._replace(name=name)
        if get_origin(hint.__origin__) is Literal:
            option = option._replace(choices=get_args(hint.__origin__))
        allowed = option.choices or get_args(hint.__origin__) or (hint.__origin__,)
        if (option.default if option.choices else type(option.default)) not in allowed:
            raise TypeError(f"{options.__name__}.{name}: the default is not of its type")
        found.append(option)
    return tuple(found)


CONTEXT = ("evaluator",)
"""Keywords of constructors that are not options: a searcher's evaluator is not in its spec."""


@cache
def _keywords_of(part: Any) -> tuple[Option, ...]:
    """Return the options that an author's `__init__` takes as keywords, except those of CONTEXT.

    There are none if it takes `**options`, or if a compiled class has no signature.
    """
    from inspect import signature  # importing it takes 6 ms

    try:
        keywords = list(signature(part).parameters.values())
    except ValueError:  # a compiled class has no signature
        return ()
    if any(keyword.kind is keyword.VAR_KEYWORD for keyword in keywords):
        return ()  # **options: a class without options
    return tuple(
        Option(
            _type_of(word.annotation) if word.default is word.empty else word.default,
            name=word.name,
        )
        for word in keywords
        if word.name not in CONTEXT and word.kind in (word.POSITIONAL_OR_KEYWORD, word.KEYWORD_ONLY)
    )


def _type_of(annotation: Any) -> type[Any]:
    """Return the type that an annotation names; `object` if it is not an option type."""
    known: tuple[type[Any], ...] = (bool, int, float, str)
    return next((kind for kind in known if annotation in (kind, kind.__name__)), object)


@cache
def _table(part: Any) -> tuple[dict[str, Option], dict[str, Any]]:
    """Return a class's options by name, and the defaults of those that have one, by name too."""
    options = options_of(part)
    defaults = {one.name: one.default for one in options if not one.required}
    return {one.name: one for one in options}, defaults


def resolve(part: type[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a class: the given ones, checked, and the defaults of the rest.

    An option that has no default and is not given is left out.

    :raises SpecError: if a key is unknown or a value does not fit.
    """
    table, defaults = _table(part)  # type: ignore[arg-type]  # classes can be hashed
    owner = name_of(part)
    for key in given:
        if key not in table:
            raise SpecError(unknown(f"option of {owner}", key, table))
    resolved = defaults.copy()
    for name, value in given.items():
        if name not in resolved or value is not resolved[name]:  # a default needs no check
            resolved[name] = table[name].read(value, owner)
    return resolved
