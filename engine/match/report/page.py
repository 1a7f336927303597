"""The page of a tournament: one file without network resources."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.match.games.record import GameRecord, GameSummary, MoveRecord
from engine.match.report import tables
from engine.match.results.pairs import SprtCurve
from engine.match.results.result import MatchResult
from engine.match.results.standings import format_counts
from engine.match.statistics.sprt import Sprt
from engine.pages.boards import Board, board_of, steps
from engine.pages.curves import Level, Point, Series, draw
from engine.pages.rendering import format_number, inert, rendered
from games.core.position import Position
from games.core.scores import KNOWN_WIN, MATE_BOUND, WIN
from games.core.words import counted
from games.errors import FileError, StarlingError
from games.parts.files import expect_no_database, replacing

FOLDER = Path(__file__).resolve().parent
SCRIPTS = ("board.js", "game.js", "tables.js", "graph.js", "replay.js", "report.js")
"""The scripts in the order of their dependence."""

CURVES = 12
"""The maximum number of drawn tests; the tables have all."""

LONGEST_NAME = 32
"""The characters of a name in a table."""

HEIGHT = 130
"""Height of a drawn test."""


def write_report(
    result: MatchResult,
    games: Sequence[GameSummary],
    path: str | Path,
    *,
    test: Sprt | None = None,
    refresh: float = 0,
) -> None:
    """Write the page of a tournament: tables, curves of its sequential tests, games to replay.

    At most `CURVES` tests are drawn; for the games see `replays`. The file is replaced atomically.

    :param games: the summaries of the games that count.
    :param path: the page's file.
    :param test: the test of every pair; None for the tournament's own, if it has one, else none.
    :param refresh: seconds after which an open page reloads while games follow; 0 for never.
    :raises FileError: if a game cannot be replayed, or the page cannot be written or would replace
        a database.
    """
    expect_no_database(path)
    test = test or result.plan.sprt
    running = not result.over
    rows, all_openings = tables.openings(result, games)
    played = replays(result, choose_replays(games))
    pairs = tables.pairs(result, test)
    unit, sides = 1, ["First", "Second"]  # of a game that is not installed
    if (start := result.database.start) is not None:
        unit = 100 if "pgn" in start.INFO.standards else start.INFO.value_per_point
        sides = list(start.INFO.sides)
    data = {
        **played,
        "players": result.players,
        "unit": unit,
        "sides": sides,
        "scores": {"win": WIN, "mate": MATE_BOUND, "known": KNOWN_WIN},
        "refresh": refresh if running else 0,
    }
    page = rendered(
        FOLDER,
        "page.html.jinja",
        {
            "result": result,
            "running": running,
            "written": datetime.datetime.now().astimezone().isoformat(" ", "seconds"),
            "standings": tables.standings(result),
            "rounds": list(result.rounds.rounds()),
            "bracket": tables.bracket(result),
            "places": tables.places(result),
            "decides": test == result.plan.sprt,
            "pairs": pairs,
            "drawn": [draw_curve(pair["curve"], test) for pair in pairs[:CURVES]] if test else [],
            "test": test,
            "endings": tables.endings(games),
            "openings": rows,
            "all_openings": all_openings,
            "sides": sides,
            "embedded": len(played["games"]),
            "data": inert(data),
            "scripts": SCRIPTS,
            "format_counts": format_counts,
            "format_number": format_number,
            "counted": counted,
            "shortened": shortened,
            "has_long": any(shortened(name) != name for name in result.players),
        },
    )
    with replacing(path) as file:
        file.write(page)


def shortened(name: str) -> str:
    """Return a name of at most `LONGEST_NAME` (32) characters, with a longer one cut in its middle.

    >>> shortened("pvs:tt=64,nullmove=false,futility=false@quiescence:base=network")
    'pvs:tt=64,nullm\u2026nce:base=network'
    """
    if len(name) <= LONGEST_NAME:
        return name
    half = LONGEST_NAME // 2
    return f"{name[: half - 1]}\u2026{name[-half:]}"


def draw_curve(curve: SprtCurve, test: Sprt) -> dict[str, Any]:
    """Return a dict with the curve, its drawing, and the ratio and games of its last point.

    The drawing has lines at 0 and at both bounds of the test.
    """
    games, last = curve.points[-1]
    levels = [
        Level("upper", test.upper, f"H1 {format_number(test.upper, '+.2f')}", 11),
        Level("third", 0),
        Level("lower", test.lower, f"H0 {format_number(test.lower, '+.2f')}", -4),
    ]
    label = f"log-likelihood ratio {format_number(last, '+.2f')} after {counted(games, 'game')}"
    line = Series("first", [Point(count, ratio) for count, ratio in curve.points])
    drawing = draw([line], levels, height=HEIGHT, label=label, spare=0.4)
    return {"curve": curve, "drawing": drawing, "last": last, "games": games}


MOST_GAMES = 2_000
"""The maximum number of games of a page."""

MOST_BYTES = 20_000_000
"""The maximum size of the games of a page."""


def choose_replays(games: Iterable[GameSummary]) -> list[int]:
    """Return the numbers of the games to replay on a page, in rising order.

    If there are more than `MOST_GAMES`, forfeited games are chosen first, then the earliest.
    """
    ordered = sorted(games, key=lambda game: (game.forfeited is None, game.number))
    return sorted(game.number for game in ordered[:MOST_GAMES])


def replays(result: MatchResult, numbers: Iterable[int]) -> dict[str, Any]:
    """Return the data of games to replay on a page, in JSON's types.

    :param numbers: the numbers of the games; a number without a stored game is skipped.
    :returns: "games", the first that fit in `MOST_BYTES`; "board", None if the game has none or is
        not installed; and "words", the remarks that games refer to by index.
    :raises FileError: if a game cannot be replayed.
    """
    start = result.database.start
    board = None if start is None else board_of(start)
    names = {name: index for index, name in enumerate(result.players)}
    words: dict[str, int] = {}
    games: list[dict[str, Any]] = []
    size = 0
    for record in result.database.records(numbers):
        game = _game_data(record, names, words)
        try:
            game |= _board(start, board, record)
        except (StarlingError, ValueError, AssertionError) as error:
            raise FileError(
                f"{result.database}: game {record.number} cannot be replayed: {error}"
            ) from None
        size += len(json.dumps(game, separators=(",", ":")))
        if size > MOST_BYTES:
            break
        games.append(game)
    return {
        "board": None if board is None else asdict(board),
        "games": games,
        "words": list(words),
    }


def _game_data(record: GameRecord, names: dict[str, int], words: dict[str, int]) -> dict[str, Any]:
    """Return the data of a game for the page; names and remarks are numbers.

    "texts" has all moves, the other lists those of the players. Values are the mover's.

    :param names: the number of each player.
    :param words: the number of each remark; receives those of this game.
    """
    moves = record.moves
    bounded = any(move.bounds is not None for move in moves)
    return {
        "number": record.number,
        "players": [names[name] for name in record.players],
        "result": record.result,
        "ending": record.ending,
        "fault": record.detail,
        "date": record.date[:19].replace("T", " "),
        "opening": len(record.opening_text),
        "texts": record.text,
        "sides": [move.side for move in moves],
        "nodes": [move.nodes for move in moves],
        "depths": [move.depth for move in moves],
        "values": [move.value for move in moves],
        "seconds": [round(move.seconds, 3) for move in moves],
        "reasons": [words.setdefault(_remark(move), len(words)) for move in moves],
        **({"intervals": [move.bounds for move in moves]} if bounded else {}),
    }


def _remark(move: MoveRecord) -> str:
    """Return why a move's search ended, and what is wrong with its node count; "" if neither."""
    exceeded = f"exceeded {move.requested} nodes" if move.exceeded else ""
    return ", ".join(filter(None, (move.reason, exceeded, move.implausible)))


def _board(start: Position | None, board: Board | None, record: GameRecord) -> dict[str, Any]:
    """Return "changes" of the board and "texts", one for each move; {} without start or board.

    The "symbols" of the game's own start are included if they differ from those of `board`.
    """
    if start is None or board is None:
        return {}
    position = record.opening.begin(start)
    symbols = board.symbols
    if record.opening.start:
        begun = board_of(position)
        symbols = board.symbols if begun is None else begun.symbols
    played = [*record.opening.moves, *(move.move for move in record.moves)]
    made = list(steps(position, zip(played, record.text, strict=True)))
    changes: dict[str, Any] = {
        "changes": [step.changed for step in made],
        "texts": [step.text for step in made],
    }
    return changes if symbols == board.symbols else {**changes, "symbols": symbols}
