"""Results that can be saved and looked at, wherever their tournament was run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.jobs import Store
from engine.match.folder import DATABASE, counting, opened, result_of
from engine.match.games.record import PLAIN, Points
from engine.match.results.plan import EVENT
from engine.match.results.records import Records
from engine.match.results.result import MatchResult
from games import make as make_game
from games.core.position import Position
from games.errors import StarlingError
from searchers import Limits

__all__ = ["Kept", "standings"]


class Kept:
    """The database of a tournament, in its file or in memory.

    :param store: in memory; None where `path` is the file.
    :param start: tells where games begin, in a game that may not be installed here.
    :param event: what PGN calls the tournament.
    :param limits: of the players, by name, as far as they are known.
    """

    def __init__(
        self,
        path: Path | None,
        store: Store | None,
        start: Callable[[], Position],
        event: str = EVENT,
        limits: Mapping[str, Limits] | None = None,
    ) -> None:
        self.path = path
        self.store = store
        self.start = start
        self.event = event
        self.limits = limits or {}

    @property
    def points(self) -> Points:
        """What a game's margin counts."""
        try:
            return Points.of(self.start())
        except StarlingError:  # a game from elsewhere
            return PLAIN

    def save(self, result: MatchResult, folder: str | Path) -> None:
        """As `MatchResult.save`."""
        records = Records(folder, self.start(), self.event, self.limits)
        with self._opened() as store:
            store.copy_to(Path(folder) / DATABASE)
            records.save(result, counting(result, store))

    def report(self, path: str | Path) -> None:
        """As `MatchResult.report`."""
        from engine.match.report.page import write_report  # Jinja: only when needed

        if self.path is not None:
            write_report(self.path.parent, path)
            return
        with self._opened() as store, tempfile.TemporaryDirectory(prefix="starling-") as folder:
            store.copy_to(Path(folder) / DATABASE)
            write_report(folder, path)

    @contextmanager
    def _opened(self) -> Iterator[Store]:
        if self.path is None:
            assert self.store is not None
            yield self.store
        else:
            with Store.reading(self.path) as store:
                yield store


def standings(folder: str | Path) -> MatchResult:
    """How a tournament in a folder stands, also while it runs.

    :raises FileError: if there is none.
    """
    with opened(folder) as (store, plan):
        result = result_of(store, plan)

        def start() -> Position:
            position: Position = make_game(plan.game)
            return position.at(plan.start) if plan.start else position

        result.outlet = Kept(Path(folder) / DATABASE, None, start, plan.event)
        return result
