"""Tournaments: players, format, openings, and the run that plays the games.

    from engine.match import Tournament

    players = ["bfms@positional", "alphabeta@positional", "gtp:gtp-rhino -l 2"]
    tournament = Tournament("othello", players, nodes=1000, games_per_pair=20)
    print(tournament.run("folder", workers=4))

Every game is a job (see `engine.jobs`). The same command resumes an interrupted run. Deterministic
players give the same results for any number of interruptions and workers. Both players of a game
receive `new_game` first, so no game depends on earlier ones.
"""

from __future__ import annotations

import hashlib
import os
import weakref
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypedDict, Unpack

from engine.jobs import Job, Store, check_executor, check_workers, on_cluster
from engine.jobs import run as run_jobs
from engine.match.database import Database
from engine.match.formats.knockout import Knockout
from engine.match.formats.plan import (
    EVENT,
    FORMATS,
    Plan,
    PlayerPlan,
    can_resume,
    make_format,
    seed_order,
)
from engine.match.formats.schedule import Pairing, RoundRobin
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.record import GameSummary
from engine.match.openings.files import make_openings
from engine.match.openings.openings import Opening, Openings, choose_openings, expect_legal_moves
from engine.match.players.player import Player
from engine.match.players.searcher import SearcherPlayer, make_players
from engine.match.results.folder import DATABASE, FolderWriter, job_key
from engine.match.results.result import MatchResult
from engine.match.runner import Setup, close_players, play_pairing, start_players
from engine.match.statistics.sprt import Sprt
from games import make as make_game
from games.core.position import Position
from games.errors import FileError, LimitsError, SpecError, quoted, unknown
from games.parts.arguments import as_tuple, path_of
from games.parts.files import is_file
from games.parts.numbers import is_number, is_whole
from games.parts.records import plain
from searchers import Clock, Limits, Searcher


class Progress:
    """Callbacks of `Tournament.run`, which do nothing here; a subclass overrides those it needs."""

    def starting(self) -> AbstractContextManager[None]:
        """Return a context in which the players start, which may take seconds."""
        return nullcontext()

    def remark(self, text: str) -> None:
        """Called with a remark on a player that started but is odd in some way; it has its name."""

    def begin(self, result: MatchResult) -> None:
        """Called before the first game; the result has the games of earlier runs, and grows."""

    def game(self, result: MatchResult, game: GameSummary) -> None:
        """Called with each stored game that begins to count; `result` has it already."""

    def end(self, result: MatchResult) -> None:
        """Called when the run has ended, was interrupted, or failed after `begin`."""


MOST_PATIENCE = 1_000_000
"""The largest value of `patience` and `margin`, in seconds."""

MOST_GAMES = 1_000_000
"""The largest number of games of a pair: all are planned before the first."""

GAMES = 2
"""The default number of games of a pair."""

GAMES_OF_A_TEST = 10_000
"""The default maximum of games of a pair with a sequential test."""


class Tournament:
    """A tournament that is ready to run. A player that fails loses the game; the others continue.

    :param game: a game's spec, or a position that all games begin at.
    :param players: specs ("alphabeta@discs", "uci:stockfish"), built searchers, or players.
    :param limits: limits of every move; or one for each player. Or as keywords: nodes, depth,
        seconds, cpu, clock ("10+0.1").
    :param names: names of the players; None for their specs.
    :param format: "round-robin", "gauntlet" for the first player against all others, "swiss" or
        "knockout" (see `engine.match.formats`).
    :param games_per_pair: games of a pair each time it meets; every opening twice with colours
        swapped, and the last one once if the number is odd. With `sprt` and players that repeat
        their moves (limits of nodes and depth alone) it is at most two for each opening.
    :param rounds: number of rounds of a Swiss tournament.
    :param extra_pairs: most pairs of extra games in a knockout for tied players; None for 2.
    :param ratings: ratings of the players. They seed "swiss" and "knockout" by falling rating; the
        default is the order of the players.
    :param sprt: tests the first player of each pair; the decision ends the games of the pair; see
        `engine.match.results.pairs`.
    :param openings: spec of an opening book, or the path of a file of openings; all pairs play the
        same openings. None for the balanced ones of the game if it has any, else random ones.
    :param adjudication: see `engine.match.games.adjudication`; also a dict of its rules.
    :param patience: seconds beyond its limits within which a program, or a player from another
        package, must answer; None for 60.
    :param margin: seconds by which a move may exceed the clock without a forfeit.
    :param event: the name in PGN and the report; it may change from run to run.
    :param folder: the folder of relative program paths; None for the current folder.
    :raises StarlingError: if a setting does not exist or does not fit.
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
        margin: float = 0.0,
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
        if not is_number(margin, 0, MOST_PATIENCE):
            raise SpecError(
                f"margin={quoted(margin)}: expected seconds from 0 to {MOST_PATIENCE:,}"
            )
        self.start: Position = make_game(game).copy()
        self.players = as_tuple(players, "players", "players")
        self.folder = ""
        if folder is not None:
            self.folder = os.path.abspath(path_of(folder, "folder", "a folder"))
        self.participants = make_players(self.players, names, patience, self.folder)
        if len(self.participants) < 2:
            raise SpecError(f"a {format} has two players or more, not {len(self.participants)}")
        if clock is not None and not isinstance(clock, Clock):
            clock = Clock.parse(clock)
        words = Limits(nodes, depth, seconds, cpu, clock)
        self.limits = player_limits(limits, words, len(self.participants))
        if margin and all(own.clock is None for own in self.limits):
            raise SpecError(f"margin={margin}: expected a clock with it")
        if self.start.outcome() is not None:
            raise SpecError(f"{self.start.spec} is over before the first move: nothing to play")
        expect_legal_moves(self.start)
        if not isinstance(event, str) or not event.isprintable():
            raise SpecError(f"event={quoted(event)}: expected a name that can be printed")
        self.event = event
        self.games_per_pair = games_per_pair
        self.format = format
        self._rounds, self._extra_pairs = rounds, extra_pairs
        self._seeds = seed_order(ratings, len(self.participants))
        self._format_object = make_format(format, self._seeds, games_per_pair, rounds, extra_pairs)
        if self.sprt and not isinstance(self._format_object, RoundRobin):
            raise SpecError(f"sprt: expected a round-robin or gauntlet, not a {format}")
        if self.sprt and games_per_pair % 2:
            raise SpecError(
                f"games={games_per_pair}: expected an even number, as sprt counts openings "
                "that were played with both colours"
            )
        self.adjudication = Adjudication.of(adjudication)
        self.patience = patience
        self.margin = float(margin)
        self.book = make_openings(openings, self.start)
        chosen = choose_openings(self.book, self.start, self._format_object.openings)
        if self.sprt and all(
            isinstance(given, str | Searcher) and not plan.unrepeatable
            for given, plan in zip(self.players, self._player_plans(), strict=True)
        ):  # all players are known to make the same moves in the same game
            chosen = list(dict.fromkeys(chosen))  # others would repeat games
            self.games_per_pair = 2 * len(chosen)
            self._format_object = make_format(format, self._seeds, self.games_per_pair)
        self._chosen = chosen
        Judge(self.adjudication, self.start)  # refuses rules that do not fit the game
        try:
            for start in {opening.start: opening.begin(self.start) for opening in chosen}.values():
                for player, own in zip(self.participants, self.limits, strict=True):
                    player.prepare(start, own)
        finally:
            for player in self.participants:  # not needed before the run
                player.close()

    @property
    def schedule(self) -> list[Pairing]:
        """The games that are known before the first one; none of "swiss" and "knockout"."""
        format = self._format_object
        return list(format.stage.schedule(self._chosen)) if isinstance(format, RoundRobin) else []

    @property
    def repeats_from(self) -> int | None:
        """The first game of a pair that has the opening and colours of an earlier one.

        It is a number from 1 among the games of the pair. None if the openings suffice, or if the
        pairs are not known before the first game.
        """
        if not isinstance(self._format_object, RoundRobin):
            return None
        seen: set[Opening] = set()
        for number, opening in enumerate(self._chosen):
            if opening in seen:
                return 2 * number + 1
            seen.add(opening)
        return None

    @property
    def plan(self) -> Plan:
        """The settings that determine the results; a run that resumes them needs the same plan."""
        return self._plan_of(self.games_per_pair, self._rounds)

    def _plan_of(self, games: int, rounds: int | None) -> Plan:
        """Return the plan with this number of games of a pair and of rounds.

        Its digest of openings is that of the openings that so many games and rounds use.
        """
        format = make_format(self.format, self._seeds, games, rounds, self._extra_pairs)
        pairs: tuple[tuple[int, int], ...] = ()
        seeds: tuple[int, ...] = self._seeds
        used = self._chosen[: format.openings]
        if isinstance(format, RoundRobin):
            pairs, seeds = format.pairs, ()
            used = [game.opening for game in format.stage.schedule(used)]
        lines = [[opening.start, opening.moves] for opening in used]
        return Plan(
            event=self.event,
            game=self.start.spec,
            start=self.start.text(),
            format=self.format,
            games_per_pair=games,
            openings=self.book.spec,
            opening_moves=hashlib.sha256(repr(lines).encode()).hexdigest()[:16],
            adjudication=self.adjudication,
            margin=self.margin,
            planned=format.planned,
            pairs=pairs,
            players=self._player_plans(),
            rounds=rounds,
            extra_pairs=format.extra_pairs if isinstance(format, Knockout) else None,
            seeds=seeds,
            sprt=self.sprt,
        )

    def _player_plans(self) -> tuple[PlayerPlan, ...]:
        """Return each player's name, spec and limits; an object has a text that is no spec."""
        plans = []
        for player, given, limits in zip(self.participants, self.players, self.limits, strict=True):
            searcher = given.searcher if isinstance(given, SearcherPlayer) else given
            spec = searcher if isinstance(searcher, str) else f"a {type(given).__name__} object"
            if isinstance(searcher, Searcher):
                spec = searcher.player
            nodes = limits.nodes if player.COUNTS_NODES else None
            plans.append(PlayerPlan(player.name, spec, str(limits), nodes))
        return tuple(plans)

    def run(
        self,
        out: str | Path | None = None,
        *,
        workers: int = 1,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> MatchResult:
        """Play all games that are not in the folder yet, and return the result of all games.

        On KeyboardInterrupt during the games it returns the finished ones, which are stored, and
        the result is `interrupted`.

        :param out: a folder for the games and the result (see `results.folder`); the run resumes an
            earlier one in it, also one with fewer games. None keeps the games in memory.
        :param workers: processes that play; 1 plays in this one.
        :param executor: runs the games instead, such as one of a Dask cluster.
        :param progress: receives every game.
        :raises EngineError: if a player does not start, or a worker process ends.
        :raises FileError: if the folder holds another tournament or files of the same names, or a
            game cannot be saved.
        :raises SpecError: if a player cannot be sent to a worker, or an argument is of another
            type; also for an empty text as folder.
        :raises LimitsError: if `workers` is no whole number from 1 on.
        """
        folder = None if out is None else path_of(out, "out", "a folder")
        check_workers(workers)
        check_executor(executor)
        progress = Progress() if progress is None else progress
        if not isinstance(progress, Progress):
            raise SpecError(f"progress={quoted(progress)}: expected a Progress")
        setup = Setup(
            self.start,
            self.players,
            tuple(player.name for player in self.participants),
            tuple(self.limits),
            self.adjudication,
            self.patience,
            self.margin,
            self.folder,
        )
        if workers > 1 or executor is not None:
            setup = setup.portable()
        path = None if folder is None else folder / DATABASE
        plan = self.plan
        with ExitStack() as stack:
            stack.callback(close_players, setup)
            is_new = path is None or not is_file(path)
            writer = None if folder is None else FolderWriter(folder, self.start, plan)
            if writer is not None:
                writer.expect_no_others()
            if is_new:  # before there is a folder
                self._start_players(setup, executor, progress)
            resumed = None if path is None else partial(can_resume, path, plan, self._plan_of)
            store = Store(path, plain(plan), resumed)
            if path is not None:
                stack.callback(store.close)
            result, _ = Database(plan, self.start, path or store).read(store)
            if path is None:
                weakref.finalize(result, store.close)
            if not is_new and not result.over:
                self._start_players(setup, executor, progress)

            def on_result(job: Job, values: Any) -> None:
                """Add the games of a job to the result, show them, and save the result."""
                for game in result.apply(values):
                    progress.game(result, game)
                if writer is not None:
                    writer.save_result(result)

            if workers > 1 and executor is None:
                close_players(setup)  # the games are played in other processes
            stack.callback(progress.end, result)
            progress.begin(result)
            try:
                run_jobs(
                    self._jobs(setup, result),
                    store,
                    workers=min(workers, result.planned),
                    executor=executor,
                    on_result=on_result,
                    wanted=partial(self._wants, result),
                )
            except KeyboardInterrupt:
                result.interrupted = True
            finally:
                if writer is not None:
                    writer.save(result, store)
        return result

    def _jobs(self, setup: Setup, result: MatchResult) -> Iterator[Job | None]:
        """Yield the jobs of the tournament; None if the next one depends on running games.

        In Swiss and knockout tournaments, a job of its own stores the pairings of a stage before
        its games. So a resumed run keeps the pairings of the earlier run.
        """
        rounds = result.rounds
        for number in count():
            if rounds.pairing_format:
                while number == len(rounds.stages) and number and not rounds.history[-1].over:
                    yield None
                known = rounds.stages[number : number + 1]
                stage = known[0] if known else rounds.pairing_format.next_stage(rounds.history)
                if stage is None:
                    return
                yield Job(f"pairings {number + 1}", plain, (stage,))
                while number == len(rounds.stages):
                    yield None
            elif number:
                return
            stage = rounds.stages[number]
            if stage.opening + (stage.games + 1) // 2 > len(self._chosen):
                raise FileError(
                    f"stage {number + 1} has {stage.games} games from opening {stage.opening + 1} "
                    f"on, but there are only {len(self._chosen)} openings"
                )
            first = 1 + sum(earlier.planned for earlier in rounds.stages[:number])
            for each in stage.schedule(self._chosen, first):
                yield Job(job_key(each.number), play_pairing, (setup, each))

    def _wants(self, result: MatchResult, job: Job) -> bool:
        """Return whether a job is still needed: it is no game, or the test of its pair goes on."""
        if job.function is not play_pairing:
            return True
        pairing: Pairing = job.arguments[1]
        first, second = (result.players[player] for player in (pairing.first, pairing.second))
        return result.wants((first, second))

    def _start_players(self, setup: Setup, executor: Executor | None, progress: Progress) -> None:
        """Start all players once before the first game, to find errors, and report their remarks.

        With an executor they start in one of its workers, else in this thread.

        :raises EngineError: if a player does not start.
        """
        with progress.starting():
            if executor is not None:
                with on_cluster("the start of the players"):
                    remarks = executor.submit(start_players, setup).result()
            else:
                remarks = start_players(setup, self.participants)
        for remark in remarks:
            progress.remark(remark)


class Settings(TypedDict, total=False):
    """The keywords of `round_robin` and `play_match` that go to `Tournament`."""

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
    margin: float
    event: str
    folder: str | Path | None


class Run(Settings, total=False):
    """The keywords of `play_match`, which go to `round_robin`."""

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
    """Play a match between two players. All other arguments are those of `round_robin`.

    :raises SpecError: if there are not two players.
    """
    if len(players := as_tuple(players, "players", "players")) != 2:
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
    **settings: Unpack[Settings],
) -> MatchResult:
    """Play a round-robin: build a `Tournament` and run it.

    `out`, `workers`, `executor` and `progress` are those of `Tournament.run`.

    :param games: games of each pair; None for 2, or with `sprt` for at most 10,000.
    :param settings: limits, openings and the other keywords of `Tournament`.
    :raises StarlingError: before the first game, if a setting does not exist or does not fit;
        FileError at any time, if a game cannot be stored.
    """
    games = default_games(settings.get("sprt") is not None) if games is None else games
    taken = set(Tournament.__init__.__kwdefaults__ or ()) - {"games_per_pair"}
    for name in settings:
        if name == "seed":
            raise SpecError("seed: expected with the openings, as in openings='random:seed=3'")
        if name not in taken:
            raise SpecError(unknown("setting", name, Run.__annotations__))
    tournament = Tournament(game, players, limits, games_per_pair=games, **settings)
    return tournament.run(out, workers=workers, executor=executor, progress=progress)


def default_games(tested: bool) -> int:
    """Return the default number of games of a pair; with a sequential test, the maximum."""
    return GAMES_OF_A_TEST if tested else GAMES


def player_limits(
    limits: Limits | Sequence[Limits] | None, words: Limits, players: int
) -> list[Limits]:
    """Return a list with the limits of each player.

    :param limits: one for all players, or a sequence with one for each; None takes `words` for all.
    :param words: the limits that were given as keywords.
    :param players: the number of players.
    :raises LimitsError: if both are given, or `limits` is of another type or length.
    """
    if limits is None:
        return [words] * players
    if words != Limits():
        raise LimitsError(f"limits are given twice: as limits= and as {words}")
    if isinstance(limits, Limits):
        return [limits] * players
    if not isinstance(limits, Sequence) or not all(isinstance(one, Limits) for one in limits):
        expected = "expected Limits(nodes=1000), or a list of them, one for each player"
        raise LimitsError(f"limits={quoted(limits)}: {expected}")
    if len(limits) != players:
        raise LimitsError(f"limits for {len(limits)} players: expected {players}, or one for all")
    return list(limits)
