"""Plugins: modules with parts of a user, named by `starling --plugin` or by STARLING_PLUGINS."""

from __future__ import annotations

import os
import shlex
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from games.errors import FileError, SpecError, described
from games.parts.part import Part

VARIABLE = "STARLING_PLUGINS"
"""The environment variable with the plugins, joined by `os.pathsep`. It reaches the processes that
this one starts."""

ADVICE = "Your own: starling --plugin FILE"
"""The end of the message for an unknown name."""


def plug_in(plugins: list[str]) -> None:
    """Import plugins, and append them to the environment variable STARLING_PLUGINS.

    Files are stored there with their absolute paths.

    :param plugins: paths of Python files, or names of modules that can be imported.
    :raises StarlingError: if one is missing or fails; then the variable does not change.
    """
    for plugin in plugins:
        if os.pathsep in plugin or not plugin:
            raise SpecError(
                f"plugin {plugin!r}: expected one file or module, without {os.pathsep!r}"
            )
    names = [os.path.abspath(name) if _is_path(name) else name for name in plugins]
    for name in names:
        _parts_of(name)
    os.environ[VARIABLE] = os.pathsep.join([*_named(), *names])


def plugged() -> list[type[Part]]:
    """Return the classes of parts in all plugins, each plugin imported at the first call.

    :raises StarlingError: if a plugin is missing or fails.
    """
    return [part for name in _named() for part in _parts_of(name)]


def command(*words: str) -> str:
    """Return a command of `starling` for a shell, with the plugins that this process has."""
    plugins = [word for name in _named() for word in ("--plugin", name)]
    return shlex.join(["starling", *plugins, *words])


def place_of(part: type[Part]) -> str:
    """Return the file of a class and the line of its `class` statement, if any, for messages."""
    from inspect import getsourcefile, getsourcelines  # importing it takes 6 ms

    file: str | None = part.__module__
    try:
        file = getsourcefile(part) or file
        return f"{file}, line {getsourcelines(part)[1]}"
    except (OSError, TypeError):  # no source, or no `class` statement in it
        return str(file)


def _named() -> list[str]:
    """Return the plugins that the variable STARLING_PLUGINS names."""
    return [name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def _is_path(plugin: str) -> bool:
    """Return whether a plugin is a file, by its name: it ends in .py or has a folder."""
    return plugin.endswith(".py") or os.path.basename(plugin) != plugin


@cache
def _parts_of(plugin: str) -> tuple[type[Part], ...]:
    """Import a plugin, and return the classes of parts that it defines, except those named `_...`.

    The result is kept for later calls.

    :raises StarlingError: if it is missing or fails.
    """
    module = _imported(plugin)
    parts = {
        part: None
        for part in vars(module).values()
        if isinstance(part, type)
        and issubclass(part, Part)
        and f"{part.__module__}.".startswith(f"{module.__name__}.")
        and not part.__name__.startswith("_")
    }
    return tuple(parts)


def _imported(plugin: str) -> ModuleType:
    """Import and return the module of a plugin: a file's path, or a module's name.

    The name of a file's module is its stem. Its folder is appended to `sys.path`, and remains there
    also after a failure. So its classes can be pickled, and it can import files beside it.

    :raises FileError: if the file does not exist, or its name does not end in .py.
    :raises SpecError: if the module is missing or fails; the message has the line of the fault.
        Also if another module has the name of a file's module.
    """
    name, where, file = plugin, f"plugin {plugin}", ""
    if _is_path(plugin):
        file = os.path.abspath(plugin)
        folder, base = os.path.split(file)
        name = base.removesuffix(".py")
        if name == base or not os.path.isfile(file):
            raise FileError(f"{where}: expected an existing Python file, or the name of a module")
        if folder not in sys.path:
            sys.path.append(folder)
    try:
        found = find_spec(name)
        origin = (found and found.origin) or ""
        if not file or (origin and os.path.samefile(origin, file)):
            file = origin
            return import_module(name)
    except (Exception, SystemExit) as error:  # an author's module may raise anything
        fault = described(error) if isinstance(error, Exception) else "it exits"
        raise SpecError(f"{where}{_line_of(error, file)}: {fault}") from error
    taken = f"the module name {name!r} is taken by {origin or 'another module'}"
    raise SpecError(f"{where}: {taken}: expected another file name")


def _line_of(error: BaseException, file: str) -> str:
    """Return the last line of a file that an error passed, in words; empty if there is none."""
    from traceback import extract_tb  # importing it takes 5 ms

    lines = [at.lineno for at in extract_tb(error.__traceback__) if at.filename == file]
    return f", line {lines[-1]}" if lines else ""
