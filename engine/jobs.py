"""Deterministic jobs: run on one core or many, kept in one SQLite file, resumed where they ended.

A job is a function of its arguments: whoever runs it, wherever and in whatever order, the result
is the same. So a list of jobs that was killed at any moment goes on by being run again: those
whose results are stored are not run a second time.

    with Store("out/results.sqlite", plan={"what": "squares"}) as store:
        run([Job(f"square of {n}", pow, (n, 2)) for n in range(10)], store, workers=2)
        print(dict(store.results()))

Only the process that called `run` writes. Worker processes end as soon as it is gone.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self

from games.errors import EngineError, FileError, LimitsError, SpecError, printable, quoted
from games.parts.files import from_json
from games.parts.numbers import is_whole
from searchers.core.pool import Pool

__all__ = ["Detailed", "Job", "Store", "cluster", "run"]

AHEAD = 2
"""Jobs handed out for each worker: the one it runs, and the next."""

CLUSTER_JOBS = 1000
"""Jobs handed out at once to an executor whose size is not known."""

ANSWERING = 10
"""Seconds that a cluster may take to answer."""

_EXPECTED = "results that a run wrote"

_SCHEMA = """
CREATE TABLE plan (value TEXT NOT NULL);
CREATE TABLE results (
    number INTEGER PRIMARY KEY, -- the job's place in the list, from 0
    key TEXT NOT NULL UNIQUE,
    result TEXT NOT NULL,       -- JSON
    detail TEXT                 -- JSON, for reading on demand
);
"""


@dataclass(frozen=True)
class Job:
    """Something to be done once.

    :param key: its name, unique in its list.
    :param function: what to call; workers import it by its name.
    :param arguments: what to call it with. It returns what JSON can hold, or a `Detailed` pair.
    """

    key: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


class Detailed(NamedTuple):
    """A result in two parts, so that the short ones can be read without the long ones."""

    result: Any
    detail: Any


class Store:
    """The results of one list of jobs, in one SQLite file. Each is on disk when `add` returns.

    :param path: the file; it and its folder are made if they are missing. None keeps the results
        in memory.
    :param plan: what determines the results, as JSON can hold it. A file of another plan is
        refused.
    :param begins: tells of another plan whether its jobs are the first ones of this plan's, which
        then takes its place.
    :raises FileError: if the file cannot be written, holds other results, or is being written.
    """

    def __init__(
        self, path: str | Path | None, plan: Any, begins: Callable[[Any], bool] | None = None
    ) -> None:
        self.path = None if path is None else Path(path)
        self.plan = json.loads(json.dumps(plan))
        self._lock = -1
        with self._named("write"):
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = _locked(self.path)
            try:
                # One thread at a time uses it; the garbage collector may close it in another.
                self._file = sqlite3.connect(
                    self.path or ":memory:", isolation_level=None, check_same_thread=False
                )
                self._begin(begins)
            except BaseException:
                self.close()
                raise

    def _begin(self, begins: Callable[[Any], bool] | None) -> None:
        # A process may be killed at any moment; only the machine's own death can lose the last
        # transactions, and even that leaves a consistent file.
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            if not self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _SCHEMA.split(";")[:-1]:
                    self._file.execute(statement)
                self._file.execute("INSERT INTO plan VALUES (?)", (json.dumps(self.plan),))
        held = _plan_of(self._file, self.path)
        if held != self.plan and begins is not None and begins(held):
            self._file.execute("UPDATE plan SET value = ?", (json.dumps(self.plan),))
        elif held != self.plan:
            difference = _difference(held, self.plan)
            raise FileError(
                f"{self.path} holds the results of another run ({difference}): "
                "choose another folder"
            )

    @classmethod
    def reading(cls, path: str | Path) -> Self:
        """The results in a file, also while another process writes it.

        :raises FileError: if there is none.
        """
        store = cls.__new__(cls)
        store.path = Path(path)
        store._lock = -1
        with store._named("read"):
            if not store.path.is_file():
                raise FileError(f"there is no file {path}: expected one written by a run")
            try:
                store._open(store.path, "mode=ro")
            except sqlite3.OperationalError:
                # SQLite reads such a file only where it can write beside it. Where nobody can,
                # nobody changes it; what it has not taken over from its journal yet is read in a
                # copy.
                if os.access(store.path.parent, os.W_OK):
                    raise
                if _journal(store.path).exists():
                    store._open_copy()
                else:
                    store._open(store.path, "mode=ro&immutable=1")
        return store

    def _open(self, path: Path, how: str) -> None:
        """Open a file for reading, and read its plan."""
        address = f"{path.absolute().as_uri()}?{how}"
        self._file = sqlite3.connect(address, uri=True, isolation_level=None)
        try:
            self.plan = _plan_of(self._file, self.path)
        except BaseException:
            self.close()
            raise

    def _open_copy(self) -> None:
        """Open a copy of the file with its journal."""
        assert self.path is not None
        with tempfile.TemporaryDirectory(prefix="starling-") as folder:
            copy = Path(folder) / "results.sqlite"
            for file, other in ((self.path, copy), (_journal(self.path), _journal(copy))):
                shutil.copyfile(file, other)
            self._open(copy, "mode=rw")
            held = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            self._file.backup(held)
            self._file.close()
            self._file = held

    def add(self, number: int, key: str, result: Any) -> None:
        """Keep the result of the job at this place of the list, in one transaction.

        :raises FileError: if it cannot be written.
        """
        short, detail = result if isinstance(result, Detailed) else (result, None)
        row = (number, key, _json(short), None if detail is None else _json(detail))
        with self._named("write"):
            self._file.execute("INSERT INTO results VALUES (?, ?, ?, ?)", row)

    def done(self) -> set[str]:
        """The jobs whose results are here."""
        return {key for (key,) in self._rows("SELECT key FROM results")}

    def results(self, read: Callable[[Any], Any] | None = None) -> Iterator[tuple[str, Any]]:
        """Keys and results, in the order of the list.

        :param read: what is to be made of a result; a ValueError of it says that it is none.
        :raises FileError: if a result is none.
        """
        for key, result in self._rows("SELECT key, result FROM results ORDER BY number"):
            yield key, self._made(f"result of {key}", result, read)

    def details(self, read: Callable[[Any], Any] | None = None) -> Iterator[tuple[str, Any]]:
        """Keys and details, in the order of the list; None where a job gave none.

        :param read: what is to be made of a detail that there is, as for `results`.
        :raises FileError: if a detail is none.
        """
        for key, detail in self._rows("SELECT key, detail FROM results ORDER BY number"):
            found = None if detail is None else self._made(f"detail of {key}", detail, read)
            yield key, found

    def _made(self, what: str, text: Any, read: Callable[[Any], Any] | None) -> Any:
        where = f"{self.path or 'memory'}: the {what}"
        data = from_json(text, where, _EXPECTED, finite=False)
        try:
            return data if read is None else read(data)
        except ValueError as error:
            raise FileError(f"{where} is none: {error}; expected {_EXPECTED}") from None

    def __len__(self) -> int:
        (count,) = next(self._rows("SELECT count(*) FROM results"))
        return int(count)

    def close(self) -> None:
        """Close the file; it may then be opened again."""
        with suppress(AttributeError):
            self._file.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        with self._named("read"):
            yield from self._file.execute(query)

    @contextmanager
    def _named(self, what: str) -> Iterator[None]:
        """Tell what SQLite or the operating system refuses as a FileError that names the file."""
        try:
            yield
        except FileError:
            raise
        except (OSError, sqlite3.Error, UnicodeError) as error:  # the last: a path that is none
            fault = getattr(error, "strerror", None) or error
            path = printable(str(self.path or "results in memory"), 1000)
            raise FileError(f"cannot {what} {path}: {fault}") from error


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _plan_of(file: sqlite3.Connection, path: Path | None) -> Any:
    row = file.execute("SELECT value FROM plan").fetchone()
    if row is None:
        raise FileError(f"{path} holds no plan: expected {_EXPECTED}")
    return from_json(row[0], f"{path}: the plan", _EXPECTED)


def _difference(held: Any, asked: Any, where: str = "") -> str:
    """The first thing that two plans do not agree on, in words."""
    if isinstance(held, dict) and isinstance(asked, dict):
        for key in [*asked, *held]:
            if held.get(key) != asked.get(key):
                name = f"{where}.{key}" if where else str(key)
                return _difference(held.get(key), asked.get(key), name)
    if isinstance(held, list) and isinstance(asked, list) and len(held) == len(asked):
        for index, (one, other) in enumerate(zip(held, asked, strict=True)):
            if one != other:
                return _difference(one, other, f"{where}[{index}]")
    return f"{where or 'it'} is {_short(held)} there, {_short(asked)} here"


def _short(value: Any) -> str:
    text = _json(value)
    return text if len(text) <= 100 else text[:97] + "..."


def _locked(path: Path) -> int:
    """Lock the folder of a file for this process; the open folder, or -1 where that is unknown.

    :raises FileError: if another process has it.
    """
    if sys.platform == "win32":
        return -1
    import fcntl

    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(folder)
        raise FileError(f"{path} is being written by another process") from None
    return folder


OnResult = Callable[[Job, Any], Any]
"""Called with every job that ended and its result, which is stored; without the detail."""


def run(
    jobs: Iterable[Job],
    store: Store,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    on_result: OnResult | None = None,
) -> None:
    """Run the jobs that the store has no result of.

    What a job raises ends the run; the results stored until then stay, also on KeyboardInterrupt.

    :param workers: processes; 1 runs the jobs in this one.
    :param executor: runs them instead, wherever it likes, such as one of a Dask cluster.
    :raises EngineError: if a job ends the process that runs it.
    """
    if not is_whole(workers, 1):
        raise LimitsError(f"workers={quoted(workers)}: expected a whole number, at least 1")
    everything = list(jobs)
    if len({job.key for job in everything}) < len(everything):
        raise SpecError("two jobs have the same key: expected one result for each key")
    done = store.done()
    left = deque((index, job) for index, job in enumerate(everything) if job.key not in done)
    keep = _Keeper(store, on_result)
    if executor is not None:
        _share(left, keep, executor, CLUSTER_JOBS)
    elif workers == 1 or not left:
        for index, job in left:
            keep(index, job, job.function(*job.arguments))
    else:
        _run_in_pool(left, keep, min(workers, len(left)))


class _Keeper:
    """Stores a result and tells of it."""

    def __init__(self, store: Store, on_result: OnResult | None) -> None:
        self.store = store
        self.on_result = on_result

    def __call__(self, index: int, job: Job, result: Any) -> None:
        self.store.add(index, job.key, result)
        if self.on_result is not None:
            self.on_result(job, result.result if isinstance(result, Detailed) else result)


Waiting = deque[tuple[int, Job]]


def _run_in_pool(left: Waiting, keep: _Keeper, workers: int) -> None:
    """Run the jobs in processes of our own. Where one of them dies, find out by whose fault."""
    while left:
        suspects: Waiting = deque()
        with Pool(workers) as pool, suppress(BrokenExecutor):
            _share(left, keep, pool, AHEAD * workers, suspects)
        for index, job in suspects:  # each in a pool of its own
            with Pool(1) as pool:
                try:
                    _share(deque([(index, job)]), keep, pool, 1)
                except BrokenExecutor:
                    raise EngineError(
                        f"job {job.key!r} ends the process that runs it "
                        "(a script that has workers needs: if __name__ == '__main__')"
                    ) from None


def _share(
    left: Waiting,
    keep: _Keeper,
    executor: Executor,
    ahead: int,
    suspects: Waiting | None = None,
) -> None:
    """Hand the jobs to an executor, some `ahead`, and keep what comes back.

    :param suspects: gets the jobs that were under way when the executor broke.
    """
    running: dict[Future[Any], tuple[int, Job]] = {}
    try:
        while left or running:
            while left and len(running) < ahead:
                index, job = left[0]
                running[executor.submit(job.function, *job.arguments)] = (index, job)
                left.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result = future.result()
                keep(*running.pop(future), result)
    except BrokenExecutor:
        if suspects is None:
            raise
        suspects.extend(sorted(running.values(), key=lambda item: item[0]))
        raise
    finally:
        for future in running:
            future.cancel()


def cluster(address: str) -> AbstractContextManager[Executor]:
    """The executor of a running Dask cluster, for a `with` that ends the connection.

    :raises EngineError: if Dask is not installed, or nobody answers there.
    """
    try:
        distributed: Any = import_module("distributed")  # Dask, where it is
    except ImportError:
        raise EngineError("a Dask cluster needs Dask: pip install distributed") from None
    try:
        client = distributed.Client(address, timeout=ANSWERING)
    except (OSError, ValueError) as error:
        raise EngineError(f"no Dask cluster answers at {quoted(address)}: {error}") from None
    return _connected(client)


@contextmanager
def _connected(client: Any) -> Iterator[Executor]:
    with client:
        yield client.get_executor()
