"""Where the games of a tournament are played: players that are set up once in a thread, in this
process or a worker, and stay from one game to the next."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from engine.jobs import Detailed
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.game import play_game
from engine.match.games.record import GameRecord
from engine.match.players.player import Forfeit, Player
from engine.match.players.seating import SearcherPlayer, seat
from engine.match.schedule import Pairing
from games import make as make_game
from games.core.position import Position
from games.errors import EngineError, SpecError, StarlingError
from searchers import Limits, Searcher
from searchers import make as make_searcher

__all__ = ["Arena", "Setup", "begin", "begin_here", "close", "play"]


@dataclass(frozen=True)
class Setup:
    """What whoever plays a game of a tournament needs to know.

    :param token: the name of this run of the tournament, by which a worker keeps its players.
    :param start: the text of the position that games begin at; "" where `game` is that position.
    """

    token: str
    game: str | Position
    start: str
    players: tuple[str | Searcher | Player, ...]
    names: tuple[str, ...]
    limits: tuple[Limits, ...]
    adjudication: Adjudication
    patience: float | None
    folder: str

    def portable(self) -> Setup:
        """The same with specs in place of objects, as far as there are, for other processes.

        :raises SpecError: if what remains cannot be sent there.
        """
        setup = replace(self, players=tuple(_as_spec(given) for given in self.players))
        if isinstance(setup.game, Position) and _is_known(setup.game):
            setup = replace(setup, game=setup.game.spec, start=setup.game.text())
        try:
            pickle.dumps(setup)
        except Exception as error:  # pickle raises whatever it likes
            raise SpecError(
                f"a game or player cannot be sent to a worker ({error}): "
                "expected specs, or one worker"
            ) from None
        return setup


def _is_known(start: Position) -> bool:
    """Whether a position is what its spec and text say, also of the moves before it."""
    try:
        copy = make_game(start.spec).at(start.text())
    except StarlingError:
        return False
    same = type(copy) is type(start) and copy.text() == start.text()
    return same and tuple(copy.history) == tuple(start.history)


def _as_spec(given: str | Searcher | Player) -> str | Searcher | Player:
    """The spec of a searcher that is known by it; anything else as it is."""
    searcher = given.searcher if isinstance(given, SearcherPlayer) else given
    if isinstance(searcher, Searcher):
        try:
            copy = make_searcher(searcher.player)
        except StarlingError:
            return given
        if type(copy) is type(searcher):
            return searcher.player
    return given


@dataclass(frozen=True)
class Arena:
    """Where games are played: players that stay from one game to the next."""

    start: Position
    seats: Sequence[Player]
    limits: Sequence[Limits]
    judge: Judge

    def play(self, pairing: Pairing) -> GameRecord:
        """Play one game."""
        sides = (pairing.first, pairing.second)
        return play_game(
            self.start,
            [self.seats[side] for side in sides],
            [self.limits[side] for side in sides],
            opening=pairing.opening,
            round=pairing.round,
            judge=self.judge,
        )

    def begin(self) -> tuple[str, ...]:
        """Start all players at once, before the first game.

        :returns: remarks on them, each with the player's name.
        :raises EngineError: if one does not start; the others are ended.
        """
        with ThreadPoolExecutor(len(self.seats)) as pool:
            begun = [pool.submit(player.begin) for player in self.seats]
        try:
            for player, future in zip(self.seats, begun, strict=True):
                try:
                    future.result()
                except Forfeit as fault:
                    raise EngineError(f"{player.name} {fault.detail}") from None
        except BaseException:
            self.close()
            raise
        return tuple(
            f"{player.name} {remark}" for player in self.seats for remark in player.remarks
        )

    def close(self) -> None:
        """End what the players started."""
        for player in self.seats:
            player.close()


_arenas: dict[tuple[str, int], Arena] = {}
"""By run and thread."""


def begin(setup: Setup) -> tuple[str, ...]:
    """Start the players of a run, where games are to be played.

    :returns: as `Arena.begin`.
    :raises EngineError: if one does not start.
    """
    return _arena(setup).begin()


def begin_here(setup: Setup, arena: Arena) -> tuple[str, ...]:
    """Start the players of a run in this thread, which is to play its games there.

    :returns: as `Arena.begin`.
    :raises EngineError: if one does not start.
    """
    _arenas[setup.token, threading.get_ident()] = arena
    return arena.begin()


def play(setup: Setup, pairing: Pairing) -> Detailed:
    """The job: play one game; its summary and its record."""
    record = _arena(setup).play(pairing)
    return Detailed(record.summary().as_list(), record.as_dict())


def close(setup: Setup) -> None:
    """Close the arenas of a run in this process."""
    for key in [key for key in list(_arenas) if key[0] == setup.token]:
        _arenas.pop(key).close()


def _arena(setup: Setup) -> Arena:
    """The arena of this run in this thread; one of an earlier run is closed."""
    thread = threading.get_ident()
    arena = _arenas.get((setup.token, thread))
    if arena is None:
        for token, other in list(_arenas):
            if other == thread:
                _arenas.pop((token, other)).close()
        start = make_game(setup.game)
        start = start.at(setup.start) if setup.start else start.copy()
        seats = seat(setup.players, setup.names, setup.patience, setup.folder)
        for player, limits in zip(seats, setup.limits, strict=True):
            player.prepare(start, limits)
        arena = Arena(start, seats, setup.limits, Judge(setup.adjudication, start))
        _arenas[setup.token, thread] = arena
    return arena
