"""The packages whose prose is plain stay so: `python -m tests.words PATH` lists what is wrong."""

from __future__ import annotations

import pytest

from tests.words import ROOT, files, hits

PLAIN = (
    "engine/cli",
    "engine/explore",
    "engine/hosted",
    "engine/jobs",
    "engine/match",
    "engine/pages",
    "engine/play",
    "engine/text",
    "engine/uci",
    "searchers/depth_first",
    "README.md",
    "CHANGELOG.md",
    "docs",
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
