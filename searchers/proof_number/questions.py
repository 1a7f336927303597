"""The questions that a proof-number search answers, and what it reports.

A proof answers a question with two outcomes: is the value of the root at least a *threshold*? A
game with more outcomes, or with a margin, takes several questions. Each answer has bounds of the
value, and the next threshold lies between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from games.core.scores import LOSS, MATE_BOUND, WIN
from games.errors import SpecError, quoted
from games.parts.numbers import whole
from games.parts.part import Option
from searchers.core.result import Answer, RootMove


class ProofOptions(TypedDict, total=False):
    """The options of all proof-number searches: the question, and the numbers."""

    goal: Annotated[
        str,
        Option(
            "value",
            "the question: value (as many as needed to know who wins, or the margin), win (more "
            "than 0), draw (at least 0), or at least a number",
        ),
    ]
    shortest: Annotated[
        bool, Option(False, "with goal=value, find the shortest win and the longest loss")
    ]
    start: Annotated[
        Literal["one", "mobility"],
        Option("one", "numbers of a new leaf: one, or by the mobility of its side to move"),
    ]
    add: Annotated[
        Literal["sum", "weak"],
        Option(
            "sum",
            "the number of what all children must do: their sum, or the largest plus the number of "
            "the others (weak proof numbers, which count a transposition less often)",
        ),
    ]


_WORDS = {"value": None, "win": 1, "draw": 0}


def threshold_of(goal: str, owner: str) -> int | None:
    """Return the threshold of the option `goal`: 1 for `win`, 0 for `draw`, or its number.

    :param owner: the name of the searcher, for the error.
    :returns: None for `value`.
    :raises SpecError: if it is no such word, nor a whole number up to WIN in size.
    """
    if goal in _WORDS:
        return _WORDS[goal]
    try:
        threshold = whole(goal)
    except ValueError:
        threshold = WIN + 1
    if abs(threshold) > WIN:
        expected = f"value, win, draw, or a whole number up to {WIN} in size"
        raise SpecError(f"{owner}: goal={quoted(goal)}: expected {expected}")
    return threshold


class Child(NamedTuple):
    """A root move: its bounds from the root's side, and its proof number."""

    move: int
    low: int
    high: int
    proof: int


class Questions:
    """The questions of one search, and the bounds of the root's value that are known.

    The first question is whether the side to move wins. The others halve the interval of the
    bounds, or go beyond the only bound that is known. Wins and losses are dated from the start of
    the game.

    :param only: the threshold of the only question; None for as many as the value needs.
    :param shortest: whether the value of a won or lost game includes its length.
    :param ply: the root's ply.
    """

    def __init__(self, only: int | None, shortest: bool, ply: int) -> None:
        self.only, self.shortest = only, shortest
        self.low, self.high = LOSS + ply + 1, WIN - ply - 1
        self.threshold: int | None = None

    @property
    def resolved(self) -> bool:
        """Whether the result is known: the bounds meet, or prove a win or a loss of any length."""
        won_or_lost = self.low >= MATE_BOUND or self.high <= -MATE_BOUND
        return self.low >= self.high or won_or_lost

    def narrow(self, low: int, high: int) -> None:
        """Narrow the bounds of the root's value by further bounds of it."""
        self.low, self.high = max(self.low, low), min(self.high, high)

    def answered(self) -> bool:
        """Return whether the bounds answer the last question; false before the first one."""
        return self.threshold is not None and not self.low < self.threshold <= self.high

    def reason(self) -> str:
        """Return why the search ended, when no other threshold is to be tested.

        It is "proved" if the result is known, else "done" if the last question was answered, else
        "depth".
        """
        return "proved" if self.resolved else "done" if self.answered() else "depth"

    def __iter__(self) -> Iterator[int]:
        """Yield the threshold of each question; `narrow` the bounds before the next.

        A question that was not answered is the last one.
        """
        while not (self.low >= self.high or (self.resolved and not self.shortest)):
            self.threshold = self._next_threshold() if self.only is None else self.only
            yield self.threshold
            if self.only is not None or not self.answered():
                return

    def _next_threshold(self) -> int:
        """Return the threshold of the next question: above `low`, at most `high`.

        The first is 1, if it is in that range. Then it is `high` while `low` still allows a loss,
        else `low` + 1 while `high` allows a win, else the middle.
        """
        low, high = self.low, self.high
        if self.threshold is None and low < 1 <= high:
            return 1
        if low <= -MATE_BOUND:
            return high
        if high >= MATE_BOUND:
            return low + 1
        return low + (high - low + 1) // 2


def report(
    answer: Answer,
    questions: Questions,
    children: Sequence[Child],
    statics: dict[int, int],
    line: Any,
    plies: int,
) -> None:
    """Report the best move, the bounds of the value, and all root moves.

    A move that secures the best known bound is best. If there is none, it is the move of the least
    proof number, and of equal ones that of the best static value. If the bounds meet, they are the
    value, and no bounds are reported. If they only decide who wins, no value is. Both count as
    proved. Otherwise the value is the root's static one, limited to the bounds. Bounds that exclude
    neither a win nor a loss are not reported.

    :param children: all root moves.
    :param statics: the static values of the moves that were made, from the root's side.
    :param line: returns the principal variation that begins with a move.
    :param plies: the depth to report unless the result is known; then it is the line's length.
    """
    ranked = sorted(children, key=lambda child: _rank(child, questions, statics))
    low, high = questions.low, questions.high
    exact = low >= high
    pv = line(ranked[0].move)
    bounds = None if exact or not _is_known(low, high) else (low, high)
    value = low if exact else None
    if not questions.resolved:
        value = max(low, min(high, answer.static_value()))
    answer.improve(
        ranked[0].move,
        value=value,
        bounds=bounds,
        pv=pv,
        depth=len(pv) if questions.resolved else plies,
        proved=questions.resolved,
        root=[_root_move(child) for child in ranked],
    )


def _rank(child: Child, questions: Questions, statics: dict[int, int]) -> tuple[Any, ...]:
    """Return the sort key of a root move; the best moves sort first.

    Once the result is known it is by bounds. Before, a move that secures the best known bound comes
    first and lost ones come last. The others are by proof number, lower bound and static value.
    """
    static = statics.get(child.move, -WIN)
    if questions.resolved:
        return -child.low, -child.high, -static
    secures = -MATE_BOUND < questions.low <= child.low
    return not secures, child.high <= -MATE_BOUND, child.proof, -child.low, -static


def _is_known(low: int, high: int) -> bool:
    """Return whether bounds exclude a win, or exclude a loss."""
    return low > -MATE_BOUND or high < MATE_BOUND


def _root_move(child: Child) -> RootMove:
    """Return the record of a root move: its exact value, else its proved bounds, else neither."""
    if child.low >= child.high:
        return RootMove(child.move, child.low, pv=(child.move,), proved=True)
    if not _is_known(child.low, child.high):
        return RootMove(child.move, pv=(child.move,))
    return RootMove(child.move, bounds=(child.low, child.high), pv=(child.move,))
