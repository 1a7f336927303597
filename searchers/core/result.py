"""What a search found: `Result`, and the `Answer` that grows into one while the search runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from evaluators.core.budget import Budget
from games.core.pictures import bars_svg, table_html
from games.core.position import Position
from games.core.scores import KNOWN_WIN, adjust_mate
from games.core.words import counted, interval_text, line_text, score_text
from searchers.core.counts import Counts

__all__ = ["Answer", "Race", "Report", "Result", "RootMove", "next_report"]

_MOST_ROWS = 20
"""Moves of a result's table in a notebook."""


@dataclass(frozen=True)
class RootMove:
    """What is known of one move at the root, from the root side's point of view.

    :param value: the move's value; None where it is unknown.
    :param bounds: (pessimistic, optimistic), None at an end that is unknown; None if both are.
    :param pv: the best line that begins with the move, of searchers that hold one for every move.
    :param proved: whether the value is known to be certain, as a result's is.
    """

    move: int
    value: int | None = None
    bounds: tuple[int | None, int | None] | None = None
    pv: tuple[int, ...] = ()
    proved: bool = False

    @property
    def rank(self) -> int:
        """What moves are listed by, the lowest first: the more a move may be worth, the lower; 0
        where nothing is known."""
        most = self.value if self.bounds is None else self.bounds[1]
        return 0 if most is None else -most


_unknown = lru_cache(4096)(RootMove)
"""A move of which nothing is known, made once: every search begins with all of them."""


@dataclass(frozen=True)
class Race:
    """Where the race at the root of a B* search stands: all but the best are to be outrun.

    :param best: the root move of highest optimistic value.
    :param second: the one of next highest optimistic value.
    :param strategy: PROVEBEST or DISPROVEREST, as chosen last; "" before any choice.
    :param separation: the pessimistic value of the best less the optimistic value of the second.
    """

    best: RootMove
    second: RootMove
    strategy: str
    separation: int

    @property
    def proved(self) -> bool:
        """Whether the best move is separated from all others, which ends the race."""
        return self.separation >= 0


@dataclass(frozen=True)
class Result:
    """What a search found, from the root side's point of view; distances count from the root.

    :param move: the move to make; None only where the game is over.
    :param value: the value of the position; None only where there are bounds instead.
    :param bounds: (pessimistic, optimistic), for searchers that have bounds.
    :param proved: whether the value (or, with bounds, the move) is certain and no mere estimate, as
        far as the evaluator's intervals can be relied on; a
        win or loss is one, but best-first and selective searchers may have missed a shorter way.
    :param pv: the principal variation, beginning with `move`.
    :param depth: plies looked ahead: of the last full iteration, or of the principal variation.
    :param root: what is known of every root move considered, best first.
    :param nodes: nodes taken from the budget, the evaluator's included.
    :param counts: the finer counts by name (see `searchers.core.counts.Counts`).
    :param seconds: wall-clock time.
    :param reason: why the search ended: nodes, time, stop, depth, proved, confident (the
        chance that another move is better is small), finished (the line to
        look at ends the game), over (no legal move), only move (the search on a
        clock was short, since there is one legal move), memory (the store is
        full), done.
    :param race: where the race at the root stands, for searchers that hold one.
    :param position: the root, for moves as text.
    :param wrong: of a move that was proved best, the chance, from 0 to 1, that another one is
        better, by what the evaluator says of its own errors; None where nobody says.
    :param remarks: what went wrong without costing the answer, such as a process that helped no
        more; a sentence each.
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
        """The move as its players read it, in chess SAN (Nf3); empty where there is none."""
        return "" if self.move is None else self._texts((self.move,))[0]

    @property
    def line(self) -> list[str]:
        """The principal variation as its players read it, move by move, in chess SAN."""
        return self._texts(self.pv)

    @property
    def uci(self) -> str:
        """The move as programs exchange it, in chess UCI notation (g1f3); empty where there is
        none."""
        return "" if self.move is None else self._texts((self.move,), notation=False)[0]

    @property
    def uci_line(self) -> list[str]:
        """The principal variation as programs exchange it, move by move, in chess UCI notation."""
        return self._texts(self.pv, notation=False)

    def rows(self) -> list[dict[str, Any]]:
        """What is known of every root move, best first, as rows of a table (`pandas.DataFrame`
        takes them): the move and its line as text, its value, and its bounds `low` and `high`."""
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
                }
            )
        return rows

    def __str__(self) -> str:
        """The result in a line: move, value or bounds, depth, nodes, and the line to be played."""
        bounds = [] if self.bounds is None else [interval_text(self.bounds)]
        value = [] if self.value is None else [score_text(self.value)]
        words = [self.move_text or "no move", *value, *bounds, f"depth {self.depth}"]
        told = ", ".join([*words, counted(self.nodes, "node")])
        return f"{told}: {' '.join(self.line)}" if self.pv else told

    def __repr__(self) -> str:
        worth = interval_text(self.bounds) if self.value is None else score_text(self.value)
        return f"<Result {self.move_text or 'no move'}, {worth}, {counted(self.nodes, 'node')}>"

    def _repr_html_(self) -> str:
        """The result in a notebook: a table of the root's moves, with bars for intervals."""
        rows = [
            row for row in self.rows() if (row["value"], row["low"], row["high"]) != (None,) * 3
        ]
        shown = rows[:_MOST_ROWS]
        headings, raw = ["move", "value", "line"], []
        cells = [[row["move"], score_text(row["value"]), row["line"]] for row in shown]
        if any(row["low"] is not None or row["high"] is not None for row in shown):
            headings[2:2], raw = ["interval", ""], [3]
            drawn = bars_svg([(row["low"], row["high"], row["value"]) for row in shown], KNOWN_WIN)
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
        if self.position is None:
            return [*map(str, line)]
        return line_text(self.position, line, notation)


Report = Callable[[Result], Any]
"""What a search calls with an interim result whenever it has learnt something."""


def next_report(used: int) -> int:
    """How many nodes a best-first search takes, which told its answer after `used`, before it tells
    it again."""
    return used + max(1000, used // 8)


class Answer:
    """The best answer so far. There is always one: it starts as the first legal move.

    `improved` tells whether it is still that; `static` gives the root's value where nothing was
    searched.
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
        self.root: Sequence[RootMove] = [*map(_unknown, self.moves)]  # as in the tree
        self.reason = ""
        self.race: Race | None = None
        self.wrong: float | None = None
        self.remarks: list[str] = []
        self.improved = False
        self.narrowed = False  # some legal moves are not to be considered
        self.static: Callable[[], int] = int
        self._position = position.copy()  # what the search moves about in is another
        self._ply = position.ply
        self._budget = budget
        self._counts = counts
        self._report = report
        self.listening = report is not None
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
        """Take a better answer and report it.

        Scores come as they stand in the tree, where distances count from the start of the game.
        Without any, the value is the root's static one.
        """
        self.improved = True
        self.move = move
        self.value = self.static() if value is None and bounds is None else self._seen(value)
        self.bounds = None if bounds is None else (self.seen(bounds[0]), self.seen(bounds[1]))
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
        """The answer as it stands."""
        return Result(
            self.move,
            self.value,
            self.bounds,
            self.proved,
            self.pv,
            self.depth,
            tuple([self._seen_move(known) for known in self.root]),
            self._budget.used,
            self._counts.as_dict(),
            time.perf_counter() - self._started,
            self.reason or self._budget.reason or "done",
            self._seen_race(),
            self._position,
            self.wrong,
            tuple(self.remarks),
        )

    def seen(self, score: int) -> int:
        """A score of the tree as it looks from the root."""
        return adjust_mate(score, -self._ply) if self._ply else score

    def _seen_move(self, known: RootMove) -> RootMove:
        if self._ply == 0 or (known.value is None and known.bounds is None):
            return known
        value, bounds = self._seen(known.value), self._seen_pair(known.bounds)
        if value == known.value and bounds == known.bounds:
            return known
        return replace(known, value=value, bounds=bounds)

    def _seen_race(self) -> Race | None:
        if self.race is None:
            return None
        best, second = self._seen_move(self.race.best), self._seen_move(self.race.second)
        if best is self.race.best and second is self.race.second:
            return self.race
        return replace(self.race, best=best, second=second)

    def _seen(self, score: int | None) -> int | None:
        return None if score is None else self.seen(score)

    def _seen_pair(
        self, bounds: tuple[int | None, int | None] | None
    ) -> tuple[int | None, int | None] | None:
        return None if bounds is None else (self._seen(bounds[0]), self._seen(bounds[1]))
