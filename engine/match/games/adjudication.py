"""Adjudication: ends games whose result is clear, and games that are too long.

    longest = 400             a draw after 400 plies, including the opening
    resign_value = 900        a player whose own value is -900 or less ...
    resign_moves = 4          ... for 4 of its moves in a row loses
    draw_value = 10           the values of both players are from -10 to 10 ...
    draw_moves = 8            ... for 8 moves of each in a row, and
    draw_after = 80           80 plies were played: a draw
    syzygy = "folder"         chess: result of the tablebases, just after a capture or pawn move
    exact = 12                Othello: solved by search when 12 squares are empty (and other games
                              with a known maximum of remaining moves)

Values are the players' own, in the units of their evaluators: centipawns, hundredths of a disc.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.match.games.record import MoveRecord
from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.errors import SpecError, quoted
from games.parts.numbers import is_whole
from games.parts.records import Record, record
from searchers import Limits
from searchers import make as make_searcher

LONGEST_GAME = 1000
"""Plies, including the opening, after which a game is adjudicated a draw."""

SOLVER = "pvs"
"""The searcher that solves endgames, with the simplest evaluator, which only orders moves."""


_CONDITIONS = {
    "resign_moves": "resign_value",
    "draw_moves": "draw_value",
    "draw_after": "draw_value",
}
"""The rules that have no effect without another one."""


class Adjudication(Record, frozen=True):
    """The rules of a tournament; a rule with the value None is not used.

    :raises SpecError: if a value is of another type or out of range.
    """

    longest: int = LONGEST_GAME
    resign_value: int | None = None
    resign_moves: int = 4
    draw_value: int | None = None
    draw_moves: int = 8
    draw_after: int = 80
    syzygy: str | None = None
    exact: int | None = None

    @classmethod
    def of(cls, rules: Adjudication | Mapping[str, Any] | None) -> Adjudication:
        """Return the rules; None for the defaults.

        :param rules: rules, or a mapping of their names to values.
        :raises SpecError: if they are invalid, or one has no effect without another.
        """
        usual = cls()
        if rules is None:
            return usual
        if not isinstance(rules, Adjudication | Mapping):
            expected = "expected Adjudication(resign_value=900), or a dict of its rules"
            raise SpecError(f"adjudication={quoted(rules)}: {expected}")
        try:
            found = (
                record(dict(rules), cls, "adjudication") if isinstance(rules, Mapping) else rules
            )
        except ValueError as error:
            raise SpecError(str(error)) from None
        for name, other in _CONDITIONS.items():
            given = getattr(found, name)
            if getattr(found, other) is None and given != getattr(usual, name):
                raise SpecError(f"adjudication: {name}={given}: expected {other} with it")
        return found

    def __post_init__(self) -> None:
        """Check that the numbers given are whole and in range.

        :raises SpecError: if not.
        """
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name == "syzygy" and not isinstance(value, str | None):
                raise SpecError(f"syzygy={quoted(value)}: expected the path of a folder, as text")
            if value is None or name == "syzygy":
                continue
            low = 0 if name in ("draw_value", "draw_after") else 1
            if not is_whole(value, low):
                expected = f"a whole number, at least {low} and below 2^63"
                raise SpecError(f"{name}={quoted(value)}: expected {expected}")


class Verdict(NamedTuple):
    """The result of a game; see `GameRecord` for the fields."""

    score: float
    margin: int | None
    ending: str


class Judge:
    """The judge that applies the rules to games from one start.

    :raises SpecError: if a rule does not fit this game.
    :raises FileError: if the folder has no tablebases.
    """

    def __init__(self, rules: Adjudication, start: Position) -> None:
        """Choose the rules that are set, and open the tables or the solver that they need.

        :param start: the position the games begin at.
        :raises SpecError: if a rule does not fit the game.
        :raises FileError: if the folder of tables cannot be read.
        """
        self.rules = rules
        self._rules: list[Callable[[Position, Sequence[MoveRecord]], Verdict | None]] = []
        if rules.resign_value is not None:
            self._rules.append(self._resigned)
        if rules.draw_value is not None:
            self._rules.append(self._drawn)
        if rules.syzygy is not None:
            if "syzygy" not in start.INFO.standards:
                raise SpecError(f"adjudication: syzygy is for chess, not for {start.spec}")
            from games.chess.tablebases import Tablebases  # python-chess: only when needed

            self._tables = Tablebases(rules.syzygy, "adjudication: syzygy")
            self._rules.append(self._tabled)
        if rules.exact is not None:
            if start.moves_left() is None:
                fault = f"{start.spec} cannot tell how many moves are left"
                raise SpecError(f"adjudication: exact: {fault}; expected a game such as othello")
            self._solver = make_searcher(SOLVER, start.INFO.evaluators[-1])
            self._rules.append(self._solved)

    def verdict(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return the verdict if a rule ends the game here, else None.

        A history of `longest` plies, the opening included, is a draw. Then the other rules apply.
        The score and margin are those of the side that moves first in the game.

        :param position: the position of a game that is not over; it is not changed.
        :param moves: the players' moves so far; the last one led to the position.
        """
        if len(position.history) >= self.rules.longest:
            return Verdict(0.5, None, f"adjudicated after {len(position.history)} plies")
        for rule in self._rules:
            verdict = rule(position, moves)
            if verdict is not None:
                return verdict
        return None

    def _resigned(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return a loss of the player who moved last if its values were low long enough; else None.

        Its last `resign_moves` values are all known and at most -`resign_value`.
        """
        if not moves:
            return None
        loser, worst = moves[-1].side, -(self.rules.resign_value or 0)
        own = [move.value for move in moves if move.side == loser][-self.rules.resign_moves :]
        if len(own) < self.rules.resign_moves or any(v is None or v > worst for v in own):
            return None
        return Verdict(float(loser), None, "adjudicated: resigned")

    def _drawn(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return a draw if the values of both players were near 0 long enough; else None.

        The values of the last `2 * draw_moves` moves are from -`draw_value` to `draw_value`, none
        is unknown, and at least `draw_after` plies were played.
        """
        most, last = self.rules.draw_value or 0, moves[-2 * self.rules.draw_moves :]
        if len(last) < 2 * self.rules.draw_moves or len(position.history) < self.rules.draw_after:
            return None
        if any(move.value is None or abs(move.value) > most for move in last):
            return None
        return Verdict(0.5, None, "adjudicated: draw")

    def _tabled(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return the tablebases' verdict just after a capture or pawn move; None for none.

        "Just after" means that the position's count of the fifty-move rule is 0. There is none if
        the tables lack the position. A win that the fifty-move rule prevents is a draw.
        """
        if position.clock:  # type: ignore[attr-defined]  # chess has one
            return None  # tables hold positions just after an irreversible move
        code = self._tables.outcome_code(position)
        if code is None:  # too many pieces, or a missing table
            return None
        score = {2: 1.0, -2: 0.0}.get(code, 0.5)  # 1 and -1 are draws by the fifty-move rule
        return Verdict(1 - score if position.turn else score, None, "adjudicated: tablebase")

    def _solved(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return the exact result, found by a full search, if few moves are left; else None.

        At most `exact` moves are left, passes not counted. The verdict has the margin. The position
        is unchanged.
        """
        left = position.moves_left()
        if left is None or left > (self.rules.exact or 0):
            return None
        position = position.copy()
        value = position.outcome()
        if value is None:
            self._solver.new_game()
            # Between two moves there is one pass at most, or the game is over.
            value = self._solver.search(position, Limits(depth=2 * left + 2)).value
        assert value is not None, "a search without bounds has a value"
        value = -value if position.turn else value
        return Verdict(
            *score_and_margin(value), f"adjudicated: solved {position.outcome_text(value)}"
        )


def end_of_game(position: Position) -> Verdict:
    """Return the result of a game that is over, for the side that moves first in it.

    The score is 1, 0.5 or 0. The margin is None for a win or loss in a game without margins, and 0
    for every draw. The ending uses the game's terms: "checkmate", "discs 40-24", "win", "draw".
    """
    outcome = position.outcome()
    assert outcome is not None, "the game goes on"
    value = -outcome if position.turn else outcome
    return Verdict(*score_and_margin(value), position.ending())


def score_and_margin(value: int) -> tuple[float, int | None]:
    """Return the score (0, 1/2 or 1) and the margin, for the side that the outcome is for.

    The margin is the outcome itself, 0 for a draw. It is None if the outcome is a win or loss
    without a margin.
    """
    score = 0.5 * (1 + (value > 0) - (value < 0))
    return score, value if abs(value) < MATE_BOUND else None
