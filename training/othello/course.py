"""The course of `patterns`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.train.games import Game
from engine.train.generations import Course, Plan, Progress, Recipe
from evaluators.values import othello
from evaluators.values.othello import load
from evaluators.values.othello_patterns import FINE, pack
from training.othello.fit import error_of, fit
from training.othello.positions import OTHELLO, Positions, positions_of


class OthelloCourse(Course):
    """Weights of patterns, fitted to expected final margins."""

    rules = OTHELLO
    evaluator, base = "patterns", "positional"
    loss = "Root mean squared error, in hundredths of a disc,"
    shipped = Path(othello.__file__).parent / othello.FinePatterns.SHIPPED
    plan = Plan(games=60_000, nodes=2000, window=2)
    quick = Plan(games=4000, nodes=300, window=1, match_games=200)

    def positions(self, games: Iterable[Game], recipe: Recipe) -> Positions:
        """Return all positions after the openings, with expected margins (`positions_of`)."""
        return positions_of(games)

    def weights(self, path: str, plan: Any) -> bytes:
        """Check a file of weights, and return its content; it suits every plan."""
        load(path, FINE)
        return Path(path).read_bytes()

    def fit(self, positions: Any, recipe: Recipe, start: Path | None, progress: Progress) -> bytes:
        """Return the content of a file of weights fitted to positions.

        Of the parameters only `positions` and `progress` have an effect.
        """

        def report(stage: int, error: float) -> None:
            """Report a stage, given from 0, and its error as a line of progress."""
            progress(f"stage {stage + 1} of {FINE.stages}, error {error:.0f}")

        return pack(fit(positions, report), FINE)

    def losses(self, positions: Any, recipe: Recipe, path: str) -> dict[str, float]:
        """Return the errors of `positional` and of the weights of the file, `patterns`.

        They are root mean squares in hundredths of a disc. `recipe` has no effect.
        """
        return {
            "positional": error_of("positional", positions),
            "patterns": error_of(f"patterns:weights={path}", positions),
        }
