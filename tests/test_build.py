"""The build is all or nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["no compiler", "a declaration that does not fit"])
def test_one_failure_leaves_nothing_compiled_and_says_so_once(fault: str, tmp_path: Path) -> None:
    pytest.importorskip("setuptools", "77")  # as pyproject.toml asks
    for room in ("games", "evaluators", "searchers"):
        sources = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(ROOT / room, tmp_path / room, ignore=sources)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
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


@pytest.mark.slow
def test_cython_unpacked_anew_compiles_nothing_again(tmp_path: Path) -> None:
    pytest.importorskip("setuptools")
    cython = Path(pytest.importorskip("Cython").__file__).parent
    shutil.copytree(cython, tmp_path / "libraries" / "Cython")
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "roots.py").write_text("def root(x):\n    return sqrt(x)\n")
    (tmp_path / "games" / "roots.pxd").write_text(
        "from libc.math cimport sqrt\n\ncpdef double root(double x)\n"
    )

    def build() -> int:
        subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace"],
            cwd=tmp_path,
            env={**os.environ, "STARLING_PURE": "", "PYTHONPATH": str(tmp_path / "libraries")},
            check=True,
            capture_output=True,
        )
        (translated,) = (tmp_path / "build").rglob("roots.c")
        return translated.stat().st_mtime_ns

    first = build()
    for file in (tmp_path / "libraries").rglob("*.pxd"):
        file.touch()
    assert build() == first
    os.utime(tmp_path / "games" / "roots.py")
    assert build() > first


def test_what_stands_behind_a_face_makes_its_users_be_built_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dependencies = pytest.importorskip("Cython.Build.Dependencies")
    monkeypatch.chdir(ROOT)
    found = dependencies.create_dependency_tree().all_dependencies("searchers/storage/blocks.py")
    behind = {Path("games", "core", name).absolute() for name in ("__init__.pxd", "array.pxd")}
    assert behind <= {Path(file).absolute() for file in found}


def test_modules_with_flags_of_their_own_exist_and_have_one_kind() -> None:
    text = (ROOT / "setup.py").read_text(encoding="utf-8")
    named = re.findall(r'^        "((?:\w+\.)+\w+)",$', text, re.MULTILINE)
    assert len(named) > 20
    assert len(set(named)) == len(named)
    assert [
        name for name in named if not (ROOT / name.replace(".", "/")).with_suffix(".pxd").exists()
    ] == []
