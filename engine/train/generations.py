"""Generations of trained weights: play games, fit, play a match, and keep the weights if they win.

Every game has the same pipeline and its own `Course`. One folder has everything, and an interrupted
run resumes from it:

    generation-1/games/results.sqlite   the games, see `engine.train.games`
    generation-1/positions.npz          the positions of the fit, see the game's `positions.py`
    generation-1/network.dat            the weights, named after their evaluator
    generation-1/match/                 the match against the last weights kept
    start/network.dat                   the weights that the first generation starts from, if any
    ledger.json                         plan and results of each generation
    times.json                          state and seconds, see `engine.train.times`
    report.html                         all of it as a page, see `engine.train.report`
"""

from __future__ import annotations

import json
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from engine.jobs import Store, run
from engine.match.statistics.elo import elo
from engine.match.tournament import play_match
from engine.train import report
from engine.train.games import Game, Rules, jobs, unpack
from engine.train.report import LOSS, Entry, Training, losses_of
from engine.train.times import DONE, STOPPED, Times
from evaluators import make as make_evaluator
from evaluators.intervals.fits import Fits
from evaluators.intervals.fits import load as load_fits
from games.errors import EvaluationError, FileError
from games.parts.files import path_text, read_json, replacing
from games.parts.records import record

LEDGER = "ledger.json"
SCALED_BY = 3000
"""The most games of the first generation that determine the scale of values."""
HELD = 0.02
"""The share of a generation's games that measure the loss and are not fitted to."""

_COLUMNS = ("generation", "played by", "nodes", "games", "positions", "fitted to")
_MATCH_COLUMNS = ("against", "score", "Elo", "kept")

Progress = Callable[[str], Any]


def planned(default: int, meaning: str) -> Any:
    """Return a field of a plan, for its dataclass.

    :param meaning: the help of the field's option on the command line.
    """
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True)
class Plan:
    """The numbers that determine the weights."""

    games: int = planned(30_000, "self-play games of a generation")
    nodes: int = planned(600, "nodes of a move in self-play")
    window: int = planned(4, "number of last generations that weights are fitted to")
    match_games: int = planned(400, "games of the match against the last weights kept")
    match_nodes: int = planned(1000, "nodes of a move in the match")
    seed: int = planned(1, "seed of the games, openings and first weights")


class TimeOver(Exception):
    """The time of a run ended inside a generation, which the next run continues."""


class Recipe(NamedTuple):
    """The numbers on which positions and weights of a generation depend, beside its games.

    :param plan: the course's own `Plan`.
    :param scale: see `Course.scale`.
    :param seed: of random weights, and of the order of positions.
    """

    plan: Any
    scale: float
    seed: int


class Course(ABC):
    """The training of one game's evaluator.

    Positions are named tuples of arrays with one row for each position.
    """

    rules: Rules
    evaluator: str
    """The name of the trained evaluator, which has the option `weights`."""
    base: str
    """The spec of the evaluator that plays the first games."""
    shipped: Path
    """The shipped weights."""
    searching = "{}"
    """The spec of the evaluator in searches, around the trained one."""
    loss = "Mean squared error"
    """The kind of the losses, for the page."""
    missing = ""
    """Why no loss is that of a value without training, in a sentence; "" if one is."""
    plan: Plan
    quick: Plan

    def spec_of(self, weights: Path) -> str:
        """Return the spec of the trained evaluator with a file of weights."""
        return f"{self.evaluator}:weights={weights}"

    def openings(self, seed: int) -> str:
        """Return the spec of the openings of a match."""
        return f"balanced:seed={seed}"

    def first_weights(self, plan: Any) -> bytes | None:
        """Return the content of the first file of weights; None to begin with `base`."""
        return None

    @staticmethod
    def join(parts: list[Any]) -> Any:
        """Return the concatenation of positions, of which there is one part or more."""
        return type(parts[0])(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    def scale(self, games: list[Game]) -> float:
        """Return the scale of all recipes, measured on the first generation's games.

        It converts values to chances of winning. It is 1.0 if a course needs none.
        """
        return 1.0

    @abstractmethod
    def positions(self, games: Iterable[Game], recipe: Recipe) -> Any:
        """Return the positions of games, with the targets to fit to, for the side to move.

        It is called with the games of each job, and with none for the type of the result. Which
        positions are used is up to the course.
        """

    @abstractmethod
    def weights(self, path: str, plan: Any) -> bytes:
        """Check a file of weights to start from, and return its content.

        :raises FileError: if it is invalid.
        :raises LimitsError: if the weights do not suit the plan.
        """

    @abstractmethod
    def fit(self, positions: Any, recipe: Recipe, start: Path | None, progress: Progress) -> bytes:
        """Return the content of a file of weights fitted to positions.

        :param start: a file of weights to start from, if the fit uses them; None for none.
        :param progress: called with lines of progress.
        """

    @abstractmethod
    def losses(self, positions: Any, recipe: Recipe, path: str) -> dict[str, float]:
        """Return losses on positions, one or more, that were not fitted to, by name.

        The loss of the weights in a file comes last. Those before are of values without training.

        :param path: the file of weights.
        """


class _Finished(Struct):
    """The fields that every entry of a ledger must have."""

    generation: int
    kept: bool
    scale: float
    score: tuple[int, int, int]
    Elo: str


class _Ledger(Struct):
    """The content of the file."""

    plan: dict[str, Any]
    generations: list[_Finished]


class Generations:
    """A folder of generations, each with its own plan, which the ledger has.

    :param progress: called with lines of progress.
    :param start: weights that play the first generation's games. Every fit then starts from the
        weights that played its last games. Without `start` the course's base plays first, and every
        fit starts from random weights.
    :raises FileError: if an unfinished generation has another plan, the first one started from
        other weights, or the best weights are missing or invalid.
    """

    def __init__(
        self,
        course: Course,
        folder: Path,
        plan: Plan,
        workers: int,
        executor: Executor | None,
        progress: Progress,
        start: Path | None = None,
    ) -> None:
        """Make the folder, read the ledger of a run that has begun, and write the first weights.

        :param start: the file of weights to begin with; None for those of the course.
        :raises FileError: if the folder cannot be used, or its files do not fit.
        """
        self.course = course
        self.folder, self.plan = folder.resolve(), plan
        self.workers, self.executor, self.progress = workers, executor, progress
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"cannot make {path_text(self.folder)}: {error.strerror}") from None
        self.ledger: list[Entry] = self._read_ledger()
        self.times = Times(self.folder)
        self.ends: float | None = None
        if start is not None:
            self._start(start)
        elif not (self.weights_of(0).exists() or self.folder_of(1).exists()):
            made = course.first_weights(plan)
            if made is not None:
                self.folder_of(0).mkdir(exist_ok=True)
                _write(self.weights_of(0), made)
        for number in {0, self.best}:
            if number or self.weights_of(number).exists():  # whole, and of this game
                course.weights(str(self.weights_of(number)), plan)

    def _read_ledger(self) -> list[Entry]:
        """Return the finished generations from the folder's ledger.

        In a new folder the file is written first, with the plan and no generation.

        :raises FileError: if it is damaged, or an unfinished generation has another plan.
        """
        path = self.folder / LEDGER
        if not path.exists():
            self.ledger = []
            self._write_ledger()
        stored = read_json(path, "the ledger of a training")
        try:
            known = record(stored, _Ledger)
        except ValueError as error:
            raise FileError(f"{path_text(path)} is no ledger of a training: {error}") from None
        unfinished = self.folder_of(len(known.generations) + 1)
        for key, value in asdict(self.plan).items():
            there = known.plan.get(key)
            if there != value and unfinished.exists():
                raise FileError(
                    f"{unfinished} has another plan: {key} is {there} there, {value} here; "
                    "finish it first, or choose another folder"
                )
        return list(stored["generations"])

    def _start(self, start: Path) -> None:
        """Store the weights that the first generation starts from, unless they are stored.

        :param start: the file of weights.
        :raises FileError: if it is invalid, or the first generation began with other weights.
        :raises LimitsError: if it does not suit the plan.
        """
        given, kept = self.course.weights(str(start), self.plan), self.weights_of(0)
        if kept.exists() and kept.read_bytes() == given:
            return
        if self.folder_of(1).exists():
            origin = "other weights" if kept.exists() else self.origin
            raise FileError(
                f"{self.folder} started from {origin}, not from {start}; choose another folder"
            )
        kept.parent.mkdir(exist_ok=True)
        _write(kept, given)

    def _write_ledger(self) -> None:
        """Write the plan and the ledger of generations to their file."""
        _write(
            self.folder / LEDGER,
            json.dumps({"plan": asdict(self.plan), "generations": self.ledger}, indent=1).encode(),
        )

    def report(self) -> None:
        """Write the page about the training into its folder.

        It shows the weights kept in the folder itself and their intervals, if there are any.
        """
        best = self.folder / self.weights_of(0).name
        spec = self.course.searching.format(self.course.spec_of(best)) if best.exists() else ""
        training = Training(
            game=self.course.rules.game,
            plan=self.plan,
            ledger=self.ledger,
            origin=self.origin,
            times=self.times,
            loss=self.course.loss,
            missing=self.course.missing,
            intervals=_intervals(spec) if spec else None,
            evaluator=spec,
        )
        _write(self.folder / report.NAME, report.report(training).encode())

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Write state and page after the block: done, or stopped by an error, which is raised."""
        try:
            yield
        except BaseException:
            self.times.enter(STOPPED, self.times.part)
            self.report()
            raise
        self.times.enter(DONE)
        self.report()

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Run the block as a part: add its time to the part's, and write the page before and after.

        After an error the time is added, but the page is not written.

        :param name: the number of a generation, or "intervals".
        """
        with self.times.of(name):
            self.report()
            yield
        self.report()

    def folder_of(self, number: int) -> Path:
        """Return the folder of a generation; 0 for the start of the first one."""
        return self.folder / (f"generation-{number}" if number else "start")

    def weights_of(self, number: int) -> Path:
        """Return the file of the weights of a generation."""
        return self.folder_of(number) / f"{self.course.evaluator}.dat"

    def _evaluator(self, number: int) -> str:
        """Return the spec of the evaluator in searches with a generation's weights.

        Without such weights it is that of the course's base.

        :param number: the generation; 0 for the weights before the first.
        """
        weights = self.weights_of(number)
        evaluator = self.course.spec_of(weights) if weights.exists() else self.course.base
        return self.course.searching.format(evaluator)

    @property
    def origin(self) -> str:
        """The name of the weights before the first generation: "start", or the course's base."""
        return "start" if self.weights_of(0).exists() else self.course.base

    @property
    def best(self) -> int:
        """The number of the last generation kept; 0 if there is none."""
        return max((entry["generation"] for entry in self.ledger if entry["kept"]), default=0)

    def next(self) -> Entry:
        """Play, fit and test one more generation; return its entry, which the ledger then has.

        Parts that an interrupted run has finished are not done again. Losses are in the entry if
        some positions are held out.

        :raises EvaluationError: if the games have no position to fit to.
        :raises KeyboardInterrupt: if it is interrupted.
        :raises TimeOver: if the time of the run ends during the games.
        """
        number = len(self.ledger) + 1
        self._write_ledger()  # with the plan of this generation
        folder = self.folder_of(number)
        folder.mkdir(exist_ok=True)
        entry: Entry = {"generation": number, "plan": asdict(self.plan), "played by": self.best}
        entry |= self._play(number)
        if self.ledger:
            entry["scale"] = self.ledger[0]["scale"]
        else:
            with closing(self._games(number)) as games:  # before the file is used by others
                some = list(islice(chain.from_iterable(games), SCALED_BY))
            entry["scale"] = round(self.course.scale(some), 1)
        recipe = Recipe(self.plan, entry["scale"], entry["seed"])
        first = max(1, number + 1 - self.plan.window)
        parts = [self._positions(each, recipe) for each in range(first, number + 1)]
        held = parts[-1][1]
        fitted = self.course.join([part[0] for part in parts])
        entry["fitted to"] = len(fitted[0])
        if not len(fitted[0]):
            raise EvaluationError(
                f"generation {number}: the games have no position to fit to; expected more games, "
                "or more nodes a move, in another folder"
            )
        weights = self.weights_of(number)
        if not weights.exists():
            self._fit(number, fitted, recipe, weights)
        if len(held[0]):  # games of a single job are all fitted to
            for name, loss in self.course.losses(held, recipe, str(weights)).items():
                entry[LOSS + name] = round(loss, 6)
        entry |= self._match(number)
        self.ledger.append(entry)
        self._write_ledger()
        return entry

    def run(self, count: int | None, minutes: float | None) -> None:
        """Make generations, and keep the best weights in the folder itself.

        :param count: stop when the ledger has so many; None for no end.
        :param minutes: stop after so many, or earlier if a generation as long as this run's last
            one would not fit; None for no limit.
        :raises TimeOver: if the time ends inside a generation.
        """
        began = time.monotonic()
        self.ends = None if minutes is None else began + 60 * minutes
        self._keep_best()
        last = 0.0
        while count is None or len(self.ledger) < count:
            started = time.monotonic()
            if self.ends is not None and last and started + last > self.ends:
                return
            with self.part(str(len(self.ledger) + 1)):
                self.next()
                self._keep_best()
            last = time.monotonic() - started

    def check_time(self) -> None:
        """Check the time limit of the run, if it has one.

        :raises TimeOver: if the time is over.
        """
        if self.ends is not None and time.monotonic() > self.ends:
            raise TimeOver

    def _keep_best(self) -> None:
        """Copy the weights of the last generation kept into the folder, if they differ.

        Before there is one, they are the weights before the first generation, if any.
        """
        best = self.weights_of(self.best)
        kept = self.folder / best.name
        if best.exists() and not (kept.exists() and kept.read_bytes() == best.read_bytes()):
            _write(kept, best.read_bytes())

    def _seed(self, number: int) -> int:
        """Return the seed of a generation: the plan's for the first, and 1 more for each later."""
        return self.plan.seed + number - 1

    def _play(self, number: int) -> Entry:
        """Play and store the missing games of a generation; return the games' part of its entry.

        That is the seed, the nodes of a move, and the sums of the counts of all jobs.

        :raises TimeOver: if the time of the run ends.
        """
        plan, best = self.plan, self.best
        player = f"pvs:tt=1@{self._evaluator(best)}"
        weights = self.weights_of(best)
        made_by = zlib.crc32(weights.read_bytes()) if weights.exists() else self.course.base
        seed = self._seed(number)
        todo = jobs(self.course.rules, player, plan.nodes, plan.games, seed)
        path = self.folder_of(number) / "games" / "results.sqlite"
        with Store(path, {**asdict(plan), "weights": made_by, "seed": seed}) as store:
            done = len(store)
            self.progress(
                f"generation {number}: {plan.games} games, {done} of {len(todo)} jobs done"
            )

            def received(*_: Any) -> None:
                """Count an ended job, check the time limit, and show the progress at each tenth."""
                nonlocal done
                done += 1
                self.check_time()
                if done * 10 // len(todo) > (done - 1) * 10 // len(todo):
                    self.progress(f"generation {number}: {done} of {len(todo)} jobs done")

            run(todo, store, workers=self.workers, executor=self.executor, on_result=received)
            counts = [result for _, result in store.results()]
        total = {key: sum(count[key] for count in counts) for key in counts[0]}
        return {"seed": seed, "nodes": plan.nodes, **total}

    def _games(self, number: int) -> Generator[list[Game], None, None]:
        """Yield the stored games of a generation, a list for each job."""
        with Store.reading(self.folder_of(number) / "games" / "results.sqlite") as store:
            for _, detail in store.details():
                yield list(unpack(detail, self.course.rules.code))

    def _positions(self, number: int, recipe: Recipe) -> tuple[Any, Any]:
        """Return the training positions of a generation, and those held out: of its last games.

        They are made once and then read from the generation's folder. A share of HELD of the jobs
        is held out, at least one job, but none of a single one.
        """
        path = self.folder_of(number) / "positions.npz"
        if not path.exists():
            parts = [self.course.positions(games, recipe) for games in self._games(number)]
            held = max(1, round(HELD * len(parts))) if len(parts) > 1 else 0
            count = sum(len(part[0]) for part in parts[: len(parts) - held])
            whole = self.course.join(parts)
            with replacing(path, "wb") as file:
                np.savez(file, **whole._asdict(), learnt=count)
        kind = type(self.course.positions([], recipe))
        with np.load(path) as columns:
            whole = kind(*(columns[name] for name in kind._fields))
            count = int(columns["learnt"])
        return (
            kind(*(column[:count] for column in whole)),
            kind(*(column[count:] for column in whole)),
        )

    def _fit(self, number: int, fitted: Any, recipe: Recipe, path: Path) -> None:
        """Fit weights to positions, and write them to the file `path`.

        It starts from the last weights kept. If no weights were stored before the first generation,
        it has none to start from.
        """

        def progress(text: str) -> None:
            """Report a line of progress after the number of the generation."""
            self.progress(f"generation {number}: {text}")

        progress(f"fitting to {len(fitted[0])} positions")
        start = self.weights_of(self.best) if self.weights_of(0).exists() else None
        _write(path, self.course.fit(fitted, recipe, start, progress))

    def _match(self, number: int) -> Entry:
        """Play a match of the new weights against the last ones kept; return its part of the entry.

        They are to be kept if they win more games than they lose. An interrupted match resumes. The
        result is reported as progress.

        :raises KeyboardInterrupt: if it is interrupted.
        """
        plan = self.plan
        result = play_match(
            self.course.rules.game,
            [f"pvs@{self._evaluator(each)}" for each in (number, self.best)],
            names=["new", "old"],
            nodes=plan.match_nodes,
            games=plan.match_games,
            openings=self.course.openings(self._seed(number)),
            out=self.folder_of(number) / "match",
            workers=self.workers,
            executor=self.executor,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        pair = result.matchups[0]
        strength = elo(pair.counts)
        wins, draws, losses = pair.score
        repeated = f" ({len(pair.unique)} different games)" if pair.duplicates else ""
        self.progress(
            f"generation {number} against {self.best or self.origin}: {pair}: "
            f"Elo {strength}{repeated}"
        )
        return {
            "against": self.best,
            "score": [wins, draws, losses],
            "counts": list(pair.counts),
            "Elo": str(strength),
            "kept": wins > losses,
        }

    def table(self) -> str:
        """Return the ledger as a table in Markdown; "" if it is empty."""
        if not self.ledger:
            return ""
        losses = [LOSS + name for name in losses_of(self.ledger)]
        columns = [*_COLUMNS, *losses, *_MATCH_COLUMNS]
        rows = [[_cell(entry, name, self.origin) for name in columns] for entry in self.ledger]
        lines = [columns, ["---"] * len(columns), *rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(entry: Entry, column: str, origin: str) -> str:
    """Return a cell of the table as text; "-" if the entry lacks the column.

    :param origin: the name of generation 0, the weights before the first.
    """
    value: Any = entry.get(column)
    if column in ("played by", "against"):
        return str(value or origin)
    if column == "score":
        return "+{} ={} -{}".format(*value)
    if column == "kept":
        return "yes" if value else "no"
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _intervals(spec: str) -> Fits | None:
    """Return the intervals in the file beside an evaluator's weights.

    It is None if there is no such file, or it is of other weights.

    :param spec: the evaluator.
    """
    path, name = make_evaluator(spec).own_fits()
    if not path or not Path(path).exists():
        return None
    found = load_fits(path)
    return found if any(fit.evaluator == name for fit in found.learned) else None


def _write(path: Path, data: bytes) -> None:
    """Write a file; an old one is replaced once the new one is complete."""
    with replacing(path, "wb") as file:
        file.write(data)
