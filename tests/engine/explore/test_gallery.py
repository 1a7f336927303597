"""The gallery's pages can be made, and their notes are true."""

from __future__ import annotations

import argparse
import re
import shlex
import tomllib
from pathlib import Path

import pytest

import games
from engine.cli import explore
from engine.cli.main import main
from searchers import Limits, make

ROOT = Path(__file__).resolve().parents[3]
PAGES = tomllib.loads((ROOT / "docs/gallery/pages.toml").read_text(encoding="utf-8"))["page"]


def arguments(name: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    explore.explore_arguments(parser)
    (page,) = (page for page in PAGES if page["name"] == name)
    return parser.parse_args(shlex.split(page["command"]))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page["name"])
def test_three_sentences_and_a_picture(page: dict[str, str]) -> None:
    assert len(re.findall(r"[.](?=\s|$)", page["look"])) == 3
    assert (ROOT / f"docs/gallery/{page['name']}.png").stat().st_size < 80_000


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page["name"])
def test_pages_are_small(
    page: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    made = tmp_path / "page.html"
    assert main(["explore", *shlex.split(page["command"]), "--html", str(made)]) == 0
    assert made.stat().st_size < 3_000_000


def test_the_proof_in_othello_is_as_described() -> None:
    options = arguments("bstar-othello")
    position = games.make("othello").at(options.position)
    result = make(options.what[0]).search(position, Limits(nodes=options.nodes))
    assert (position.move_text(result.move or 0), result.nodes, result.proved) == ("f4", 64, True)
    assert len(position.legal_moves()) == 10


@pytest.mark.slow
def test_one_of_two_finds_the_sacrifice() -> None:
    options = arguments("chess-side-by-side")
    position = games.make("chess").at(options.position)
    found = [
        position.move_text(make(player).search(position, Limits(nodes=options.nodes)).move)
        for player in options.what
    ]
    assert (found[0], found[1] == "d6d1") == ("d6d1", False)
