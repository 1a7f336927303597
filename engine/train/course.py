"""The course of `values`: any game, from its rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.train.games import Game, Rules, play
from engine.train.generations import Course, Plan, Progress, Recipe, planned
from engine.train.network import SLACK, Network, fit
from engine.train.positions import ABSENT, Positions, chance, logistic_slope, positions_of
from evaluators.values.trained_file import MOST_HIDDEN, MOST_UNIT, NAME, STEP, folder_of, load, pack
from games import make
from games.check import check_game
from games.core.features import features_mark
from games.core.position import Position
from games.core.scores import DRAW, LOSS, MATE_BOUND, WIN
from games.errors import EvaluationError, FileError, LimitsError
from searchers import make as make_searcher

PROBED = 100
"""The random games that show a game's length and outcomes."""
SCALED_BY, SCALED_NODES = 100, 50
"""The games, and the nodes of their moves, that show what the game's static value means."""
LONGEST = 400
"""The plies after which a game is drawn, whatever its usual length."""
UNIT = 100
"""The value of a logit of 1."""
BIG = 2**30
STRAYS = 100
"""The percentage of positions from which random moves lead aside."""
RATE = 0.004
"""The first learning rate of a fit."""


@dataclass(frozen=True)
class ValuesPlan(Plan):
    """The numbers that determine the values of a game."""

    hidden: int = planned(32, "hidden units of the network")
    epochs: int = planned(6, "times that a fit goes through the positions")
    result: int = planned(20, "percentage of the game's result in the targets")


class ValuesCourse(Course):
    """Values of any game for two, from games of its own.

    :param game: the spec of the game.
    :raises ContractError: if the game breaks its contract.
    :raises EvaluationError: if the game gives nothing that values can be made of.
    """

    evaluator, base = "values", "values"
    plan = ValuesPlan(games=500, nodes=100, window=8, match_games=100, match_nodes=2000)

    def __init__(self, game: str) -> None:
        """Make the game, and check that values can be trained for it.

        :raises EvaluationError: if it has one player, is over at its start, or has no features.
        """
        self.start: Position = make(game)
        self.game = self.start.spec
        if self.start.one_player:
            raise EvaluationError(f"{self.game} has one player: expected a game for two")
        if self.start.outcome() is not None:
            raise EvaluationError(f"{self.game} is over at its start: expected a game to play")
        if not _has_features(self.start):
            raise EvaluationError(
                f"{self.game} gives no features to learn from: expected a method `features`, or a "
                "`diagram` of the board"
            )
        check_game(self.start)
        self.symmetries = self.start.symmetries()
        base: Any = Position
        if self.start.CONSTANT_STATIC or type(self.start).static is base.static:
            self.missing = "There is no line of a static value: the game has none."
        self._probe()

    def _probe(self) -> None:
        """Set `rules` of training games, `kind` and `unit` of values, and `plies`, by random games.

        The kind is "margin" if an outcome is no win, draw or loss, else "chance". The unit of
        margins is their standard deviation, or their size if they are equal, up to MOST_UNIT. The
        length of the games sets the plies of openings: `plies` in those of matches.
        """
        rng = random.Random(1)
        lengths, outcomes = [], []
        for _ in range(PROBED):
            position = self.start.copy()
            while (outcome := position.outcome()) is None and position.ply < LONGEST:
                position.push(rng.choice(position.legal_moves()))
            lengths.append(position.ply - self.start.ply)
            outcomes.append(outcome or 0)
        length = max(1, round(sum(lengths) / PROBED))
        margin = any(outcome not in (WIN, DRAW, LOSS) for outcome in outcomes)
        self.kind = "margin" if margin else "chance"
        spread = float(np.std(outcomes)) or abs(outcomes[0])
        self.unit = min(MOST_UNIT, max(1, round(spread))) if margin else UNIT
        self.plies = max(1, length // 8)
        self.rules = Rules(
            self.game,
            plies=(0, max(1, length // 2)),
            even=2 * BIG,
            largest=BIG,
            won=2 * BIG if margin else MATE_BOUND,
            won_for=1,
            longest=min(LONGEST, 4 * length + 40),
            code="i",
            strays=STRAYS,
            margin=margin,
        )

    def spec_of(self, weights: Path) -> str:
        """Return the spec of the evaluator with the values in a file.

        :param weights: the path of the file; the spec has its folder.
        """
        return f"values:{weights.parent}"

    def openings(self, seed: int) -> str:
        """Return the spec of openings of `plies` random plies."""
        return f"random:plies={self.plies},seed={seed}"

    def first_weights(self, plan: Any) -> bytes:
        """Return the content of a file of weights that give the game's static value alone.

        Its scale is fitted to SCALED_BY games, played here by searches that evaluate with it. A
        game without a static value gets random weights.

        :raises LimitsError: if the plan's number of hidden units is invalid.
        """
        games: list[Game] = []
        if not self.missing:
            rules, rng = replace(self.rules, strays=0), random.Random(plan.seed)
            player = make_searcher("pvs:tt=1@static")
            for _ in range(SCALED_BY):
                games += play(rules, player, SCALED_NODES, rng)
        positions = positions_of(self.start, games, self.kind, self.unit, 1.0)
        network = self._network(positions, plan.hidden)
        network.fill(plan.seed)
        if games:
            network.outputs[:] = 0
            static = positions.static.astype(float) / self.unit
            network.ends[1] = _slope(static, positions.target.astype(float), self.kind)
        return pack(network.trained(self.start))

    def positions(self, games: Iterable[Game], recipe: Recipe) -> Positions:
        """Return all positions after the openings; the plan has the result's share, in percent.

        Targets are for the side to move.
        """
        return positions_of(self.start, games, self.kind, self.unit, recipe.plan.result / 100)

    @staticmethod
    def join(parts: list[Positions]) -> Positions:
        """Return the concatenation of positions, their rows of features as long as the longest."""
        most = max(part.features.shape[1] for part in parts)
        columns = zip(*parts, strict=True)
        features = [
            np.pad(each, ((0, 0), (0, most - each.shape[1])), constant_values=ABSENT)
            for each in next(columns)
        ]
        return Positions(np.concatenate(features), *map(np.concatenate, columns))

    def weights(self, path: str, plan: Any) -> bytes:
        """Return the content of the file of values to start from; the plan has no effect.

        :param path: a folder, its `values.dat`, or `starling-NAME` for shipped values.
        :raises FileError: if it is invalid, or has values of another game or for other features.
        """
        place = Path(path)
        folder = str(place.parent) if place.name == NAME and place.is_file() else path
        header = load(folder).header
        if header.game != self.game:
            raise FileError(f"{path} has values of {header.game}: expected {self.game}")
        if header.mark != features_mark(self.start):
            raise FileError(f"{path} has values for other features of {self.game}: train again")
        return (folder_of(folder) / NAME).read_bytes()

    def _network(self, positions: Positions, hidden: int) -> Network:
        """Return a network, without weights yet, for the features of positions and their images.

        The images are those of the game's symmetries.

        :param hidden: the number of hidden units.
        :raises LimitsError: if `hidden` is no multiple of STEP, or above MOST_HIDDEN.
        """
        if hidden % STEP or hidden > MOST_HIDDEN:
            raise LimitsError(
                f"--hidden {hidden}: expected a multiple of {STEP} up to {MOST_HIDDEN}"
            )
        found = np.unique(positions.features)
        found = found[found >= 0]
        images = [np.array(symmetry)[found] for symmetry in self.symmetries]
        numbers = np.unique(np.concatenate([found, *images]))
        most = positions.features.shape[1] + SLACK
        return Network(numbers, hidden, most, self.kind, self.unit)

    def fit(self, positions: Any, recipe: Recipe, start: Path | None, progress: Progress) -> bytes:
        """Return the content of a file of weights fitted to positions, from `start` or random ones.

        Features of `start` that neither the positions nor their images have are left out.
        No progress is reported.
        """
        network = self._network(positions, recipe.plan.hidden)
        network.fill(recipe.seed)
        if start is not None:
            network.take(load(str(start.parent)))
        fit(network, positions, self.symmetries, recipe.plan.epochs, RATE, recipe.seed)
        return pack(network.trained(self.start))

    def losses(self, positions: Positions, recipe: Recipe, path: str) -> dict[str, float]:
        """Return the mean squared errors by name: `mean`, `static` and `values`.

        `mean` predicts the mean target for every position. `static` predicts by the game's static
        value, with the scale that suits these positions best; it is left out if the game has none.
        `values` are those of the file.

        :param path: the file of values.
        """
        network = Network.of(load(str(Path(path).parent)))
        target = positions.target.astype(float)
        found = {"mean": target.mean()}
        if not self.missing:
            static = positions.static.astype(float) / self.unit
            output = _slope(static, target, self.kind) * static
            found["static"] = output if self.kind == "margin" else chance(output)
        found["values"] = network.outputs_of(positions)
        return {name: float(np.mean((each - target) ** 2)) for name, each in found.items()}


def _has_features(position: Position) -> bool:
    """Return whether the game's class has features, or a diagram or text to take them from."""
    base: Any = Position
    names = ("features", "list_features", "diagram", "text")
    return any(getattr(type(position), name) is not getattr(base, name) for name in names)


def _slope(static: Any, target: Any, kind: str) -> float:
    """Return the weight that fits static values to targets best, without a bias.

    The fit is linear for the kind "margin", else a logistic regression.

    :param static: the static values, divided by the unit.
    """
    if kind == "margin":
        return float(static @ target / max(1e-9, static @ static))
    return logistic_slope(static, target)
