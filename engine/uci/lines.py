"""What a search found, in the words of UCI."""

from __future__ import annotations

from collections.abc import Sequence

from engine.uci.chances import chances_of
from games.core.position import Position
from games.core.scores import KNOWN_WIN, MATE_BOUND, is_decided
from games.core.words import Bounds, interval_text, line_text, moves_to_mate
from searchers.core.result import Race, Result, RootMove
from searchers.core.searcher import Searcher

__all__ = ["evaluated", "info_lines", "race_words", "score_words"]

_WON = 30_000
"""Centipawns of a win whose length is not certain."""


def info_lines(
    position: Position,
    result: Result,
    lines: int = 1,
    fullness: int | None = None,
    wdl: bool = False,
) -> list[str]:
    """A result in the words of UCI; on lines of their own the interval it has, the race at its
    root, the chance that its proof is wrong, and how much a full store made the search forget.

    :param lines: how many of the best moves to tell where their lines are known (MultiPV).
    :param fullness: how full the searcher's memory is, in thousandths.
    :param wdl: whether the chances of a win, a draw and a loss are told.
    """
    known = [one for one in result.root[:lines] if one.pv and _score(one.value, one.bounds)]
    if known and known[0].move != result.move and result.move is not None:  # the move comes first
        first = RootMove(result.move, result.value, result.bounds, result.pv, result.proved)
        known = [first, *(one for one in known if one.move != result.move)][:lines]
    if lines == 1 or not known:
        score = _score(result.value, result.bounds)
        # A line without a score would end the hints of GUIs that look for one in every line.
        line = _pv(position, result.pv) if score else []
        chances = _chances(result.value, wdl, _certain(result))
        told = [" ".join([*_depth(result), *score, *chances, *_spent(result, fullness), *line])]
    else:
        told = [
            " ".join(
                [
                    *_depth(result),
                    "multipv",
                    str(index),
                    *_score(move.value, move.bounds),
                    *_chances(move.value, wdl, _certain(result, move)),
                    *_spent(result, fullness),
                    *_pv(position, move.pv),
                ]
            )
            for index, move in enumerate(known, 1)
        ]
    if result.bounds is not None:
        told.append(f"info string bounds {interval_text(result.bounds, _bound)}")
    if result.race is not None:
        told.append(f"info string race {race_words(position, result.race)}")
    if result.wrong is not None:
        told.append(f"info string wrong {100 * result.wrong:.1f}%")
    if result.counts.get("forgotten"):
        told.append(f"info string store full: forgot {result.counts['forgotten']} nodes")
    return told


def _depth(result: Result) -> list[str]:
    deepest = max(result.depth, result.counts["max_depth"])
    return ["info", "depth", str(result.depth), "seldepth", str(deepest)]


def _score(value: int | None, bounds: Bounds | None) -> list[str]:
    """A value, else the middle of an interval, else the bound there is."""
    if value is not None:
        return ["score", score_words(value)]
    low, high = bounds or (None, None)
    if low is not None and high is not None:
        return ["score", score_words((low + high) // 2)]
    if low is not None:
        return ["score", score_words(low), "lowerbound"]
    return [] if high is None else ["score", score_words(high), "upperbound"]


def _chances(value: int | None, wanted: bool, certain: bool = False) -> list[str]:
    if not wanted or value is None:
        return []
    drawn = certain and value == 0  # not estimated to be even
    return ["wdl", *map(str, (0, 1000, 0) if drawn else chances_of(value))]


def _certain(result: Result, line: RootMove | None = None) -> bool:
    """Whether the value of a result, or of one of its lines, is known to be no estimate."""
    if line is not None and (line.move, line.value) != (result.move, result.value):
        return line.proved
    return result.proved and result.bounds is None


def _spent(result: Result, fullness: int | None) -> list[str]:
    words = ["nodes", str(result.nodes), "time", str(int(result.seconds * 1000))]
    if result.seconds > 0:
        words += ["nps", str(int(result.nodes / result.seconds))]
    if fullness is not None:
        words += ["hashfull", str(fullness)]
    return words


def _pv(position: Position, line: Sequence[int]) -> list[str]:
    return ["pv", *line_text(position, line)] if line else []


def race_words(position: Position, race: Race, notation: bool = False) -> str:
    """The two best root moves with their bounds, how far they are apart, and the strategy.

    :param notation: moves as their players read them, not as programs exchange them.
    """
    best, second = (
        f"{line_text(position, [one.move], notation)[0]} {interval_text(one.bounds, _bound)}"
        for one in (race.best, race.second)
    )
    words = [f"{best} against {second}"]
    if abs(race.separation) < MATE_BOUND:  # a win is beyond all measure
        words.append(f"separation {race.separation}")
    state = "proved" if race.proved else race.strategy
    return ", ".join([*words, state] if state else words)


def _bound(value: int) -> str:
    return score_words(value).removeprefix("cp ")


def score_words(value: int) -> str:
    """A value from the side to move as UCI has it; wins and losses in moves, not plies. One that an
    evaluator sees, whose length is not certain, is told as 300 pawns.

    >>> score_words(-35), score_words(WIN - 3), score_words(2 - WIN), score_words(-WIN)
    ('cp -35', 'mate 2', 'mate -1', 'mate 0')
    """
    if not is_decided(value):
        won = _WON if abs(value) >= KNOWN_WIN else abs(value)
        return f"cp {won if value > 0 else -won}"
    return f"mate {moves_to_mate(value) if value > 0 else -moves_to_mate(value)}"


def evaluated(searcher: Searcher, position: Position) -> list[str]:
    """What a searcher's evaluator thinks of a position without a search, in a line or two.

    :raises EvaluationError: if it does not know the game.
    """
    searcher.prepare(position)
    evaluator = searcher.evaluator
    side = position.INFO.sides[position.turn]
    if position.outcome() is not None:
        return [f"the game is over: {position.ending()}"]
    if evaluator.gives_intervals():
        worth = interval_text(evaluator.interval(position), _bound)
    else:
        worth = score_words(evaluator.value(position))
    return [f"{evaluator.spec}: {worth} for {side}, who moves"]
