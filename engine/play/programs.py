"""An external program in the place of a searcher: UCI, XBoard, GTP or NBoard."""

from __future__ import annotations

from typing import Any

from engine.match.players.player import Choice, Forfeit, forfeit_of
from engine.match.players.searcher import make_players
from games.core.position import Position
from games.errors import EngineError, LimitsError, MoveError
from games.parts.specs import EXTERNAL, parse_player
from searchers import Limits, Result
from searchers.core.result import RootMove

__all__ = ["RESIGNED", "Opponent", "is_program"]

RESIGNED = "resigned"
"""The reason of a result without a move: the program resigned."""


def is_program(player: str) -> bool:
    """Return whether a spec names an external program.

    >>> is_program("uci:stockfish"), is_program("pvs@patterns")
    (True, False)
    """
    return parse_player(player)[0].name in EXTERNAL


class Opponent:
    """A program as the opponent of a person. It has the methods of a searcher that a game needs.

    A program that fails is ended. The next move starts it again.

    :param spec: such as `uci:stockfish`.
    :raises SpecError: if it is no player.
    """

    WANTS_INTERVALS = False

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.trace: Any = None
        (self.program,) = make_players([spec])
        self._played: tuple[int, ...] | None = None

    @property
    def counts_nodes(self) -> bool:
        """Whether it has node limits, and so levels."""
        return self.program.COUNTS_NODES

    def start(self, position: Position, limits: Limits) -> None:
        """Start the program.

        :raises StarlingError: if it does not start, or cannot play this game within limits.
        """
        self.program.prepare(position, limits)
        try:
            self.program.begin()
            self.program.new_game()
        except Forfeit as fault:
            self.program.close()
            raise EngineError(f"{self.spec} {fault.detail}") from None

    def check_limits(self, limits: Limits, _stop: object) -> None:
        """Check that the program can play within limits.

        :raises LimitsError: if it has no node limits.
        """
        if limits.nodes is not None and not self.counts_nodes:
            raise LimitsError(f"{self.spec} has no node limit and no level: use seconds or a clock")

    def new_game(self) -> None:
        """Begin another game with the next move."""
        self._played = None

    def search(
        self, position: Position, limits: Limits, _report: object = None, _stop: object = None
    ) -> Result:
        """Return the program's move as a result; no move if it resigns.

        The reason of a resignation is RESIGNED. The report and the stop flag are ignored. The
        position is unchanged. If it does not continue the last one, the program begins a new game.

        :raises EngineError: if the program fails or its move is not legal.
        """
        history = tuple(position.history)
        before = self._played
        self._played = None
        is_new = before is None or history[: len(before)] != before
        if is_new:
            self.program.prepare(position, limits)
        try:
            if is_new:
                self.program.new_game()
            choice = self.program.choose(position.copy(), limits)
        except (Forfeit, MoveError) as error:
            fault = forfeit_of(error)
            if fault.ending == RESIGNED:
                return _result(position, Choice(None, None, None, 0.0, None, RESIGNED))
            raise EngineError(f"{self.spec}: {fault.ending}: {fault.detail}") from None
        self._played = history
        return _result(position, choice)

    def close(self) -> None:
        """End the program."""
        self.program.close()


def _result(position: Position, choice: Choice) -> Result:
    """Return a program's choice as the result of a search."""
    move = choice.move
    return Result(
        move,
        choice.value,
        choice.bounds,
        False,
        () if move is None else (move,),
        choice.depth or 0,
        () if move is None else (RootMove(move, choice.value, choice.bounds),),
        choice.nodes or 0,
        {},
        choice.seconds,
        choice.reason,
        position=position.copy(),
    )
