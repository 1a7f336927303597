"""What every test run starts with: a build that matches the sources, or none."""

from __future__ import annotations

import re
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no fault of what is tested.
settings.register_profile("starling", deadline=None)
settings.load_profile("starling")

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from declarations import PACKAGES, c_constants, constant_modules  # noqa: E402  # found there
from tests.long import LIST  # noqa: E402

SHARED = "games/shared.py"
"""Where the module of Cython's own code would have a source; it is made with every other."""
_CIMPORT = re.compile(rf"^from ((?:{'|'.join(PACKAGES)})[\w.]*) cimport\s([^(\n]*)", re.MULTILINE)


def stale_modules(root: Path) -> list[str]:
    """Find compiled modules older than a source, or whose source is gone; and, where there are any,
    constants that differ from those they were compiled with."""
    stale, compiled = [], False
    suffix = EXTENSION_SUFFIXES[0]
    for package in PACKAGES:
        for binary in (root / package).rglob(f"*{suffix}"):
            source = binary.with_name(binary.name.removesuffix(suffix) + ".py")
            if source == root / SHARED:
                continue
            built = binary.stat().st_mtime
            made_of = _sources(root, source) if source.exists() else set()
            if not made_of or any(made.stat().st_mtime > built for made in made_of):
                stale.append(str(binary.relative_to(root)))
            compiled = True
    changed = [module for module in constant_modules(root) if compiled and _differs(module)]
    return sorted([*stale, *(str(module.relative_to(root)) for module in changed)])


def _differs(module: Path) -> bool:
    """Return whether a module of constants says something else than its C side; comments do not
    count, nor the times of the files."""
    written = module.with_suffix(".pxd")
    return not written.exists() or written.read_text(encoding="utf-8") != c_constants(module)


def _sources(root: Path, source: Path) -> set[Path]:
    """A module's .py and every .pxd its declarations reach."""
    found, waiting = {source}, [source.with_suffix(".pxd")]
    while waiting:
        declaration = waiting.pop()
        if declaration in found or not declaration.exists():
            continue
        found.add(declaration)
        for module, names in _CIMPORT.findall(declaration.read_text(encoding="utf-8")):
            place = root.joinpath(*module.split("."))
            waiting += [place.with_suffix(".pxd"), place / "__init__.pxd"]
            waiting += [place / f"{name.strip()}.pxd" for name in names.split(",")]
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `long.txt` lists."""
    long = set(LIST.read_text(encoding="utf-8").splitlines())
    for item in items:
        if item.nodeid in long:
            item.add_marker("long")


@pytest.fixture
def data() -> Path:
    """The folder of known answers."""
    return ROOT / "tests" / "data"


def pytest_sessionstart(session: pytest.Session) -> None:
    stale = stale_modules(ROOT)
    if stale:
        pytest.exit(
            f"{len(stale)} compiled modules are older than their sources ({stale[0]}, ...): "
            "the tests would run old code. Rebuild with: pip install -e .",
            returncode=2,
        )
