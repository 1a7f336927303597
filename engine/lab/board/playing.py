"""The run of an experiment of matches: its tournaments, then the searches behind their games."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.jobs import Job, Store, run
from engine.lab.board.board import (
    LONGER,
    LOPSIDED,
    BoardExperiment,
    Contest,
    Entrant,
    PlayedContest,
)
from engine.lab.board.searches import cost_of_root, search_again
from engine.lab.core.experiment import Tallies, Tally
from engine.match.games.record import GameSummary
from engine.match.results.folder import DATABASE, open_tournament
from engine.match.results.result import MatchResult
from engine.match.tournament import Progress, Tournament
from games.errors import LimitsError
from games.parts.records import record

GAMES = "games"
"""The folder, in an experiment's, that has a folder for each of its contests."""

OnProgress = Callable[[float, float, str], Any]
"""Called with the finished work, the whole work and the current task."""


def openings_of(contest: Contest, seed: int) -> str:
    """Return the spec of a contest's openings: its own, or else balanced ones of this seed."""
    return contest.openings or f"balanced:seed={seed}"


def play(
    experiment: BoardExperiment,
    *,
    games: int | None,
    seed: int,
    folder: Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
    ended: Callable[[PlayedContest], Any] | None = None,
) -> list[PlayedContest]:
    """Play all contests and examine their searches; return the contests that were played.

    :param games: the most games of each pair; None for as many as the contest declares. A contest
        with a largest error has up to LONGER times as many.
    :param seed: the seed of openings, for contests without openings of their own.
    :param folder: the folder of the games, where an interrupted run resumes; None: in memory.
    :param executor: plays and searches instead of this machine, such as one of a Dask cluster.
    :param on_progress: called with the estimated work done, the whole work, and the present task in
        words. Work is counted in nodes of a move, times games.
    :param ended: called with each contest when it is over.
    :returns: the contests in the order of the experiment. A contest in which fewer than two players
        can search has no games.
    :raises LimitsError: if `games` is below 1.
    :raises StarlingError: if a player does not exist or cannot play, or the folder has other games.
    :raises KeyboardInterrupt: if it was interrupted.
    """
    if games is not None and games < 1:
        raise LimitsError(f"games={games}: expected a whole number, at least 1")
    works = [_work(contest, _games(contest, games)) for contest in experiment.contests]
    whole, done = sum(map(sum, works)), 0.0
    costs: dict[tuple[str, str], Tally] = {}
    for contest in experiment.contests:  # a player that cannot play fails before hours of games
        for entrant in contest.entrants:
            key = (contest.game, entrant.spec)
            if key not in costs:
                costs[key] = cost_of_root(*key, openings_of(contest, seed))
    found = []
    for contest, work in zip(experiment.contests, works, strict=True):
        played = _games(contest, games)
        one = _ContestRun(contest, played, seed, workers, executor, on_progress, work, done, whole)
        roots = {each.name: costs[contest.game, each.spec] for each in contest.entrants}
        found.append(one.play(roots, None if folder is None else folder / GAMES / contest.name))
        done += sum(work)
        if ended is not None:
            ended(found[-1])
    return found


def _games(contest: Contest, most: int | None) -> int:
    """Return the games of each pair in a contest, at most `most`; None is no limit.

    Where more games may be added, which are pairs, an odd number becomes the next even one.
    """
    games = contest.games if most is None else min(contest.games, most)
    return games if contest.error is None else games + games % 2


def games_needed(result: MatchResult, error: float, games: int) -> int:
    """Return how many games of each pair, in all, should give ratings of at most this error.

    Errors fall with the root of the number of games. The result is at most twice `games`, since
    errors of few games are themselves uncertain. Players with almost no points, or almost all, do
    not count.

    :param error: half the 95% interval, in Elo.
    :param games: the games of each pair that were played, an even number.
    :returns: an even number; `games` if no error is larger.
    """
    worst = max(
        (
            each.error
            for each in result.ratings()
            if each.error is not None and LOPSIDED <= each.points / each.games <= 1 - LOPSIDED
        ),
        default=0.0,
    )
    if worst <= error:
        return games
    needed = 2 * ceil(games * (worst / error) ** 2 / 2)
    return max(games + 2, min(2 * games, needed))


def _work(contest: Contest, games: int) -> tuple[float, float]:
    """Return the estimated work of a contest's games and of its study: nodes a move times games.

    :param games: the games of each pair.
    """
    study = contest.study
    studied = min(2 * study.openings, games)
    judged = 2 * study.deeper / study.every if study.judge else 0
    unit = contest.nodes_about * contest.pairs
    return unit * games, unit * studied * (1 + judged)


@dataclass
class _ContestRun(Progress):
    """The run of one contest; its parameters are mostly those of `play`.

    :param games: the games of each pair, without those that a largest error adds.
    :param work: the work of the games and of the study of this contest.
    :param done: the work of the contests before it.
    :param whole: the work of all contests.
    """

    contest: Contest
    games: int
    seed: int
    workers: int
    executor: Executor | None
    on_progress: OnProgress | None
    work: tuple[float, float]
    done: float
    whole: float

    def play(self, roots: dict[str, Tally], folder: Path | None) -> PlayedContest:
        """Play the games of the players that can search, examine the searches, return the contest.

        A player can search if the budget is enough to expand its root. If fewer than two can, no
        game is played, and the contest's `result` is None.

        :param roots: the nodes that each player takes to expand the root, by name.
        :param folder: the folder of the games; None keeps them in memory, or in a temporary folder
            if the contest has a largest error.
        :raises KeyboardInterrupt: if it was interrupted.
        """
        contest = self.contest
        able = [each for each in contest.entrants if contest.allows(roots[each.name].mean)]
        if len(able) < 2:
            return PlayedContest(contest, self.games, roots, None, Tallies())
        if contest.error is None or folder is not None:
            result = self._play_games(able, folder)
        else:  # more games are added to those of a folder
            temporary = TemporaryDirectory()
            result = self._play_games(able, Path(temporary.name))
            weakref.finalize(result, temporary.cleanup)  # its games are read when they are used
        return PlayedContest(contest, self.games, roots, result, self._study(able, result, folder))

    def _play_games(self, able: Sequence[Entrant], folder: Path | None) -> MatchResult:
        """Play the games, and more while a rating's error is too large; return the result.

        `games` becomes the number of games of each pair, at most LONGER times as many. Where the
        contest has a largest error, games of an earlier run count, even if they are more.

        :param folder: the folder of the games; None, for a contest without a largest error, keeps
            them in memory.
        :raises KeyboardInterrupt: if it was interrupted.
        """
        contest, most = self.contest, LONGER * self.games
        if contest.error is not None and folder is not None and (folder / DATABASE).is_file():
            with open_tournament(folder) as (_, plan):
                self.games = max(self.games, plan.games_per_pair)
        while True:
            result = Tournament(
                contest.game,
                [each.spec for each in able],
                nodes=None if contest.cpu is not None else contest.nodes,
                cpu=None if contest.cpu is None else contest.cpu / 1000,
                names=[each.name for each in able],
                games_per_pair=self.games,
                openings=openings_of(contest, self.seed),
            ).run(folder, workers=self.workers, executor=self.executor, progress=self)
            if result.interrupted:
                raise KeyboardInterrupt
            more = 0 if contest.error is None else games_needed(result, contest.error, self.games)
            if self.games >= min(more, most):
                return result
            self.games = min(more, most)

    def _study(self, able: list[Entrant], result: MatchResult, folder: Path | None) -> Tallies:
        """Search the games of the first openings again; return the tallies of these searches.

        The study gives the number of openings; with none the result is empty. The tallies of each
        game are stored in `searches.sqlite` of the folder, from which a later run resumes, also one
        with more games.

        :param able: the players that can search.
        :param folder: the folder of the games; None stores nothing.
        :returns: the tallies of all games together, named as by `search_again`.
        :raises EngineError: if a searcher does not repeat its moves.
        """
        contest, study = self.contest, self.contest.study
        last = min(2 * study.openings, self.games) * len(result.matchups)
        if not last:
            return Tallies()
        specs = {each.name: each.spec for each in able}
        jobs = [
            Job(
                f"game {record.number}",
                search_again,
                (contest.game, specs, contest.nodes, study, record),
            )
            for record in result.games[:last]
        ]
        path = None if folder is None else folder / "searches.sqlite"
        plan = {"what": "searches", "specs": specs, "study": asdict(study)}
        with Store(path, plan) as store:
            run(
                jobs,
                store,
                workers=self.workers,
                executor=self.executor,
                on_progress=lambda done, whole: self._report("searches", 1, done / whole),
            )
            results = store.results(lambda found: record(found, dict[str, Tally]))
            return Tallies.sum(found for _, found in results)

    def begin(self, result: MatchResult) -> None:
        """Report the share of the contest's games that are stored already."""
        self._report("games", result.count / result.planned, 0)

    def game(self, result: MatchResult, game: GameSummary) -> None:
        """Report the share of the contest's games that are played."""
        self.begin(result)

    def _report(self, task: str, played: float, studied: float) -> None:
        """Call `on_progress`, if given, with the work done in the run, the whole work, and a task.

        :param played: the share of the contest's games that were played.
        :param studied: the share of its study that is done.
        """
        if self.on_progress is not None:
            done = self.done + self.work[0] * played + self.work[1] * studied
            self.on_progress(done, self.whole, f"{self.contest.name}: {task}")
