# What mypy needs to know of Cython's pure-Python mode: C types are Python's, and nothing is compiled.
import builtins
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, TypeAlias, TypeVar

_C = TypeVar("_C")

compiled: Final = False
nogil: AbstractContextManager[None]

int: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
size_t: TypeAlias = builtins.int
Py_ssize_t: TypeAlias = builtins.int
short: TypeAlias = builtins.int
ushort: TypeAlias = builtins.int
bint: TypeAlias = builtins.bool
double: TypeAlias = builtins.float
float: TypeAlias = builtins.float
p_float: TypeAlias = Any
p_int: TypeAlias = Any
p_double: TypeAlias = Any
p_longlong: TypeAlias = Any
p_short: TypeAlias = Any

def cast(kind: Any, value: Any) -> Any: ...
def declare(kind: Any, value: Any = ...) -> Any: ...
def cfunc(function: _C) -> _C: ...
def annotation_typing(whether: bool) -> Callable[[_C], _C]: ...
def final(kind: _C) -> _C: ...
