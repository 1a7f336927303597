"""The job that plays one game of a tournament.

A thread, in this process or a worker, creates the players of a run once and reuses them for all
games.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from engine.jobs import Detailed
from engine.match.formats.schedule import Pairing
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.game import play_game
from engine.match.players.player import Forfeit, Player
from engine.match.players.searcher import SearcherPlayer, make_players
from games import make as make_game
from games.core.position import Position
from games.errors import EngineError, SpecError, StarlingError
from searchers import Limits, Searcher
from searchers import make as make_searcher

__all__ = ["Arena", "Setup", "begin", "begin_in_thread", "close", "play_pairing"]


@dataclass(frozen=True)
class Setup:
    """The settings that a worker needs to play a game of a tournament.

    :param token: the name of this run, under which a worker keeps its players.
    :param start: the text of the position that games begin at; "" if `game` is that position.
    """

    token: str
    game: str | Position
    start: str
    players: tuple[str | Searcher | Player, ...]
    names: tuple[str, ...]
    limits: tuple[Limits, ...]
    adjudication: Adjudication
    patience: float | None
    time_margin: float
    folder: str

    def portable(self) -> Setup:
        """Return the setup with specs in place of objects where possible, for other processes.

        :raises SpecError: if the remaining objects cannot be pickled.
        """
        setup = replace(self, players=tuple(_as_spec(given) for given in self.players))
        if isinstance(setup.game, Position) and _is_known(setup.game):
            setup = replace(setup, game=setup.game.spec, start=setup.game.text())
        try:
            pickle.dumps(setup)
        except Exception as error:  # pickle may raise any exception
            raise SpecError(
                f"a game or player cannot be sent to a worker ({error}): "
                "expected specs, or one worker"
            ) from None
        return setup


def _is_known(start: Position) -> bool:
    """Return whether the spec and text of a position restore it, with its history."""
    try:
        copy = make_game(start.spec).at(start.text())
    except StarlingError:
        return False
    same = type(copy) is type(start) and copy.text() == start.text()
    return same and tuple(copy.history) == tuple(start.history)


def _as_spec(given: str | Searcher | Player) -> str | Searcher | Player:
    """Return the spec of a searcher, or of the searcher of a `SearcherPlayer`.

    Return `given` if it is a spec or another player, or if its spec makes no searcher and evaluator
    of the same classes.
    """
    searcher = given.searcher if type(given) is SearcherPlayer else given
    if not isinstance(searcher, Searcher) or not searcher.has_spec():
        return given
    try:
        copy = make_searcher(searcher.player)
    except StarlingError:
        return given
    evaluator = searcher.given
    same = evaluator is None or type(copy.given) is type(evaluator)
    return searcher.player if same and type(copy) is type(searcher) else given


@dataclass(frozen=True)
class Arena:
    """The players of a run in one thread, reused from game to game."""

    start: Position
    participants: Sequence[Player]
    limits: Sequence[Limits]
    judge: Judge

    def begin(self) -> tuple[str, ...]:
        """Start all players in parallel, before the first game.

        :returns: remarks on them, each with the player's name.
        :raises EngineError: if one does not start. After any error all players are closed.
        """
        try:
            with ThreadPoolExecutor(len(self.participants)) as pool:
                begun = [pool.submit(player.begin) for player in self.participants]
            for player, future in zip(self.participants, begun, strict=True):
                try:
                    future.result()
                except Forfeit as fault:
                    raise EngineError(f"{player.name} {fault.detail}") from None
        except BaseException:
            self.close()
            raise
        return tuple(
            f"{player.name} {remark}" for player in self.participants for remark in player.remarks
        )

    def close(self) -> None:
        """Close all players."""
        for player in self.participants:
            player.close()


_arenas: dict[tuple[str, int], Arena] = {}
"""The arenas by run and thread."""


def begin(setup: Setup) -> tuple[str, ...]:
    """Start the players of a run in this thread; make them first if it has none (see `_arena`).

    :returns: as `Arena.begin`.
    :raises StarlingError: if one cannot be made or does not start.
    """
    return _arena(setup).begin()


def begin_in_thread(setup: Setup, arena: Arena) -> tuple[str, ...]:
    """Store an arena for the games that this thread will play, and start its players.

    :returns: as `Arena.begin`.
    :raises EngineError: if one does not start.
    """
    _arenas[setup.token, threading.get_ident()] = arena
    return arena.begin()


def play_pairing(setup: Setup, pairing: Pairing) -> Detailed:
    """Play one game and return its summary as a list and its record as a dict.

    This is the job of a tournament. The players are those of this thread (see `_arena`).
    """
    arena, sides = _arena(setup), (pairing.first, pairing.second)
    record = play_game(
        arena.start,
        [arena.participants[side] for side in sides],
        [arena.limits[side] for side in sides],
        opening=pairing.opening,
        round=pairing.round,
        judge=arena.judge,
        time_margin=setup.time_margin,
    )
    return Detailed(record.summary().as_list(), record.as_dict())


def close(setup: Setup) -> None:
    """Close and forget the players of a run in all threads of this process."""
    for key in [key for key in list(_arenas) if key[0] == setup.token]:
        _arenas.pop(key).close()


def _arena(setup: Setup) -> Arena:
    """Return the start, players, limits and judge of this run in this thread.

    The first call makes and prepares the players, and closes those of this thread's earlier run.

    :raises StarlingError: if a game or player does not exist here, or does not fit.
    """
    thread = threading.get_ident()
    arena = _arenas.get((setup.token, thread))
    if arena is None:
        for token, other in list(_arenas):
            if other == thread:
                _arenas.pop((token, other)).close()
        start = make_game(setup.game)
        start = start.at(setup.start) if setup.start else start.copy()
        participants = make_players(setup.players, setup.names, setup.patience, setup.folder)
        try:
            for player, limits in zip(participants, setup.limits, strict=True):
                player.prepare(start, limits)
        except BaseException:
            for player in participants:
                player.close()
            raise
        arena = Arena(start, participants, setup.limits, Judge(setup.adjudication, start))
        _arenas[setup.token, thread] = arena
    return arena
