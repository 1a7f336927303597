"""The packages whose prose is plain stay so: `python -m tests.words PATH` lists what is wrong."""

from __future__ import annotations

import pytest

from tests.words import ROOT, files, hits

PLAIN = (
    "CHANGELOG.md",
    "README.md",
    "benchmarks",
    "docs",
    "docs/glossary.md",
    "docs/laboratory.md",
    "engine/annotate",
    "engine/cli",
    "engine/explore",
    "engine/hosted",
    "engine/jobs",
    "engine/lab",
    "engine/match",
    "engine/pages",
    "engine/play",
    "engine/text",
    "engine/uci",
    "evaluators",
    "games",
    "searchers/__init__.py",
    "searchers/abtree",
    "searchers/best_first",
    "searchers/bstar",
    "searchers/check.py",
    "searchers/core",
    "searchers/depth_first",
    "searchers/state_space",
    "searchers/storage",
    "tests/evaluators",
    "tests/searchers/abtree",
    "tests/searchers/best_first",
    "tests/searchers/bstar",
    "tests/searchers/core",
    "tests/searchers/state_space",
    "tests/searchers/storage",
    "tests/training",
    "training",
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
