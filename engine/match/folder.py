"""What a tournament left in its folder: read, also while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from engine.jobs import Store
from engine.match.games.record import GameRecord, GameSummary
from engine.match.results.plan import Plan, read_plan
from engine.match.results.result import MatchResult
from engine.match.schedule import Stage
from games.errors import FileError
from games.parts.records import record

__all__ = [
    "DATABASE",
    "counting",
    "games_of",
    "heard",
    "key_of",
    "opened",
    "result_of",
]

DATABASE = "tournament.sqlite"
"""The file, in a tournament's folder, that everything else can be made from."""


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
    store: Store, plan: Plan, note: Callable[[GameSummary], object] = lambda game: None
) -> MatchResult:
    """The result of the games that a store has.

    :param note: hears of every game, in the order of the list of games.
    :raises FileError: if what it has is no game of this tournament.
    """
    path = store.path

    def read() -> list[GameRecord]:
        if path is None:
            return list(counting(result, store))
        with Store.reading(path) as again:
            return list(counting(result, again))

    result = MatchResult(plan, read)

    def quick(text: str) -> list[GameSummary]:
        return result.add(result.expected(GameSummary.from_text(text)))

    for _, games in store.results(partial(heard, result), quick):
        for game in games:
            note(game)
    return result


def heard(result: MatchResult, values: Any) -> list[GameSummary]:
    """Let a result hear of what a job gave: the pairings of a stage, or a game.

    :returns: the games that count now.
    :raises ValueError: if it is neither, or not of this tournament.
    """
    if isinstance(values, dict):
        result.begin_stage(record(values, Stage))
        return []
    return result.add(result.expected(GameSummary.from_list(values)))


def counting(result: MatchResult, store: Store) -> Iterator[GameRecord]:
    """The games of a store that count."""
    return (game for game in games_of(store) if result.counts(game.round, game.players))


def games_of(store: Store, rounds: Iterable[int] | None = None) -> Iterator[GameRecord]:
    """The games of a store in the order of their rounds.

    :param rounds: only those, in this order; None for all.
    """
    keys = None if rounds is None else map(key_of, rounds)
    return (game for _, game in store.details(GameRecord.from_dict, keys) if game is not None)


def key_of(round: int) -> str:
    """The job that is the game of a round."""
    return f"game {round}"
