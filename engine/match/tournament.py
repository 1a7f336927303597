"""Tournaments: who meets whom from which opening. Every game is a job (see `engine.jobs`).

    from engine.match import Tournament

    players = ["bfms@positional", "alphabeta@positional", "gtp:gtp-rhino -l 2"]
    tournament = Tournament("othello", players, nodes=1000, games_per_pair=20)
    print(tournament.run("folder", workers=4))

What was interrupted goes on by the same command. The results of deterministic players are the
same however often it was interrupted and however many workers there are: both players of a game
are told that a new one begins, so no game depends on those before it.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import asdict, dataclass, replace
from itertools import combinations, count
from pathlib import Path
from typing import Any

from engine.jobs import Detailed, Job, Store
from engine.jobs import run as run_jobs
from engine.match.adjudication import Adjudication, Judge
from engine.match.game import play_game
from engine.match.game_record import GameRecord, GameSummary
from engine.match.openings import OPENINGS, Opening, Openings
from engine.match.player import Forfeit, Player
from engine.match.players import SearcherPlayer, seat
from engine.match.records import Records
from engine.match.result import MatchResult, expect_plan
from games import make as make_game
from games.errors import (
    EngineError,
    FileError,
    LimitsError,
    SpecError,
    StarlingError,
    quoted,
    unknown,
)
from games.numbers import is_number, is_whole
from games.position import Position
from searchers import Clock, Limits, Searcher
from searchers import make as make_searcher

__all__ = ["FORMATS", "Pairing", "Progress", "Tournament", "play_match", "round_robin", "standings"]

FORMATS = ("round-robin", "gauntlet")
"""All meet all, or the first player meets all others."""

EVENT = "Starling tournament"

RESULTS = "tournament.sqlite"
"""The file, in a tournament's folder, that everything else can be made from."""


class Progress:
    """Hears of a tournament while it runs; an author overrides what interests him."""

    def starting(self) -> AbstractContextManager[None]:
        """Inside, the players are started, which may take seconds."""
        return nullcontext()

    def begin(self, result: MatchResult) -> None:
        """The first game is about to begin; `result` has those of earlier runs."""

    def game(self, result: MatchResult, game: GameSummary) -> None:
        """A game ended; it is counted and saved."""

    def end(self, result: MatchResult) -> None:
        """The tournament is over, or interrupted."""


@dataclass(frozen=True)
class Pairing:
    """A game to be played.

    :param round: its number in the tournament, from 1.
    :param first: the place of the player that moves first in the game, in the list of players.
    :param second: the place of the other.
    """

    round: int
    first: int
    second: int
    opening: Opening


def pairs_of(players: int, format: str) -> list[tuple[int, int]]:
    """Who meets whom, by the places of the players."""
    if format == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def schedule(
    pairs: Sequence[tuple[int, int]], games: int, openings: Sequence[Opening]
) -> Iterator[Pairing]:
    """All games: every pair plays every opening twice, with colours swapped.

    :param games: how many each pair plays. With an odd number the last opening is played once.
    :param openings: one for every two games.
    """
    number = count(1)
    for index, opening in enumerate(openings):
        colours = (0, 1) if 2 * index + 1 < games else (0,)
        for pair in pairs:
            for swap in colours:
                yield Pairing(next(number), pair[swap], pair[1 - swap], opening)


MOST_PATIENCE = 1_000_000
"""Seconds."""

MOST_GAMES = 1_000_000
"""Of each pair: all games are planned before the first."""


class Tournament:
    """A tournament that is ready to run. A player that fails loses the game; the rest goes on.

    :param game: a game's spec, or a position that all games begin at.
    :param players: specs ("alphabeta@discs", "uci:stockfish"), built searchers, or players.
    :param limits: of every move; or one for each player. Instead, in words: nodes, depth, seconds,
        cpu, clock ("10+0.1").
    :param names: what to call the players; None takes their specs.
    :param format: "round-robin", or "gauntlet" for the first player against all others.
    :param games_per_pair: how many each pair plays; every opening twice with colours swapped, and
        the last one once if the number is odd.
    :param openings: spec of an opening book; all pairs play the same openings.
    :param adjudication: see `engine.match.adjudication`.
    :param patience: seconds that programs, and players that are not ours, may take for an answer
        beyond their limits; None for 60.
    :param event: what the games' PGN calls it.
    :raises StarlingError: if anything asked for does not exist or does not fit.
    """

    def __init__(
        self,
        game: str | Position,
        players: Sequence[str | Searcher | Player],
        limits: Limits | Sequence[Limits] | None = None,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        cpu: float | None = None,
        clock: Clock | str | None = None,
        names: Sequence[str | None] = (),
        format: str = "round-robin",
        games_per_pair: int = 2,
        openings: str | Openings = "random",
        adjudication: Adjudication | None = None,
        patience: float | None = None,
        event: str = EVENT,
    ) -> None:
        if format not in FORMATS:
            raise SpecError(unknown("format", format, FORMATS))
        if not is_whole(games_per_pair, 1, MOST_GAMES):
            raise SpecError(
                f"games={quoted(games_per_pair)}: expected a whole number from 1 to {MOST_GAMES:,}"
            )
        if patience == 0 or not (patience is None or is_number(patience, 0, MOST_PATIENCE)):
            raise SpecError(
                f"patience={quoted(patience)}: expected seconds above 0, at most {MOST_PATIENCE:,}"
            )
        self.start: Position = make_game(game).copy()
        self.players = tuple(players)
        self.seats = seat(players, names, patience)
        if len(self.seats) < 2:
            raise SpecError(f"a {format} has two players or more, not {len(self.seats)}")
        clock = Clock.parse(clock) if isinstance(clock, str) else clock
        words = Limits(nodes, depth, seconds, cpu, clock)
        self.limits = _shares(limits, words, len(self.seats))
        if self.start.outcome() is not None:
            raise SpecError(f"{self.start.spec} is over before the first move: nothing to play")
        if not event.isprintable():
            raise SpecError(f"event={quoted(event)}: expected a name that can be printed")
        self.event = event
        self.format = format
        self.games_per_pair = games_per_pair
        self.adjudication = adjudication or Adjudication()
        self.patience = patience
        self.book: Openings = OPENINGS.make(openings)
        self.pairs = pairs_of(len(self.seats), format)
        chosen = self.book.choose(self.start, (games_per_pair + 1) // 2)
        self.schedule = list(schedule(self.pairs, games_per_pair, chosen))
        self._judge = Judge(self.adjudication, self.start)
        self._prepare({opening.start: opening for opening in chosen})

    def _prepare(self, openings: dict[str, Opening]) -> None:
        """See that every player can play from wherever the games begin."""
        starts = [opening.begin(self.start) for opening in openings.values()]
        for start in starts:
            for player, limits in zip(self.seats, self.limits, strict=True):
                player.prepare(start, limits)
        for player in self.seats:  # in a process of its own it is not needed before the run
            player.close()

    @property
    def plan(self) -> dict[str, Any]:
        """What determines the results, in JSON's types: who resumes it must ask for the same."""
        return self._plan_of(self.games_per_pair)

    def _plan_of(self, games: int) -> dict[str, Any]:
        """The plan with so many games of each pair, of those there are."""
        first = self.schedule[: games * len(self.pairs)]
        lines = [[pairing.opening.start, pairing.opening.moves] for pairing in first]
        return {
            "what": "tournament",
            "game": self.start.spec,
            "start": self.start.text(),
            "format": self.format,
            "games_per_pair": games,
            "openings": self.book.spec,
            "opening_moves": hashlib.sha256(repr(lines).encode()).hexdigest()[:16],
            "adjudication": asdict(self.adjudication),
            "planned": len(first),
            "pairs": self.pairs,
            "players": [
                {
                    "name": player.name,
                    "spec": str(getattr(given, "player", getattr(given, "name", given))),
                    "limits": str(limits),
                    "nodes": limits.nodes if player.COUNTS_NODES else None,
                }
                for player, given, limits in zip(self.seats, self.players, self.limits, strict=True)
            ],
        }

    def _begins_with(self, held: Any) -> bool:
        """Whether a plan is this one with fewer games, all openings played with both colours."""
        games = held.get("games_per_pair", 0) if isinstance(held, dict) else 0
        fewer = is_whole(games, 2, self.games_per_pair - 1) and games % 2 == 0
        return fewer and bool(held == json.loads(json.dumps(self._plan_of(games))))

    def run(
        self,
        out: str | Path | None = None,
        *,
        workers: int = 1,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> MatchResult:
        """Play all games that are not in the folder yet.

        On KeyboardInterrupt the games already played are kept and returned.

        :param out: a folder for the games and the result (see `records`); what an earlier run left
            there is gone on with, also one of fewer games.
        :param workers: processes that play; 1 plays in this one.
        :param executor: plays instead, such as one of a Dask cluster.
        :param progress: hears of every game.
        :raises FileError: if the folder holds another tournament, or a game cannot be saved.
        :raises SpecError: if a player cannot be sent to a worker.
        """
        progress = progress or Progress()
        elsewhere = workers != 1 or executor is not None
        setup = self._portable_setup() if elsewhere else self._setup()
        path = None if out is None else Path(out) / RESULTS
        with ExitStack() as stack:
            stack.callback(_close_tables, setup.token)
            begun = path is None or not path.is_file()
            if begun:  # before there is a folder
                self._begin(setup, executor, progress, elsewhere)
            store = Store(path, self.plan, self._begins_with)
            result = _result_of(store)
            if path is None:
                weakref.finalize(result, store.close)
            else:
                stack.callback(store.close)
            if not begun and result.count < result.planned:
                self._begin(setup, executor, progress, elsewhere)
            records = None if out is None else self._records(out)
            jobs = [Job(f"game {each.round}", play, (setup, each)) for each in self.schedule]

            def heard(job: Job, values: Any) -> None:
                game = GameSummary.from_list(values)
                result.add(game)
                if records is not None:
                    records.save_result(result)
                progress.game(result, game)

            stack.callback(progress.end, result)
            progress.begin(result)
            try:
                run_jobs(jobs, store, workers=workers, executor=executor, heard=heard)
            except KeyboardInterrupt:
                result.interrupted = True
            finally:
                if records is not None:
                    records.save(result, _games_of(store))
        return result

    def _begin(
        self, setup: Setup, executor: Executor | None, progress: Progress, elsewhere: bool
    ) -> None:
        """See that all players start, where they are to play: a run that cannot be ends here.

        :raises EngineError: if one does not.
        """
        table = Table(self.start, self.seats, self.limits, self._judge)
        with progress.starting():
            if executor is not None:
                executor.submit(begin, setup).result()
            elif elsewhere:
                table.begin()
                table.close()
            else:
                _tables[setup.token, threading.get_ident()] = table
                table.begin()

    def _records(self, out: str | Path) -> Records:
        names = (player.name for player in self.seats)
        limits = dict(zip(names, self.limits, strict=True))
        return Records(out, self.start, self.event, limits)

    def _setup(self) -> Setup:
        names = tuple(player.name for player in self.seats)
        return Setup(
            f"{id(self)}-{time.time_ns()}",
            self.start,
            "",
            self.players,
            names,
            tuple(self.limits),
            self.adjudication,
            self.patience,
        )

    def _portable_setup(self) -> Setup:
        """The setup with specs in place of objects, as far as there are.

        :raises SpecError: if what remains cannot be sent to another process.
        """
        setup = replace(self._setup(), players=tuple(_as_spec(given) for given in self.players))
        try:
            twin = make_game(self.start.spec).at(self.start.text())
        except StarlingError:
            twin = None
        if type(twin) is type(self.start) and twin.text() == self.start.text():
            setup = replace(setup, game=self.start.spec, start=self.start.text())
        try:
            pickle.dumps(setup)
        except Exception as error:  # pickle raises whatever it likes
            raise SpecError(
                f"a game or player cannot be sent to a worker ({error}): "
                "expected specs, or one worker"
            ) from None
        return setup


def _as_spec(given: str | Searcher | Player) -> str | Searcher | Player:
    """The spec of a searcher that is known by it; anything else as it is."""
    searcher = given.searcher if isinstance(given, SearcherPlayer) else given
    if isinstance(searcher, Searcher):
        try:
            twin = make_searcher(searcher.player)
        except StarlingError:
            return given
        if type(twin) is type(searcher):
            return searcher.player
    return given


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


@dataclass(frozen=True)
class Table:
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

    def begin(self) -> None:
        """Start all players at once, before the first game.

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

    def close(self) -> None:
        """End what the players started."""
        for player in self.seats:
            player.close()


_tables: dict[tuple[str, int], Table] = {}
"""By run and thread."""


def begin(setup: Setup) -> None:
    """Start the players of a run, where games are to be played.

    :raises EngineError: if one does not start.
    """
    _table(setup).begin()


def play(setup: Setup, pairing: Pairing) -> Detailed:
    """The job: play one game; its summary and its record."""
    record = _table(setup).play(pairing)
    return Detailed(record.summary().as_list(), record.as_dict())


def _table(setup: Setup) -> Table:
    """The table of this run in this thread; one of an earlier run is closed."""
    thread = threading.get_ident()
    table = _tables.get((setup.token, thread))
    if table is None:
        for token, other in list(_tables):
            if other == thread:
                _tables.pop((token, other)).close()
        start = make_game(setup.game)
        start = start.at(setup.start) if setup.start else start.copy()
        seats = seat(setup.players, setup.names, setup.patience)
        for player, limits in zip(seats, setup.limits, strict=True):
            player.prepare(start, limits)
        table = Table(start, seats, setup.limits, Judge(setup.adjudication, start))
        _tables[setup.token, thread] = table
    return table


def _close_tables(token: str) -> None:
    """Close the tables of a run in this process."""
    for key in [key for key in list(_tables) if key[0] == token]:
        _tables.pop(key).close()


def play_match(
    game: str | Position,
    players: Sequence[str | Searcher | Player],
    limits: Limits | Sequence[Limits] | None = None,
    **settings: Any,
) -> MatchResult:
    """Play a match between two players; everything is as in `round_robin`.

    :raises SpecError: if there are not two players.
    """
    if len(players) != 2:
        raise SpecError(f"a match has two players, not {len(players)}; see round_robin")
    return round_robin(game, players, limits, **settings)


def round_robin(
    game: str | Position,
    players: Sequence[str | Searcher | Player],
    limits: Limits | Sequence[Limits] | None = None,
    *,
    games: int = 2,
    out: str | Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> MatchResult:
    """Let every player meet every other: a `Tournament` that runs at once.

    :param games: how many each pair plays.
    :param settings: limits in words, openings and whatever else a `Tournament` takes.
    :raises StarlingError: before the first game, if anything asked for does not exist or does not
        fit; FileError at any time, if a game cannot be saved.
    """
    tournament = Tournament(game, players, limits, games_per_pair=games, **settings)
    return tournament.run(out, workers=workers, executor=executor, progress=progress)


def standings(folder: str | Path) -> MatchResult:
    """How a tournament in a folder stands, also while it runs.

    :raises FileError: if there is none.
    """
    path = Path(folder) / RESULTS
    if not path.is_file():
        raise FileError(f"there is no tournament in {folder}: expected a file {RESULTS}")
    with Store.reading(path) as store:
        try:
            expect_plan(store.plan)
        except ValueError as error:
            raise FileError(f"{path} holds no tournament: {error}") from None
        return _result_of(store)


def _result_of(store: Store) -> MatchResult:
    """The result of the games that a store has."""
    path = store.path

    def read() -> list[GameRecord]:
        if path is None:
            return list(_games_of(store))
        with Store.reading(path) as again:
            return list(_games_of(again))

    result = MatchResult(store.plan, read)
    for _, game in store.results(lambda values: result.expected(GameSummary.from_list(values))):
        result.add(game)
    return result


def _games_of(store: Store) -> Iterator[GameRecord]:
    """The games of a store in the order of their rounds."""
    return (game for _, game in store.details(GameRecord.from_dict) if game is not None)


def _shares(limits: Limits | Sequence[Limits] | None, words: Limits, players: int) -> list[Limits]:
    """The limits of each player.

    :raises LimitsError: if they are given twice, or not for every player.
    """
    if limits is None:
        return [words] * players
    if words != Limits():
        raise LimitsError(f"limits are given twice: as limits= and as {words}")
    if isinstance(limits, Limits):
        return [limits] * players
    if len(limits) != players:
        raise LimitsError(f"limits for {len(limits)} players: expected {players}, or one for all")
    return list(limits)
