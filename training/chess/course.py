"""The course of `network`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.train.games import Game
from engine.train.generations import Course, Plan, Progress, Recipe, planned
from evaluators.values.chess import SHIPPED
from evaluators.values.network_file import MOST_HIDDEN, STEP, load, pack
from games.errors import LimitsError
from training.chess.fit import fit, loss_of, quantised, restored, untrained, widened
from training.chess.positions import CHESS, Positions, positions_of, scale_of

FINE_TUNING = 2e-4
"""The highest learning rate of a fit that starts from weights.

Larger steps lose what the weights learned from earlier positions."""


@dataclass(frozen=True)
class ChessPlan(Plan):
    """The plan of a network.

    :raises LimitsError: if the number of hidden units is invalid.
    """

    hidden: int = planned(
        64, f"hidden units of each side, a multiple of {STEP} up to {MOST_HIDDEN}"
    )
    epochs: int = planned(8, "number of times that a fit uses each position")

    def __post_init__(self) -> None:
        """Check the size of the network.

        :raises LimitsError: if `hidden` is too large or no multiple of STEP.
        """
        if self.hidden % STEP or self.hidden > MOST_HIDDEN:
            raise LimitsError(
                f"--hidden {self.hidden}: expected a multiple of {STEP} up to {MOST_HIDDEN}"
            )


class ChessCourse(Course):
    """A network on top of `pst`, fitted to expected scores."""

    rules = CHESS
    evaluator, base = "network", "pst"
    shipped = SHIPPED
    searching = "quiescence:base=({})"
    plan = ChessPlan()
    quick = ChessPlan(games=8000, nodes=250, hidden=32, match_games=200)

    def scale(self, games: list[Game]) -> float:
        """Return the centipawns that multiply the odds of winning by e (`scale_of`)."""
        return scale_of(games)

    def positions(self, games: Iterable[Game], recipe: Recipe) -> Positions:
        """Return the quiet positions of games, with expected scores as targets (`positions_of`)."""
        return positions_of(games, recipe.scale)

    def weights(self, path: str, plan: Any) -> bytes:
        """Check a file of a network to start from, and return its content.

        :raises FileError: if it is invalid.
        :raises LimitsError: if it has more hidden units than the plan.
        """
        weights = load(path)
        if weights.hidden > plan.hidden:
            raise LimitsError(
                f"--hidden {plan.hidden}: the weights to start from have {weights.hidden}; "
                "expected as many, or more"
            )
        return pack(weights)

    def fit(self, positions: Any, recipe: Recipe, start: Path | None, progress: Progress) -> bytes:
        """Return the content of a file of a network fitted to positions.

        A network in `start` is widened to the plan's hidden units first. The learning rate is then
        low, and there is no weight decay. Without it the first parameters are random.
        """
        plan, scale, seed = recipe
        more = {}
        if start is not None:
            more = {"rate": FINE_TUNING, "start": widened(load(str(start)), plan.hidden, seed)}

        def report(epoch: int, loss: float) -> None:
            """Report an epoch and its mean loss as a line of progress."""
            progress(f"epoch {epoch} of {plan.epochs}, loss {loss:.6f}")

        found = fit(positions, scale, plan.hidden, plan.epochs, seed, report, **more)
        return pack(quantised(found, plan.hidden))

    def losses(self, positions: Any, recipe: Recipe, path: str) -> dict[str, float]:
        """Return the mean square errors of expected scores, of `pst` and of the file's network."""
        weights = load(path)
        hidden = weights.hidden
        return {
            "pst": loss_of(untrained(hidden), hidden, positions, recipe.scale),
            "network": loss_of(restored(weights), hidden, positions, recipe.scale),
        }
