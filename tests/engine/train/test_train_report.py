"""The page of a training: its figures, what it says where there are none, and hostile names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.match.statistics.elo import WDL, Pentanomial
from engine.pages.curves import Level, Point, Series, draw
from engine.train.course import ValuesCourse
from engine.train.report import NAME, Training, counts_of, report
from engine.train.times import Times
from evaluators.intervals.fits import Fits, Measured
from games.parts.plugins import VARIABLE

VOID = {"meta", "link"}


class Page(HTMLParser):
    """A page whose elements are all closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for found, attributes in self.found if found == tag]


def entry(number: int, kept: bool, counts: list[int], score: list[int], **more: Any) -> Any:
    return {
        "generation": number,
        "games": 100,
        "positions": 2000,
        "fitted to": 1900,
        "against": 0,
        "score": score,
        "counts": counts,
        "Elo": "+1.0 +- 2.0",
        "kept": kept,
        **more,
    }


LOSSES = {"held-out loss of mean": 0.2, "held-out loss of static": 0.1}
LEDGER = [
    entry(1, True, [0, 0, 2, 0, 8], [18, 0, 2], **LOSSES, **{"held-out loss of values": 0.05}),
    entry(2, False, [0, 0, 9, 0, 0], [0, 20, 0], **LOSSES, **{"held-out loss of values": 0.04}),
    entry(3, True, [10, 0, 0], [20, 0, 0], **LOSSES, **{"held-out loss of values": 0.03}),
]


@pytest.fixture
def training(tmp_path: Path) -> Training:
    times = Times(tmp_path)
    times.seconds = {"1": 60.0, "2": 61.0, "intervals": 5.0}
    times.enter("stopped", "4")
    return Training(
        "mnk", ValuesCourse.plan, LEDGER, "start", times, "Error", "", None, "values:some folder"
    )


def test_the_page_shows_the_ledger_and_asks_no_network(training: Training) -> None:
    text = report(training)
    page = Page(text)
    assert len(page.of("svg")) == 3
    for picture in page.of("svg"):
        assert picture["role"] == "img"
        assert picture["aria-label"]
    assert not re.search(r'(src|href)="(?!#|data:)|url\(|@import|fetch\(', text)
    assert "prefers-color-scheme: dark" in text
    for words in (
        "stopped: in generation 4, 3 generations finished; the same command goes on , 2 accepted",
        "2 min 6 s of work. 300 games, 6,000 positions.",
        "generation 2: 50.0%, from 35.8% to 64.2%",
        "+0 =20 \u22120",
        "starling play mnk --player 'pvs@values:some folder'",
        "The folder has no intervals.",
        "Error in games of the generation that it was not fitted to.",
    ):
        assert words in page.text
    assert "calibrate" not in page.text
    kinds = [group["class"] for group in page.of("g")]
    assert kinds == ["first", "second", "third", "first", "first"]


def test_accepted_generations_add_up(training: Training) -> None:
    page = Page(report(training)).text
    first = 400 * 0.9542425  # Elo of 90%
    assert f"generation 1: +{first:.0f} \u00b1" in page
    second = float(re.search(r"generation 3: \+(\d+) \u00b1", page)[1])  # type: ignore[index]
    assert first + 100 < second < first + 250, "all games won: the low end of the interval"
    assert "generation 2: +" not in page


def test_what_was_not_measured_is_said(training: Training) -> None:
    bare = [{k: v for k, v in each.items() if "loss" not in k} for each in LEDGER[1:2]]
    page = Page(report(replace(training, ledger=bare, evaluator="", missing="It has no line.")))
    assert len(page.of("svg")) == 1
    for words in (
        "No generation held games out",
        "There are no losses",
        "No generation is accepted.",
        "The folder has no values yet.",
    ):
        assert words in page.text
    page = Page(report(replace(training, ledger=[])))
    assert not page.of("svg")
    assert "No match is finished." in page.text
    page = Page(report(replace(training, missing="The game has no static value.")))
    assert "The game has no static value." in page.text


def test_intervals_are_shown_with_their_coverage(training: Training) -> None:
    known = Measured(cover=80, positions=900, points=195, inside=79.57, error=1.66, width=184)
    page = Page(report(replace(training, intervals=Fits((), measured=(known,)))))
    assert "80% 79.6% \u00b1 1.7 184 900 195" in page.text
    assert "starling calibrate --game mnk" in page.text
    page = Page(report(replace(training, intervals=Fits(()))))
    assert "Their coverage was not measured." in page.text


def test_commands_of_the_page_have_the_plugins(
    training: Training, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "own.py")
    assert "starling --plugin own.py play mnk" in Page(report(training)).text


def test_names_cannot_leave_the_page(training: Training) -> None:
    name = '</title><img src=x onerror="alert(1)">'
    page = Page(report(replace(training, game=name, origin=name, evaluator=name)))
    assert not page.of("img")
    assert f"Training of {name}" in page.text


def test_every_run_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = "--games 110 --nodes 10 --match-games 4 --match-nodes 10 --hidden 16 --epochs 1"
    words = f"train mnk:m=4,n=4 {small} --intervals 0 --workers 1 --out {tmp_path}".split()
    shown = []
    for count in ("1", "2"):
        assert main([*words, "--generations", count]) == 0
        shown.append(Page((tmp_path / NAME).read_text(encoding="utf-8")).text)
        assert str(tmp_path / NAME) in capsys.readouterr().out
    assert "done: 1 generation finished" in shown[0]
    assert "done: 2 generations finished" in shown[1]
    assert "static" in shown[1]
    times = json.loads((tmp_path / "times.json").read_text())
    assert set(times["seconds"]) == {"1", "2"}
    assert main([*words, "--generations", "9", "--minutes", "0.0001"]) == 0
    page = Page((tmp_path / NAME).read_text(encoding="utf-8"))
    assert "stopped: in generation 3, 2 generations finished" in page.text


def test_interrupted_parts_add_up(tmp_path: Path) -> None:
    times = Times(tmp_path)
    times.seconds = {"1": 5.0}
    with pytest.raises(KeyboardInterrupt), times.of("1"):
        raise KeyboardInterrupt
    assert times.total >= 5.0
    assert Times(tmp_path).part == "1"


def test_older_ledgers_have_the_score_alone() -> None:
    assert counts_of({"score": [3, 2, 1]}) == WDL(3, 2, 1)
    assert counts_of({"score": [3, 2, 1], "counts": [0, 1, 1, 1, 0]}) == Pentanomial(0, 1, 1, 1, 0)


def test_curves_of_one_point_and_of_infinite_bars_stay_inside() -> None:
    inf = float("inf")
    line = Series("first", [Point(3, 7, -inf, inf, "all")])
    found = draw([line], [Level("third", 0)], height=100, label="x", row=str, column="{:g}".format)
    (_, top, _, bottom), ((_, low, high),) = found["box"], found["lines"][0]["bars"]
    assert (float(high), float(low)) == (top, bottom)
    assert [text for _, text in found["columns"]] == ["3"]
