"""`starling analyse`: search one position and show the result as text or JSON."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, TypeGuard

from engine.cli.arguments import add_limits, add_position, limits_from, position_from, written
from engine.uci.info import race_words
from games.core.position import Position
from games.core.scores import KNOWN_WIN
from games.core.words import Bounds, counted, interval_text, line_text, score_text, signed
from games.errors import LimitsError
from searchers import Result, RootMove, default_for, make
from searchers.core.trace import EVENTS, Trace

_NARROWEST = 20
"""The least columns of a bar."""


def analyse_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `analyse`."""
    add = parser.add_argument
    add_position(parser)
    add(
        "--player",
        metavar="SPEC",
        help="searcher, or searcher@evaluator (default: the game's strongest)",
    )
    add_limits(parser)
    add(
        "--lines",
        type=int,
        default=1,
        metavar="N",
        help="the number of best moves to show with their lines; a searcher without a line for "
        "every move searches once for each, within the same limits",
    )
    add(
        "--trace",
        metavar="FILE",
        help="write the events of the search, one JSON line each: "
        + ", ".join(EVENTS)
        + "; nodes by their Dewey numbers, scores from the side to move at the root",
    )
    add("--json", action="store_true", help="print JSON and nothing else")


def run_analyse(options: argparse.Namespace) -> int:
    """Search and print the result, with `--json` as JSON; return the exit code, 0.

    With `--trace`, write the events of the search to that file, which is replaced.

    :raises StarlingError: if an argument does not fit, or the trace cannot be written.
    """
    position = position_from(options)
    searcher = make(default_for(position) if options.player is None else options.player)
    limits = limits_from(options)
    if options.lines < 1:
        raise LimitsError(f"--lines {options.lines}: expected at least 1")
    with ExitStack() as opened:
        if options.trace is not None:
            searcher.trace = Trace(opened.enter_context(written(options.trace)).write)
        result = searcher.search(position, limits, lines=options.lines)
    if options.json:
        print(json.dumps(as_json(position, result)))
    else:
        _print_result(position, f"{searcher.spec}@{searcher.evaluator.spec}", result, options.lines)
    return 0


def as_json(position: Position, result: Result) -> dict[str, Any]:
    """Return a result in plain types; scores are from the side to move at the root.

    Moves are in the notation of programs; `move_text` and `line` are in the game's notation.
    """
    race = result.race
    return {
        "move": result.uci or None,
        "move_text": result.move_text or None,
        "value": result.value,
        "bounds": result.bounds,
        "proved": result.proved,
        "pv": line_text(position, result.pv),
        "line": result.line,
        "depth": result.depth,
        "nodes": result.nodes,
        "counts": result.counts,
        "root": [
            {
                "move": position.move_text(known.move),
                "value": known.value,
                "bounds": known.bounds,
                "pv": line_text(position, known.pv),
                **({} if known.visits is None else {"visits": known.visits}),
            }
            for known in result.root
        ],
        "race": race
        and {
            "best": position.move_text(race.best.move),
            "second": position.move_text(race.second.move),
            "strategy": race.strategy or None,
            "separation": race.separation,
            "proved": race.proved,
        },
        "wrong": result.wrong,
        "seconds": result.seconds,
        "reason": result.reason,
    }


def _print_result(position: Position, player: str, result: Result, lines: int) -> None:
    """Print the position, its search, and the root moves with a value or bounds; name the others.

    If `lines` is above 1, print as many best moves with their lines of play. If the game is over,
    print its value in place of moves.

    :param player: the specs of searcher and evaluator.
    """
    units = f"; values in {position.INFO.value_unit}" if position.INFO.value_unit else ""
    print(
        f"{position}\n{position.text()}\n{player}: {counted(result.nodes, 'node')} in "
        f"{result.seconds:.3f} s, depth {result.depth}, ended by: {result.reason}{units}"
    )
    if result.move is None:
        print(f"the game is over: {score_text(result.value)}")
        return
    proved = " (proved)" if result.proved else ""
    print(f"move {result.move_text}  value {_value_text(result.value, result.bounds)}{proved}")
    print("line " + " ".join(result.line))
    if result.race is not None:
        print("race " + race_words(position, result.race, notation=True))
    if result.wrong is not None:
        print(f"error probability {100 * result.wrong:.1f}%")
    for remark in result.remarks:
        print(f"remark: {remark}")
    known = [one for one in result.root if one.value is not None or one.bounds is not None]
    for line in _table(position, known):
        print(line)
    if unknown := [one.move for one in result.root if one not in known]:
        names = " ".join(position.notation(move) for move in unknown)
        print(f"without a value (--lines N shows the best N moves): {names}")
    for index, one in enumerate(result.root[:lines] if lines > 1 else (), 1):
        if one.pv:
            print(f"{index}. {_score_text(one)}: {' '.join(line_text(position, one.pv, True))}")


def _table(position: Position, root: Sequence[RootMove]) -> list[str]:
    """Return a row for each root move with its name, its value and its bounds.

    If a move has bounds, the rows get bars as wide as the terminal, and their scale comes first.
    """
    names = [position.notation(known.move) for known in root]
    width = max(map(len, names), default=0)
    rows = [
        f"  {name:<{width}}  {_value_text(known.value, known.bounds, 8)}".rstrip()
        for name, known in zip(names, root, strict=True)
    ]
    if all(known.bounds is None for known in root):
        return rows
    width = max(map(len, rows)) + 2
    room = shutil.get_terminal_size().columns - width
    intervals = [(*(known.bounds or (known.value,) * 2), known.value) for known in root]
    drawn = bars(intervals, max(_NARROWEST, room - 1))
    return [f"{row:<{width}}{bar}".rstrip() for row, bar in zip(("", *rows), drawn, strict=True)]


def _score_text(known: RootMove) -> str:
    """Return a root move's value as text; its bounds if it has no value."""
    return score_text(known.value) if known.value is not None else interval_text(known.bounds)


def _value_text(value: int | None, bounds: Bounds | None, width: int = 0) -> str:
    """Return the text of a value and its interval, or of the one that is known.

    Two texts that are the same are one. Without both it is "?".

    :param width: the columns of the value, which is right-aligned; an interval alone is not.
    """
    worth, interval = f"{score_text(value):>{width}}", interval_text(bounds)
    if bounds is None or worth.strip() == interval:
        return worth
    return interval if value is None else f"{worth}  {interval}"


Interval = tuple[int | None, int | None, int | None]
"""(pessimistic, optimistic, realistic); None is unknown, and such an end is open."""


def bars(intervals: Sequence[Interval], width: int) -> list[str]:
    """Return the scale, then a bar for every interval on it.

    The scale is from the lowest to the highest bound that is no win or loss. A lower end that is
    unknown, or a win or loss, is an arrow at the left edge; such an upper end is at the right edge.
    `o` is the realistic value, `|` a point or an interval as narrow. A bar without ends is empty.

    :param width: the columns of the scale.

    >>> print("\\n".join(bars([(-9, 31, 0), (21, 21, None), (None, 1, 1), (1, None, None)], 21)))
    -9                +31
    [===o===============]
                   |
    <====]
         [==============>
    """
    bounds = [x for low, high, _ in intervals for x in (low, high) if _is_drawn(x)]
    lowest, highest = min(bounds, default=0), max(bounds, default=0)

    def cell(score: int) -> int:
        """Return the column of a score on the scale, from 0."""
        return (score - lowest) * (width - 1) // max(1, highest - lowest)

    def bar(low: int | None, high: int | None, real: int | None) -> str:
        """Return the bar of an interval after the spaces left of it; "" if no bound is known.

        :param real: the realistic value, shown as `o` if it is inside; None for none.
        """
        if low is None and high is None:
            return ""
        if low is not None and low == high:
            edge = 0 if low < 0 else width - 1
            return " " * (cell(low) if _is_drawn(low) else edge) + "|"
        won = low is not None and low >= KNOWN_WIN
        lost = high is not None and high <= -KNOWN_WIN
        start = cell(low) if _is_drawn(low) else width - 1 if won else 0
        end = cell(high) if _is_drawn(high) else 0 if lost else width - 1
        first, last = "[" if _is_drawn(low) else "<", "]" if _is_drawn(high) else ">"
        if start == end:
            return " " * start + (first + last).strip("[]").ljust(1, "|")
        inner = ["="] * (end - start - 1)
        if _is_drawn(real) and start < cell(real) < end:
            inner[cell(real) - start - 1] = "o"
        return " " * start + first + "".join(inner) + last

    ends = [signed(score) for score in (lowest, highest)]
    scale = ends[0] + ends[1].rjust(max(0, width - len(ends[0])))
    return [scale, *(bar(*interval) for interval in intervals)]


def _is_drawn(score: int | None) -> TypeGuard[int]:
    """Return whether a score has a place on the scale: it is known and no win or loss."""
    return score is not None and abs(score) < KNOWN_WIN
