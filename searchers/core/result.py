"""The `Result` of a search, and the `Answer` that a running search improves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from evaluators.core.budget import Budget
from games.core.pictures import bars_svg, table_html
from games.core.position import Position
from games.core.scores import adjust_mate
from games.core.words import counted, interval_text, line_text, score_text
from searchers.core.counts import Counts

_MOST_ROWS = 20
"""Moves of a result's table in a notebook."""


@dataclass(frozen=True)
class RootMove:
    """The result of one root move, from the point of view of the side to move at the root.

    :param value: the move's value; None if it is unknown.
    :param bounds: (pessimistic, optimistic), each None if it is unknown; None if both are.
    :param pv: the best line that begins with the move, from searchers that have one for each move.
    :param proved: whether the value is certain, as in a result.
    :param visits: the simulations of the move, from Monte Carlo tree search.
    """

    move: int
    value: int | None = None
    bounds: tuple[int | None, int | None] | None = None
    pv: tuple[int, ...] = ()
    proved: bool = False
    visits: int | None = None

    @property
    def rank(self) -> int:
        """The sort key of root moves, lowest first.

        It is the negated optimistic bound, or the negated value without bounds; 0 if unknown.
        """
        most = self.value if self.bounds is None else self.bounds[1]
        return 0 if most is None else -most


_unknown = lru_cache(4096)(RootMove)
"""A cache of moves without a value: every search begins with them."""


@dataclass(frozen=True)
class Race:
    """The bounds at the root of a B* search: the best move and its strongest alternative.

    :param best: the root move of highest optimistic value.
    :param second: the one of next highest optimistic value.
    :param strategy: PROVEBEST or DISPROVEREST, the last one selected; "" before any.
    :param separation: the pessimistic value of the best less the optimistic value of the second.
    """

    best: RootMove
    second: RootMove
    strategy: str
    separation: int

    @property
    def proved(self) -> bool:
        """Whether the best move is separated from all others, which ends the search."""
        return self.separation >= 0


@dataclass(frozen=True)
class Result:
    """The result of a search, from the point of view of the side to move at the root.

    Wins and losses count their distance from the root.

    :param move: the best move; None only if the game is over.
    :param value: the value of the position; None only if there are bounds instead.
    :param bounds: (pessimistic, optimistic), from searchers that have bounds.
    :param proved: whether the value (or, with bounds, the move) is certain, if the evaluator's
        intervals are correct. A win or loss is, but best-first and selective searchers may have
        missed a shorter way.
    :param pv: the principal variation, beginning with `move`.
    :param depth: the plies searched: of the last full iteration, or of the principal variation.
    :param root: the root moves considered, best first.
    :param nodes: nodes taken from the budget, the evaluator's included.
    :param counts: the finer counts by name (see `searchers.core.counts.Counts`).
    :param seconds: wall-clock time.
    :param reason: why the search ended: nodes, time, stop, depth, proved, confident (the error
        probability is small), finished (the line to search ends the game), over (no legal move),
        only move (the search on a clock was short, since there is one legal move), memory (the
        memory is full), done.
    :param race: the bounds at the root, from B*.
    :param position: the root, for moves as text.
    :param wrong: the error probability of a move that was proved best, from 0 to 1, by the
        evaluator's errors; None if they are unknown.
    :param remarks: problems that did not prevent the result, such as a lost worker process; a
        sentence each.
    """

    move: int | None
    value: int | None
    bounds: tuple[int, int] | None
    proved: bool
    pv: tuple[int, ...]
    depth: int
    root: tuple[RootMove, ...]
    nodes: int
    counts: dict[str, int]
    seconds: float
    reason: str
    race: Race | None = None
    position: Position | None = field(default=None, compare=False)
    wrong: float | None = None
    remarks: tuple[str, ...] = ()

    @property
    def move_text(self) -> str:
        """The move as players read it, in chess SAN (Nf3); empty if there is none."""
        return "" if self.move is None else self._texts((self.move,))[0]

    @property
    def line(self) -> list[str]:
        """The principal variation as players read it, move by move, in chess SAN."""
        return self._texts(self.pv)

    @property
    def uci(self) -> str:
        """The move as programs exchange it, in chess UCI (g1f3); empty if there is none."""
        return "" if self.move is None else self._texts((self.move,), notation=False)[0]

    @property
    def uci_line(self) -> list[str]:
        """The principal variation as programs exchange it, move by move, in chess UCI."""
        return self._texts(self.pv, notation=False)

    def rows(self) -> list[dict[str, Any]]:
        """Return the root moves, best first, as rows of a table (for `pandas.DataFrame`).

        A row has `move` and `line` as text, `value`, and the bounds `low` and `high`, None if
        unknown. The best move has the principal variation as `line`. Without a line of its own
        another move has the move alone. From Monte Carlo tree search a row also has `visits`.
        """
        rows = []
        for known in self.root:
            low, high = known.bounds or (None, None)
            line = known.pv or (self.pv if known.move == self.move else (known.move,))
            text = self._texts(line)
            rows.append(
                {
                    "move": text[0],
                    "value": known.value,
                    "low": low,
                    "high": high,
                    "line": " ".join(text),
                    **({} if known.visits is None else {"visits": known.visits}),
                }
            )
        return rows

    def __str__(self) -> str:
        """Return move, value or bounds, depth, nodes and principal variation in one line."""
        bounds = [] if self.bounds is None else [interval_text(self.bounds)]
        value = [] if self.value is None else [score_text(self.value)]
        words = [self.move_text or "no move", *value, *bounds, f"depth {self.depth}"]
        summary = ", ".join([*words, counted(self.nodes, "node")])
        return f"{summary}: {' '.join(self.line)}" if self.pv else summary

    def __repr__(self) -> str:
        """Return the move, its value or bounds and the nodes between < and >."""
        worth = interval_text(self.bounds) if self.value is None else score_text(self.value)
        return f"<Result {self.move_text or 'no move'}, {worth}, {counted(self.nodes, 'node')}>"

    def _repr_html_(self) -> str:
        """Return the result as HTML for a notebook: a table of root moves, with bars for intervals.

        It has the first 20 moves that have a value or a bound. Notes below it give the number of
        the others, whether it is proved, reason, time, error probability and remarks.
        """
        rows = [
            row for row in self.rows() if (row["value"], row["low"], row["high"]) != (None,) * 3
        ]
        shown = rows[:_MOST_ROWS]
        headings, raw = ["move", "value", "line"], []
        cells = [[row["move"], score_text(row["value"]), row["line"]] for row in shown]
        if any(row["low"] is not None or row["high"] is not None for row in shown):
            headings[2:2], raw = ["interval", ""], [3]
            drawn = bars_svg([(row["low"], row["high"], row["value"]) for row in shown])
            for cell, row, bar in zip(cells, shown, drawn, strict=True):
                cell[2:2] = [interval_text((row["low"], row["high"])) if bar else "", bar]
        notes = [f"and {counted(len(rows) - len(shown), 'move')} more"] if rows != shown else []
        proved = ["proved"] if self.proved else []
        notes.append(", ".join([*proved, f"ended by: {self.reason}", f"{self.seconds:.3f} s"]))
        if self.wrong is not None:
            notes.append(f"error probability {100 * self.wrong:.1f}%")
        words = (0, len(headings) - 1)
        return table_html(str(self), headings, cells, words, raw, [*notes, *self.remarks])

    def _texts(self, line: Sequence[int], notation: bool = True) -> list[str]:
        """Return the moves of a line as text; without a position, the numbers of the moves.

        :param notation: whether moves are in the game's notation, not in that of programs.
        """
        if self.position is None:
            return [*map(str, line)]
        return line_text(self.position, line, notation)


Report = Callable[[Result], Any]
"""A function that a search calls with each interim result."""


class Answer:
    """The best answer so far; at first that is the first move to consider, without a value.

    A searcher calls `improve`. It may also set `reason`, why it ended, and add to `remarks`.

    :ivar moves: the root moves to consider.
    :ivar improved: whether `improve` has been called.
    :ivar is_restricted: whether some legal moves are not to be considered.
    :ivar static_value: returns the static value of the root.
    """

    def __init__(
        self,
        position: Position,
        moves: Iterable[int],
        budget: Budget,
        counts: Counts,
        report: Report | None,
    ) -> None:
        self.moves = list(moves)
        self.move: int | None = self.moves[0] if self.moves else None
        self.value: int | None = None
        self.bounds: tuple[int, int] | None = None
        self.proved = False
        self.pv: tuple[int, ...] = tuple(self.moves[:1])
        self.depth = 0
        self.root: Sequence[RootMove] = [*map(_unknown, self.moves)]  # in the tree's distances
        self.reason = ""
        self.race: Race | None = None
        self.wrong: float | None = None
        self.remarks: list[str] = []
        self.improved = False
        self.is_restricted = False
        self.static_value: Callable[[], int] = int
        self._position = position.copy()  # the search moves another copy
        self._ply = position.ply
        self._budget = budget
        self._counts = counts
        self._report = report
        self._started = time.perf_counter()

    def improve(
        self,
        move: int,
        *,
        value: int | None = None,
        bounds: tuple[int, int] | None = None,
        pv: Sequence[int] = (),
        depth: int = 0,
        proved: bool = False,
        root: Sequence[RootMove] = (),
        race: Race | None = None,
    ) -> None:
        """Store a better answer of the running search, and report it.

        Values are from the side to move at the root. Wins and losses count their distance from the
        start of the game, as in a search tree. The result has them from the root. Without value and
        bounds, the value is the root's static one. An error probability set before is removed.

        :param move: the best move.
        :param bounds: (pessimistic, optimistic).
        :param pv: the principal variation; the move alone if it is empty.
        :param depth: the plies searched.
        :param proved: whether the answer is certain, as in a `Result`.
        :param root: all root moves considered, best first; if it is empty, those before stay.
        :param race: the bounds at the root, from B*.
        """
        self.improved = True
        self.move = move
        self.value = (
            self.static_value() if value is None and bounds is None else self.from_root(value)
        )
        self.bounds = self._pair_from_root(bounds)
        self.pv = tuple(pv) or (move,)
        self.depth = depth
        self.proved = proved
        if root:
            self.root = root
        self.race = race
        self.wrong = None
        if self._report is not None:
            self._report(self.result())

    def result(self) -> Result:
        """Return the answer as a result, with wins and losses counted from the root.

        Nodes, counts and time are those until now. The reason is that of the searcher, else that of
        the budget, else "done".
        """
        race = self.race and replace(
            self.race,
            best=self._move_from_root(self.race.best),
            second=self._move_from_root(self.race.second),
        )
        return Result(
            self.move,
            self.value,
            self.bounds,
            self.proved,
            self.pv,
            self.depth,
            tuple([self._move_from_root(known) for known in self.root]),
            self._budget.used,
            self._counts.as_dict(),
            time.perf_counter() - self._started,
            self.reason or self._budget.reason or "done",
            race,
            self._position,
            self.wrong,
            tuple(self.remarks),
        )

    def from_root(self, score: Any) -> Any:
        """Return a score with wins and losses in plies from the root, not the game's start.

        None stays None.
        """
        return adjust_mate(score, -self._ply) if score is not None and self._ply else score

    def _pair_from_root(self, bounds: Any) -> Any:
        """Return bounds with wins and losses in plies from the root; None stays None."""
        return bounds and (self.from_root(bounds[0]), self.from_root(bounds[1]))

    def _move_from_root(self, known: RootMove) -> RootMove:
        """Return a root move with wins and losses in plies from the root, not the game's start."""
        value, bounds = self.from_root(known.value), self._pair_from_root(known.bounds)
        if value == known.value and bounds == known.bounds:
            return known
        return replace(known, value=value, bounds=bounds)
