"""The version of Starling that plays a game, as every record of a game has it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path

from engine import VERSION

DIGITS = 16
"""The hexadecimal digits of a digest of files."""

_PACKAGES = ("games", "evaluators", "searchers")
"""The packages that determine moves and counts."""

_VALUES = (".dat", ".json")
"""The endings of the files that hold trained values."""


@cache
def origin() -> str:
    """Return the version, and digests of our games, evaluators and searchers as one line of text.

    One digest is of their Python files, the other of the trained values that they ship.

    Two equal origins play the same moves at the same node budgets. Different ones may, too.

    >>> origin().split()[0]
    'starling'
    """
    code, values = [], []
    for package in _PACKAGES:
        folder = Path(str(import_module(package).__file__)).parent
        code += sorted(folder.rglob("*.py"))
        values += sorted(path for path in folder.rglob("*") if path.suffix in _VALUES)
    return f"starling {VERSION}, code {digest_of(code)}, values {digest_of(values)}"


def digest_of(files: list[Path]) -> str:
    """Return a digest, `DIGITS` hexadecimal digits, of the names and contents of some files.

    Folders and the kind of line ends do not count, as they depend on the system; the order does.

    :raises OSError: if one cannot be read.
    """
    whole = hashlib.sha256()
    for path in files:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{path.name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()[:DIGITS]
