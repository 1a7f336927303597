"""The job that plays one game of a tournament.

A thread, in this process or a worker, creates the players of a run once and reuses them for all
games.
"""

from __future__ import annotations

import pickle
import threading
import uuid
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.jobs import Detailed
from engine.match.formats.schedule import Pairing
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.game import play_game
from engine.match.players.player import Forfeit, Player
from engine.match.players.searcher import SearcherPlayer, make_players
from engine.match.players.watched import WatchedPlayer
from games import make as make_game
from games.core.position import Position
from games.errors import EngineError, SpecError, StarlingError
from searchers import Limits, Searcher
from searchers import make as make_searcher


@dataclass(frozen=True)
class Setup:
    """The settings to play the games of a run.

    :param start: the position that games begin at, or its spec and text.
    :param patience, time_margin: `patience` and `margin` of `Tournament`, in seconds.
    :param folder: the folder of relative program paths; "" for the current folder.
    :param token: the name of the run, under which a process stores its players.
    """

    start: Position | tuple[str, str]
    players: tuple[str | Searcher | Player, ...]
    names: tuple[str, ...]
    limits: tuple[Limits, ...]
    adjudication: Adjudication
    patience: float | None = None
    time_margin: float = 0.0
    folder: str = ""
    token: str = field(default_factory=lambda: uuid.uuid4().hex)

    def portable(self) -> Setup:
        """Return the setup with specs in place of objects where possible, for other processes.

        :raises SpecError: if the remaining objects cannot be pickled.
        """
        setup = replace(self, players=tuple(_as_spec(given) for given in self.players))
        if isinstance(self.start, Position) and _is_known(self.start):
            setup = replace(setup, start=(self.start.spec, self.start.text()))
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


class _Arena(NamedTuple):
    """The start and the players of a run in one thread, reused from game to game."""

    start: Position
    players: list[Player]
    judge: Judge


_arenas: dict[tuple[str, int], _Arena] = {}
"""The arenas by run and thread."""


def start_players(setup: Setup, players: list[Player] | None = None) -> tuple[str, ...]:
    """Start the players of a run in this thread before the first game, programs in parallel.

    :param players: they play the games of this thread; None to make them.
    :returns: remarks on them, each with the player's name.
    :raises StarlingError: if one cannot be made or does not start. Then all are closed.
    """
    players = _arena(setup, players).players
    try:
        forked = [player for player in players if isinstance(player, WatchedPlayer)]
        for player in forked:  # not beside others: the new process would keep their pipes open
            _start(player)
        with ThreadPoolExecutor(len(players)) as pool:
            others = [pool.submit(_start, player) for player in players if player not in forked]
        for each in others:
            each.result()
    except BaseException:
        close_players(setup)
        raise
    return tuple(f"{player.name} {remark}" for player in players for remark in player.remarks)


def _start(player: Player) -> None:
    """Start a player.

    :raises EngineError: if it does not start.
    """
    try:
        player.begin()
    except Forfeit as fault:
        raise EngineError(f"{player.name} {fault.detail}") from None


def play_pairing(setup: Setup, pairing: Pairing) -> Detailed:
    """Play one game and return its summary as a list and its record as a dict.

    This is the job of a tournament. The players are those of this thread, which are made if it has
    none. A player that fails in the game loses it.

    :raises StarlingError: if a player or the opening does not exist here, or does not fit.
    """
    start, players, judge = _arena(setup)
    sides = (pairing.first, pairing.second)
    record = play_game(
        start,
        [players[side] for side in sides],
        [setup.limits[side] for side in sides],
        opening=pairing.opening,
        number=pairing.number,
        judge=judge,
        time_margin=setup.time_margin,
    )
    return Detailed(record.summary().as_list(), record.as_dict())


def close_players(*setups: Setup) -> None:
    """Close and forget the players of runs in all threads of this process."""
    tokens = {setup.token for setup in setups}
    ended = [_arenas.pop(key) for key in list(_arenas) if key[0] in tokens]
    _close([player for arena in ended for player in arena.players])


def _close(players: Iterable[Player]) -> None:
    """Close players, all of them also if some fail; the first error is raised at the end."""
    with ExitStack() as closing:
        for player in reversed(list(players)):
            closing.callback(player.close)


def _arena(setup: Setup, players: list[Player] | None = None) -> _Arena:
    """Return the start, players and judge of a run in this thread.

    The first call makes and prepares the players, and closes those of this thread's earlier run.

    :param players: they are used, as they are, where the first call would make them. No others are
        closed then.
    :raises StarlingError: if a game or player does not exist here, or does not fit.
    """
    thread = threading.get_ident()
    if (found := _arenas.get((setup.token, thread))) is not None:
        return found
    start = setup.start
    if not isinstance(start, Position):
        spec, text = start
        start = make_game(spec).at(text)
    judge = Judge(setup.adjudication, start)
    if players is None:
        ended = [_arenas.pop(key) for key in list(_arenas) if key[1] == thread]
        _close([player for arena in ended for player in arena.players])
        players = make_players(setup.players, setup.names, setup.patience, setup.folder)
        try:
            for player, limits in zip(players, setup.limits, strict=True):
                player.prepare(start, limits)
        except BaseException:
            _close(players)
            raise
    arena = _arenas[setup.token, thread] = _Arena(start, players, judge)
    return arena
