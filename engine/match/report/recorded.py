"""What a tournament's folder holds, for its report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.match.folder import games_of, opened, result_of
from engine.match.games.record import GameRecord, GameSummary
from engine.match.results.plan import Plan
from engine.match.results.result import MatchResult
from games import make as make_game
from games.core.position import Position
from games.errors import FileError, StarlingError

__all__ = ["Recorded", "recorded"]


@dataclass(frozen=True)
class Recorded:
    """A tournament as its folder has it.

    :param start: where its games begin; None where its game is not installed here.
    :param games: the summaries of the finished games, in the order of the list of games.
    """

    folder: Path
    plan: Plan
    start: Position | None
    result: MatchResult
    games: list[GameSummary]

    def records(self, rounds: Iterable[int]) -> list[GameRecord]:
        """All that is known of the games of some rounds.

        :raises FileError: if one is not to be read.
        """
        with opened(self.folder) as (store, _):
            return list(games_of(store, rounds))


def recorded(folder: str | Path) -> Recorded:
    """What the folder of a tournament holds, also while it runs.

    :raises FileError: if it holds none.
    """
    games: list[GameSummary] = []
    with opened(folder) as (store, plan):
        result = result_of(store, plan, games.append)
    return Recorded(Path(folder), plan, _start(plan, folder), result, games)


def _start(plan: Plan, folder: str | Path) -> Position | None:
    try:
        start: Position = make_game(plan.game)
    except StarlingError:  # a game from elsewhere
        return None
    try:
        position: Position = start.at(plan.start) if plan.start else start
    except StarlingError as error:
        raise FileError(f"{folder} holds no tournament: its start: {error}") from None
    return position
