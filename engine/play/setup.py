"""What a session begins with, in plain types: a command has it, and a page can carry it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play.levels import DEFAULT_LEVEL
from engine.play.session import Session
from games import make
from games.core.position import Position
from games.errors import LimitsError
from searchers import Clock, Limits


@dataclass(frozen=True)
class Setup:
    """The settings that a session begins with.

    :param game: the spec of the game.
    :param position: the text of the start; None for the usual one.
    :param player: the spec of the searcher; None for the strongest.
    :param people: the sides that the person plays.
    :param level: the level; None for the default one. At most one of this and the next three.
    :param nodes: the nodes of a move.
    :param seconds: the seconds of a move.
    :param clock: the searcher's clock, as `Clock.parse` reads it.
    :param seed: another number varies the node budgets (`Session`).
    """

    game: str
    position: str | None = None
    player: str | None = None
    people: tuple[int, ...] = (0,)
    level: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: str | None = None
    seed: int = 0

    def start(self) -> Position:
        """Return the position to begin at.

        :raises StarlingError: if there is no such game or position.
        """
        usual: Position = make(self.game)
        return usual if self.position is None else usual.at(self.position)

    def session(self) -> Session:
        """Return a new session of play with these settings.

        :raises StarlingError: if the game, the position, the searcher or the limits do not fit, or
            if there are two of level, nodes, seconds and clock.
        """
        words = ("level", "nodes", "seconds", "clock")
        chosen = [word for word in words if getattr(self, word) is not None]
        if len(chosen) > 1:
            raise LimitsError(f"--{chosen[0]} and --{chosen[1]}: expected one of them")
        limits = None
        if chosen and self.level is None:
            clock = None if self.clock is None else Clock.parse(self.clock)
            limits = Limits(nodes=self.nodes, seconds=self.seconds, clock=clock)
        return Session(
            self.start(),
            self.player,
            people=self.people,
            level=DEFAULT_LEVEL if self.level is None else self.level,
            limits=limits,
            seed=self.seed,
        )
