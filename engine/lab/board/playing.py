"""Running an experiment at the board: its tournaments, then the searches behind their games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypedDict

from engine.jobs import Job, Store, run
from engine.lab.board.board import BoardExperiment, Contest, Entrant, PlayedContest
from engine.lab.board.searches import cost_of_root, search_again
from engine.lab.core.tally import Tallies, Tally
from engine.match.games.record import GameSummary
from engine.match.results.result import MatchResult
from engine.match.tournament import Progress, Tournament
from games.errors import LimitsError
from games.parts.records import record

__all__ = ["GAMES", "openings_of", "play"]

GAMES = "games"
"""The folder, in an experiment's, that has a folder for each of its contests."""


class Hands(TypedDict):
    """Who does the work: processes of this machine, or an executor instead."""

    workers: int
    executor: Executor | None


OnProgress = Callable[[str, float, float], Any]
"""Called with what is going on, and how much of the work is done, and how much there is."""


def openings_of(seed: int) -> str:
    """The openings of an experiment's games: all its contests have the same."""
    return f"balanced:seed={seed}"


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
    """Play all contests, and look at their searches; what was interrupted goes on from there.

    :param games: how many each pair plays at most; None as many as the contest says.
    :param folder: where games are kept; None keeps them in memory.
    :param executor: plays and searches instead of this machine, such as one of a Dask cluster.
    :param ended: called with each contest when it is over.
    :raises StarlingError: if a player does not exist or cannot play, or the folder holds others.
    :raises KeyboardInterrupt: if it was interrupted.
    """
    if games is not None and games < 1:
        raise LimitsError(f"games={games}: expected a whole number, at least 1")
    work = _Work([_shares(contest, _games(contest, games)) for contest in experiment.contests])
    costs: dict[tuple[str, str], Tally] = {}
    found = []
    for contest in experiment.contests:
        roots = {}
        for entrant in contest.entrants:
            key = (contest.game, entrant.spec)
            if key not in costs:
                measured = cost_of_root(*key, openings_of(seed))
                costs[key] = Tallies(measured)["root"]
            roots[entrant.name] = costs[key]
        where = None if folder is None else folder / GAMES / contest.name
        played = _play(
            contest,
            _games(contest, games),
            roots,
            seed,
            where,
            {"workers": workers, "executor": executor},
            work.of(contest, on_progress),
        )
        work.end()
        found.append(played)
        if ended is not None:
            ended(played)
    return found


def _games(contest: Contest, most: int | None) -> int:
    return contest.games if most is None else min(contest.games, most)


def _play(
    contest: Contest,
    games: int,
    roots: Mapping[str, Tally],
    seed: int,
    folder: Path | None,
    hands: Hands,
    on_progress: Callable[[str, float], Any],
) -> PlayedContest:
    able = [each for each in contest.entrants if contest.allows(roots[each.name].mean)]
    if len(able) < 2:
        return PlayedContest(contest, games, roots, None, Tallies())
    tournament = Tournament(
        contest.game,
        [each.spec for each in able],
        nodes=None if contest.cpu is not None else contest.nodes,
        cpu=None if contest.cpu is None else contest.cpu / 1000,
        names=[each.name for each in able],
        games_per_pair=games,
        openings=openings_of(seed),
    )
    result = tournament.run(folder, **hands, progress=_Games(on_progress))
    if result.interrupted:
        raise KeyboardInterrupt
    searches = _study(contest, able, games, result, folder, hands, on_progress)
    return PlayedContest(contest, games, roots, result, searches)


def _study(
    contest: Contest,
    able: list[Entrant],
    games: int,
    result: MatchResult,
    folder: Path | None,
    hands: Hands,
    on_progress: Callable[[str, float], Any],
) -> Tallies:
    """Look at the searches of the first openings' games."""
    last = min(2 * contest.study.openings, games) * len(result.matchups)
    if not last:
        return Tallies()
    specs = {each.name: each.spec for each in able}
    jobs = [
        Job(
            f"game {record.round}",
            search_again,
            (contest.game, specs, contest.nodes, contest.study, record.as_dict()),
        )
        for record in result.games[:last]
    ]
    path = None if folder is None else folder / "searches.sqlite"
    plan = {"what": "searches", "specs": specs, "study": asdict(contest.study), "games": last}
    with Store(path, plan) as store:

        def tell(*_: Any) -> None:
            on_progress("searches", len(store) / last)

        tell()
        run(jobs, store, **hands, on_result=tell)
        results = store.results(lambda found: record(found, Tallies.HELD))
        return Tallies.sum(found for _, found in results)


class _Games(Progress):
    """Tells how many games of a tournament are over."""

    def __init__(self, on_progress: Callable[[str, float], Any]) -> None:
        self.on_progress = on_progress

    def begin(self, result: MatchResult) -> None:
        self.on_progress("games", result.count / result.planned)

    def game(self, result: MatchResult, game: GameSummary) -> None:
        self.begin(result)


def _shares(contest: Contest, games: int) -> dict[str, float]:
    """About how much work the parts of a contest are: nodes of a move, times games."""
    study = contest.study
    studied = min(2 * study.openings, games)
    judged = 2 * study.deeper / study.every if study.judge else 0
    unit = contest.nodes_about * contest.pairs
    return {"games": unit * games, "searches": unit * studied * (1 + judged)}


class _Work:
    """How much of all the work is done."""

    def __init__(self, shares: list[dict[str, float]]) -> None:
        self.shares = shares
        self.whole = sum(sum(share.values()) for share in shares)
        self.over = 0

    def end(self) -> None:
        """A contest is over."""
        self.over += 1

    def of(self, contest: Contest, on_progress: OnProgress | None) -> Callable[[str, float], Any]:
        """What to call with a part of a contest and how much of it is done, from 0 to 1."""
        share = self.shares[self.over]
        before = sum(sum(other.values()) for other in self.shares[: self.over])

        def tell(part: str, done: float) -> None:
            if on_progress is not None:
                first = share["games"] if part == "searches" else 0
                on_progress(
                    f"{contest.name}: {part}", before + first + done * share[part], self.whole
                )

        return tell
