"""The module `cython` for the interpreter, where Cython is not installed: only a build needs that.

The sources of compiled modules import `cython` for its names of C types. Nearly all are
annotations, which nothing evaluates. The others do here what they do in Cython's own module.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def names() -> dict[str, Any]:
    """Return what the sources use of `cython` when they run, by name, in plain Python."""
    whole = dict.fromkeys(("int", "short", "longlong", "ulonglong", "size_t", "Py_ssize_t"), int)
    return {
        **whole,
        "bint": bool,
        "float": float,
        "double": float,
        "compiled": False,
        "nogil": nullcontext(),
        "cfunc": lambda function: function,
        "annotation_typing": lambda _whether: lambda function: function,
        "cast": _converted,
        "declare": _converted,
    }


def _converted(kind: type[Any], value: Any) -> Any:
    """Return a value as an int, bool or float: unchanged if it is of that kind, else converted."""
    return value if isinstance(value, kind) else kind(value)


if find_spec("cython") is None:
    sys.modules["cython"] = ModuleType("cython", __doc__)
    vars(sys.modules["cython"]).update(names())
