"""Processes that search the same root and share the transposition table (lazy SMP).

A helper tells nothing but what it writes into the table, where the search that it helps finds it.
It looks a few plies further ahead, so that it is elsewhere in the tree.
"""

from __future__ import annotations

import time
from concurrent.futures import BrokenExecutor, Future, wait
from ctypes import c_longlong, memset, sizeof
from typing import Any, NamedTuple

from evaluators import make as make_evaluator
from games import make as make_game
from games.core.position import Position
from searchers.core.counts import Counts, together
from searchers.core.limits import Limits
from searchers.core.pool import Pool, context, expect_remade
from searchers.storage.transposition_table import TranspositionTable, shared_memory

__all__ = ["Helpers"]

PATIENCE = 0.5
"""Seconds that helpers are given to answer once a search has ended; they look every 2 ms."""
LOOKS = 5
"""Into how many parts that time is divided."""
LONGEST = 10.0
"""Seconds after which a process that did not begin what it was given is taken for lost."""


class Task(NamedTuple):
    """What a helper is told.

    :param number: of the search; it ends when that is no longer the one under way.
    :param slot: of the helper among those of the search, from 1.
    :param game: number of the game: in another one, what was learnt is forgotten.
    :param age: of the table.
    """

    number: int
    slot: int
    game: int
    age: int
    position: Position
    moves: tuple[int, ...]
    nodes: int


class Helpers:
    """The processes that help one searcher, from search to search, and the table they share.

    They end with it, and with this process, however it ends. Where one of them dies, or does not
    answer, all are ended, and the searcher goes on alone until the next game.

    :param searcher: a depth-first search with a table and the option `workers`.
    :param position: of the game.
    :raises SpecError: if game or evaluator cannot be made again in another process.
    """

    def __init__(self, searcher: Any, position: Position) -> None:
        expect_remade(searcher.spec, position, make_game)
        expect_remade(searcher.spec, searcher.evaluator, make_evaluator)
        self.game_spec, self.game, self.number = position.spec, 0, 0
        self.count = searcher.options["workers"] - 1
        self._under_way = context().RawArray(c_longlong, 1 + self.count)
        self._megabytes = searcher.options["tt"]
        self._memory = shared_memory(self._megabytes)
        self.table = TranspositionTable(self._megabytes, self._memory)
        options = {**searcher.options, "workers": 1}
        self._player = type(searcher)(searcher.evaluator.clone(), **options).player
        self._lost = ""
        self._waiting: list[_Given] = []  # of the search under way
        self._owed: list[_Given] = []  # of those before
        self._pool: Pool | None = None
        self._hire()

    def _hire(self) -> None:
        """Start the processes."""
        self._owed, self._waiting = [], []
        self._pool = Pool(
            self.count, _start, self._player, self._megabytes, self._memory, self._under_way
        )
        for _ in range(self.count):
            self._give(_nothing)

    def new_game(self) -> None:
        """Forget what was found; helpers that were lost are replaced."""
        self.game += 1
        memset(self._memory, 0, sizeof(self._memory))
        if self._pool is None:
            self._hire()

    def ready(self) -> bool:
        """Whether there are processes to help a search."""
        self._owed = [each for each in (*self._owed, *self._waiting) if not each.future.done()]
        self._waiting = []
        if any(time.monotonic() - each.since > LONGEST for each in self._owed):
            self._lose("does not answer")
        return self._pool is not None

    def begin(self, position: Position, moves: list[int], age: int, nodes: int) -> None:
        """Help a search, if they are `ready`.

        :param nodes: what each helper may take.
        """
        self.number += 1
        self._under_way[0] = self.number
        for slot in range(1, 1 + self.count):
            task = Task(self.number, slot, self.game, age, position, tuple(moves), nodes)
            self._give(_help, task)

    def end(self, counts: Counts) -> int:
        """End it; returns how many nodes the helpers took, which are added to the counts. One that
        has not answered `PATIENCE` seconds later is done without."""
        nodes = 0
        self._under_way[0] = 0
        # Who has not begun will not begin.
        begun = [
            each.future
            for slot, each in enumerate(self._waiting, 1)
            if self._under_way[slot] == self.number
        ]
        for _ in range(LOOKS):  # this process may have been stopped as well, and they with it
            if not wait(begun, timeout=PATIENCE / LOOKS).not_done:
                break
        for future in begun:
            try:
                took, found = future.result(timeout=0)
            except TimeoutError:
                self._lose("does not answer")
            except Exception:  # a helper that broke helps no more; what the search found stands
                self._lose("has died")
            else:
                nodes += took
                for name, count in found.items():
                    setattr(counts, name, together(name, getattr(counts, name), count))
        return nodes

    def remarks(self) -> list[str]:
        """What the user is to be told, once."""
        said, self._lost = self._lost, ""
        return [said] if said else []

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.end()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _lose(self, why: str) -> None:
        """Go on without helpers."""
        if self._pool is not None:
            self._lost = f"a helping process {why}: the search goes on alone until the next game"
            self.close()

    def _give(self, work: Any, *task: Any) -> None:
        """Have a process do something; if they died, the search goes on alone."""
        if self._pool is None:
            return
        try:
            self._waiting.append(_Given(self._pool.submit(work, *task), time.monotonic()))
        except BrokenExecutor:
            self._lose("has died")


class _Given(NamedTuple):
    """What was given to a process, and when, on `time.monotonic`."""

    future: Future[tuple[int, dict[str, int]]]
    since: float


class UnderWay:
    """A stop flag: set where a search is not under way any more."""

    def __init__(self, number: int, under_way: Any) -> None:
        self.number, self.under_way = number, under_way

    def is_set(self) -> bool:
        return bool(self.under_way[0] != self.number)


class Helper:
    """What a helping process keeps from task to task."""

    def __init__(self, player: str, megabytes: int, memory: Any, under_way: Any) -> None:
        from searchers import make

        searcher: Any = make(player)
        searcher.shared = self.table = TranspositionTable(megabytes, memory)
        self.searcher = searcher
        self.under_way, self.game = under_way, 0

    def help(self, task: Task) -> tuple[int, dict[str, int]]:
        """Search until told to stop; returns the nodes taken, and the counts."""
        stop = UnderWay(task.number, self.under_way)
        if stop.is_set():  # and the slot may be another's by now
            return 0, {}
        self.under_way[task.slot] = task.number
        if task.game != self.game:
            self.searcher.new_game()
            self.game = task.game
        self.searcher.ahead = 1 + (task.slot - 1) % 3
        self.table.age = task.age - 1  # before a search begins
        limits = Limits(nodes=task.nodes, moves=task.moves)
        result = self.searcher.search(task.position, limits, stop=stop)
        return result.nodes, result.counts


_helper: Any = None


def _start(player: str, megabytes: int, memory: Any, under_way: Any) -> None:
    """What a helping process begins with."""
    global _helper
    _helper = Helper(player, megabytes, memory, under_way)


def _help(task: Task) -> tuple[int, dict[str, int]]:
    found: tuple[int, dict[str, int]] = _helper.help(task)
    return found


def _nothing() -> tuple[int, dict[str, int]]:
    """What has processes start before they are needed."""
    return 0, {}
