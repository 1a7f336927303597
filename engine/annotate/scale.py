"""The loss of a move, the marks for it, and values as text."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from engine.uci.info import chances_of
from games.core.position import Position
from games.core.scores import KNOWN_WIN, is_decided
from games.core.words import moves_to_mate, score_text

MARKS = ("?!", "?", "??")
"""The marks by rising loss: inaccuracy, mistake, blunder."""

SHARES = (0.05, 0.10, 0.15)
"""The least losses of expected score for the marks."""

POINTS = (2.0, 5.0, 10.0)
"""The least losses in points for the marks."""


class Scale:
    """The measure of losses in one game.

    Chess counts the expected score: the chance of a win plus half the chance of a draw, by
    `chances_of`. A pawn matters in an even game and hardly in a won one, which the difference of
    two values does not say. The thresholds are those of lichess.org, 5, 10 and 15%.

    A game that ends with a margin of points, as Othello, counts points: the margin is the result
    itself, and no fit of chances to it is known. The least loss by exact play is 2 discs.

    In any other game values have no common unit. So only a win or draw that is given away counts:
    half a point is a mistake and a blunder in one, marked "??".
    """

    def __init__(self, position: Position) -> None:
        self.is_chess = "pgn" in position.INFO.standards
        self.in_points = not self.is_chess and position.INFO.total_points > 0
        self.unit: int = 100 if self.is_chess else position.INFO.value_per_point
        self.thresholds: Sequence[float] = POINTS if self.in_points else SHARES

    def loss(self, best: int, played: int) -> float:
        """Return the loss of a move, at least 0, in points or in shares of the expected score.

        :param best: the value of the best move, from the side that moves.
        :param played: the value of the move played.
        """
        if self.in_points:
            return max(0.0, (best - played) / self.unit)
        return max(0.0, self._expected(best) - self._expected(played))

    def _expected(self, value: int) -> float:
        """Return the expected score, from 0 to 1, of a value from the same side.

        In chess it is the chance of a win plus half the chance of a draw. In other games it is 1
        for a won value, 0 for a lost one and 0.5 for any other.
        """
        if self.is_chess:
            win, drawn, _ = chances_of(value)
            return win / 1000 + drawn / 2000
        return 0.5 if abs(value) < KNOWN_WIN else float(value > 0)

    def mark(self, loss: float) -> str:
        """Return the mark of a loss; empty for a small one."""
        reached = [m for m, least in zip(MARKS, self.thresholds, strict=True) if loss >= least]
        return reached[-1] if reached else ""

    def loss_text(self, loss: float) -> str:
        """Return a loss as text: "12%" of the expected score, or "4.5" points.

        It is rounded down, so that a text of 10% or more has the mark of 10%.
        """
        return f"{floor(10 * loss) / 10:.1f}" if self.in_points else f"{floor(100 * loss)}%"

    def text(self, value: int) -> str:
        """Return a value as signed text: in pawns, in points, or the number without a unit.

        Wins and losses are "#3" and "#-3" (moves to mate) in chess, else "win in 3 plies".
        """
        if self.is_chess and is_decided(value):
            return f"#{'-' if value < 0 else ''}{moves_to_mate(value)}"
        if self.unit == 1 or is_decided(value) or abs(value) >= KNOWN_WIN:
            return score_text(value)
        return f"{value / self.unit:+.2f}".replace("+0.00", "0.00").replace("-0.00", "0.00")

    def words(self) -> str:
        """Return each mark with its name and least loss, and the unit of losses, in one line."""
        factor, sign = (1, "") if self.in_points else (100, "%")
        unit = "in points" if self.in_points else "a share of the expected score"
        names = zip(MARKS, ("inaccuracy", "mistake", "blunder"), self.thresholds, strict=True)
        each = [f"{mark} {name} ({factor * least:g}{sign} or more)" for mark, name, least in names]
        return f"{', '.join(each)}; a loss is {unit}"
