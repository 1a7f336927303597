"""Generations of learned values: play, fit, match against the last ones kept, and keep what is
better. One pipeline for every game; what differs is a `Course`.

Everything lies in one folder, and whatever is cut short goes on from there:

    generation-1/games/results.sqlite   the games, see `training.games`
    generation-1/positions.npz          what was fitted to, see the game's `positions.py`
    generation-1/network.dat            the weights, named as their evaluator
    generation-1/match/                 the games against the last ones kept
    start/network.dat                   the weights that the first generation goes on from, if any
    ledger.json                         what was done and found, one entry for each generation
"""

from __future__ import annotations

import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.jobs import Store, run
from engine.match.statistics.elo import elo
from engine.match.tournament import play_match
from games.errors import FileError
from games.parts.files import replacing
from training.games import Game, Rules, jobs, unpack

__all__ = ["LEDGER", "Course", "Entry", "Generations", "Plan", "Tell", "planned"]

LEDGER = "ledger.json"
SCALED_BY = 3000
"""Games of the first generation that tell the scale of values."""
HELD = 0.02
"""The share of a generation's games that losses are measured on instead of being learnt."""

Entry = dict[str, Any]
Tell = Callable[[str], Any]


def planned(default: int, meaning: str) -> Any:
    """A field of a plan."""
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True)
class Plan:
    """What determines the weights."""

    games: int = planned(30_000, "self-play games of a generation")
    nodes: int = planned(600, "nodes of their moves")
    window: int = planned(4, "generations that weights are fitted to: the last so many")
    match_games: int = planned(400, "games of the match against the last weights kept")
    match_nodes: int = planned(1000, "nodes of its moves")
    seed: int = planned(1, "other games, openings and first weights")


class Course(ABC):
    """How the values of one game are learned.

    Positions are named tuples of arrays of one row a position.
    """

    rules: Rules
    evaluator: str
    """Who is trained, by name; it takes `weights=FILE`."""
    base: str
    """Who plays the first games."""
    shipped: Path
    """The weights that Starling has."""
    searching = "{}"
    """The evaluator that searches ask, as a spec around it."""
    plan: Plan
    quick: Plan

    def scale(self, games: list[Game]) -> float:
        """What turns values into what is fitted, found in the first generation's games."""
        return 1.0

    @abstractmethod
    def positions(self, games: Iterable[Game], scale: float) -> Any:
        """What games say of positions."""

    @abstractmethod
    def weights(self, path: str, plan: Any) -> bytes:
        """The file of weights to start from.

        :raises FileError: if it holds something else.
        :raises LimitsError: if the plan's fits cannot go on from them.
        """

    @abstractmethod
    def fit(
        self, positions: Any, scale: float, plan: Any, seed: int, start: Path | None, tell: Tell
    ) -> bytes:
        """The file of the weights fitted to positions.

        :param start: weights to go on from, where the fit can.
        """

    @abstractmethod
    def losses(self, positions: Any, scale: float, path: str) -> dict[str, float]:
        """What the base, and the weights of a file, miss on positions held out, by name."""


class Generations:
    """A folder of generations. Each may have a plan of its own, which the ledger tells.

    :param start: weights that play the first generation's games; then every fit goes on from the
        weights that played its last games. Without any the course's base plays first, and every fit
        begins anew.
    :raises FileError: if it holds a generation that was begun by another plan and is not done, or
        that started from other weights.
    """

    def __init__(
        self,
        course: Course,
        folder: Path,
        plan: Plan,
        workers: int,
        executor: Executor | None,
        tell: Tell,
        start: Path | None = None,
    ) -> None:
        self.course = course
        self.folder, self.plan = folder.resolve(), plan
        self.workers, self.executor, self.tell = workers, executor, tell
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ledger = self._read()
        if start is not None:
            self._start(start)

    def _read(self) -> list[Entry]:
        path = self.folder / LEDGER
        if not path.exists():
            self.ledger: list[Entry] = []
            self._write()
        try:
            held = json.loads(path.read_text(encoding="utf-8"))
            plan, ledger = held["plan"], held["generations"]
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise FileError(
                f"{path} is no ledger of a training: {type(error).__name__}: {error}"
            ) from None
        begun = self.folder_of(len(ledger) + 1)
        for key, value in asdict(self.plan).items():
            if plan.get(key) != value and begun.exists():
                raise FileError(
                    f"{begun} was begun by another plan: {key} is {plan.get(key)} there, {value} "
                    "here; finish it first, or choose another folder"
                )
        return list(ledger)

    def _start(self, start: Path) -> None:
        """Take these weights as those before the first generation."""
        given, kept = self.course.weights(str(start), self.plan), self.weights_of(0)
        if kept.exists() and kept.read_bytes() == given:
            return
        if self.folder_of(1).exists():
            held = "other weights" if kept.exists() else self.origin
            raise FileError(
                f"{self.folder} was begun with {held}, not with {start}; choose another folder"
            )
        kept.parent.mkdir(exist_ok=True)
        _write(kept, given)

    def _write(self) -> None:
        _write(
            self.folder / LEDGER,
            json.dumps({"plan": asdict(self.plan), "generations": self.ledger}, indent=1).encode(),
        )

    def folder_of(self, number: int) -> Path:
        """The folder of a generation; 0 is what the first started from."""
        return self.folder / (f"generation-{number}" if number else "start")

    def weights_of(self, number: int) -> Path:
        """The weights of a generation."""
        return self.folder_of(number) / f"{self.course.evaluator}.dat"

    def player(self, searcher: str, number: int) -> str:
        """A searcher that asks the evaluator of a generation; for 0 the weights that all started
        from, or the course's base."""
        weights, base = self.weights_of(number), self.course.base
        asked = f"{self.course.evaluator}:weights={weights}" if weights.exists() else base
        return f"{searcher}@{self.course.searching.format(asked)}"

    @property
    def origin(self) -> str:
        """What was there before the first generation, by name."""
        return "start" if self.weights_of(0).exists() else self.course.base

    @property
    def best(self) -> int:
        """The last generation kept; 0 for what the first started from."""
        return max((entry["generation"] for entry in self.ledger if entry["kept"]), default=0)

    def next(self) -> Entry:
        """Make one more generation; its entry in the ledger."""
        number = len(self.ledger) + 1
        self._write()  # the plan from here on
        folder = self.folder_of(number)
        folder.mkdir(exist_ok=True)
        entry: Entry = {"generation": number, "plan": asdict(self.plan), "played by": self.best}
        entry |= self._play(number)
        entry["scale"] = self.ledger[0]["scale"] if self.ledger else self._scale(number)
        parts = [
            self._positions(each, entry["scale"])
            for each in range(max(1, number + 1 - self.plan.window), number + 1)
        ]
        held = parts[-1][1]
        learnt = _join([part[0] for part in parts])
        entry["fitted to"] = len(learnt[0])
        weights = self.weights_of(number)
        if not weights.exists():
            self._fit(number, learnt, entry["scale"], weights)
        for name, loss in self.course.losses(held, entry["scale"], str(weights)).items():
            entry[f"held-out loss of {name}"] = round(loss, 6)
        entry |= self._match(number)
        self.ledger.append(entry)
        self._write()
        return entry

    def _seed(self, number: int) -> int:
        return self.plan.seed + number - 1

    def _play(self, number: int) -> Entry:
        """Play the games of a generation that are not there yet."""
        plan, best = self.plan, self.best
        player = self.player("pvs:tt=1", best)
        weights = self.weights_of(best)
        made_by = zlib.crc32(weights.read_bytes()) if weights.exists() else self.course.base
        seed = self._seed(number)
        todo = jobs(self.course.rules, player, plan.nodes, plan.games, seed)
        path = self.folder_of(number) / "games" / "results.sqlite"
        with Store(path, {**asdict(plan), "weights": made_by, "seed": seed}) as store:
            done = len(store)
            self.tell(f"generation {number}: {plan.games} games, {done} of {len(todo)} jobs done")

            def received(*_: Any) -> None:
                nonlocal done
                done += 1
                if done * 10 // len(todo) > (done - 1) * 10 // len(todo):
                    self.tell(f"generation {number}: {done} of {len(todo)} jobs done")

            run(todo, store, workers=self.workers, executor=self.executor, on_result=received)
            counts = [result for _, result in store.results()]
        total = {key: sum(count[key] for count in counts) for key in counts[0]}
        return {"seed": seed, "nodes": plan.nodes, **total}

    def _games(self, number: int) -> Iterator[list[Game]]:
        """The games of a generation, job by job."""
        with Store.reading(self.folder_of(number) / "games" / "results.sqlite") as store:
            for _, detail in store.details():
                yield list(unpack(detail))

    def _scale(self, number: int) -> float:
        games: list[Game] = []
        for some in self._games(number):
            games += some
            if len(games) >= SCALED_BY:
                break
        return round(self.course.scale(games), 1)

    def _positions(self, number: int, scale: float) -> tuple[Any, Any]:
        """The positions of a generation to be learnt, and those held out: of its last games."""
        path = self.folder_of(number) / "positions.npz"
        if not path.exists():
            parts = [self.course.positions(games, scale) for games in self._games(number)]
            held = max(1, round(HELD * len(parts))) if len(parts) > 1 else 0
            count = sum(len(part[0]) for part in parts[: len(parts) - held])
            whole = _join(parts)
            with replacing(path, "wb") as file:
                np.savez(file, **whole._asdict(), learnt=count)
        kind = type(self.course.positions([], scale))
        with np.load(path) as columns:
            whole = kind(*(columns[name] for name in kind._fields))
            count = int(columns["learnt"])
        return (
            kind(*(column[:count] for column in whole)),
            kind(*(column[count:] for column in whole)),
        )

    def _fit(self, number: int, learnt: Any, scale: float, path: Path) -> None:
        def tell(text: str) -> None:
            self.tell(f"generation {number}: {text}")

        tell(f"fitting to {len(learnt[0])} positions")
        start = self.weights_of(self.best) if self.weights_of(0).exists() else None
        _write(path, self.course.fit(learnt, scale, self.plan, self._seed(number), start, tell))

    def _match(self, number: int) -> Entry:
        """Play the new weights against the last ones kept."""
        plan = self.plan
        result = play_match(
            self.course.rules.game,
            [self.player("pvs", each) for each in (number, self.best)],
            names=["new", "old"],
            nodes=plan.match_nodes,
            games=plan.match_games,
            openings=f"balanced:seed={self._seed(number)}",
            out=self.folder_of(number) / "match",
            workers=self.workers,
            executor=self.executor,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        pair = result.matchups[0]
        strength = elo(pair.counts)
        self.tell(f"generation {number} against {self.best or self.origin}: {pair}: Elo {strength}")
        wins, draws, losses = pair.score
        return {
            "against": self.best,
            "score": [wins, draws, losses],
            "Elo": str(strength),
            "kept": wins > losses,
        }


def _join(parts: list[Any]) -> Any:
    """Positions after one another."""
    return type(parts[0])(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _write(path: Path, data: bytes) -> None:
    with replacing(path, "wb") as file:
        file.write(data)
