"""How `network` is learned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluators.values.network import SHIPPED
from evaluators.values.network_file import MOST_HIDDEN, STEP, load, pack
from games.errors import LimitsError
from training.chess.fit import Recipe, fit, loss_of, quantised, restored, untrained, widened
from training.chess.positions import Positions, positions_of, scale_of
from training.chess.rules import CHESS
from training.games import Game
from training.generations import Course, Plan, Tell, planned

__all__ = ["ChessCourse", "ChessPlan"]


GOING_ON = 2e-4
"""The rate of a fit that goes on from weights, which then do not fall towards 0: they hold what
positions said that are gone, and longer steps forget it."""


@dataclass(frozen=True)
class ChessPlan(Plan):
    """The plan of a network.

    :raises LimitsError: if it has no such hidden units.
    """

    hidden: int = planned(64, f"hidden units of each side, a multiple of {STEP} to {MOST_HIDDEN}")
    epochs: int = planned(8, "how often a fit sees each position")

    def __post_init__(self) -> None:
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
        return scale_of(games)

    def positions(self, games: Iterable[Game], scale: float) -> Positions:
        return positions_of(games, scale)

    def weights(self, path: str, plan: Any) -> bytes:
        held = load(path)
        if held.hidden > plan.hidden:
            raise LimitsError(
                f"--hidden {plan.hidden}: the weights to start from have {held.hidden}; "
                "expected as many, or more"
            )
        return pack(held)

    def fit(
        self, positions: Any, scale: float, plan: Any, seed: int, start: Path | None, tell: Tell
    ) -> bytes:
        recipe = Recipe(plan.hidden, plan.epochs, seed=seed)
        begun = None
        if start is not None:
            recipe = replace(recipe, rate=GOING_ON, decay=0.0)
            begun = widened(load(str(start)), plan.hidden, seed)

        def told(epoch: int, loss: float) -> None:
            tell(f"epoch {epoch} of {plan.epochs}, loss {loss:.6f}")

        return pack(quantised(fit(positions, scale, recipe, begun, told), plan.hidden))

    def losses(self, positions: Any, scale: float, path: str) -> dict[str, float]:
        weights = load(path)
        hidden = weights.hidden
        return {
            "pst": loss_of(untrained(hidden), hidden, positions, scale),
            "network": loss_of(restored(weights), hidden, positions, scale),
        }
