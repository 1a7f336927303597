"""Generations of networks: play, fit, match against the last one kept, and keep what is better.

Everything lies in one folder, and whatever is cut short goes on from there:

    generation-1/games/results.sqlite   the games, see `training.chess.games`
    generation-1/positions.npz          what they were fitted to, see `training.chess.positions`
    generation-1/network.dat            the weights, see `evaluators.values.network_file`
    generation-1/match/                 the games against the last network kept
    ledger.json                         what was done and found, one entry for each generation
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.jobs import Store, run
from engine.match.statistics.elo import elo
from engine.match.tournament import play_match
from evaluators.values.network_file import load, pack
from games.errors import FileError
from training.chess.fit import Recipe, fit, loss_of, quantised, restored, untrained
from training.chess.games import Game, jobs, unpack
from training.chess.positions import Positions, join, positions_of, scale_of

__all__ = ["LEDGER", "QUICK", "Generations", "Plan"]

LEDGER = "ledger.json"
SCALED_BY = 3000
"""Games of the first generation that tell the scale of values."""
HELD = 0.02
"""The share of a generation's games that losses are measured on instead of being learnt."""
BASE = "pst"

Entry = dict[str, Any]
Tell = Callable[[str], Any]


@dataclass(frozen=True)
class Plan:
    """What determines the networks.

    :param games: self-play games of a generation.
    :param nodes: of a move in them.
    :param window: the last so many generations are fitted to.
    :param match_games, match_nodes: of the match that decides whether a network is kept.
    """

    games: int = 30_000
    nodes: int = 600
    window: int = 4
    hidden: int = 64
    epochs: int = 6
    match_games: int = 400
    match_nodes: int = 1000
    seed: int = 1


QUICK = Plan(games=4000, nodes=300, hidden=32, match_games=200)
"""A small network in a few minutes."""


class Generations:
    """A folder of generations.

    :raises FileError: if it holds those of another plan.
    """

    def __init__(
        self, folder: Path, plan: Plan, workers: int, executor: Executor | None, tell: Tell
    ) -> None:
        self.folder, self.plan = folder.resolve(), plan
        self.workers, self.executor, self.tell = workers, executor, tell
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ledger = self._read()

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
                f"{path} is no ledger of python -m training.chess: {type(error).__name__}: {error}"
            ) from None
        for key, value in asdict(self.plan).items():
            if plan.get(key) != value:
                raise FileError(
                    f"{path} is of another run: {key} is {plan.get(key)} there, {value} here; "
                    "choose another folder"
                )
        return list(ledger)

    def _write(self) -> None:
        _write(
            self.folder / LEDGER,
            json.dumps({"plan": asdict(self.plan), "generations": self.ledger}, indent=1).encode(),
        )

    def folder_of(self, number: int) -> Path:
        """The folder of a generation."""
        return self.folder / f"generation-{number}"

    def evaluator(self, number: int) -> str:
        """The spec of the network of a generation; that of `pst` for 0."""
        return f"(network:weights={self.folder_of(number) / 'network.dat'})" if number else BASE

    @property
    def best(self) -> int:
        """The last generation kept; 0 for `pst`."""
        return max((entry["generation"] for entry in self.ledger if entry["kept"]), default=0)

    def next(self) -> Entry:
        """Make one more generation; its entry in the ledger."""
        number = len(self.ledger) + 1
        folder = self.folder_of(number)
        folder.mkdir(exist_ok=True)
        entry: Entry = {"generation": number, "played by": self.best}
        entry |= self._play(number)
        entry["scale"] = self.ledger[0]["scale"] if self.ledger else self._scale(number)
        parts = [
            self._positions(each, entry["scale"])
            for each in range(max(1, number + 1 - self.plan.window), number + 1)
        ]
        held = parts[-1][1]
        learnt = join([part[0] for part in parts])
        entry["fitted to"] = len(learnt.base)
        weights = folder / "network.dat"
        if not weights.exists():
            self._fit(number, learnt, entry["scale"], weights)
        hidden = self.plan.hidden
        for name, parameters in (
            ("pst", untrained(hidden)),
            ("network", restored(load(str(weights)))),
        ):
            loss = loss_of(parameters, hidden, held, entry["scale"])
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
        player = f"pvs:tt=1@quiescence:base={self.evaluator(best)}"
        made_by = zlib.crc32((self.folder_of(best) / "network.dat").read_bytes()) if best else BASE
        seed = self._seed(number)
        todo = jobs(player, plan.nodes, plan.games, seed)
        path = self.folder_of(number) / "games" / "results.sqlite"
        with Store(path, {**asdict(plan), "network": made_by, "seed": seed}) as store:
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
        return round(scale_of(games), 1)

    def _positions(self, number: int, scale: float) -> tuple[Positions, Positions]:
        """The positions of a generation to be learnt, and those held out: of its last games."""
        path = self.folder_of(number) / "positions.npz"
        if not path.exists():
            parts = [positions_of(games, scale) for games in self._games(number)]
            held = max(1, round(HELD * len(parts))) if len(parts) > 1 else 0
            count = sum(len(part.base) for part in parts[: len(parts) - held])
            whole = join(parts)
            with _made(path) as made, made.open("wb") as file:
                np.savez(file, **whole._asdict(), learnt=count)
        with np.load(path) as columns:
            whole = Positions(*(columns[name] for name in Positions._fields))
            count = int(columns["learnt"])
        return (
            Positions(*(column[:count] for column in whole)),
            Positions(*(column[count:] for column in whole)),
        )

    def _fit(self, number: int, learnt: Positions, scale: float, path: Path) -> None:
        plan = self.plan
        recipe = Recipe(plan.hidden, plan.epochs, seed=self._seed(number))

        def tell(epoch: int, loss: float) -> None:
            self.tell(f"generation {number}: epoch {epoch} of {plan.epochs}, loss {loss:.6f}")

        self.tell(f"generation {number}: fitting to {len(learnt.base)} positions")
        parameters = fit(learnt, scale, recipe, tell=tell)
        _write(path, pack(quantised(parameters, plan.hidden)))

    def _match(self, number: int) -> Entry:
        """Play the new network against the last one kept."""
        plan = self.plan
        players = [f"pvs@quiescence:base={self.evaluator(each)}" for each in (number, self.best)]
        result = play_match(
            "chess",
            players,
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
        pair = result.pairs[0]
        strength = elo(pair.counts)
        self.tell(f"generation {number} against {self.best or BASE}: {pair}: Elo {strength}")
        wins, draws, losses = pair.score
        return {
            "against": self.best,
            "score": [wins, draws, losses],
            "Elo": str(strength),
            "kept": wins > losses,
        }


class _made:
    """A path to write to, which becomes the real one when all is written."""

    def __init__(self, path: Path) -> None:
        self.path, self.other = path, path.with_name(path.name + ".part")

    def __enter__(self) -> Path:
        return self.other

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            os.replace(self.other, self.path)


def _write(path: Path, data: bytes) -> None:
    with _made(path) as made:
        made.write_bytes(data)
