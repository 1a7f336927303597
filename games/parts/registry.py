"""Registries: the parts that specs build, by name."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

from games.errors import SpecError, quoted, unknown
from games.parts.options import name_of, options_of, resolve
from games.parts.part import Part
from games.parts.renamed import expect_new_names
from games.parts.specs import Spec, parse

__all__ = ["Registry"]


T = TypeVar("T", bound=Part)

_CONTEXT = ("evaluator",)
"""Keywords of constructors that are no options: what a searcher asks is no part of its spec."""


class Registry(Generic[T]):
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
        self._found: dict[str, type[T]] = {}

    def names(self) -> list[str]:
        """All names, those of installed third parties included."""
        return sorted({*self.builtin, *self._found, *self._entry_points()})

    def register(self, name: str, part: type[T]) -> None:
        """Add a part for this process, as an entry point does for every process.

        :raises SpecError: if the name is taken, or the class overrides what has another name now.
        """
        if name in self.builtin or (name in self._found and self._found[name] is not part):
            raise SpecError(f"the {self.kind} name {name!r} is taken")
        expect_new_names(part)
        self._found[name] = part

    def find(self, name: str) -> type[T]:
        """The class of that name.

        :raises SpecError: naming the nearest match and all names there are.
        """
        if name not in self._found:
            part = self._load(name)
            expect_new_names(part)
            self._found[name] = part
        return self._found[name]

    def make(self, spec: str | Spec | T, /, **options: Any) -> T:
        """Build a part from its spec; a part already built is returned as it is.

        :param options: more of its options, as keywords: `make("pvs", tt=64)`; a searcher's
            `evaluator` too.
        :raises SpecError: if the spec does not name a part or its options do not fit.
        """
        if isinstance(spec, Part):
            if any(value is not None for value in options.values()):
                named = ", ".join(options)
                raise SpecError(f"{spec.spec} is built already: expected a spec beside {named}=")
            return spec
        context = {name: options.pop(name) for name in _CONTEXT if name in options}
        read = self._read(spec, options)
        part = self.find(read.name)
        given = {**read.options, **options}
        if read.literal is not None:
            given |= {option.name: read.literal for option in options_of(part) if option.literal}
        if part.OPTIONS:
            return part.build(**given, **context)  # type: ignore[no-any-return]  # what it builds
        # An author's plain constructor does no checking of its own.
        resolved = resolve(part, given)
        words = {key: resolved[key] for key in given} | context
        _expect_defaults(part, words)
        return part.build(**words)  # type: ignore[no-any-return]  # likewise

    def _read(self, spec: Any, options: Mapping[str, Any]) -> Spec:
        """A spec that has these options beside its own.

        :raises SpecError: if it is none, or has one of them already.
        """
        if isinstance(spec, str):
            bare = options and ":" not in spec
            spec = Spec(spec.strip(), {}) if bare else parse(spec)
        if not isinstance(spec, Spec):
            raise SpecError(f"{quoted(spec)}: expected the spec of {self._a_kind}, or one built")
        for name in options:
            if name in spec.options:
                raise SpecError(f"{quoted(str(spec))}: {name}= is given beside it once more")
        return spec

    @property
    def _a_kind(self) -> str:
        return f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind}"

    def _load(self, name: str) -> Any:
        if name in self.builtin:
            module, _, attribute = self.builtin[name].partition(":")
            return getattr(import_module(module), attribute)
        entry = self._entry_points().get(name)
        if entry is None:
            raise SpecError(unknown(self.kind, name, self.names()))
        try:
            part = entry.load()
        except Exception as error:  # another's module may fail in any way it likes
            fault = " ".join(f"{type(error).__name__}: {error}".split())
            raise SpecError(f"the {self.kind} {name!r} is {entry.value}: {fault}") from error
        if not (isinstance(part, type) and issubclass(part, Part)):
            expected = f"expected the class of {self._a_kind}"
            raise SpecError(f"the {self.kind} {name!r} is {entry.value}: {expected}")
        return part

    def _entry_points(self) -> dict[str, Any]:
        if "importlib.metadata" not in sys.modules and not _named_somewhere(self.group):
            return {}
        from importlib.metadata import entry_points  # 38 ms

        return {entry.name: entry for entry in entry_points(group=self.group)}


def _named_somewhere(group: str) -> bool:
    """Whether any package installed names the group in its entry points, found out in a
    millisecond or two; true where that cannot be seen from the files."""
    heading = f"[{group}]".encode()
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or ".") as entries:
                kept = [
                    one.path for one in entries if one.name.endswith((".dist-info", ".egg-info"))
                ]
        except NotADirectoryError:  # packages in a zip file
            return True
        except OSError:
            continue
        for path in kept:
            try:
                with open(os.path.join(path, "entry_points.txt"), "rb") as file:
                    if heading in file.read():
                        return True
            except OSError:
                continue
    return False


def _expect_defaults(part: type[Part], words: Mapping[str, Any]) -> None:
    """Hold an author's class to what a spec needs: a default for every keyword but those given.

    :raises SpecError: if one has none.
    """
    from inspect import signature  # 6 ms of a start

    try:
        signature(part).bind(**words)
    except TypeError as error:
        raise SpecError(
            f"{name_of(part)}: {error}: expected a default for it, or a value"
        ) from None
    except ValueError:  # a compiled class has no signature to read
        return
