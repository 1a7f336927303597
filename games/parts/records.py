"""Data that was read becomes a typed record here, checked against its type by msgspec.

A record is a `msgspec.Struct`. What does not fit is told by its place, with what is there and what
was expected; a key that does not exist, with the nearest that does.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import inspect

from games.errors import printable, quoted, unknown

__all__ = ["Number", "Plain", "Record", "plain", "record"]

T = TypeVar("T")

_LARGEST = 1e200

Number = Annotated[float, msgspec.Meta(ge=-_LARGEST, le=_LARGEST, description="a number")]
"""A number that is neither infinite nor NaN, and no larger than can be counted on with."""

Plain = int | Number
"""The same, a whole one kept as it is."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping of known keys."""


def record(data: Any, kind: type[T], where: str = "it") -> T:
    """The record of that kind that data in the types of JSON or TOML are. No text is taken for a
    number, nor a truth value for one.

    :param where: what the data are, for messages.
    :raises ValueError: in one line, if they are none.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        fault = _told(str(error), data, kind, where)
    except RecursionError:
        fault = f"{where}: brackets too deep in brackets"
    raise ValueError(fault)


def plain(value: Any) -> Any:
    """A record in the types of JSON."""
    return msgspec.to_builtins(value)


_LONGEST = 300
"""Letters of what is quoted of a message."""

_FAULT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"(\.(\w+)|\[(\d+|\.\.\.)\])")
_LACKS = re.compile(r"Object missing required field `(\w+)`")
_EACH = object()
"""In place of the data where msgspec does not tell the key."""


def _told(error: str, data: Any, kind: Any, where: str) -> str:
    """What msgspec found wrong, in our words."""
    found = _FAULT.fullmatch(error)
    assert found is not None
    place, about = where, inspect.type_info(kind)
    try:
        for step, name, index in _STEP.findall(found["path"] or ""):
            about = _inner(about, name, int(index) if index.isdecimal() else 0)
            data = _EACH if data is _EACH or step == "[...]" else data[name or int(index)]
            place += f"{': ' if place == where else '.'}{name}" if name else step
    except (LookupError, TypeError, ValueError):  # a key that looks like a place
        return f"{where}: {printable(error, _LONGEST)}"
    return place + _fault(found["what"], data, about, inside=place != where)


def _fault(what: str, data: Any, about: Any, inside: bool) -> str:
    """What is wrong with the data at a place, which may be inside of others."""
    if lacks := _LACKS.fullmatch(what):
        return f" lacks {lacks[1]}: expected {lacks[1]} = {_words(_inner(about, lacks[1], 0))}"
    if what.startswith("Object contains unknown field") and data is not _EACH:
        known = [field.encode_name for field in _fields(about)]
        (key, *_) = (key for key in data if key not in known)
        return f": {unknown('key', str(key), known)}"
    if not what.startswith(("Expected", "Number out of range")):  # the record's own words
        return f": {printable(what, _LONGEST)}"
    there = "" if data is _EACH else f"{'=' if inside else ': '}{quoted(data)}"
    return f"{there}: expected {_words(about)}"


def _fields(about: Any) -> tuple[Any, ...]:
    for each in _choices(about):
        if isinstance(each, inspect.StructType):
            return each.fields
    return ()


def _inner(about: Any, name: str, index: int) -> Any:
    """The type of a field or entry of something of a type."""
    for each in _choices(about):
        if isinstance(each, inspect.StructType):
            if name:
                return {field.encode_name: field.type for field in each.fields}[name]
            return each.fields[index].type
        if isinstance(each, inspect.TupleType):
            return each.item_types[index]
        if isinstance(each, inspect.DictType):
            return each.value_type
        if isinstance(each, inspect.ListType | inspect.VarTupleType):
            return each.item_type
    return inspect.AnyType()


def _choices(about: Any) -> tuple[Any, ...]:
    while isinstance(about, inspect.Metadata):
        about = about.type
    return about.types if isinstance(about, inspect.UnionType) else (about,)


def _words(about: Any) -> str:
    """A type in words."""
    if isinstance(about, inspect.Metadata):
        said = (about.extra_json_schema or {}).get("description")
        return said or _words(about.type)
    if isinstance(about, inspect.UnionType):
        kinds = [each for each in about.types if not isinstance(each, inspect.NoneType)]
        words = dict.fromkeys(map(_words, kinds))
        if "a number" in words:
            words.pop("a whole number", None)
        return " or ".join(words)
    if isinstance(about, inspect.IntType):
        return f"a whole number{_range(about)}"
    if isinstance(about, inspect.TupleType):
        return f"{len(about.item_types)} entries"
    if isinstance(about, inspect.StructType) and about.array_like:
        least = sum(field.required for field in about.fields)
        most = len(about.fields)
        return f"{most} entries" if least == most else f"{least} to {most} entries"
    return _KINDS.get(type(about), "something else")


def _range(about: inspect.IntType) -> str:
    if about.le is not None:
        return f" from {about.ge} to {about.le}"
    return "" if about.ge is None else f", at least {about.ge}"


_KINDS: dict[Any, str] = {
    inspect.BoolType: "true or false",
    inspect.DictType: "a table",
    inspect.FloatType: "a number",
    inspect.ListType: "a list",
    inspect.NoneType: "nothing",
    inspect.StrType: "text in quotes",
    inspect.StructType: "a table",
    inspect.VarTupleType: "a list",
}
