"""Results are outside of docs/; their README says how each was made, and where it is shown."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from engine.text.cells import cell, text_of

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"
README = RESULTS / "README.md"

pytestmark = pytest.mark.skipif(not RESULTS.exists(), reason="an archive has no results")


def _folders() -> list[str]:
    """Every folder with files of its own."""
    folders = {path.parent for path in RESULTS.rglob("*.csv") if "games" not in path.parts}
    return sorted(folder.relative_to(RESULTS).as_posix() for folder in folders)


def _rows() -> dict[str, tuple[str, str, str]]:
    """Of each folder in the README: the command, the seed and the page."""
    row = re.compile(
        r"^\| \[([^]]+)\]\(\1/\) \| `([^`]+)` \| (\d+) \| \[[^]]+\]\(([^)]+)\) \|$", re.M
    )
    return {
        name: (command.replace("\\|", "|"), seed, page)
        for name, command, seed, page in row.findall(README.read_text(encoding="utf-8"))
    }


def test_the_readme_has_every_result_once_and_little_else() -> None:
    assert sorted(_rows()) == _folders()
    text = README.read_text(encoding="utf-8")
    assert text.count("\n| [") == len(_rows())
    assert len(text.splitlines()) - len(_rows()) < 16


@pytest.mark.parametrize("name", _folders())
def test_a_result_has_its_command_seed_and_page(name: str) -> None:
    command, seed, page = _rows()[name]
    text = (README.parent / page).read_text(encoding="utf-8")
    assert f"(../results/{name}/" in text
    account = RESULTS / name / f"{name}.json"
    if account.exists():
        data = json.loads(account.read_text(encoding="utf-8"))
        assert (command, seed) == (data["command"], str(data["seed"]))
    else:
        shown = re.sub(r"\\\n\s*", "", text)  # commands of several lines
        assert command.removesuffix(f" --seed {seed}") in shown


def test_tables_are_as_they_are_written_now() -> None:
    for path in RESULTS.rglob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                assert row == [cell(text_of(each)) for each in row], path.name


def test_no_page_links_to_a_file_that_is_missing() -> None:
    linked = 0
    for page in (ROOT / "docs").rglob("*.md"):
        for link in re.findall(r"\]\((\.\./results/[^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).is_file(), f"{page.name}: {link}"
            linked += 1
    assert linked > 90


def test_no_page_links_to_a_result_where_it_was() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"\]\((docs/)?(results|calibration)/", text), page.name
        assert "docs/results" not in text, page.name
