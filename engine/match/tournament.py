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
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypedDict, Unpack

from engine.jobs import Job, Store
from engine.jobs import run as run_jobs
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.record import GameRecord, GameSummary
from engine.match.openings.openings import OPENINGS, Opening, Openings
from engine.match.players.player import Player
from engine.match.players.seating import seat
from engine.match.results.plan import Plan, PlayerPlan, read_plan
from engine.match.results.records import Records
from engine.match.results.result import MatchResult
from engine.match.runner import Arena, Setup, begin, begin_here, close, play
from engine.match.schedule import FORMATS, pairs_of, schedule
from games import make as make_game
from games.core.position import Position
from games.errors import FileError, LimitsError, SpecError, quoted, unknown
from games.parts.numbers import is_number, is_whole
from games.parts.records import plain
from searchers import Clock, Limits, Searcher

__all__ = [
    "Progress",
    "Tournament",
    "games_of",
    "opened",
    "play_match",
    "result_of",
    "round_robin",
    "standings",
]

EVENT = "Starling tournament"

DATABASE = "tournament.sqlite"
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
    :param adjudication: see `engine.match.games.adjudication`.
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
    def plan(self) -> Plan:
        """What determines the results: who resumes it must ask for the same."""
        return self._plan_of(self.games_per_pair)

    def _plan_of(self, games: int) -> Plan:
        """The plan with so many games of each pair, of those there are."""
        first = self.schedule[: games * len(self.pairs)]
        lines = [[pairing.opening.start, pairing.opening.moves] for pairing in first]
        return Plan(
            game=self.start.spec,
            start=self.start.text(),
            format=self.format,
            games_per_pair=games,
            openings=self.book.spec,
            opening_moves=hashlib.sha256(repr(lines).encode()).hexdigest()[:16],
            adjudication=self.adjudication,
            planned=len(first),
            pairs=tuple(self.pairs),
            players=tuple(
                PlayerPlan(
                    player.name,
                    str(getattr(given, "player", getattr(given, "name", given))),
                    str(limits),
                    limits.nodes if player.COUNTS_NODES else None,
                )
                for player, given, limits in zip(self.seats, self.players, self.limits, strict=True)
            ),
        )

    def _begins_with(self, held: Any) -> bool:
        """Whether a plan is this one with fewer games, all openings played with both colours."""
        try:
            plan = read_plan(held)
        except ValueError:
            return False
        games = plan.games_per_pair
        fewer = is_whole(games, 2, self.games_per_pair - 1) and games % 2 == 0
        return fewer and plan == self._plan_of(games)

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
        setup = self._setup().portable() if elsewhere else self._setup()
        path = None if out is None else Path(out) / DATABASE
        with ExitStack() as stack:
            stack.callback(close, setup)
            begun = path is None or not path.is_file()
            if begun:  # before there is a folder
                self._begin(setup, executor, progress, elsewhere)
            store = Store(path, plain(self.plan), self._begins_with)
            result = result_of(store, self.plan)
            if path is None:
                weakref.finalize(result, store.close)
            else:
                stack.callback(store.close)
            if not begun and result.count < result.planned:
                self._begin(setup, executor, progress, elsewhere)
            records = None if out is None else self._records(out)
            jobs = [Job(_key(each.round), play, (setup, each)) for each in self.schedule]

            def on_result(job: Job, values: Any) -> None:
                game = GameSummary.from_list(values)
                result.add(game)
                if records is not None:
                    records.save_result(result)
                progress.game(result, game)

            stack.callback(progress.end, result)
            progress.begin(result)
            try:
                run_jobs(jobs, store, workers=workers, executor=executor, on_result=on_result)
            except KeyboardInterrupt:
                result.interrupted = True
            finally:
                if records is not None:
                    records.save(result, games_of(store))
        return result

    def _begin(
        self, setup: Setup, executor: Executor | None, progress: Progress, elsewhere: bool
    ) -> None:
        """See that all players start, where they are to play: a run that cannot be ends here.

        :raises EngineError: if one does not.
        """
        arena = Arena(self.start, self.seats, self.limits, self._judge)
        with progress.starting():
            if executor is not None:
                executor.submit(begin, setup).result()
            elif elsewhere:
                arena.begin()
                arena.close()
            else:
                begin_here(setup, arena)

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


class Asked(TypedDict, total=False):
    """What `round_robin` and `play_match` take by name, each as `Tournament` does."""

    nodes: int | None
    depth: int | None
    seconds: float | None
    cpu: float | None
    clock: Clock | str | None
    names: Sequence[str | None]
    openings: str | Openings
    adjudication: Adjudication | None
    patience: float | None
    event: str


class Run(Asked, total=False):
    """What `play_match` takes besides, as `round_robin` does."""

    games: int
    out: str | Path | None
    workers: int
    executor: Executor | None
    progress: Progress | None


def play_match(
    game: str | Position,
    players: Sequence[str | Searcher | Player],
    limits: Limits | Sequence[Limits] | None = None,
    **settings: Unpack[Run],
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
    **settings: Unpack[Asked],
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
    with opened(folder) as (store, plan):
        return result_of(store, plan)


@contextmanager
def opened(folder: str | Path) -> Iterator[tuple[Store, Plan]]:
    """What a tournament left in a folder, for reading, also while it runs.

    :raises FileError: if there is none.
    """
    path = Path(folder) / DATABASE
    if not path.is_file():
        raise FileError(f"there is no tournament in {folder}: expected a file {DATABASE}")
    with Store.reading(path) as store:
        try:
            plan = read_plan(store.plan)
        except ValueError as error:
            raise FileError(f"{path} holds no tournament: {error}") from None
        yield store, plan


def result_of(
    store: Store, plan: Plan, note: Callable[[GameSummary], object] | None = None
) -> MatchResult:
    """The result of the games that a store has.

    :param note: hears of every game, in the order of the list of games.
    :raises FileError: if what it has is no game of this tournament.
    """
    path = store.path

    def read() -> list[GameRecord]:
        if path is None:
            return list(games_of(store))
        with Store.reading(path) as again:
            return list(games_of(again))

    result = MatchResult(plan, read)
    for _, game in store.results(lambda values: result.expected(GameSummary.from_list(values))):
        result.add(game)
        if note is not None:
            note(game)
    return result


def games_of(store: Store, rounds: Iterable[int] | None = None) -> Iterator[GameRecord]:
    """The games of a store in the order of their rounds.

    :param rounds: only those, in this order; None for all.
    """
    keys = None if rounds is None else map(_key, rounds)
    return (game for _, game in store.details(GameRecord.from_dict, keys) if game is not None)


def _key(round: int) -> str:
    """The job that is the game of a round."""
    return f"game {round}"


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
