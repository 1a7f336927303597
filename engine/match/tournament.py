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
import os
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypedDict, Unpack

from engine.jobs import Job, Store
from engine.jobs import run as run_jobs
from engine.match.folder import DATABASE, counting, heard, key_of, result_of
from engine.match.formats.asked import FORMATS, format_of, seeded
from engine.match.formats.at_once import AtOnce
from engine.match.formats.knockout import Knockout
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.record import GameSummary
from engine.match.given import book_of, clock_of, expect_folder, expect_settings, listed, shares
from engine.match.openings.openings import Opening, Openings, moves_of
from engine.match.players.player import Player
from engine.match.players.seating import seat
from engine.match.results.plan import EVENT, Plan, PlayerPlan
from engine.match.results.records import Records
from engine.match.results.result import MatchResult
from engine.match.resuming import begins
from engine.match.runner import Arena, Setup, begin, begin_here, close, play
from engine.match.saving import Kept
from engine.match.schedule import Pairing, schedule
from engine.match.statistics.sprt import Sprt
from games import make as make_game
from games.core.position import Position
from games.errors import SpecError, quoted, unknown
from games.parts.numbers import is_number, is_whole
from games.parts.records import plain
from searchers import Clock, Limits, Searcher

__all__ = [
    "Progress",
    "Tournament",
    "games_of_a_pair",
    "play_match",
    "round_robin",
]


class Progress:
    """Hears of a tournament while it runs; an author overrides what interests him."""

    def starting(self) -> AbstractContextManager[None]:
        """Inside, the players are started, which may take seconds."""
        return nullcontext()

    def remark(self, text: str) -> None:
        """A player began that is odd in some way; the games are played all the same."""

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

GAMES = 2
"""Of each pair."""

GAMES_OF_A_TEST = 10_000
"""Of each pair with a sequential test, at most."""


class Tournament:
    """A tournament that is ready to run. A player that fails loses the game; the rest goes on.

    :param game: a game's spec, or a position that all games begin at.
    :param players: specs ("alphabeta@discs", "uci:stockfish"), built searchers, or players.
    :param limits: of every move; or one for each player. Instead, in words: nodes, depth, seconds,
        cpu, clock ("10+0.1").
    :param names: what to call the players; None takes their specs.
    :param format: "round-robin", "gauntlet" for the first player against all others, "swiss" or
        "knockout" (see `engine.match.formats`).
    :param games_per_pair: how many each pair plays when it meets; every opening twice with colours
        swapped, and the last one once if the number is odd.
    :param rounds: of a Swiss tournament.
    :param extra_pairs: of games in a knockout for players that are level; None for 2.
    :param ratings: of the players, which are then the seeds of "swiss" and "knockout" by falling
        rating; without any, by their order.
    :param sprt: tests the first player of each pair, which plays no more once that is decided; see
        `engine.match.results.trial`.
    :param openings: spec of an opening book, or the path of a file of openings; all pairs play the
        same ones. None for the balanced ones of the game, if it has some, else random ones.
    :param adjudication: see `engine.match.games.adjudication`; also a dict of its rules.
    :param patience: seconds that programs, and players that are not ours, may take for an answer
        beyond their limits; None for 60.
    :param event: what the games' PGN and the report call it; it may change from run to run.
    :param folder: where relative paths of programs begin; None for the current folder.
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
        games_per_pair: int = GAMES,
        rounds: int | None = None,
        extra_pairs: int | None = None,
        ratings: Sequence[float | None] = (),
        sprt: Sprt | Sequence[float] | None = None,
        openings: str | Path | Openings | None = None,
        adjudication: Adjudication | Mapping[str, Any] | None = None,
        patience: float | None = None,
        event: str = EVENT,
        folder: str | Path | None = None,
    ) -> None:
        if format not in FORMATS:
            raise SpecError(unknown("format", str(format), FORMATS))
        self.sprt = sprt if sprt is None or isinstance(sprt, Sprt) else Sprt.of(sprt)
        if not is_whole(games_per_pair, 1, MOST_GAMES):
            raise SpecError(
                f"games={quoted(games_per_pair)}: expected a whole number from 1 to {MOST_GAMES:,}"
            )
        if patience == 0 or not (patience is None or is_number(patience, 0, MOST_PATIENCE)):
            raise SpecError(
                f"patience={quoted(patience)}: expected seconds above 0, at most {MOST_PATIENCE:,}"
            )
        self.start: Position = make_game(game).copy()
        self.players = listed(players)
        self.folder = "" if folder is None else os.path.abspath(folder)
        self.seats = seat(self.players, names, patience, self.folder)
        if len(self.seats) < 2:
            raise SpecError(f"a {format} has two players or more, not {len(self.seats)}")
        words = Limits(nodes, depth, seconds, cpu, clock_of(clock))
        self.limits = shares(limits, words, len(self.seats))
        if self.start.outcome() is not None:
            raise SpecError(f"{self.start.spec} is over before the first move: nothing to play")
        moves_of(self.start)
        if not isinstance(event, str) or not event.isprintable():
            raise SpecError(f"event={quoted(event)}: expected a name that can be printed")
        self.event = event
        self.games_per_pair = games_per_pair
        self.format = format
        self._rounds, self._extra_pairs = rounds, extra_pairs
        self._seeds = seeded(ratings, len(self.seats))
        self._kind = format_of(format, self._seeds, games_per_pair, rounds, extra_pairs)
        self._expect_a_test()
        self.adjudication = Adjudication.of(adjudication)
        self.patience = patience
        self.book = book_of(openings, self.start)
        chosen = self.book.choose(self.start, self._kind.openings)
        self._chosen = chosen
        self.pairs = list(self._kind.pairs) if isinstance(self._kind, AtOnce) else []
        self.schedule = list(schedule(self.pairs, games_per_pair, chosen)) if self.pairs else []
        """The games, as far as they are known before the first."""
        self._judge = Judge(self.adjudication, self.start)
        self._prepare({opening.start: opening for opening in chosen})

    def _expect_a_test(self) -> None:
        """See that a sequential test fits.

        :raises SpecError: if it does not.
        """
        if self.sprt is None:
            return
        if not isinstance(self._kind, AtOnce):
            raise SpecError(f"sprt: expected a round-robin or gauntlet, not a {self.format}")
        if self.games_per_pair % 2:
            raise SpecError(
                f"games={self.games_per_pair}: expected an even number, as sprt counts openings "
                "that were played with both colours"
            )

    def _prepare(self, openings: dict[str, Opening]) -> None:
        """See that every player can play from wherever the games begin."""
        starts = [opening.begin(self.start) for opening in openings.values()]
        for start in starts:
            for player, limits in zip(self.seats, self.limits, strict=True):
                player.prepare(start, limits)
        for player in self.seats:  # in a process of its own it is not needed before the run
            player.close()

    @property
    def repeats_from(self) -> int | None:
        """The first game of a pair, from 1, that begins as an earlier one with the same colours:
        the openings ran out. None where none does, or who meets whom is not known before."""
        if not isinstance(self._kind, AtOnce):
            return None
        seen: set[Opening] = set()
        for number, opening in enumerate(self._chosen):
            if opening in seen:
                return 2 * number + 1
            seen.add(opening)
        return None

    @property
    def plan(self) -> Plan:
        """What determines the results: who resumes it must ask for the same."""
        return self._plan_of(self.games_per_pair, self._rounds)

    def _plan_of(self, games: int, rounds: int | None) -> Plan:
        """The plan with so many games of each pair and so many rounds, of those there are."""
        kind = format_of(self.format, self._seeds, games, rounds, self._extra_pairs)
        if isinstance(kind, AtOnce):
            first = [pairing.opening for pairing in self.schedule[: kind.planned]]
        else:
            first = self._chosen[: kind.openings]
        lines = [[opening.start, opening.moves] for opening in first]
        return Plan(
            event=self.event,
            game=self.start.spec,
            start=self.start.text(),
            format=self.format,
            games_per_pair=games,
            openings=self.book.spec,
            opening_moves=hashlib.sha256(repr(lines).encode()).hexdigest()[:16],
            adjudication=self.adjudication,
            planned=kind.planned,
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
            rounds=rounds,
            extra_pairs=kind.extra_pairs if isinstance(kind, Knockout) else None,
            seeds=() if isinstance(kind, AtOnce) else self._seeds,
            sprt=self.sprt,
        )

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
        :raises SpecError: if a player cannot be sent to a worker, or the folder has no name.
        """
        expect_folder(out)
        progress = progress or Progress()
        elsewhere = workers != 1 or executor is not None
        setup = self._setup().portable() if elsewhere else self._setup()
        path = None if out is None else Path(out) / DATABASE
        with ExitStack() as stack:
            stack.callback(close, setup)
            begun = path is None or not path.is_file()
            if begun:  # before there is a folder
                self._begin(setup, executor, progress, elsewhere)
            plan = self.plan
            resumed = None if path is None else partial(begins, path, plan, self._plan_of)
            store = Store(path, plain(plan), resumed)
            result = result_of(store, plan)
            held = store if path is None else None
            limits = self._limits_by_name()
            result.outlet = Kept(path, held, self.start.copy, self.event, limits)
            if path is None:
                weakref.finalize(result, store.close)
            else:
                stack.callback(store.close)
            if not begun and not result.over:
                self._begin(setup, executor, progress, elsewhere)
            records = None if out is None else self._records(out)

            def on_result(job: Job, values: Any) -> None:
                for game in heard(result, values):
                    progress.game(result, game)
                if records is not None:
                    records.save_result(result)

            stack.callback(progress.end, result)
            progress.begin(result)
            jobs: Iterable[Job | None] = self._jobs(setup, result)
            if self.sprt is None and self.schedule:
                jobs = list(jobs)
            try:
                run_jobs(
                    jobs,
                    store,
                    workers=workers,
                    executor=executor,
                    on_result=on_result,
                    wanted=None if self.sprt is None else partial(self._wants, result),
                )
            except KeyboardInterrupt:
                result.interrupted = True
            finally:
                if records is not None:
                    records.save(result, counting(result, store))
        return result

    def _jobs(self, setup: Setup, result: MatchResult) -> Iterator[Job | None]:
        """The jobs of the tournament, one after the other; None where the next one depends on what
        is under way.

        Where who meets whom depends on results, the pairings are stored before the games of their
        stage, as the results of jobs of their own: those of an earlier run stay as they are.
        """
        rounds = result.rounds
        for number in count():
            if rounds.in_parts:
                while number == len(rounds.stages) and number and not rounds.history[-1].over:
                    yield None
                known = rounds.stages[number : number + 1]
                stage = known[0] if known else self._kind.following(rounds.history)
                if stage is None:
                    return
                yield Job(f"pairings {number + 1}", plain, (stage,))
                while number == len(rounds.stages):
                    yield None
            elif number:
                return
            for each in rounds.stages[number].schedule(self._chosen, rounds.first_game(number)):
                yield Job(key_of(each.round), play, (setup, each))

    def _wants(self, result: MatchResult, job: Job) -> bool:
        """Whether the result of a job is still asked for."""
        if job.function is not play:
            return True
        pairing: Pairing = job.arguments[1]
        first, second = self.seats[pairing.first].name, self.seats[pairing.second].name
        return result.wants(pairing.round, (first, second))

    def _begin(
        self, setup: Setup, executor: Executor | None, progress: Progress, elsewhere: bool
    ) -> None:
        """See that all players start, where they are to play: a run that cannot be ends here.

        :raises EngineError: if one does not.
        """
        arena = Arena(self.start, self.seats, self.limits, self._judge)
        with progress.starting():
            if executor is not None:
                remarks = executor.submit(begin, setup).result()
            elif elsewhere:
                remarks = arena.begin()
                arena.close()
            else:
                remarks = begin_here(setup, arena)
        for remark in remarks:
            progress.remark(remark)

    def _records(self, out: str | Path) -> Records:
        return Records(out, self.start, self.event, self._limits_by_name())

    def _limits_by_name(self) -> dict[str, Limits]:
        names = (player.name for player in self.seats)
        return dict(zip(names, self.limits, strict=True))

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
            self.folder,
        )


class Asked(TypedDict, total=False):
    """What `round_robin` and `play_match` take by name, each as `Tournament` does."""

    nodes: int | None
    depth: int | None
    seconds: float | None
    cpu: float | None
    clock: Clock | str | None
    names: Sequence[str | None]
    sprt: Sprt | Sequence[float] | None
    openings: str | Path | Openings | None
    adjudication: Adjudication | Mapping[str, Any] | None
    patience: float | None
    event: str
    folder: str | Path | None


class Run(Asked, total=False):
    """What `play_match` takes besides, as `round_robin` does."""

    games: int | None
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
    if len(players := listed(players)) != 2:
        raise SpecError(f"a match has two players, not {len(players)}; see round_robin")
    return round_robin(game, players, limits, **settings)


def round_robin(
    game: str | Position,
    players: Sequence[str | Searcher | Player],
    limits: Limits | Sequence[Limits] | None = None,
    *,
    games: int | None = None,
    out: str | Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **settings: Unpack[Asked],
) -> MatchResult:
    """Let every player meet every other: a `Tournament` that runs at once.

    :param games: how many each pair plays; None for 2, or with `sprt` for at most 10,000.
    :param settings: limits in words, openings and whatever else a `Tournament` takes.
    :raises StarlingError: before the first game, if anything asked for does not exist or does not
        fit; FileError at any time, if a game cannot be saved.
    """
    games = games_of_a_pair(settings.get("sprt") is not None) if games is None else games
    taken = set(Tournament.__init__.__kwdefaults__ or ()) - {"games_per_pair"}
    expect_settings(settings, taken, Run.__annotations__)
    tournament = Tournament(game, players, limits, games_per_pair=games, **settings)
    return tournament.run(out, workers=workers, executor=executor, progress=progress)


def games_of_a_pair(tested: bool) -> int:
    """How many games a pair plays where nobody says: with a sequential test, at most."""
    return GAMES_OF_A_TEST if tested else GAMES
