"""The results of jobs, in one SQLite file."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from games.errors import FileError
from games.parts.files import from_json, lock_folder, path_text

_EXPECTED = "results that a run wrote"

SCHEMA = 1
"""The version of the tables below. Older files have none, which SQLite reads as 0; their tables are
the same."""

_TABLES = """
CREATE TABLE plan (value TEXT NOT NULL);
CREATE TABLE results (
    number INTEGER PRIMARY KEY, -- the job's index in the list, from 0
    key TEXT NOT NULL UNIQUE,
    result TEXT NOT NULL,       -- JSON
    detail TEXT                 -- JSON, for reading on demand
);
"""


_MISSING: Any = object()
"""The value of a key that a plan does not have, or of a result that is not read yet."""


class Detailed(NamedTuple):
    """A result in two parts: the short one can be read without the long one."""

    result: Any
    detail: Any


class Store:
    """The results of one list of jobs, in one SQLite file. Each is on disk when `add` returns.

    :param path: the file; it and its folder are created if missing. None keeps the results in
        memory.
    :param plan: the settings that determine the results, in JSON's types. A file with another plan
        is refused.
    :param can_extend: receives the stored plan and returns whether its jobs are the first jobs of
        this plan, which then replaces it.
    :raises FileError: if the file cannot be written, holds other results, or is being written.
    """

    def __init__(
        self, path: str | Path | None, plan: Any, can_extend: Callable[[Any], bool] | None = None
    ) -> None:
        """Open the file of results, or make it, and lock its folder; None for a store in memory.

        :param plan: what the results are of, in types of JSON; it must be that of the file.
        :param can_extend: returns whether the jobs of the file's plan, its argument, are the first
            of `plan`, which then replaces it.
        :raises FileError: if the file cannot be used, is locked, or has another plan.
        """
        self.path = None if path is None else Path(path)
        self.plan = json.loads(json.dumps(plan))
        self._lock = -1
        with self._named("write"):
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                for suffix in ("", "-wal", "-shm", "-journal"):  # the files that SQLite will write
                    file = self.path.with_name(f"{self.path.name}{suffix}")
                    if file.is_symlink():
                        fault = f"{path_text(file)} is a symbolic link"
                        raise FileError(f"{fault}: expected a file, or another folder")
                self._lock = lock_folder(self.path)
            try:
                # One thread at a time uses it; the garbage collector may close it in another.
                self._file = sqlite3.connect(
                    self.path or ":memory:", isolation_level=None, check_same_thread=False
                )
                self._begin(can_extend)
            except BaseException:
                self.close()
                raise

    def _begin(self, can_extend: Callable[[Any], bool] | None) -> None:
        """Create the tables of a new file and store the plan, or compare an old file's plan.

        :param can_extend: receives the stored plan, and returns whether this plan may replace it;
            the results stay. None allows no other plan.
        :raises FileError: if the file has another plan, which may not be replaced, or tables of a
            later version.
        """
        _expect_schema(self._file, self.path)
        # Killing the process loses nothing. Only a crash of the machine can lose the last
        # transactions, and it leaves a consistent file.
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            if not self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _TABLES.split(";")[:-1]:
                    self._file.execute(statement)
                self._file.execute("INSERT INTO plan VALUES (?)", (json.dumps(self.plan),))
            stored = _plan_of(self._file, self.path)
            if stored != self.plan:
                if can_extend is None or not can_extend(stored):
                    difference = _difference(stored, self.plan)
                    raise FileError(
                        f"{self.path} holds the results of another run ({difference}): "
                        "choose another folder"
                    )
                self._file.execute("UPDATE plan SET value = ?", (json.dumps(self.plan),))
            self._file.execute(f"PRAGMA user_version = {SCHEMA}")

    @classmethod
    def reading(cls, path: str | Path) -> Self:
        """Open the results in a file for reading, also while another process writes it.

        A file that SQLite cannot read in its folder, which cannot be written, is read in a copy.

        :raises FileError: if there is no such file, it cannot be read, or it has no results of this
            schema or an older one.
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
                # SQLite reads such a file only if it can write to the folder.
                if os.access(store.path.parent, os.W_OK):
                    raise
                store._open_copy()
        return store

    def _open(self, path: Path, how: str) -> None:
        """Open a database as the one of this store and read its plan; after an error close it.

        :param how: the query of SQLite's URI, such as "mode=ro".
        :raises FileError: if it has no plan or a later schema; other errors are SQLite's.
        """
        address = f"{path.absolute().as_uri()}?{how}"
        self._file = sqlite3.connect(address, uri=True, isolation_level=None)
        try:
            _expect_schema(self._file, self.path)
            self.plan = _plan_of(self._file, self.path)
        except BaseException:
            self.close()
            raise

    def _open_copy(self) -> None:
        """Copy the file, and its write-ahead log, into a database in memory, and use that."""
        assert self.path is not None
        with tempfile.TemporaryDirectory(prefix="starling-") as folder:
            copy = Path(folder) / self.path.name
            for file in (self.path, self.path.with_name(f"{self.path.name}-wal")):
                if file.exists():
                    shutil.copyfile(file, copy.with_name(file.name))
            self._open(copy, "mode=rw")
            stored = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            self._file.backup(stored)
            self._file.close()
            self._file = stored

    def add(self, number: int, key: str, result: Any) -> None:
        """Store the result of the job at this index of the list, in one transaction.

        A `Detailed` result is stored in its two parts; any other one has no detail.

        :param result: a value in JSON's types, or two in a `Detailed`.
        :raises FileError: if it cannot be written, or the index or key already has a result.
        """
        short, detail = result if isinstance(result, Detailed) else (result, None)
        row = (number, key, _json(short), None if detail is None else _json(detail))
        with self._named("write"):
            self._file.execute("INSERT INTO results VALUES (?, ?, ?, ?)", row)

    def done(self) -> set[str]:
        """Return the keys of the jobs that have a result."""
        return {key for (key,) in self._rows("SELECT key FROM results")}

    def results(
        self,
        read: Callable[[Any], Any] | None = None,
        quick: Callable[[str], Any] | None = None,
    ) -> Iterator[tuple[str, Any]]:
        """Yield keys and results, in the order of the list.

        :param read: converts a result; raises ValueError if it is invalid. None leaves it as it is.
        :param quick: converts the JSON text of a result and is tried first. If it raises ValueError
            or TypeError, `read` is used.
        :raises FileError: if a result is invalid, or the file cannot be read.
        """
        for key, result in self._rows("SELECT key, result FROM results ORDER BY number"):
            made = _MISSING
            if quick is not None:
                with suppress(ValueError, TypeError):
                    made = quick(result)
            if made is _MISSING:
                made = self._parsed(f"result of {key}", result, read)
            yield key, made

    def details(
        self, read: Callable[[Any], Any] | None = None, keys: Iterable[str] | None = None
    ) -> Iterator[tuple[str, Any]]:
        """Yield keys and details, in the order of the list; None for a job without a detail.

        :param read: converts a detail; raises ValueError if it is invalid. None leaves it as it is.
        :param keys: only these, in this order, if they are stored; None for all.
        :raises FileError: if a detail is invalid.
        """
        one = "SELECT key, detail FROM results WHERE key = ?"
        for key, detail in (
            self._rows("SELECT key, detail FROM results ORDER BY number")
            if keys is None
            else (row for each in keys for row in list(self._rows(one, each)))
        ):
            found = None if detail is None else self._parsed(f"detail of {key}", detail, read)
            yield key, found

    def _parsed(self, what: str, text: Any, read: Callable[[Any], Any] | None) -> Any:
        """Parse the JSON of a stored text, and convert it by `read` if given.

        :param what: the name of the text, for messages.
        :raises FileError: if it is invalid.
        """
        where = f"{self.path or 'memory'}: the {what}"
        data = from_json(text, where, _EXPECTED, finite=False)
        try:
            return data if read is None else read(data)
        except ValueError as error:
            raise FileError(f"{where} is invalid: {error}; expected {_EXPECTED}") from None

    def __len__(self) -> int:
        """Return the number of stored results."""
        (count,) = next(self._rows("SELECT count(*) FROM results"))
        return int(count)

    def copy_to(self, path: Path) -> None:
        """Copy the plan and the results to another file.

        :raises FileError: if the file exists or cannot be written.
        """
        if os.path.lexists(path):
            raise FileError(f"{path_text(path)} is there already: expected another folder")
        with self._named("write", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                with closing(sqlite3.connect(path)) as copy:
                    self._file.backup(copy)
            except BaseException:
                path.unlink(missing_ok=True)
                raise

    def close(self) -> None:
        """Close the file and release its lock; a writer first tries to merge its journal."""
        with suppress(AttributeError):
            if self._lock >= 0:  # later readers leave no journal behind
                with suppress(sqlite3.Error):  # the file has another reader now
                    self._file.execute("PRAGMA busy_timeout = 0")
                    self._file.execute("PRAGMA journal_mode = DELETE")
            self._file.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        """Return this store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def _rows(self, query: str, *values: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of an SQL query, with `values` for its ?; every error is a FileError."""
        with self._named("read"):
            # By map: `yield from` would close a cursor, which fails if the file is closed first.
            yield from map(tuple, self._file.execute(query, values))

    @contextmanager
    def _named(self, what: str, target: Path | None = None) -> Iterator[None]:
        """Turn SQLite's and the system's errors, and ValueError, into a FileError naming the file.

        :param what: the verb of the message: "read" or "write".
        :param target: the file, if it is not the one of these results.
        """
        try:
            yield
        except FileError:
            raise
        except (OSError, sqlite3.Error, ValueError) as error:  # the last: an invalid path
            fault = getattr(error, "strerror", None) or error
            path = path_text(target or self.path or "results in memory")
            raise FileError(f"cannot {what} {path}: {fault}") from error


def _json(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


def _expect_schema(file: sqlite3.Connection, path: Path | None) -> None:
    """Check that this version can read the schema of a file.

    :raises FileError: if it cannot.
    """
    (schema,) = file.execute("PRAGMA user_version").fetchone()
    if not 0 <= schema <= SCHEMA:
        expected = f"{SCHEMA} or less, which this version of Starling reads"
        raise FileError(f"{path} has schema {schema}: expected {expected}")


def _plan_of(file: sqlite3.Connection, path: Path | None) -> Any:
    """Return the plan in a database of results.

    :raises FileError: if it has none, or one that is not JSON.
    :raises sqlite3.Error: if it has no table of plans.
    """
    row = file.execute("SELECT value FROM plan").fetchone()
    if row is None:
        raise FileError(f"{path} holds no plan: expected {_EXPECTED}")
    return from_json(row[0], f"{path}: the plan", _EXPECTED)


def _difference(stored: Any, wanted: Any, where: str = "") -> str:
    """Return the first difference of two plans in words: "PLACE is STORED there, WANTED here".

    :param where: the place of both values in their plans, as "players[0].name"; "" for the plans.
    """
    if isinstance(stored, dict) and isinstance(wanted, dict):
        for key in [*wanted, *stored]:
            there, here = stored.get(key, _MISSING), wanted.get(key, _MISSING)
            if there != here:
                return _difference(there, here, f"{where}.{key}" if where else str(key))
    if isinstance(stored, list) and isinstance(wanted, list) and len(stored) == len(wanted):
        for index, (one, other) in enumerate(zip(stored, wanted, strict=True)):
            if one != other:
                return _difference(one, other, f"{where}[{index}]")
    return f"{where or 'it'} is {_short(stored)} there, {_short(wanted)} here"


def _short(value: Any) -> str:
    """Return a value as JSON, cut to 100 characters; "missing" for no value."""
    text = "missing" if value is _MISSING else _json(value)
    return text if len(text) <= 100 else text[:97] + "..."
