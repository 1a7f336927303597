"""One game between two players: who moves, what counts, how it ends."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.match.endings import ending
from engine.match.openings import Opening
from engine.match.players import Choice, Forfeit, Player
from games.errors import MoveError
from games.position import Position
from searchers import Clock, Limits

__all__ = ["LONGEST_GAME", "GameRecord", "MoveRecord", "play_game", "replayed"]

LONGEST_GAME = 1000
"""Plies, the opening's included, after which a game is adjudicated a draw."""

NO_OPENING = Opening()


@dataclass(frozen=True)
class MoveRecord:
    """One move by a player, and what it cost (see `players.Choice`).

    :param side: who made it: 0 the side that moves first in the game, 1 the other.
    :param text: the move as the game writes it.
    :param requested: the node limit the player had; None for none.
    """

    side: int
    move: int
    text: str
    requested: int | None
    nodes: int
    seconds: float
    cpu: float | None
    value: int | None
    reason: str


@dataclass(frozen=True)
class GameRecord:
    """A finished game.

    :param round: number of the game in its match, from 1.
    :param players: the names of the side that moves first in the game, and of the other.
    :param opening: what was played for the players.
    :param score: 1 if the first side won, 0.5 for a draw, 0 if it lost.
    :param margin: what the first side won by (0 for a draw); None in games without a margin, and
        where the game was not played out.
    :param ending: how it ended: "checkmate", "discs 40-24", "win", "margin 12", "draw", ...;
        or "illegal move", "crash", "no answer", "time forfeit" by the fault of `forfeited`.
    :param forfeited: the name of the player who lost by its own fault; None where nobody did.
    :param detail: what the fault was.
    :param date: when it began (ISO 8601).
    """

    round: int
    players: tuple[str, str]
    opening: Opening
    opening_text: tuple[str, ...]
    moves: tuple[MoveRecord, ...]
    score: float
    margin: int | None
    ending: str
    forfeited: str | None
    detail: str
    date: str

    @property
    def result(self) -> str:
        """The score as players write it: 1-0, 0-1 or 1/2-1/2."""
        return {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[self.score]

    @property
    def text(self) -> list[str]:
        """All moves as the game writes them."""
        return [*self.opening_text, *(move.text for move in self.moves)]

    def as_dict(self) -> dict[str, Any]:
        """The record in JSON's types."""
        return {"result": self.result, **asdict(self)}


Watch = Callable[[Position, MoveRecord], Any]
"""Called after every move with the position it led to."""


def play_game(
    start: Position,
    players: Sequence[Player],
    limits: Sequence[Limits],
    *,
    opening: Opening = NO_OPENING,
    round: int = 1,
    longest: int = LONGEST_GAME,
    watch: Watch | None = None,
) -> GameRecord:
    """Play a game to its end. A player that fails forfeits; nothing it raises gets out.

    :param players: who has the side that moves first in the game (turn 0), and the other.
    :param limits: for each of the two, for every move; a clock is their clock at the start.
    :param opening: what is played from `start`, or from its own, before the players move.
    :raises MoveError: if the opening is not legal.
    :raises PositionError: if its start is no position of the game.
    """
    position = opening.begin(start)
    opening_text = tuple(_made(position, move)[1] for move in opening.moves)
    moves: list[MoveRecord] = []
    game = _Game(players, limits, longest)
    date = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    try:
        game.begin()
        while not game.over(position):
            moves.append(game.move(position))
            if watch is not None:
                watch(position, moves[-1])
        score, margin, how = ending(position)
        forfeited, detail = None, ""
    except _Lost as lost:
        score, margin, how = float(lost.side), None, lost.fault.ending
        forfeited, detail = players[lost.side].name, lost.fault.detail
    names = (players[0].name, players[1].name)
    return GameRecord(
        round,
        names,
        opening,
        opening_text,
        tuple(moves),
        score,
        margin,
        how,
        forfeited,
        detail,
        date,
    )


def replayed(start: Position, record: GameRecord) -> Position:
    """The position at the end of a game that began at `start`."""
    position = record.opening.begin(start)
    for move in (*record.opening.moves, *(made.move for made in record.moves)):
        position.push(move)
    return position


class _Lost(Exception):
    """The side (0 or 1) loses by its own fault."""

    def __init__(self, side: int, fault: Forfeit) -> None:
        self.side = side
        self.fault = fault


class _Game:
    """The game under way: both players, their limits and clocks."""

    def __init__(self, players: Sequence[Player], limits: Sequence[Limits], longest: int) -> None:
        self.players = players
        self.limits = list(limits)
        self.clocks = [limit.clock for limit in limits]
        self.longest = longest

    def begin(self) -> None:
        for side, player in enumerate(self.players):
            self._ask(side, player.new_game)

    def over(self, position: Position) -> bool:
        return position.outcome() is not None or len(position.history) >= self.longest

    def move(self, position: Position) -> MoveRecord:
        """Ask the side to move, check its answer and make the move."""
        side = position.turn
        limits = self.limits[side]
        choice: Choice = self._ask(side, lambda: self.players[side].choose(position, limits))
        self._press_clock(side, choice.seconds)
        move, text = self._ask(side, lambda: _made(position, choice.move))
        return MoveRecord(
            side,
            move,
            text,
            limits.nodes,
            choice.nodes,
            choice.seconds,
            choice.cpu,
            choice.value,
            choice.reason,
        )

    def _ask(self, side: int, question: Callable[[], Any]) -> Any:
        try:
            return question()
        except Forfeit as fault:
            raise _Lost(side, fault) from None
        except MoveError as error:
            raise _Lost(side, Forfeit("illegal move", str(error))) from error
        except Exception as error:  # a player may fail in any way it likes
            crash = Forfeit("crash", f"{type(error).__name__}: {error}")
            raise _Lost(side, crash) from error

    def _press_clock(self, side: int, seconds: float) -> None:
        """Take the time from the side's clock, and give what the control gives."""
        clock, whole = self.limits[side].clock, self.clocks[side]
        if clock is None or whole is None:
            return
        left = clock.remaining - seconds
        if left < 0:
            raise _Lost(side, Forfeit("time forfeit", f"{-left:.3f} s over the clock"))
        left += clock.increment
        to_go = None if clock.moves_to_go is None else clock.moves_to_go - 1
        if to_go == 0:
            left, to_go = left + whole.remaining, whole.moves_to_go
        self.limits[side] = replace(self.limits[side], clock=Clock(left, clock.increment, to_go))


def _made(position: Position, move: int | None) -> tuple[int, str]:
    """Make the move; the move and the text it had.

    :raises MoveError: if it is not legal; the position is untouched.
    """
    if not isinstance(move, int):
        raise MoveError(f"answered {move!r}: expected a legal move", move, position.text())
    text = position.move_text(position.checked(move))
    position.push(move)
    return move, text
