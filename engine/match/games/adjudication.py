"""Adjudication: how a game ends whose result is beyond doubt, or that will not end.

    longest = 400             a draw after so many plies, the opening's included
    resign_value = 900        a player whose own value was so bad ...
    resign_moves = 4          ... for so many of its moves in a row loses
    draw_value = 10           both players' values were so near zero ...
    draw_moves = 8            ... for so many moves of each in a row, and
    draw_after = 80           so many plies were played: a draw
    syzygy = "folder"         chess: what the tablebases know, just after a capture or pawn move
    exact = 12                Othello: solved by search as soon as so many squares are empty (and
                              other games that know how many moves are left at most)

Values are the players' own, in the units of their evaluators: centipawns, hundredths of a disc.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.match.endings import scored
from engine.match.games.record import MoveRecord
from games.core.position import Position
from games.errors import SpecError, quoted
from games.parts.numbers import is_whole
from games.parts.records import Record, record
from searchers import Limits
from searchers import make as make_searcher

__all__ = ["LONGEST_GAME", "Adjudication", "Judge", "Verdict"]

LONGEST_GAME = 1000
"""Plies, the opening's included, after which a game is adjudicated a draw."""

SOLVER = "pvs"
"""Who solves the ends of games, with the simplest evaluator: it is for the order of moves alone."""


class Adjudication(Record, frozen=True):
    """The rules of a tournament; a rule whose value is None is not used.

    :raises SpecError: if a value makes no sense.
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
        """The rules that these are; None is the usual ones.

        :param rules: also a mapping of their names to their values.
        :raises SpecError: if they are none.
        """
        if rules is None:
            return cls()
        if isinstance(rules, Adjudication):
            return rules
        if not isinstance(rules, Mapping):
            expected = "expected Adjudication(resign_value=900), or a dict of its rules"
            raise SpecError(f"adjudication={quoted(rules)}: {expected}")
        try:
            return record(dict(rules), cls, "adjudication")
        except ValueError as error:
            raise SpecError(str(error)) from None

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is None or name == "syzygy":
                continue
            low = 0 if name in ("draw_value", "draw_after") else 1
            if not is_whole(value, low):
                expected = f"a whole number, at least {low} and below 2^63"
                raise SpecError(f"{name}={quoted(value)}: expected {expected}")


@dataclass(frozen=True)
class Verdict:
    """How a game was adjudicated: see `game_record.GameRecord` for the three."""

    score: float
    margin: int | None
    ending: str


class Judge:
    """Applies the rules to games of one kind.

    :raises SpecError: if a rule is not for this game.
    :raises FileError: if there are no tablebases in the folder given.
    """

    def __init__(self, rules: Adjudication, start: Position) -> None:
        self.rules = rules
        self._rules: list[Callable[[Position, Sequence[MoveRecord]], Verdict | None]] = []
        if rules.resign_value is not None:
            self._rules.append(self._resigned)
        if rules.draw_value is not None:
            self._rules.append(self._level)
        if rules.syzygy is not None:
            if "syzygy" not in start.INFO.standards:
                raise SpecError(f"adjudication: syzygy is for chess, not for {start.spec}")
            from games.chess.tablebases import Tablebases  # python-chess: only when needed

            self._tables = Tablebases(rules.syzygy, "adjudication: syzygy")
            self._rules.append(self._tabled)
        if rules.exact is not None:
            if start.moves_left() is None:
                fault = f"{start.spec} does not know how many moves are left"
                raise SpecError(f"adjudication: exact: {fault}; expected a game such as othello")
            self._solver = make_searcher(SOLVER, start.INFO.evaluators[-1])
            self._rules.append(self._solved)

    def verdict(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        """How the game is adjudicated here, if it is.

        :param moves: the players' moves so far, the last one led to the position.
        """
        if len(position.history) >= self.rules.longest:
            return Verdict(0.5, None, f"adjudicated after {len(position.history)} plies")
        for rule in self._rules:
            verdict = rule(position, moves)
            if verdict is not None:
                return verdict
        return None

    def _resigned(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        if not moves:
            return None
        loser, worst = moves[-1].side, -(self.rules.resign_value or 0)
        own = [move.value for move in moves if move.side == loser][-self.rules.resign_moves :]
        if len(own) < self.rules.resign_moves or any(v is None or v > worst for v in own):
            return None
        return Verdict(float(loser), None, "adjudicated: resigned")

    def _level(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        most, last = self.rules.draw_value or 0, moves[-2 * self.rules.draw_moves :]
        if len(last) < 2 * self.rules.draw_moves or len(position.history) < self.rules.draw_after:
            return None
        if any(move.value is None or abs(move.value) > most for move in last):
            return None
        return Verdict(0.5, None, "adjudicated: draw")

    def _tabled(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
        if position.clock:  # type: ignore[attr-defined]  # chess has one
            return None  # the tables speak of positions just after an irreversible move
        worth = self._tables.worth(position)
        if worth is None:  # too many pieces, or a table that is not there
            return None
        score = {2: 1.0, -2: 0.0}.get(worth, 0.5)  # 1 and -1 are draws by the fifty-move rule
        return Verdict(1 - score if position.turn else score, None, "adjudicated: tablebase")

    def _solved(self, position: Position, moves: Sequence[MoveRecord]) -> Verdict | None:
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
        return Verdict(*scored(value), f"adjudicated: solved {position.outcome_text(value)}")
