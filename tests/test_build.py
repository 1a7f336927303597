"""The build is all or nothing."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from declarations import (
    NOT_COMPILED,
    PACKAGES,
    c_constants,
    compiled_modules,
    constant_modules,
    write_constants,
)
from tests.conftest import stale_modules

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["no compiler", "a declaration that does not fit"])
def test_one_failure_leaves_nothing_compiled_and_says_so_once(fault: str, tmp_path: Path) -> None:
    pytest.importorskip("setuptools", "77")  # as pyproject.toml requires
    for room in ("games", "evaluators", "searchers"):
        sources = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(ROOT / room, tmp_path / room, ignore=sources)
    for name in ("setup.py", "declarations.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    if fault != "no compiler":
        with (tmp_path / "searchers" / "best_first" / "bfms.pxd").open("a") as declaration:
            declaration.write("cdef int nonsense(\n")
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=tmp_path,
        env={**os.environ, "STARLING_PURE": "", **({"CC": "false"} if "compiler" in fault else {})},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert built.returncode == 0
    assert built.stderr.count("starling: not compiled") == 1
    assert not list(tmp_path.rglob("*.so"))


def test_no_module_depends_on_a_file_of_cython() -> None:
    """pip unpacks Cython again for every install: such modules would be compiled every time."""
    for source in compiled_modules(ROOT):
        for text in (source.read_text(encoding="utf-8"), _declarations(source)):
            used = re.findall(
                r"^(?:from|cimport) (cpython|libc|libcpp|posix)\b", text, re.MULTILINE
            )
            assert not used, f"{source.relative_to(ROOT)} uses {used[0]}"


def _declarations(source: Path) -> str:
    return source.with_suffix(".pxd").read_text(encoding="utf-8")


def test_modules_are_built_again_when_declarations_they_use_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dependencies = pytest.importorskip("Cython.Build.Dependencies")
    monkeypatch.chdir(ROOT)
    found = dependencies.create_dependency_tree().all_dependencies("searchers/state_space/gamma.py")
    behind = {Path("games", "core", name).absolute() for name in ("__init__.pxd", "array.pxd")}
    assert behind <= {Path(file).absolute() for file in found}


def test_what_only_python_calls_is_marked_once_and_what_searches_call_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("setuptools", "77")
    import setup

    translated = tmp_path / "module.c"
    hot = "static int __pyx_f_push(int move) {\n"
    called = "static PyObject *__pyx_pw_push(\nstatic PyObject *__pyx_pf_push(\n"
    slot = "static int __pyx_pw_set("
    division = "static CYTHON_INLINE long __Pyx_div_long(long a, long b) {\n  return a / b;\n}\n"
    monkeypatch.setattr(setup, "PRAGMA", "#pragma cold\n")
    for tail, marked_tail in (
        ("", ""),
        (
            f"{setup.TAIL}types\n{division}helpers\n",
            f"{setup.TAIL}#pragma cold\ntypes\n{setup.RESET}{division}#pragma cold\nhelpers\n",
        ),
    ):
        translated.write_text(f"{hot}{called}{slot}\n{tail}")
        for _ in range(2):
            setup._mark_cold(translated)
        marked = called.replace("static", "STARLING_COLD static")
        assert translated.read_text() == f"{hot}{marked}STARLING_COLD {slot}\n{marked_tail}"


# -- constants -------------------------------------------------------------------------------


def test_a_constant_is_written_once() -> None:
    """In `constants.py` alone: neither in declarations, nor for the interpreter in the module."""
    modules = list(constant_modules(ROOT))
    assert len(modules) > 10
    for source in compiled_modules(ROOT):
        name = source.relative_to(ROOT)
        assert "cdef enum" not in _declarations(source), f"{name}: an enum in its declarations"
        for part in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(part, ast.If) and ast.unparse(part.test) == "not cython.compiled":
                for line in part.body:
                    assert not _is_number(line), f"{name}, line {line.lineno}: a constant"
    for declaration in (path for package in PACKAGES for path in (ROOT / package).rglob("*.pxd")):
        if declaration.stem != "constants":
            text = declaration.read_text(encoding="utf-8")
            assert not re.search(r"^ +const ", text, re.MULTILINE), declaration


def _is_number(line: ast.stmt) -> bool:
    """Return whether a line gives a name a whole number, or several names some."""
    if not isinstance(line, ast.Assign) or isinstance(line.targets[0], ast.Attribute):
        return False
    values = line.value.elts if isinstance(line.value, ast.Tuple) else [line.value]
    no_number = (ast.List, ast.Attribute, ast.Subscript)
    return any(not isinstance(node, no_number) for node in values) and not any(
        isinstance(node, no_number) for value in values for node in ast.walk(value)
    )


def test_the_c_side_of_constants_has_their_numbers_and_types(tmp_path: Path) -> None:
    module = tmp_path / "constants.py"
    module.write_text(
        "from __future__ import annotations\n"
        "from games.core.constants import WIN\n"
        "LOW, HIGH = -1, 2**31 - 1\nHALF = WIN // 2\n"
        "WIDE: cython.ulonglong = 2**64 - 1\n'''A comment.'''\n"
    )
    text = c_constants(module)
    assert "cdef enum:\n    LOW = -1\n    HIGH = 2147483647\n    HALF = 536870912\n" in text
    assert '    const unsigned long long WIDE "0xFFFFFFFFFFFFFFFFULL"\n' in text
    assert "    WIN" not in text
    assert text.startswith(NOT_COMPILED)


@pytest.mark.parametrize("value", ["2**31", "-(2**31) - 1", "0.5", "'text'"])
def test_a_constant_that_is_no_int_of_c_is_refused(value: str, tmp_path: Path) -> None:
    module = tmp_path / "constants.py"
    module.write_text(f"NAME = {value}\n")
    with pytest.raises(ValueError, match=r"constants.py: NAME = .*: expected a whole number from"):
        c_constants(module)


def test_an_edited_constant_makes_a_build_stale_and_an_edited_comment_does_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "games").mkdir()
    module = tmp_path / "games" / "constants.py"
    module.write_text("ONE = 1\n")
    assert stale_modules(tmp_path) == []  # nothing is compiled
    write_constants(tmp_path)
    (tmp_path / "games" / "user.py").touch()
    (tmp_path / "games" / f"user{EXTENSION_SUFFIXES[0]}").touch()
    written = module.with_suffix(".pxd").stat().st_mtime_ns
    module.write_text("ONE = 1  # a comment\n")
    assert stale_modules(tmp_path) == []
    write_constants(tmp_path)
    assert module.with_suffix(".pxd").stat().st_mtime_ns == written
    module.write_text("ONE = 2\n")
    assert stale_modules(tmp_path) == [os.path.join("games", "constants.py")]


# -- releases --------------------------------------------------------------------------------


@pytest.mark.parametrize("pure", ["1", pytest.param("", marks=pytest.mark.slow)])
def test_a_wheel_has_our_packages_and_no_more(pure: str, tmp_path: Path) -> None:
    pytest.importorskip("setuptools", "77")
    copied = tmp_path / "copied"
    left_out = shutil.ignore_patterns(".*", "*.so", "*.c", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, copied, ignore=left_out)
    subprocess.run(
        [sys.executable, "-c", "from setuptools import build_meta as b; b.build_wheel('made')"],
        cwd=copied,
        env={**os.environ, "STARLING_PURE": pure},
        check=True,
        capture_output=True,
    )
    (wheel,) = (copied / "made").iterdir()
    names = set(zipfile.ZipFile(wheel).namelist())
    tops = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"games", "evaluators", "searchers", "engine", "starling", "uci_main.py"}
    assert {"starling/__init__.py", "starling/py.typed"} <= names
    assert {"searchers/bstar/constants.py", "searchers/bstar/constants.pxd"} <= names
    assert any(name.endswith(EXTENSION_SUFFIXES[0]) for name in names) == (not pure)


def test_constants_are_written_beside_binaries_that_fail() -> None:
    """An update changes sources first: binaries of the old ones may not load."""
    program = (
        "import sys; from pathlib import Path; from declarations import c_constants\n"
        "for module in ('games.core.position', 'games.core.moves'): sys.modules[module] = None\n"
        "print('cdef enum' in c_constants(Path('evaluators/intervals/constants.py')))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout == "True\n", run.stderr
