"""Whether this Python can run Starling, found out before anything else of ours is imported.

It costs a millisecond, and also loads where it says no: in an old Python, without our libraries.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder

__all__ = ["fault"]

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""Where the rooms stand."""

_ROOMS = ("games", "evaluators", "searchers")
_OLDEST = (3, 11)
_SUFFIX = EXTENSION_SUFFIXES[0]
_WHILE_COPIED = 10.0
"""Seconds by which a source may seem newer than its binary in a folder that was copied."""


def fault(root: str = ROOT) -> "str | None":
    """What keeps this Python from running the Starling at `root`, and what to do about it, in one
    line; None if nothing does."""
    here = f"this Python, {sys.executable},"
    if sys.version_info < _OLDEST:
        return f"{here} is {sys.version.split()[0]}, expected 3.11 or newer; {_remedy(root)}"
    compiled = os.path.exists(os.path.join(root, "games", "core", "position" + _SUFFIX))
    for module in ("chess",) if compiled else ("chess", "cython"):
        if PathFinder.find_spec(module) is None:
            return f"{here} has no module {module}; {_remedy(root)}"
    # Installed elsewhere, times tell when files were unpacked, and nobody edits them.
    if compiled and os.path.exists(os.path.join(root, "setup.py")):
        stale = _stale(root)
        if stale:
            return f"{stale} was changed after it had been compiled; {_install(root)}"
    return None


def _stale(root: str) -> "str | None":
    """A compiled module whose source has changed since. (The tests look at what others declare,
    too, which takes longer.)"""
    for room in _ROOMS:
        for folder, _, names in os.walk(os.path.join(root, room)):
            for name in sorted(name for name in names if name.endswith(_SUFFIX)):
                module = os.path.join(folder, name[: -len(_SUFFIX)])
                built = os.path.getmtime(os.path.join(folder, name)) + _WHILE_COPIED
                sources = [module + end for end in (".py", ".pxd") if os.path.exists(module + end)]
                if any(os.path.getmtime(source) > built for source in sources):
                    return os.path.relpath(module + ".py", root)
    return None


def _remedy(root: str) -> str:
    """Which Python to use instead, or how to make this one do."""
    inside = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    python = os.path.join(root, ".venv", *inside)
    if os.path.exists(python) and python != sys.executable:
        return f"start it as: {python} {os.path.join(root, 'uci_main.py')}"
    return _install(root)


def _install(root: str) -> str:
    return f"to mend that: {sys.executable} -m pip install -e {root}"
