"""Typed records from data that was read, converted and checked by msgspec.

A record is a `msgspec.Struct`. An error message has the place of the fault, the value there and the
expected value; for an unknown key, the nearest known one.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import inspect

from games.errors import printable, quoted, unknown

T = TypeVar("T")

_LARGEST = 1e200

Number = Annotated[float, msgspec.Meta(ge=-_LARGEST, le=_LARGEST, description="a number")]
"""A finite number that is small enough to calculate with."""

Plain = int | Number
"""An integer or a `Number`."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of records: a mapping with known keys."""


def record(data: Any, kind: type[T], where: str = "it") -> T:
    """Return a `Record`, or a value of another type, made from data in the types of JSON or TOML.

    The types must match: a text or a truth value is not a number. Unknown keys are errors.

    :param kind: the type of the result.
    :param where: the name of the data, for messages.
    :raises ValueError: in one line with the place of the fault, if the data do not fit.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        fault = _message(str(error), data, kind, where)
    except RecursionError:
        fault = f"{where}: brackets too deep"
    raise ValueError(fault)


def plain(value: Any) -> Any:
    """Return a record in the types of JSON, as dicts and lists; `record` reads it back."""
    return msgspec.to_builtins(value)


_LONGEST = 300
"""The largest number of characters quoted from a message."""

_FAULT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"(\.(\w+)|\[(\d+|\.\.\.)\])")
_LACKS = re.compile(r"Object missing required field `(\w+)`")
_EACH = object()
"""A placeholder for data whose key msgspec does not report."""


def _message(error: str, data: Any, kind: Any, where: str) -> str:
    """Return msgspec's message of an invalid value, in this project's words with its place."""
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
    """Return the fault of invalid data in words, to be put behind its place.

    :param what: msgspec's message, without the place.
    :param data: the invalid data; `_EACH` if its key is unknown.
    :param about: the type that was expected, as `msgspec.inspect` describes it.
    :param inside: whether other data contain it.
    """
    if lacks := _LACKS.fullmatch(what):
        return f" lacks {lacks[1]}: expected {lacks[1]} = {_words(_inner(about, lacks[1], 0))}"
    if what.startswith("Object contains unknown field") and data is not _EACH:
        records = (each for each in _choices(about) if isinstance(each, inspect.StructType))
        known = [field.encode_name for each in records for field in each.fields]
        (key, *_) = (key for key in data if key not in known)
        return f": {unknown('key', str(key), known)}"
    if not what.startswith(("Expected", "Number out of range")):  # the record's own words
        return f": {printable(what, _LONGEST)}"
    there = "" if data is _EACH else f"{'=' if inside else ': '}{quoted(data)}"
    return f"{there}: expected {_words(about)}"


def _inner(about: Any, name: str, index: int) -> Any:
    """Return the type that a type declares for a field or an entry; `AnyType` if it has neither.

    :param name: the name of the field; empty for the entry `index`.
    :raises LookupError: if a record or tuple has no such field or entry.
    """
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
    """Return the alternatives of a union type; another type is its only one."""
    while isinstance(about, inspect.Metadata):
        about = about.type
    return about.types if isinstance(about, inspect.UnionType) else (about,)


def _words(about: Any) -> str:
    """Return in words a type as `msgspec.inspect` describes it: "a whole number from 1 to 9"."""
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
    """Return the range of a type of whole numbers in words; empty if it has no lower end."""
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
