"""The prose is plain: `python -m tests.words PATH` lists each word that is not."""

from __future__ import annotations

import ast

import pytest

from tests.words import ROOT, files, hits

PLAIN = (
    *("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "docs"),
    *("benchmarks", "engine", "evaluators", "games", "searchers", "starling", "tests", "training"),
)
MOST = 0.3
"""Listed words in 1,000; a listed word may be the right one once in a while."""


@pytest.mark.parametrize("name", PLAIN)
def test_prose_is_plain(name: str) -> None:
    place = ROOT / name
    counted = [hits(path) for path in files() if path == place or place in path.parents]
    words = sum(size for size, _ in counted)
    found = [hit for _, listed in counted for hit in listed]
    assert words > 0
    assert 1000 * len(found) <= MOST * words, found


QUESTIONS = {"How", "What", "When", "Where", "Which", "Who", "Why"}


@pytest.mark.parametrize("name", [name for name in PLAIN if (ROOT / name).is_dir()])
def test_docstrings_do_not_begin_with_questions(name: str) -> None:
    """A function's docstring begins with a verb, a class's with a noun."""
    for path in (path for path in files() if path.suffix == ".py" and ROOT / name in path.parents):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                first = (ast.get_docstring(node) or "-").split()[0]
                assert first not in QUESTIONS, f"{path}:{node.lineno} {node.name}"


CODE = ("benchmarks", "engine", "evaluators", "games", "searchers", "training")
SHORT = 3
"""A function of so many lines needs no docstring."""


def test_functions_have_docstrings() -> None:
    """A method needs none if a method of another class has its name and a docstring.

    The test of a claim needs none either: its decorator has the statement.
    """
    methods: list[tuple[str, ast.FunctionDef]] = []
    functions: list[tuple[str, ast.FunctionDef]] = []
    for path in (path for name in CODE for path in (ROOT / name).rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        own = {each for node in nodes if isinstance(node, ast.ClassDef) for each in node.body}
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                kind = methods if node in own else functions
                kind.append((f"{path}:{node.lineno} {node.name}", node))
    assert functions
    known = {node.name for _, node in methods if ast.get_docstring(node)}
    missing = [
        place
        for place, node in [*functions, *(pair for pair in methods if pair[1].name not in known)]
        if not ast.get_docstring(node)
        and not node.name.startswith("__")
        and not any(ast.unparse(each).startswith("claim(") for each in node.decorator_list)
        and (node.end_lineno or 0) - node.lineno >= SHORT
    ]
    assert not missing
