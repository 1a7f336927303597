"""How `patterns` are learned."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from evaluators.values import othello
from evaluators.values.othello_patterns import FINE, load, pack
from training.games import Game
from training.generations import Course, Plan, Tell
from training.othello.fit import error_of, fit
from training.othello.positions import Positions, positions_of
from training.othello.rules import OTHELLO

__all__ = ["OthelloCourse"]


class OthelloCourse(Course):
    """Weights of patterns, fitted to the margins to be expected."""

    rules = OTHELLO
    evaluator, base = "patterns", "positional"
    shipped = Path(othello.__file__).parent / othello.Fine.SHIPPED
    plan = Plan(games=60_000, nodes=400, window=2)
    quick = Plan(games=4000, nodes=300, window=1, match_games=200)

    def positions(self, games: Iterable[Game], scale: float) -> Positions:
        return positions_of(games)

    def weights(self, path: str, plan: Any) -> bytes:
        load(path, FINE)
        return Path(path).read_bytes()

    def fit(
        self, positions: Any, scale: float, plan: Any, seed: int, start: Path | None, tell: Tell
    ) -> bytes:
        """What was learned before plays the games; a regression needs no start."""

        def told(stage: int, error: float) -> None:
            tell(f"stage {stage + 1} of {FINE.stages}, error {error:.0f}")

        return pack(fit(positions, told), FINE)

    def losses(self, positions: Any, scale: float, path: str) -> dict[str, float]:
        return {
            "positional": error_of("positional", positions),
            "patterns": error_of(f"patterns:weights={path}", positions),
        }
