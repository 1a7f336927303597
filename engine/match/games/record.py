"""Records of finished games: moves and their cost, the end, and forfeits."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Self

import msgspec
from msgspec import Meta, field

from engine.match.openings.openings import Opening
from games.core.position import Position
from games.errors import MoveError, quoted
from games.parts.records import Number, Record, plain, record
from searchers import Clock

RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
"""The result as text, by the score of the side that moves first."""

GAME_COLUMNS = (
    "round",
    "first",
    "second",
    "result",
    "margin",
    "first_points",
    "second_points",
    "ending",
    "forfeited",
    "detail",
    "plies",
    "opening_plies",
    "first_nodes",
    "second_nodes",
    "first_seconds",
    "second_seconds",
    "date",
)
"""The columns of `GameRecord.row`."""


class Points(NamedTuple):
    """The `value_per_point` and `total_points` of a game (`GameInfo`).

    :param unit: the value of one point of a margin.
    :param total: the points of both sides together; 0 if that varies.
    """

    unit: int = 1
    total: int = 0

    @classmethod
    def of(cls, position: Position) -> Points:
        """Return the value of a point, and both sides' points together, in a position's game."""
        return cls(int(position.INFO.value_per_point), int(position.INFO.total_points))

    def shared(self, margin: int | None) -> tuple[int | None, int | None, int | None]:
        """Return a margin in points, and the points of both sides.

        :param margin: the margin of the side that moves first, in the game's values; None if it is
            not known.
        :returns: margin, points of the first side, points of the second. All are None without a
            margin. The points are None if the game has no fixed total.
        """
        if margin is None:
            return None, None, None
        more = margin // self.unit
        if not self.total:
            return more, None, None
        return more, (self.total + more) // 2, (self.total - more) // 2


PLAIN = Points()
"""The points of a game that does not define them."""

GameNumber = Annotated[int, Meta(ge=1)]

ONLY = "only move"
"""The reason of a move that was the only legal one."""


class MoveRecord(Record, frozen=True, array_like=True):
    """One move by a player, and its cost (see `player.Choice`).

    :param side: the side: 0 moves first in the game, 1 is the other.
    :param text: the move as `Position.move_text` writes it.
    :param requested: the node limit the player had; None for none.
    """

    side: int
    move: int
    text: str
    requested: int | None
    nodes: int | None
    seconds: Number
    cpu: Number | None
    value: int | None
    reason: str
    implausible: str
    depth: int | None = None  # old records lack this field and the next
    bounds: tuple[int, int] | None = None

    @property
    def exceeded(self) -> bool:
        """Whether the move took more nodes than its limit; false if either number is not known."""
        return self.requested is not None and (self.nodes or 0) > self.requested

    @property
    def under_use(self) -> str:
        """The reason why the move took fewer nodes than requested; "" if it did not.

        It is also "" if either number is not known. Where the node limit ended the search, it is
        "expansion did not fit"; without a recorded reason it is "not known".
        """
        if self.requested is None or self.nodes is None or self.nodes >= self.requested:
            return ""
        return "expansion did not fit" if self.reason == "nodes" else self.reason or "not known"


class Cost(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The cost of one side's moves in a game, or of a player's in all games.

    :param nodes: nodes of all moves; `max_nodes` of one.
    :param counted: moves with a known node count.
    :param requested: nodes requested for those moves.
    :param exceeded: moves that took more nodes than requested.
    :param under_use: moves that took fewer nodes than requested, by the reason.
    :param implausible: moves with an impossible node count, by the error.
    :param seconds: wall-clock time of all moves; `cpu` CPU time, if known.
    """

    moves: int
    counted: int
    requested: int
    nodes: int
    max_nodes: int
    exceeded: int
    under_use: dict[str, int]
    implausible: dict[str, int]
    seconds: Number
    cpu: Number

    @classmethod
    def none(cls) -> Self:
        """Return the cost of no moves."""
        return cls(0, 0, 0, 0, 0, 0, {}, {}, 0.0, 0.0)

    @classmethod
    def of(cls, moves: Sequence[MoveRecord]) -> Self:
        """Return the cost of these moves: sums, the largest node count, counts of irregular moves.

        Nodes, also those requested, are of the `counted` moves alone, whose node count is known. An
        unknown CPU time counts as 0.
        """
        cost = cls.none()
        cost.moves = len(moves)
        for move in moves:
            if move.nodes is not None:
                cost.counted += 1
                cost.requested += move.requested or 0
                cost.nodes += move.nodes
                cost.max_nodes = max(cost.max_nodes, move.nodes)
                cost.exceeded += move.exceeded
            if move.under_use:
                _count(cost.under_use, {move.under_use: 1})
            if move.implausible:
                _count(cost.implausible, {move.implausible: 1})
            cost.seconds += move.seconds
            cost.cpu += move.cpu or 0.0
        return cost

    def add(self, other: Cost) -> None:
        """Add the cost of other moves to this one, in place; `max_nodes` becomes the larger one."""
        self.moves += other.moves
        self.counted += other.counted
        self.requested += other.requested
        self.nodes += other.nodes
        self.max_nodes = max(self.max_nodes, other.max_nodes)
        self.exceeded += other.exceeded
        _count(self.under_use, other.under_use)
        _count(self.implausible, other.implausible)
        self.seconds += other.seconds
        self.cpu += other.cpu

    @property
    def mean_nodes(self) -> float:
        """The mean of the known node counts of moves; 0 if none is known."""
        return self.nodes / self.counted if self.counted else 0.0


def _count(counts: dict[str, int], more: Mapping[str, int]) -> None:
    """Add the counts in `more` to those of the same words in `counts`, in place."""
    for word, number in more.items():
        counts[word] = counts.get(word, 0) + number


class _Scored:
    """A record with a valid score."""

    __slots__ = ()
    score: Number

    def __post_init__(self) -> None:
        """Check the score.

        :raises ValueError: if it is not one of RESULTS.
        """
        if self.score not in RESULTS:
            expected = ", ".join(map(str, RESULTS))
            raise ValueError(f"score={quoted(self.score)}: expected one of {expected}")

    @property
    def result(self) -> str:
        """The result as text, "1-0" if the side that moves first won, "1/2-1/2" or "0-1"."""
        return RESULTS[self.score]


class GameSummary(_Scored, Record, frozen=True, array_like=True):
    """The part of a finished game that standings need.

    :param number: the number of the game in its match, from 1.
    :param players: the names of the side that moves first in the game, and of the other.
    :param score: 1 if the first side won, 0.5 for a draw, 0 if it lost.
    :param ending: the kind of end: "checkmate", "discs 40-24", "win", "margin 12", "draw", ...;
        or "illegal move", "crash", "no answer", ... for a forfeit.
    :param forfeited: the name of the player that forfeited; None without a forfeit.
    :param detail: a description of the fault.
    :param line: a digest of start, opening and moves; "" for a forfeit.
    :param costs: the costs of the side that moves first, and of the other.
    """

    number: GameNumber
    players: tuple[str, str]
    score: Number
    ending: str
    forfeited: str | None
    detail: str
    line: str
    costs: tuple[Cost, Cost]

    def as_list(self) -> list[Any]:
        """Return the fields of the summary as a list, in JSON's types."""
        return list(plain(self))

    @classmethod
    def from_list(cls, values: Sequence[Any]) -> Self:
        """Return the summary for the values of `as_list`.

        :raises ValueError: if they are invalid.
        """
        return record(values, cls)


read_summary = msgspec.json.Decoder(GameSummary).decode
"""Returns the summary for a JSON text; fast, with a plain ValueError if it is invalid."""


class GameRecord(_Scored, Record, frozen=True):
    """The complete record of a finished game; see also `GameSummary`.

    :param number: the number of the game in its match, from 1; "round" in files.
    :param opening: the moves made before the players moved.
    :param margin: the margin of the first side (0 for a draw); None for a win or loss in games
        without margins, and if the game was neither played out nor solved.
    :param date: the time of its start (ISO 8601).
    :param made_by: the version that played it (see `origin`).
    """

    number: GameNumber = field(name="round")
    players: tuple[str, str]
    opening: Opening
    opening_text: tuple[str, ...]
    moves: tuple[MoveRecord, ...]
    score: Number
    margin: int | None
    ending: str
    forfeited: str | None
    detail: str
    date: str
    made_by: str = ""  # old records lack it

    @property
    def adjudicated(self) -> bool:
        """Whether it ended by adjudication, not by the game's rules or a forfeit."""
        return self.ending.startswith("adjudicated")

    @property
    def text(self) -> list[str]:
        """All moves in the game's notation, those of the opening first."""
        return [*self.opening_text, *(move.text for move in self.moves)]

    def summary(self) -> GameSummary:
        """Return the summary of the game.

        Its `line` is a digest of the opening's start and all moves; "" for a forfeit.
        """
        line = "" if self.forfeited else " ".join([self.opening.start, "|", *self.text])
        first, second = (
            Cost.of([move for move in self.moves if move.side == side]) for side in (0, 1)
        )
        return GameSummary(
            self.number,
            self.players,
            self.score,
            self.ending,
            self.forfeited,
            self.detail,
            hashlib.blake2b(line.encode(), digest_size=8).hexdigest() if line else "",
            (first, second),
        )

    def row(self, points: Points) -> list[Any]:
        """Return the values of `GAME_COLUMNS`, the seconds with 3 decimals.

        A side's nodes are None if none of its moves has a node count.

        :param points: the unit and total of the game's margins.
        """
        costs = self.summary().costs
        return [
            self.number,
            *self.players,
            self.result,
            *points.shared(self.margin),
            self.ending,
            self.forfeited,
            self.detail,
            len(self.text),
            len(self.opening_text),
            *(cost.nodes if cost.counted else None for cost in costs),
            *(round(cost.seconds, 3) for cost in costs),
            self.date,
        ]

    def as_dict(self) -> dict[str, Any]:
        """Return the record in JSON's types; moves and opening are lists of their fields."""
        return {**plain(self), "opening": [self.opening.start, self.opening.moves]}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the record for the values of `as_dict`; an old opening, a dict, is read too.

        :raises ValueError: if they are invalid.
        """
        match values:
            case {"opening": [start, moves]}:
                values = {**values, "opening": {"start": start, "moves": moves}}
        return record(values, cls)


def clock_after(clock: Clock, seconds: float, control: Clock) -> Clock:
    """Return a player's clock after a move that took so many seconds (see `Clock.after`).

    A move that took more than the time left, which a margin allows, counts as the time left. So
    the new clock has only what is then added: the increment, and the time of a new control.

    :param control: the clock at the start of the game.
    """
    return clock.after(min(seconds, clock.remaining), control)


def replayed(start: Position, record: GameRecord) -> Position:
    """Return the position at the end of a game of a match whose games begin at `start`.

    :raises MoveError: if a move in it is not legal.
    :raises PositionError: if its opening's start is no position of the game.
    """
    position = record.opening.begin(start)
    for move in (*record.opening.moves, *(made.move for made in record.moves)):
        if move not in position.legal_moves():
            raise MoveError(
                f"game {record.number}: move {move} is not legal", move, position.text()
            )
        position.push(move)
    return position
