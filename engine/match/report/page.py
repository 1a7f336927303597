"""The page of a tournament: one file, nothing of it from a network."""

from __future__ import annotations

import datetime
import math
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.match.report import tables
from engine.match.report.curves import Curve
from engine.match.report.recorded import Recorded, recorded
from engine.match.report.replays import MOST_GAMES, chosen, replays
from engine.match.statistics.sprt import Sprt
from engine.pages.rendering import inert, rendered
from games.core.scores import KNOWN_WIN, MATE_BOUND, WIN
from games.core.words import counted
from games.errors import FileError
from games.parts.files import expect_no_database

__all__ = ["MOST_GAMES", "report", "write_report"]

FOLDER = Path(__file__).resolve().parent
SCRIPTS = ("board.js", "tables.js", "graph.js", "replay.js", "report.js")
"""In the order of their dependence."""

TEST = Sprt(0, 10)
"""Where none is asked for."""

CURVES = 12
"""Sequential tests that are drawn; the tables have all."""

WIDTH, HEIGHT = 320, 130
"""Of a drawn test."""


def write_report(
    folder: str | Path, path: str | Path, *, test: Sprt | None = None, refresh: float = 0
) -> Recorded:
    """Write the page of a tournament's folder; whoever reads it finds the old one or the new one.

    :param path: the page's file.
    :param test: is made of every pair; None for the tournament's own, if it has one, else 0 10.
    :param refresh: seconds after which an open page reads its file again, while games are to come;
        0 for never.
    :returns: what the folder held.
    :raises FileError: if the folder holds no tournament, or the page cannot be written, as where a
        database is.
    """
    expect_no_database(path)
    found = recorded(folder)
    page = report(found, test=test, refresh=refresh)
    fresh = Path(f"{path}.new")
    try:
        fresh.write_text(page, encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    return found


def report(found: Recorded, *, test: Sprt | None = None, refresh: float = 0) -> str:
    """The page as HTML; see `write_report`."""
    result = found.result
    asked = test or found.plan.sprt
    test = asked or TEST
    running = not result.over
    rows, all_openings = tables.openings(found)
    played = replays(found, chosen(found.games))
    pairs = tables.pairs(found, test)
    data = {
        **played,
        "players": result.players,
        "unit": _unit(found),
        "sides": _sides(found),
        "scores": {"win": WIN, "mate": MATE_BOUND, "known": KNOWN_WIN},
        "refresh": refresh if running else 0,
    }
    return rendered(
        FOLDER,
        "page.html.jinja",
        {
            "result": result,
            "plan": found.plan,
            "running": running,
            "written": datetime.datetime.now().astimezone().isoformat(" ", "seconds"),
            "standings": tables.standings(found),
            "rounds": tables.rounds(found),
            "bracket": tables.bracket(found),
            "places": tables.places(found),
            "asked": asked is not None,
            "decides": test == found.plan.sprt,
            "crosstable": tables.crosstable(found),
            "audit": tables.audit(found),
            "pairs": pairs,
            "drawn": [drawn(pair["curve"], test) for pair in pairs[:CURVES]],
            "test": test,
            "endings": tables.endings(found),
            "openings": rows,
            "all_openings": all_openings,
            "sides": data["sides"],
            "embedded": len(played["games"]),
            "data": inert(data),
            "scripts": SCRIPTS,
            "told": told,
            "counted": counted,
        },
    )


def told(number: float | None, form: str = "") -> str:
    """A number for people; a dash for none."""
    if number is None:
        return "\u2013"
    if math.isinf(number):
        return "\u221e" if number > 0 else "\u2212\u221e"
    return format(number, form).replace("-", "\u2212")


def _unit(found: Recorded) -> int:
    """How much of a value is one of what the game's players count in: points, pawns."""
    if found.start is None:
        return 1
    return 100 if "pgn" in found.start.INFO.standards else found.start.INFO.value_per_point


def _sides(found: Recorded) -> list[str]:
    return ["First", "Second"] if found.start is None else list(found.start.INFO.sides)


def drawn(curve: Curve, test: Sprt) -> dict[str, Any]:
    """A curve in the coordinates of a drawing, with the lines of the test's bounds."""
    games = max(1, curve.points[-1][0])
    ratios = [ratio for _, ratio in curve.points]
    low, high = min(test.lower, *ratios) - 0.4, max(test.upper, *ratios) + 0.4

    def height(ratio: float) -> str:
        return f"{HEIGHT * (high - ratio) / (high - low):.1f}"

    line = [f"{WIDTH * n / games:.1f},{height(ratio)}" for n, ratio in curve.points]
    return {
        "curve": curve,
        "width": WIDTH,
        "height": HEIGHT,
        "line": " ".join(line),
        "lower": height(test.lower),
        "upper": height(test.upper),
        "zero": height(0),
        "last": curve.points[-1][1],
        "games": games if curve.points[-1][0] else 0,
    }
