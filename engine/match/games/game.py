"""One game between two players: turns, clocks, forfeits and the end."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.match.games.adjudication import Adjudication, Judge, Verdict, end_of_game
from engine.match.games.origin import origin
from engine.match.games.record import ONLY, GameRecord, MoveRecord, clock_after
from engine.match.openings.openings import Opening
from engine.match.players.player import MOST_SAID, Choice, Forfeit, Player, forfeit_of
from games.core.position import Position
from games.errors import MoveError, printable, quoted
from games.parts.authors import game_fault
from searchers import Limits

NO_OPENING = Opening()


def play_game(
    start: Position,
    players: Sequence[Player],
    limits: Sequence[Limits],
    *,
    opening: Opening = NO_OPENING,
    number: int = 1,
    judge: Judge | None = None,
    time_margin: float = 0.0,
) -> GameRecord:
    """Play a game to its end. A player that fails forfeits; its exceptions are caught.

    :param start: the match's own start; it is not changed.
    :param players: the player that moves first in the game (turn 0), and the other.
    :param limits: the limits of every move of each player; a clock is the clock at the start.
    :param opening: moves made before the players move, from `start` or its own start.
    :param number: the number of the game, for the record.
    :param judge: adjudicates the game; None adjudicates only games that are too long.
    :param time_margin: seconds by which a move may exceed the clock without a forfeit.
    :raises MoveError: if the opening is not legal.
    :raises PositionError: if its start is no position of the game.
    :raises ContractError: if the game itself raises an error.
    """
    position = opening.begin(start)
    opening_text = tuple(_make_move(position, move)[1] for move in opening.moves)
    game = _Game(players, limits, judge or Judge(Adjudication(), start), time_margin)
    date = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    forfeited, detail = None, ""
    try:
        score, margin, how = game.run(position)
    except _Forfeited as lost:
        score, margin, how = float(lost.side), None, lost.fault.ending
        forfeited, detail = players[lost.side].name, lost.fault.detail
    except Exception as error:
        if (fault := game_fault(error)) is None:
            raise
        raise fault from error
    return GameRecord(
        number,
        (players[0].name, players[1].name),
        opening,
        opening_text,
        tuple(game.moves),
        score,
        margin,
        how,
        forfeited,
        detail,
        date,
        origin(),
    )


class _Forfeited(Exception):
    """A forfeit of the side (0 or 1)."""

    def __init__(self, side: int, fault: Forfeit) -> None:
        self.side = side
        self.fault = fault


class _Game:
    """A running game: both players, their limits and clocks, and the moves so far."""

    def __init__(
        self, players: Sequence[Player], limits: Sequence[Limits], judge: Judge, time_margin: float
    ) -> None:
        self.players = players
        self.limits = list(limits)
        self.clocks = [limit.clock for limit in limits]
        self.judge = judge
        self.time_margin = time_margin
        self.moves: list[MoveRecord] = []

    def run(self, position: Position) -> Verdict:
        """Play to the end and return the result, for the side that moves first in the game.

        The moves are made in the position, and their records added to `moves`.
        Both players get `new_game` first. Before each move the judge may end the game.

        :raises _Forfeited: if a player fails.
        :raises ContractError: if the game raises an error.
        """
        for side, player in enumerate(self.players):
            self._call(side, player.new_game)
        while position.outcome() is None:
            verdict = self.judge.verdict(position, self.moves)
            if verdict is not None:
                return verdict
            self.moves.append(self._move(position))
        return end_of_game(position)

    def _move(self, position: Position) -> MoveRecord:
        """Let the player to move choose a move, check and make it; return its record.

        Its time is subtracted from its clock before the move is checked.

        :raises _Forfeited: if the player fails, exceeds its clock or chooses an illegal move.
        :raises ContractError: if the game raises an error while the player chooses or its move is
            made.
        """
        side = position.turn
        forced = len(position.legal_moves()) == 1
        limits, player = self.limits[side], self.players[side]

        def choose() -> Choice:
            """Set the player's `opponent_clock`, and return its choice."""
            player.opponent_clock = self.limits[1 - side].clock
            return player.choose(position, limits)

        choice: Choice = self._call(side, choose)
        self._press_clock(side, choice.seconds)
        move, text = self._call(side, lambda: _make_move(position, choice.move))
        return MoveRecord(
            side,
            move,
            text,
            limits.nodes if player.COUNTS_NODES else None,
            choice.nodes,
            choice.seconds,
            choice.cpu,
            choice.value,
            ONLY if forced else printable(choice.reason, MOST_SAID),
            printable(choice.implausible, MOST_SAID),
            choice.depth,
            choice.bounds,
        )

    def _call(self, side: int, action: Callable[[], Any]) -> Any:
        """Return what a call of a player returns; any exception is a forfeit of its side.

        KeyboardInterrupt is raised as it is.

        :raises _Forfeited: for an exception of the player.
        :raises ContractError: if the game itself raises an error, which is no player's fault.
        """
        try:
            return action()
        except (Exception, SystemExit, GeneratorExit) as error:  # a player may raise any exception
            if (fault := game_fault(error)) is not None:
                raise fault from error
            raise _Forfeited(side, forfeit_of(error)) from error

    def _press_clock(self, side: int, seconds: float) -> None:
        """Subtract the time of a move from the side's clock, and add its increment.

        The new clock is stored in `limits`. After the last move of a time control, the time of the
        control is added. Nothing happens without a clock.

        :raises _Forfeited: if the time is over by more than the margin.
        """
        clock, whole = self.limits[side].clock, self.clocks[side]
        if clock is None or whole is None:
            return
        left = clock.remaining - seconds
        if left < -self.time_margin:
            raise _Forfeited(side, Forfeit("time forfeit", f"{-left:.3f} s over the clock"))
        self.limits[side] = replace(self.limits[side], clock=clock_after(clock, seconds, whole))


def _make_move(position: Position, move: int | None) -> tuple[int, str]:
    """Make the move in the position, and return it with its `move_text`.

    :raises MoveError: if it is not legal, or None; the position is untouched.
    """
    if not isinstance(move, int) or isinstance(move, bool):
        raise MoveError(f"answered {quoted(move)}: expected a legal move", move, position.text())
    text = position.move_text(position.checked(move))
    position.push(move)
    return move, text
