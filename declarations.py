"""The files of a build, for setup.py and the tests: constants in C, what to compile, old binaries.

The whole numbers of a family are in an ordinary module, `constants.py`, which Python and mypy
import. Compiled modules take the same names from `constants.pxd`, which the build writes from it.
"""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

PACKAGES = ("games", "evaluators", "searchers", "training")
NOT_COMPILED = "# Not compiled"
"""The first words of a .pxd whose module stays in the interpreter."""

_HEAD = f"{NOT_COMPILED}: written by setup.py from constants.py, which has the documentation.\n"


def write_constants(root: Path) -> None:
    """Write every `constants.pxd` whose text has changed."""
    for module in constant_modules(root):
        declaration, text = module.with_suffix(".pxd"), c_constants(module)
        if not declaration.exists() or declaration.read_text(encoding="utf-8") != text:
            declaration.write_text(text, encoding="utf-8")


def constant_modules(root: Path) -> Iterator[Path]:
    """Yield the path of every `constants.py` of the compiled packages."""
    for package in PACKAGES:
        yield from sorted((root / package).rglob("constants.py"))


def c_constants(module: Path) -> str:
    """Return the C declarations of a module's whole numbers.

    A number is an `int` in C; one annotated `cython.ulonglong` has 64 bits and no sign. Imported
    names belong to the module that assigns them.

    :raises ValueError: if a value is no number or does not fit its type.
    """
    written = [
        target
        for line in ast.parse(module.read_text(encoding="utf-8")).body
        if isinstance(line, ast.Assign | ast.AnnAssign)
        for each in (line.targets if isinstance(line, ast.Assign) else [line.target])
        for target in (each.elts if isinstance(each, ast.Tuple) else [each])
    ]
    with _bare_packages():
        values = runpy.run_path(str(module))
    numbers = {each.id: values[each.id] for each in written if isinstance(each, ast.Name)}
    kinds = values.get("__annotations__", {})
    wide = {name for name in numbers if kinds.get(name) == "cython.ulonglong"}
    for name, value in numbers.items():
        low, high = (0, 2**64 - 1) if name in wide else (-(2**31), 2**31 - 1)
        if not isinstance(value, int) or not low <= value <= high:
            raise ValueError(
                f"{module}: {name} = {value!r}: expected a whole number from {low} to {high}"
            )
    lines = [f"    {name} = {numbers[name]}\n" for name in numbers if name not in wide]
    text = _HEAD + ("cdef enum:\n" + "".join(lines) if lines else "")
    if wide:
        lines = [
            f'    const unsigned long long {name} "0x{numbers[name]:X}ULL"\n'
            for name in numbers
            if name in wide
        ]
        text += "cdef extern from *:\n" + "".join(lines)
    return text


@contextmanager
def _bare_packages() -> Iterator[None]:
    """Import `games.core.constants` without the modules of its packages.

    Their binaries may be older than their sources, and fail.
    """
    here = Path(__file__).resolve().parent
    bare = [name for name in ("games", "games.core") if name not in sys.modules]
    for name in bare:
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__path__ = [str(here.joinpath(*name.split(".")))]
    try:
        yield
    finally:
        for name in [*bare, "games.core.constants"] if bare else []:
            sys.modules.pop(name, None)


def compiled_modules(root: Path) -> list[Path]:
    """Return the sources to compile: every .py with a .pxd without NOT_COMPILED at its start."""
    return [
        declaration.with_suffix(".py")
        for package in PACKAGES
        for declaration in sorted((root / package).rglob("*.pxd"))
        if not declaration.read_text(encoding="utf-8").startswith(NOT_COMPILED)
    ]


def remove_orphans(root: Path) -> None:
    """Delete the compiled binaries of the packages that have no .py of their name beside them."""
    for package in PACKAGES:
        for binary in [*(root / package).rglob("*.so"), *(root / package).rglob("*.pyd")]:
            if not binary.with_name(binary.name.partition(".")[0] + ".py").exists():
                binary.unlink()
