"""Registries: the parts by name, which build them from specs."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

from games.errors import SpecError, quoted, unknown
from games.parts.options import CONTEXT, NoOptions, name_of, options_of, resolve
from games.parts.part import Part
from games.parts.plugins import ADVICE, place_of, plugged
from games.parts.specs import Spec, is_name, parse

T = TypeVar("T", bound=Part)


class Registry(Generic[T]):
    """Parts of one kind by name: the built-in ones, those of plugins, and those from entry points.

    Built-in parts are imported at first use, so that the program starts fast.

    :param kind: "game", "evaluator" or "searcher", for messages.
    :param builtin: name -> "module:Class".
    :param group: the entry point group of third parties.
    :param base: the base class of all parts, as "module:Class".
    """

    def __init__(
        self,
        kind: str,
        builtin: Mapping[str, str],
        group: str,
        base: str = "games.parts.part:Part",
    ) -> None:
        self.kind = kind
        self.builtin = dict(builtin)
        self.group = group
        self.base = base
        self._found: dict[str, type[T]] = {}

    def names(self) -> list[str]:
        """Return all names in order, including those of plugins and from entry points."""
        self._plug()
        return sorted({*self.builtin, *self._found, *self._entry_points()})

    def __contains__(self, name: str) -> bool:
        """Return whether a part has this name; the entry points are read last, in some 10 ms."""
        if name in self.builtin or name in self._found:
            return True
        self._plug()
        return name in self._found or name in self._entry_points()

    def register(self, name: str, part: type[T]) -> None:
        """Add a class under a name, for this process; an entry point adds it for every process.

        :raises SpecError: if the name is taken or no name, or the part is of another kind.
        """
        if not self._is_kind(part):
            raise SpecError(f"{quoted(part)} is registered as {self._a_kind}: {self._expected}")
        if not is_name(name):
            expected = "letters, digits, - and _, first a letter or _"
            raise SpecError(f"the {self.kind} name {quoted(name)}: expected {expected}")
        if name in self.builtin or (name in self._found and self._found[name] is not part):
            raise SpecError(f"the {self.kind} name {name!r} is taken: expected another")
        self._found[name] = part

    def find(self, name: str) -> type[T]:
        """Return the class of that name.

        :raises SpecError: if there is none; the message has the nearest match and all names.
        """
        if name not in self._found:
            self._plug()
        if name not in self._found:
            self._found[name] = self._load(name)
        return self._found[name]

    def make(self, spec: str | Spec | T, /, **options: Any) -> T:
        """Return a part built from its spec; a part that is built already is returned as it is.

        Errors of the part's own constructor pass through.

        :param options: more options, as keywords: `make("pvs", tt=64)`; also a searcher's
            `evaluator`.
        :raises SpecError: if the spec does not name a part or its options do not fit. Also if a
            built part is of another kind, or is given with options.
        """
        if isinstance(spec, Part):
            if any(value is not None for value in options.values()):
                named = ", ".join(options)
                raise SpecError(f"{spec.spec} is built already: expected a spec beside {named}=")
            if not isinstance(spec, _named(self.base)):
                raise self._no_spec(spec)
            return spec  # type: ignore[return-value]  # of this kind
        context = {name: options.pop(name) for name in CONTEXT if name in options}
        context = {name: value for name, value in context.items() if value is not None}
        read = self._read(spec, bare=bool(options))
        part = self.find(read.name)
        given: dict[str, Any] = dict(read.options)
        if read.literal is not None:
            given |= {option.name: read.literal for option in options_of(part) if option.literal}
        for name in options:
            if name in given:
                raise SpecError(f"{name}= is given twice: in {quoted(str(read))} and as a keyword")
        given |= options
        if part.OPTIONS is not NoOptions:
            return part.build(**given, **context)  # type: ignore[no-any-return]  # what it builds
        # An author's plain constructor does not check its keywords.
        resolved = resolve(part, given)
        words = {key: resolved[key] for key in given} | context
        _expect_keywords_suffice(part, words)
        return part.build(**words)  # type: ignore[no-any-return]  # likewise

    def _read(self, spec: Any, bare: bool) -> Spec:
        """Return a spec, given as a `Spec` or as text, as a `Spec`.

        :param bare: whether a text may be the name alone of a part that needs options.
        :raises SpecError: if it is not a spec.
        """
        if isinstance(spec, str):
            is_name = bare and ":" not in spec
            spec = Spec(spec.strip(), {}) if is_name else parse(spec)
        if not isinstance(spec, Spec):
            raise self._no_spec(spec)
        return spec

    def _no_spec(self, given: object) -> SpecError:
        """Return the error for what is no spec, and no built part of this kind."""
        return SpecError(f"{quoted(given)}: expected the spec of {self._a_kind}, or a built one")

    @property
    def _a_kind(self) -> str:
        """The kind of its parts with an article, as "an evaluator"."""
        return f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind}"

    def _load(self, name: str) -> Any:
        """Import and return the class of a name, built in or of an entry point.

        :raises SpecError: if no part has this name, or an author's part fails.
        """
        if name in self.builtin:
            return _named(self.builtin[name])
        entry = self._entry_points().get(name)
        if entry is None:
            raise SpecError(f"{unknown(self.kind, name, self.names())}. {ADVICE}")
        try:
            part = entry.load()
        except Exception as error:  # an author's module may raise anything
            fault = " ".join(f"{type(error).__name__}: {error}".split())
            raise SpecError(f"the {self.kind} {name!r} is {entry.value}: {fault}") from error
        if not self._is_kind(part):
            raise SpecError(f"the {self.kind} {name!r} is {entry.value}: {self._expected}")
        return part

    @property
    def _expected(self) -> str:
        """The end of a message about a part of another kind."""
        return f"expected the class of {self._a_kind}"

    def _is_kind(self, part: object) -> bool:
        """Return whether an object is a class of this kind of part."""
        return isinstance(part, type) and issubclass(part, _named(self.base))

    def _plug(self) -> None:
        """Register the parts of this kind in plugins, each under the name of its class.

        :raises StarlingError: if a name is taken, or a plugin fails.
        """
        for part in filter(self._is_kind, plugged()):
            name = name_of(part)
            entry = self._entry_points().get(name)
            if entry is not None and entry.value != f"{part.__module__}:{part.__qualname__}":
                fault = f"the {self.kind} name {name!r} is taken by {entry.value}: expected another"
                raise SpecError(f"{place_of(part)}: {fault}")
            try:
                self.register(name, part)  # type: ignore[arg-type]  # a part of this kind
            except SpecError as error:
                raise SpecError(f"{place_of(part)}: {error}") from None

    def _entry_points(self) -> dict[str, Any]:
        """Return the entry points of installed packages in this registry's group, by name."""
        if "importlib.metadata" not in sys.modules and not _named_somewhere(self.group):
            return {}
        from importlib.metadata import entry_points  # 38 ms

        return {entry.name: entry for entry in entry_points(group=self.group)}


def _named(place: str) -> Any:
    """Import the module of "module:Class", and return the class."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _named_somewhere(group: str) -> bool:
    """Return whether an `entry_points.txt` of an installed package has the group as heading.

    It is also true if `sys.path` has a zip file, which is not searched.
    """
    heading = f"[{group}]".encode()
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or ".") as entries:
                folders = [
                    one.path for one in entries if one.name.endswith((".dist-info", ".egg-info"))
                ]
        except NotADirectoryError:  # packages in a zip file
            return True
        except OSError:
            continue
        for path in folders:
            try:
                with open(os.path.join(path, "entry_points.txt"), "rb") as file:
                    if heading in file.read():
                        return True
            except OSError:
                continue
    return False


def _expect_keywords_suffice(part: type[Part], words: Mapping[str, Any]) -> None:
    """Check that an author's class can be made with these keywords alone.

    :param words: the keywords and their values.
    :raises SpecError: if it does not take one of them, or needs another one.
    """
    from inspect import signature  # importing it takes 6 ms

    try:
        taken = signature(part)
    except ValueError:  # a compiled class has no signature
        return
    is_open = any(each.kind is each.VAR_KEYWORD for each in taken.parameters.values())
    for word in words:
        if word not in taken.parameters and not is_open:
            fault = f"takes no {word}: its __init__ has no keyword {word}"
            raise SpecError(f"{name_of(part)} {fault}")
    try:
        taken.bind(**words)
    except TypeError as error:
        raise SpecError(
            f"{name_of(part)}: {error}: expected a default for it, or a value"
        ) from None
