"""A check that this Python can run Starling, before any other module of ours is imported.

It takes a millisecond. It also runs in an old Python, and without our libraries.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder of the packages."""

_PACKAGES = ("games", "evaluators", "searchers")
_OLDEST = (3, 11)
_SUFFIX = EXTENSION_SUFFIXES[0]
_WHILE_COPIED = 10.0
"""Seconds by which a source may seem newer than its binary in a folder that was copied."""


def fault(root: str = ROOT) -> "str | None":
    """Return a fault and its remedy: old Python, no chess module or a stale build; else None.

    Only a compiled checkout can be stale. An installed or uncompiled copy is not examined for that.

    :param root: the folder of the packages.
    """
    here = f"this Python, {sys.executable},"
    if sys.version_info < _OLDEST:
        return f"{here} is {sys.version.split()[0]}, expected 3.11 or newer; {_remedy(root)}"
    compiled = os.path.exists(os.path.join(root, "games", "core", "position" + _SUFFIX))
    if PathFinder.find_spec("chess") is None:
        return f"{here} has no module chess; {_remedy(root)}"
    # Elsewhere times are those of unpacking.
    if compiled and os.path.exists(os.path.join(root, "setup.py")):
        stale = _stale(root)
        if stale:
            return f"{stale} was changed after it had been compiled; {_install(root)}"
    return None


def _stale(root: str) -> "str | None":
    """Return the .py of a compiled module whose binary is older than that .py or its .pxd.

    It is the first one found, as a path relative to `root`; None if there is none. A binary older
    by `_WHILE_COPIED` seconds or less is no fault. Declarations of other modules are not compared;
    tests do that.
    """
    for package in _PACKAGES:
        for folder, _, names in os.walk(os.path.join(root, package)):
            for name in sorted(name for name in names if name.endswith(_SUFFIX)):
                module = os.path.join(folder, name[: -len(_SUFFIX)])
                built = os.path.getmtime(os.path.join(folder, name)) + _WHILE_COPIED
                sources = [module + end for end in (".py", ".pxd") if os.path.exists(module + end)]
                if any(os.path.getmtime(source) > built for source in sources):
                    return os.path.relpath(module + ".py", root)
    return None


def _remedy(root: str) -> str:
    """Return what to do: start with the Python of the folder's .venv, or build again.

    It is to build again if there is no .venv, or its Python is this one.
    """
    inside = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    python = os.path.join(root, ".venv", *inside)
    if os.path.exists(python) and python != sys.executable:
        return f"start it as: {python} {os.path.join(root, 'uci_main.py')}"
    return _install(root)


def _install(root: str) -> str:
    """Return "to mend that:" and the command that builds this checkout again."""
    return f"to mend that: {sys.executable} -m pip install -e {root}"
