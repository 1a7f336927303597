"""Exchange formats of Othello games: GGF and WTHOR.

games.ggf           every game with its players, times, values and result
games.wtb           the games from the usual start that were played out, without passes
games.jou           the players of these games, by number
games.trn           the tournament of these games, by number
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from engine.match.games.record import GameRecord, MoveRecord, replayed
from games.core.position import Position
from games.core.scores import is_decided
from games.othello.constants import PASS
from games.othello.ggf import GgfGame, GgfMove
from games.othello.wthor import (
    MOST_NAMES,
    PLAYER_BYTES,
    TOURNAMENT_BYTES,
    WthorGame,
    games_file,
    names_file,
)
from searchers import Clock, Limits

WTHOR_FILES = ("games.wtb", "games.jou", "games.trn")
"""The files of WTHOR: games, players, and the tournament."""

FAULTS = {"time forfeit": "t", "resigned": "r"}
"""The marks of GGF for the results of games that were not played out."""


def ggf(start: Position, record: GameRecord, event: str, limits: Mapping[str, Limits]) -> str:
    """Format a game as GGF, in one line.

    :param start: the position the games of its match begin at.
    :param event: the name of its tournament.
    :param limits: the limits of the players, by name.
    """
    unit = start.INFO.value_per_point
    opening = [GgfMove(text) for text in record.opening_text]
    moves = [_move(move, unit) for move in record.moves]
    tags = {
        "PC": event,
        "DT": record.date,
        "PB": record.players[0],
        "PW": record.players[1],
        "RE": _result(start, record),
    }
    black, white = (
        _time(limits[name].clock if name in limits else None) for name in record.players
    )
    times = {"TI": black} if black == white else {"TB": black, "TW": white}
    tags |= {tag: time for tag, time in times.items() if time}
    begin = record.opening.begin(start).text()
    usual = start.initial().text()
    return GgfGame((*opening, *moves), "" if begin == usual else begin, tags).written()


def _move(move: MoveRecord, unit: int) -> GgfMove:
    """Return a recorded move for GGF: text, the mover's value in discs, and seconds.

    The value is None if it is not known, or a win or loss without a margin.

    :param unit: the units of value of one disc.
    """
    value = move.value if move.value is not None and not is_decided(move.value) else None
    return GgfMove(move.text, None if value is None else value / unit, move.seconds)


def _result(start: Position, record: GameRecord) -> str:
    """Return Black's margin in discs as the text of GGF's tag RE, such as "+12.000" or "-64.000:r".

    If the margin is not known, a win counts 64 discs and a draw 0. A game that was not played out
    has a mark: "t" for a time forfeit, "r" for a resignation, "s" for any other end.
    """
    margin, mark = record.margin, "s" if record.adjudicated else ""
    if margin is None:
        discs, mark = round(64 * (2 * record.score - 1)), FAULTS.get(record.ending, "s")
    else:
        discs = _margin(start, record, margin)
    return f"{discs:+.3f}" + (f":{mark}" if mark else "")


def _margin(start: Position, record: GameRecord, margin: int) -> int:
    """Return Black's margin in discs at the end of a game; empty squares count for the winner.

    :param margin: Black's margin in units of value. A game with the option `wld`, where it is
        always that of 64 discs, is counted on the board, unless it was adjudicated.
    """
    if not start.options.get("wld") or record.adjudicated:
        return margin // start.INFO.value_per_point
    end: Any = replayed(start, record)
    discs: int = end.own.bit_count() - end.opponent.bit_count()
    empty = 64 - end.own.bit_count() - end.opponent.bit_count()
    discs += empty * ((discs > 0) - (discs < 0))
    return -discs if end.turn else discs


def _time(clock: Clock | None) -> str:
    """Format a clock as TIME or TIME/INCREMENT, each as MM:SS.

    The result is "" without a clock, and for a control of moves in a time, which GGF lacks.
    """
    if clock is None or clock.moves_to_go is not None:
        return ""
    return _minutes(clock.remaining) + (f"/{_minutes(clock.increment)}" if clock.increment else "")


def _minutes(seconds: float) -> str:
    """Format seconds as MM:SS, with a fraction if there is one."""
    minutes, rest = divmod(round(1000 * seconds), 60_000)
    part = f".{rest % 1000:03}".rstrip("0") if rest % 1000 else ""
    return f"{minutes:02}:{rest // 1000:02}{part}"


class Wthor:
    """The games of a tournament for the three WTHOR files, collected while other files are written.

    :param start: the position the games begin at.
    :param event: the name of the tournament.
    """

    def __init__(self, start: Position, event: str) -> None:
        self._start = start
        self._usual = start.initial().text()
        self._event = event
        self._players: dict[str, int] = {}
        self._games: list[WthorGame] = []
        self._date: datetime.date | None = None

    def add(self, record: GameRecord) -> None:
        """Add a game if it is from the usual start and was played out; else leave it out.

        It is also left out if the list of players has no room for its names.
        """
        if record.margin is None or record.adjudicated:
            return
        full = len({*self._players, *record.players}) > MOST_NAMES
        if full or record.opening.begin(self._start).text() != self._usual:
            return
        if self._date is None:
            with suppress(ValueError):
                self._date = datetime.date.fromisoformat(record.date[:10])
        played = replayed(self._start, record).history
        moves = tuple(move for move in played if move != PASS)
        black, white = (
            self._players.setdefault(name, len(self._players)) for name in record.players
        )
        discs = 32 + _margin(self._start, record, record.margin) // 2
        self._games.append(WthorGame(moves, discs, discs, 0, (black, white)))

    def files(self) -> dict[str, bytes]:
        """Return the contents of the files by their names.

        Their date is that of the first game added, or 2000-01-01 without one.
        """
        date = self._date or datetime.date(2000, 1, 1)
        contents = (
            games_file(self._games, date),
            names_file(self._players, PLAYER_BYTES, date),
            names_file([self._event], TOURNAMENT_BYTES, date),
        )
        return dict(zip(WTHOR_FILES, contents, strict=True))
