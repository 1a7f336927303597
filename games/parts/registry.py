"""Registries: the parts that specs build, by name."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from games.errors import SpecError, unknown
from games.parts.options import name_of, options_of, resolve
from games.parts.part import Part
from games.parts.specs import Spec, parse

__all__ = ["Registry"]


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
