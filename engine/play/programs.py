"""An external program in the place of a searcher: UCI, XBoard, GTP or NBoard."""

from __future__ import annotations

from typing import Any

from engine.match.players.player import Choice, Forfeit, forfeit_of
from engine.match.players.searcher import make_players
from games.core.position import Position
from games.errors import EngineError, LimitsError, MoveError
from games.parts.specs import EXTERNAL, name_of
from searchers import Clock, Limits, Result
from searchers.core.result import RootMove

RESIGNED = "resigned"
"""The reason of a result without a move: the program resigned."""
_USUAL = Limits(seconds=1)
"""The limits of a program without node limits, where none are given."""
_USUAL_CLOCK = Limits(clock=Clock(30.0, 1.0))
"""Those of a program that also has no seconds for a move: a little more."""


def is_program(player: str) -> bool:
    """Return whether a spec names an external program.

    >>> is_program("uci:stockfish"), is_program("pvs@patterns")
    (True, False)
    """
    return name_of(player) in EXTERNAL


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
        self.counts_nodes: bool = self.program.COUNTS_NODES
        """Whether it has node limits, and so levels."""
        self.counts_seconds = name_of(spec) != "nboard"
        """Whether it has seconds for a move; the protocol of NBoard has a clock only."""
        self.usual_limits = _USUAL if self.counts_seconds else _USUAL_CLOCK
        """Its limits in place of a level, if it has no node limits."""
        self._limits = Limits()
        self._played: tuple[int, ...] | None = None

    def start(self, position: Position, limits: Limits) -> None:
        """Start the program for a new game; if that fails it is ended.

        :param limits: those of the game, stored for later games: its clock is that of the start.
        :raises StarlingError: if it does not start, or cannot play this game within limits.
        """
        self.program.prepare(position, limits)
        self._limits = limits
        try:
            self.program.begin()
            self.program.new_game()
        except Forfeit as fault:
            self.program.close()
            raise EngineError(f"{self.spec} {fault.detail}") from None

    def check_limits(self, limits: Limits, _stop: object) -> None:
        """Check that the program can play within limits of nodes, or of seconds for a move.

        Other limits and the stop flag are not checked.

        :raises LimitsError: if it has no such limit; the message has the options of `play`.
        """
        if limits.nodes is not None and not self.counts_nodes:
            options = "--seconds or --clock" if self.counts_seconds else "--clock"
            raise LimitsError(f"{self.spec} has no node limit and no level: expected {options}")
        if limits.seconds is not None and not self.counts_seconds:
            raise LimitsError(f"{self.spec} has no seconds for a move: expected --clock")

    def new_game(self) -> None:
        """Make the next search begin a new game of the program; nothing is sent yet."""
        self._played = None

    def search(
        self, position: Position, limits: Limits, _report: object = None, _stop: object = None
    ) -> Result:
        """Return the program's move as a result; no move if it resigns.

        The reason of a resignation is RESIGNED. The report and the stop flag are ignored. The
        position is unchanged. If it does not continue that of the last search, the program begins a
        new game first.

        :raises EngineError: if the program fails or its move is not legal.
        """
        history = tuple(position.history)
        before = self._played
        self._played = None
        is_new = before is None or history[: len(before)] != before
        if is_new:
            self.program.prepare(position, self._limits)
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
