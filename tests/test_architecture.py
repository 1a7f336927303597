"""The packages: what may import what, and what hot code may not contain."""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from declarations import compiled_modules
from engine.cli.parts import REGISTRIES
from games.parts.part import options_of

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("games", "evaluators", "searchers", "engine")
OPTIONAL = {"engine.hosted.openspiel": "pyspiel"}
"""Modules that need a package which the project does not install."""
MADE = ROOT / "build" / "starling" / "cython"


@cache
def _imported(path: Path) -> set[str]:
    """Every module that a file or its declarations name, and every name they take from one."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names | _cimported(path.with_suffix(".pxd"))


def _cimported(declaration: Path) -> set[str]:
    """Return the modules that declarations cimport from, also through an `__init__.pxd`."""
    if not declaration.exists():
        return set()
    text = declaration.read_text(encoding="utf-8")
    names = set(re.findall(r"^from ([\w.]+) cimport", text, re.M))
    fronts = [ROOT.joinpath(*name.split("."), "__init__.pxd") for name in names]
    return names.union(*(_cimported(face) for face in fronts))


def _files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_every_folder_has_an_init() -> None:
    for package in PACKAGES:
        folders = {
            path.parent for pattern in ("*.py", "*.pxd") for path in (ROOT / package).rglob(pattern)
        }
        assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_one_way_only(package: str) -> None:
    allowed = set(PACKAGES[: PACKAGES.index(package) + 1])
    for path in _files(package):
        packages = {name.partition(".")[0] for name in _imported(path)} & set(PACKAGES)
        assert packages <= allowed, path


def test_imports_go_in_no_circle() -> None:
    imported = {_module(path): _imported(path) for package in PACKAGES for path in _files(package)}
    modules = {name for name in imported if not name.endswith("__init__")}
    TopologicalSorter({name: imported[name] & modules for name in modules}).prepare()


def test_families_import_each_other_in_no_circle() -> None:
    families: dict[str, set[str]] = {}
    for path in (
        path for package in PACKAGES for path in _files(package) if path.name != "__init__.py"
    ):
        own = families.setdefault(_family(_module(path)), set())
        own |= {_family(name) for name in _imported(path) if _is_module(name)}
    TopologicalSorter({name: used - {name} for name, used in families.items()}).prepare()


def _family(module: str) -> str:
    """Return the folder of a module; a module beside an `__init__` is its own family."""
    folder, _, _ = module.rpartition(".")
    return module if folder in (*PACKAGES, "engine.match", "engine.lab") else folder


def _is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").exists() or place.with_suffix(".pxd").exists()


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, registry in REGISTRIES.items() for name in registry.builtin],
)
def test_a_part_goes_by_the_name_it_is_registered_under(kind: str, name: str) -> None:
    part = REGISTRIES[kind].find(name)
    assert name == part.NAME
    for option in options_of(part):
        assert (
            option.literal
            or option.default is None
            or option.read(option.default, name) == (option.default)
        )


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_exist(package: str) -> None:
    for path in _files(package):
        module = _module(path).removesuffix(".__init__")
        if OPTIONAL.get(module) and find_spec(OPTIONAL[module]) is None:
            continue
        found = import_module(module)
        for name in getattr(found, "__all__", []):
            assert hasattr(found, name), f"{module}.{name}"


# Python objects that hot code may touch, function by function, each with its reason.
_ALLOWED = {
    "Budget_poll": "lets other threads in and looks at a Python clock, every 1,000 nodes",
    "Budget__pause": "lets other threads in, every 1,000 nodes",
    "Budget__ended": "looks at a Python stop flag and clock, every 1,000 nodes",
    "budget_current_budget": "finds the thread's budget, once a search and evaluator",
    "Moves_reserve": "grows Python arrays, rarely",
    "Chess__grow": "grows Python arrays, rarely",
    "Kalah__grow": "grows Python arrays, rarely",
    "Grid__grow": "grows Python arrays, rarely",
    "Synthetic_grow": "grows Python arrays, rarely",
    "_lengthen": "grows Python arrays, rarely",
    "MinimaxTree_reserve": "grows Python arrays, rarely",
    "SpikeTree__reserve_spikes": "grows Python arrays, rarely",
    "MinimaxGraph__tabulate": "makes Python arrays, rarely",
    "RecursiveBestFirstMinimax__reserve": "grows Python arrays, rarely",
    "States__grow": "grows Python arrays, rarely",
    "Trace_": "writes text, where there is a trace",
    "__trace_": "records a trace, where there is one",
    "Gamma__trace_": "records a trace, if there is one",
    "Canonical__make_rows": "makes Python arrays, once",
    "_reset_to_root": "reads the options, once a position",
    "IntervalTree_reserve": "grows Python arrays, rarely",
    "Distributions_": "for what is written in Python",
    "Quantiles_clear": "makes Python arrays, once a search",
    "Quantiles__clear_inner": "makes Python arrays, once a search",
    "Quantiles__reserve": "grows Python arrays, rarely",
    "TopRule_choose": "for rules written in Python",
    "LowerRule_choose": "for rules written in Python",
    "ABStore__reserve": "grows Python arrays, rarely",
    "ABStore__linked": "lists nodes for Python",
    "ABStore__move_to_front": "copies memory, once a move",
    "ABStore_copy_from": "copies memory, once a guess",
    "ABTree_set_aside": "makes a tree, once a guess",
    "ABTree__call_heuristic_stop": "calls a Python callable",
    "ProofTree__reserve": "grows Python arrays, rarely",
    "DepthFirstProofNumber__reserve": "grows Python arrays, rarely",
    "__note_static": "calls Python, once a root move",
    "_refuse": "raises an error",
    "Position_": "defaults for games written in Python",
    "Rules_": "defaults for games written in Python",
    "SearchHooks_": "defaults for games written in Python",
    "Searcher_within": "raises an error",
    "Searcher__check_within": "raises an error",
    "Chess__tabled": "probes tablebases, if there are any",
    "Searcher__report_root_move": "calls the watcher, at the root only",
    "Evaluator_": "defaults for evaluators written in Python",
    "Positional_trait": "hands its number to an override written in Python",
}
_OBJECT = re.compile(r"__Pyx_PyLong_From\w+\(|PyNumber_\w+\(|__Pyx_GetModuleGlobalName\(")


def _fields() -> dict[str, tuple[str, set[str]]]:
    """Of each compiled class that a declaration names: its base, and the fields of its own."""
    found: dict[str, tuple[str, set[str]]] = {}
    name = re.compile(r"cdef class (\w+)(?:\((\w+)\))?:")
    field = re.compile(
        r"    cdef (?:public |readonly )?(?:\w+ )+?((?:\*?\w+(?:\[\w+\])?(?:, |$))+)$"
    )
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.pxd"):
            current = ""
            for line in path.read_text().splitlines():
                line = line.partition("#")[0].rstrip()
                if opened := name.match(line):
                    current = opened[1]
                    found[current] = (opened[2] or "", set())
                elif line and not line.startswith(" "):
                    current = ""
                elif current and (listed := field.match(line)):
                    found[current][1].update(re.findall(r"(\w+)(?:\[\w+\])?(?:, |$)", listed[1]))
    return found


def test_no_field_hides_one_of_the_base() -> None:
    """Compiled, both would be there, each with a value of its own; in Python they are one."""
    fields = _fields()
    assert sum(len(own) for _, own in fields.values()) > 500
    for name, (above, own) in fields.items():
        while above in fields:
            above, others = fields[above]
            assert not own & others, f"{name} declares again {own & others}"


def _generated() -> list[Path]:
    """The C that the last build made of today's modules."""
    return [
        MADE / path.with_suffix(".c")
        for path in (source.relative_to(ROOT) for source in compiled_modules(ROOT))
        if path.parts[0] in PACKAGES
    ]


def _hot_functions() -> list[tuple[str, str]]:
    """Every typed method's C code, by name, from the last build."""
    found = []
    for path in _generated():
        for text in re.split(r"\n(?=static [^;{}]*__pyx_f_\w+\([^;{}]*\) \{\n)", path.read_text())[
            1:
        ]:
            name = re.search(r"__pyx_f_(\w+)\(", text)
            if name and path.stem in name.group(1) and "cpython" not in name.group(1):
                body = text.partition("\n}\n")[0]
                # A cpdef method that may be overridden in Python first looks for the override.
                found.append((re.sub(r"^(\d+[a-z]+_?)+?_?\d*", "", name.group(1)), body))
    return found


@pytest.mark.skipif(not MADE.exists(), reason="nothing was compiled")
def test_hot_code_touches_no_python_object() -> None:
    generated = _generated()
    assert len(generated) >= 40
    assert [path for path in generated if not path.exists()] == []
    for name, body in _hot_functions():
        if any(allowed in name for allowed in _ALLOWED):
            continue
        assert not _OBJECT.search(body), f"{name} makes Python objects: {_OBJECT.search(body)}"


def _reading_list() -> list[tuple[str, list[Path], int]]:
    """Return the rows of the reading list in docs/architecture.md: subject, files and lines."""
    found = []
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| to understand |")[2].partition("\n\n")[0]
    for row in table.splitlines()[2:]:
        subject, names, lines = [cell.strip() for cell in row.strip("| ").split("|")]
        paths: list[Path] = []
        for name in re.findall(r"`([^`]+)`", names):
            whole = ROOT / name
            beside = paths[-1].parent / name if paths else whole
            paths.append(whole if whole.exists() else beside)
        found.append((subject, paths, int(lines.replace(",", ""))))
    return found


@pytest.mark.parametrize("row", _reading_list(), ids=lambda row: row[0])
def test_the_reading_list_is_true(row: tuple[str, list[Path], int]) -> None:
    _, paths, stated = row
    assert [path for path in paths if not path.exists()] == []
    assert len(paths) <= 6
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
    assert abs(lines - stated) <= 0.05 * lines, f"{lines} lines"


def test_no_chain_of_classes_is_long() -> None:
    """At most three classes of ours between a part and the abstract base of its package."""
    for registry in REGISTRIES.values():
        for name in registry.builtin:
            chain = [
                one
                for one in registry.find(name).__mro__
                if one.__module__.partition(".")[2].partition(".")[0] not in ("core", "parts")
                and one is not object
            ]
            assert len(chain) <= 3, chain
