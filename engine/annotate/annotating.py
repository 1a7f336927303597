"""The annotation of a game: for every move its value, its loss, and whether intervals exclude it.

One search gives the value and the best line of every position. The value of a move played is that
of the position after it. The last position is searched first: the searcher's table then has deeper
results for the positions before it, so values change less from move to move.

Where the move played loses value, a second search, B* on an interval evaluator, compares the two
moves alone. If it separates them in favour of the best move, the optimistic value
of the move played lies below the pessimistic value of the best one: the intervals exclude the move
played. The evaluator states how often it errs, so the result has the chance that the move played is
better nevertheless (`Result.wrong`, docs/calibration.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.annotate.scale import Scale
from engine.match.results.reading import ReadGame
from games.core.position import Position
from games.core.scores import adjust_mate
from games.core.words import line_text
from games.errors import EvaluationError, SpecError
from games.parts.specs import name_of
from searchers import SEARCHERS, Limits, Result, Searcher, default_for, make

INTERVALS = "bstar:after=verify,doubt=5"
"""The searcher for intervals: it tests a proof until its chance of error is at most 5%."""

LEAST_NODES = 1_000
"""The least nodes of a search for intervals where only a depth limits the search of a position."""


@dataclass(frozen=True)
class Evaluation:
    """The search of one position.

    :param value: from the side to move.
    :param line: the best line as moves; empty at the end of the game.
    :param over: whether the game is over here, and the value its outcome.
    """

    value: int
    line: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    nodes: int = 0
    over: bool = False

    def is_best(self, move: int) -> bool:
        """Return whether no better move is known: it begins the line, or the game is over."""
        return self.over or self.line[:1] == (move,)


@dataclass(frozen=True)
class Exclusion:
    """The move played lies below the best move by intervals; values are from the side that moves.

    :param best: (pessimistic, optimistic) of the best move.
    :param played: (pessimistic, optimistic) of the move played.
    :param chance: the chance from 0 to 1 that the move played is better nevertheless, by the
        evaluator's own statement; None where it states none, or the best move was not proved.
    """

    best: tuple[int, int]
    played: tuple[int, int]
    chance: float | None


@dataclass(frozen=True)
class AnnotatedMove:
    """A move of a game.

    :param ply: the number of moves before it.
    :param side: the side that made it, 0 for the one that moves first in the game.
    :param text: in the game's notation.
    :param best: the evaluation of the position before it.
    :param value: the value of the move, from the side that made it.
    :param first_side_value: of the position after it, from the side that moves first in the game,
        as `[%eval]` of chess has it; a mate is counted from there.
    :param loss: see `Scale.loss`.
    :param mark: "?!", "?", "??" or empty.
    """

    ply: int
    side: int
    move: int
    text: str
    best: Evaluation
    value: int
    first_side_value: int
    loss: float
    mark: str
    exclusion: Exclusion | None = None


@dataclass
class AnnotatedGame:
    """A game with the moves annotated so far: all from some ply to the end.

    :param annotator: the program, its searchers and limits; empty without annotations.
    """

    game: ReadGame
    scale: Scale
    annotator: str = ""
    moves: list[AnnotatedMove] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether every move is annotated."""
        return len(self.moves) == len(self.game.moves)


class Annotator:
    """Annotates games by two searchers.

    :param player: the searcher of values, as "searcher" or "searcher@evaluator"; None takes the
        strongest of each game.
    :param limits: the limits of a search of one position.
    :param intervals: an interval evaluator, or a searcher that needs one; None takes the game's
        default evaluator, and "none" searches no intervals.
    :raises SpecError: if a spec is unknown, or `intervals` names a searcher without intervals.
    """

    def __init__(
        self, limits: Limits, player: str | None = None, intervals: str | None = None
    ) -> None:
        self.limits = limits
        self._searcher = None if player is None else make(player)
        self._bounds = None if intervals == "none" else _interval_searcher(intervals)
        self._required = intervals is not None
        self.remarks: list[str] = []

    def _names(self) -> str:
        """Return a line for the annotated game: our version, the searchers and the limits.

        The searcher of intervals, if there is one, follows a semicolon.
        """
        from engine import VERSION

        value, bounds = (
            "" if each is None or each.evaluator is None else f"{each.spec}@{each.evaluator.spec}"
            for each in (self._player, self._bounds_here)
        )
        return f"Starling {VERSION}: {value}, {self.limits}" + (bounds and f"; {bounds}")

    def annotate(self, game: ReadGame) -> Iterator[AnnotatedGame]:
        """Yield the game without annotations, then after every annotated move, the last move first.

        It is the same object each time. Its `moves` grow and keep the order of the game. If the
        game has no intervals, `remarks` may grow too.

        :raises StarlingError: if a searcher does not serve the game.
        """
        position = game.start.copy()
        self._prepare(position)
        found = AnnotatedGame(game, Scale(position), self._names())
        yield found
        for move in game.moves:
            position.push(move)
        after = self._evaluate(position)
        for ply in range(len(game.moves) - 1, -1, -1):
            position.pop()
            before = self._evaluate(position)
            found.moves.insert(0, self._annotated(position, game.moves[ply], before, after, found))
            after = before
            yield found

    def _annotated(
        self,
        position: Position,
        move: int,
        before: Evaluation,
        after: Evaluation,
        found: AnnotatedGame,
    ) -> AnnotatedMove:
        """Return the annotation of a move: value, loss, mark, and the exclusion if one is found.

        A move worth less than the best one is also searched by intervals. The best move has the
        loss 0.

        :param position: the position before the move; it stays as it is.
        :param before: the evaluation of this position.
        :param after: the evaluation of the position after the move.
        :param found: the game; its annotated moves are all the later ones.
        """
        value = adjust_mate(after.value, 1)
        value = value if position.one_player else -value
        is_best = before.is_best(move)
        loss = 0.0 if is_best else found.scale.loss(before.value, value)
        ply = len(found.game.moves) - len(found.moves) - 1
        return AnnotatedMove(
            ply,
            position.turn,
            move,
            position.notation(move),
            before,
            value,
            after.value if position.turn or position.one_player else -after.value,
            loss,
            found.scale.mark(loss),
            None if is_best or value >= before.value else self._exclude(position, before, move),
        )

    def _prepare(self, position: Position) -> None:
        """Begin a new game with both searchers, and set their evaluators for it.

        Set `_player` to the given searcher of values, else to a new one, the game's default. Set
        `_bounds_here` to the searcher of intervals; None without one, or if the game has no
        intervals. In the last case a remark is added, unless it is there.

        :raises StarlingError: if a searcher does not serve the game. For the searcher of intervals
            this holds only if the annotator was made with `intervals`.
        """
        self._player: Searcher = self._searcher or make(default_for(position))
        self._player.new_game()
        self._player.prepare(position)
        self._bounds_here: Searcher | None = self._bounds
        if self._bounds is None:
            return
        self._bounds.new_game()
        try:
            self._bounds.prepare(position)
        except (EvaluationError, SpecError) as error:
            if self._required:
                raise
            self._bounds_here = None
            remark = f"no intervals for {position.spec}: {error}"
            if remark not in self.remarks:
                self.remarks.append(remark)

    def _evaluate(self, position: Position) -> Evaluation:
        """Return the evaluation of a position: its outcome if it has one, else that of a search."""
        outcome = position.outcome()
        if outcome is not None:
            return Evaluation(outcome, over=True)
        result = self._player.search(position, self.limits)
        texts = tuple(line_text(position, result.pv, notation=True))
        return Evaluation(_value(result), result.pv, texts, result.nodes)

    def _exclude(self, position: Position, before: Evaluation, played: int) -> Exclusion | None:
        """Return the intervals that prove the move played worse than the best; None if none do.

        They do if the optimistic value of the move played is below the pessimistic one of the best.
        Without a searcher of intervals there is no search. The annotator's depth limit does not
        count. If it is the only limit, the search has as many nodes as `before`, at least
        LEAST_NODES.

        :param before: the evaluation of the position; its line begins with the best move.
        :param played: the move played, another one.
        """
        if self._bounds_here is None:
            return None
        best = before.line[0]
        limits = replace(self.limits, depth=None, moves=(best, played))
        if limits.endless():  # a limit of depth means another thing in B*
            limits = replace(limits, nodes=max(LEAST_NODES, before.nodes))
        result = self._bounds_here.search(position, limits)
        known = {each.move: each.bounds for each in result.root}
        pair = [known.get(move) or (None, None) for move in (best, played)]
        (low, high), (least, most) = pair
        if low is None or high is None or least is None or most is None or most >= low:
            return None
        chance = result.wrong if result.proved and result.move == best else None
        return Exclusion((low, high), (least, most), chance)


def _value(result: Result) -> int:
    """Return the value of a result, or else the middle of its bounds, rounded down."""
    if result.value is not None:
        return result.value
    assert result.bounds is not None
    return sum(result.bounds) // 2


def _interval_searcher(spec: str | None) -> Searcher:
    """Return a searcher that gives intervals of root moves.

    :param spec: a searcher, or an evaluator for the default searcher `INTERVALS`; None takes that
        one with its own evaluator.
    :raises SpecError: if the spec names a searcher without intervals.
    """
    if spec is None or name_of(spec) not in SEARCHERS:
        return make(INTERVALS if spec is None else f"{INTERVALS}@{spec}")
    found = make(spec)
    if not found.WANTS_INTERVALS:
        raise SpecError(f"{found.spec} has no intervals: expected bstar, or an interval evaluator")
    return found
