"""docs/papers.md names files, definitions, specs and experiments that exist; citations of the
source texts name parts that the texts have."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import searchers
from engine.lab import AT_THE_BOARD, EXPERIMENTS

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if re.match(r"\| .*`", line)]


@cache
def defined(path: str) -> frozenset[str]:
    """The functions, classes, methods as "Class.method", attributes and values of a file."""
    found: set[str] = set()
    stack = [("", node) for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body]
    while stack:
        prefix, node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(prefix + node.name)
            if isinstance(node, ast.ClassDef):
                stack += [(f"{node.name}.", inner) for inner in node.body]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {prefix + name.id for name in targets if isinstance(name, ast.Name)}
    return frozenset(found)


@pytest.mark.parametrize("row", ROWS)
def test_the_names_of_a_row_exist(row: str) -> None:
    where, more = row.split(" | ")[1:3]
    paths = re.findall(r"`([\w/]+\.py)`", where)
    names = re.findall(r"`([\w.]+)`", where.replace(".py`", ""))
    assert paths
    assert [path for path in paths if not (ROOT / path).is_file()] == []
    assert names
    assert set(names) <= set().union(*map(defined, paths))
    for note in re.findall(r"`([^`]+)`", more):
        if ":" in note:
            searchers.make(note)
        elif "-" in note:
            assert note in EXPERIMENTS or note in AT_THE_BOARD
        else:
            assert note in paths[0] or f"self.{note}" in (ROOT / paths[0]).read_text()


def test_every_experiment_of_a_text_has_a_row() -> None:
    named = set(re.findall(r"`([\w.]+-[\w.-]+)`", PAGE))
    assert set(EXPERIMENTS) - named == set()


# -- citations -------------------------------------------------------------------------------------

PARTS = {
    "Palay": "section 1 2 3 3.1 3.2 3.3 3.4 4 5 6 7 8 9 10 "
    "figure 2-1 2-2 2-3 2-4 2-5 2-6 2-7 2-8 5-1 5-2 5-3 5-4 5-5 6-1 6-2 7-1 7-2 7-3 7-4 7-5 7-6 "
    "7-7 9-1 I-1 I-2 note 1 2 3 4 5 6 appendix I",
    "Lindstrom": "section 1 1.1 1.2 1.3 2 2.1 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.2.5 2.2.6 2.2.7 2.3 3 "
    "3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 3.2 3.2.1 3.2.2 3.3 3.4 4 4.1 4.2 4.3 4.4 4.5 5 5.1 5.2 5.3 "
    "6 6.1 6.2 6.3 6.4 7 7.1 7.2 7.3 7.4 8 8.1 8.2 8.3 8.4 9 9.1 9.2 9.2.1 9.2.2 9.2.3 9.3 table 1 "
    "appendix A B C",
    "Korf": "section 1 2 3 4 5 figure 1 2 3 4",
    "Srimani": "chapter 1 2 3 4 5 6 section 2.1 2.2 3.1 3.2 3.3 3.4 3.5 3.6 3.7 5.1 5.2 5.3 "
    "figure 2.1 3.0 3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 A.1 "
    "table 3.1 4.1 4.2 4.3 4.4 4.5 5.1 A.1 lemma 3.1 3.2 appendix A B",
}
"""The numbers of the texts' headings, captions and notes."""

KINDS = "section|chapter|figure|table|note|lemma|appendix"
NUMBER = r"(?:I-\d|[AI]\.\d|\d+(?:[.-]\d+)*|[ABCI]\b)"
RUN = rf"{NUMBER}(?:(?:,| and| to|, and) {NUMBER})*"
CITATION = re.compile(
    rf"({'|'.join(PARTS)})\w*(?:'s)? ?\(?(?:\d{{4}},? )?"
    rf"((?:(?:,? |, |and )*(?:{KINDS})e?s? {RUN})+)",
    re.IGNORECASE,
)


def cited(text: str) -> list[tuple[str, str, str]]:
    """The citations in a text: the author, the kind of part, its number."""
    found = []
    for author, parts in CITATION.findall(" ".join(re.sub(r'["#]+|\\n', " ", text).split())):
        for kind, run in re.findall(rf"({KINDS})e?s? ({RUN})", parts, re.IGNORECASE):
            found += [(author.title(), kind.lower(), part) for part in re.findall(NUMBER, run)]
    return found


@cache
def numbered(author: str) -> frozenset[tuple[str, str]]:
    """The parts of a text, by kind and number."""
    kind, found = "", set()
    for word in PARTS[author].split():
        if word in KINDS.split("|"):
            kind = word
        else:
            found.add((kind, word))
    return frozenset(found)


def test_citations_are_read() -> None:
    assert cited("Korf 1992, section 6: further work") == [("Korf", "section", "6")]
    assert cited("(Palay 1980, sections 7 and 10)")[1] == ("Palay", "section", "10")
    assert cited("Srimani 1985, table 4.2 and figure 4.1")[1] == ("Srimani", "figure", "4.1")


def test_cited_parts_of_the_texts_exist() -> None:
    folders = ("docs", "engine", "evaluators", "games", "searchers", "tests")
    texts = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder in folders
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".py", ".md", ".toml") and path != Path(__file__)
    }
    found = [(name, *one) for name, text in texts.items() for one in cited(text)]
    assert [one for one in found if one[2:] not in numbered(one[1])] == []
    assert len(found) > 150


def test_the_tests_that_the_page_of_cases_names_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "cases.md").read_text("utf-8")))
    files = (ROOT / "tests").rglob("test_*.py")
    assert named
    assert named <= {
        name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    }
