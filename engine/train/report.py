"""The page of a training: one file without network resources, written after every generation."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import isfinite
from pathlib import Path
from typing import Any

from engine.match.statistics.elo import WDL, Counts, Pentanomial, elo, expected_score
from engine.pages.curves import Level, Point, Series, draw
from engine.pages.rendering import format_number, rendered, typeset
from engine.train.times import DONE, STOPPED, Times
from evaluators.intervals.fits import Fits
from games.core.words import counted
from games.parts.plugins import command

NAME = "report.html"
FOLDER = Path(__file__).resolve().parent
HEIGHT = 170
"""Height of a curve."""
LOSS = "held-out loss of "
"""How the names of losses begin in the ledger."""
KINDS = ("first", "second", "third")
"""The kinds of lines: that of the trained values, then the others."""

_EQUAL_TIME = ("pvs", "--cpu", "0.01", "--games", "100")
"""The other player and the limits of a match."""

Entry = dict[str, Any]


@dataclass(frozen=True)
class Training:
    """The content of the page.

    :param plan: the plan of the next or last generation, a dataclass.
    :param ledger: the finished generations.
    :param origin: the name of the weights before the first one.
    :param loss: the kind of the losses, in words.
    :param missing: why there is no line of the static value; "" if there is one.
    :param intervals: the file of intervals, if there is one.
    :param evaluator: the spec of the best weights in the folder; "" if it has none.
    """

    game: str
    plan: Any
    ledger: Sequence[Entry]
    origin: str
    times: Times
    loss: str
    missing: str
    intervals: Fits | None
    evaluator: str


def report(training: Training) -> str:
    """Return the page about a training as HTML, with the time of writing.

    It has the state, the plan, the curves, a row for each generation, the intervals and commands.
    """
    ledger = training.ledger
    kept = [entry for entry in ledger if entry["kept"]]
    return rendered(
        FOLDER,
        "report.html.jinja",
        {
            "training": training,
            "state": _state(training),
            "kept": len(kept),
            "positions": sum(entry.get("positions", 0) for entry in ledger),
            "games": sum(entry.get("games", 0) for entry in ledger),
            "seconds": training.times.total,
            "written": datetime.datetime.now().astimezone().isoformat(" ", "seconds"),
            "plan": _plan(training.plan),
            "losses": _draw_losses(ledger),
            "scores": _draw_scores(ledger),
            "elo": _draw_elo(kept),
            "names": losses_of(ledger),
            "kinds": _kinds(losses_of(ledger)),
            "rows": [_row(entry, training) for entry in ledger],
            "measured": training.intervals and [*filter(None, training.intervals.measured)],
            "marks": [fit.marks for fit in training.intervals.learned]
            if training.intervals
            else [],
            "commands": _commands(training),
            "format_number": format_number,
            "counted": counted,
            "duration": duration,
        },
    )


def duration(seconds: float) -> str:
    """Return seconds as text for readers, such as "2 h 5 min".

    >>> [duration(seconds) for seconds in (4.24, 63, 7300)]
    ['4.2 s', '1 min 3 s', '2 h 1 min']
    """
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def counts_of(entry: Entry) -> Counts:
    """Return the counts of an entry's match for the new weights, of pairs or else of games.

    An older entry has its score alone: games won, drawn and lost.
    """
    counts: list[int] = entry.get("counts") or entry["score"]
    return Pentanomial(*counts) if len(counts) == len(Pentanomial._fields) else WDL(*counts)


def losses_of(ledger: Sequence[Entry]) -> list[str]:
    """Return the names of the losses that some generation has, that of the new weights last."""
    found = [
        name.removeprefix(LOSS)
        for entry in ledger
        for name, value in entry.items()
        if name.startswith(LOSS) and value is not None
    ]
    return list(dict.fromkeys(found))


def _state(training: Training) -> str:
    """Return in words the state of the training, its present part and the finished generations."""
    times, done = training.times, len(training.ledger)
    finished = f"{counted(done, 'generation')} finished"
    if times.state == DONE:
        return f"done: {finished}"
    part = "intervals" if times.part == "intervals" else f"generation {times.part}"
    if times.part.isdecimal() and int(times.part) <= done:
        part = f"after {part}"
    else:
        part = f"in {part}" if times.state == STOPPED else f"{part} at work"
    if not times.part:
        part = "before the first part"
    more = "; the same command goes on" if times.state == STOPPED else ""
    return f"{times.state}: {part}, {finished}{more}"


def _plan(plan: Any) -> list[tuple[str, str, Any]]:
    """Return option, meaning and number of each field of a plan."""
    return [
        ("--" + field.name.replace("_", "-"), field.metadata["help"], getattr(plan, field.name))
        for field in fields(plan)
    ]


def _row(entry: Entry, training: Training) -> dict[str, Any]:
    """Return a row of the table of generations, by column.

    `entry` is the entry of the ledger. `losses` has None for each loss that it lacks. `against` is
    the number of the generation that it played, or the name of the first weights. `match` is the
    score of the new weights as text, and `elo` the difference. `repeated` counts games that are not
    in the statistics. `seconds` is None if the time is unknown.
    """
    counts = counts_of(entry)
    wins, draws, losses = entry["score"]
    return {
        "entry": entry,
        "losses": [entry.get(LOSS + name) for name in losses_of(training.ledger)],
        "against": entry.get("against") or training.origin,
        "match": f"+{wins} ={draws} \u2212{losses}",
        "repeated": wins + draws + losses - counts.games,
        "elo": typeset(entry["Elo"]),
        "seconds": training.times.seconds.get(str(entry["generation"])),
    }


def _commands(training: Training) -> list[tuple[str, str]]:
    """Return commands that use the trained values, each after a text of what it does.

    The list is empty without trained values; the last command is there only with intervals.
    """
    if not training.evaluator:
        return []
    game, evaluator = training.game, training.evaluator
    player = f"pvs@{evaluator}"
    parts = [
        ("play against it", ["play", game, "--player", player]),
        (
            "play a match against the game's default evaluator",
            ["match", "--game", game, "--players", player, *_EQUAL_TIME],
        ),
    ]
    if training.intervals:
        name = f"learned:base=({evaluator})"
        more = ["--evaluator", name, "--depths", "4", "--positions", "1000", "--seed", "7"]
        parts.append(("measure the intervals on new games", ["calibrate", "--game", game, *more]))
    return [(what, command(*words)) for what, words in parts]


# -- curves ----------------------------------------------------------------------------------------


def _kinds(names: Sequence[str]) -> dict[str, str]:
    """Return the kind of line of each loss, last name first; all from the third on share a kind."""
    return {name: KINDS[min(place, 2)] for place, name in enumerate(reversed(names))}


def _draw_losses(ledger: Sequence[Entry]) -> dict[str, Any] | None:
    """Return the drawing of the held-out losses, a curve each; None if nothing was held out."""
    names = losses_of(ledger)
    series = []
    for name, kind in _kinds(names).items():
        points = [
            Point(
                entry["generation"], loss, text=f"generation {entry['generation']}, {name}: {loss}"
            )
            for entry in ledger
            if (loss := entry.get(LOSS + name)) is not None
        ]
        series.append(Series(kind, points))
    if not series:
        return None
    label = f"held-out loss per generation, of {', '.join(names)}"
    return draw(series, height=HEIGHT, label=label, row="{:.3g}".format, column="{:g}".format)


def _draw_scores(ledger: Sequence[Entry]) -> dict[str, Any] | None:
    """Return the curve of the matches' scores, in percent, with their 95% intervals.

    :returns: the drawing (see `draw`); None if no match has a game.
    """
    points = []
    for entry in ledger:
        counts = counts_of(entry)
        if not counts.games:
            continue
        found, number = elo(counts), entry["generation"]
        ends = (found.low, found.value, found.high)
        low, mean, high = (100 * expected_score(end) for end in ends if end is not None)
        text = f"generation {number}: {mean:.1f}%, from {low:.1f}% to {high:.1f}%"
        points.append(Point(number, mean, low, high, text))
    if not points:
        return None
    return draw(
        [Series("first", points)],
        [Level("third", 50)],
        height=HEIGHT,
        label="score of each generation's match against the last accepted values, in percent",
        row="{:g}%".format,
        column="{:g}".format,
    )


def _draw_elo(kept: Sequence[Entry]) -> dict[str, Any] | None:
    """Return the curve of the summed Elo of accepted generations, with its 95% interval.

    It begins at 0. Errors of matches add as those of independent numbers. A match without a finite
    Elo counts with the finite end of its interval, or 0 without one, and adds no error if it has no
    finite interval.

    :returns: the drawing (see `draw`); None if no generation was accepted.
    """
    total = square = 0.0
    points = [Point(0, 0, text="before the first generation: 0")]
    for entry in kept:
        found = elo(counts_of(entry))
        ends = (found.value, found.low, found.high)
        total += next((end for end in ends if end is not None and isfinite(end)), 0.0)
        square += (found.error or 0) ** 2
        error = square**0.5
        text = f"generation {entry['generation']}: {total:+.0f} \u00b1 {error:.0f}"
        points.append(Point(entry["generation"], total, total - error, total + error, text))
    if not kept:
        return None
    return draw(
        [Series("first", points)],
        [Level("third", 0)],
        height=HEIGHT,
        label="summed Elo of the accepted generations",
        row=lambda value: format_number(value, "+g") if value else "0",
        column="{:g}".format,
    )
