"""The `info` lines of a search: scores, lines of moves, chances, bounds, and remarks."""

from __future__ import annotations

import math

from games.core.position import Position
from games.core.scores import KNOWN_WIN, MATE_BOUND, is_decided
from games.core.words import Bounds, interval_text, line_text, moves_to_mate, score_text
from searchers.core.result import Race, Result, RootMove

EVEN = 152.0
"""The value in centipawns at which half of the games are won.

`python -m training.chess.chances` fits EVEN and SCALE to games of `pvs`: 52,000 values of 400 games
between `network` and `pst` at 20 ms of CPU time a move. They hold for these evaluators only.
"""
SCALE = 178.0
"""The width of the logistic curve, in centipawns."""
_LARGEST = 10_000
"""Centipawns beyond which chances no longer change."""
_WON = 30_000
"""Centipawns of a win of uncertain length."""


def info_lines(
    position: Position,
    result: Result,
    lines: int = 1,
    fullness: int | None = None,
    wdl: bool = False,
) -> list[str]:
    """Return the UCI `info` lines of a result: one for each best move shown, then info strings.

    Info strings have its bounds, the bounds of the two best moves, the error probability of its
    proof, and the nodes that a full memory dropped.

    :param lines: the number of best moves to show where their lines are known (MultiPV).
    :param fullness: the fullness of the searcher's memory, in thousandths.
    :param wdl: whether to show the chances of a win, a draw and a loss; an exact value of 0 is a
        certain draw.
    """
    known = [one for one in result.root[:lines] if one.pv and _score(one.value, one.bounds)]
    if known and known[0].move != result.move and result.move is not None:
        first = RootMove(result.move, result.value, result.bounds, result.pv, result.proved)
        known = [first, *(one for one in known if one.move != result.move)][:lines]
    alone = lines == 1 or not known
    if alone:
        move = result.move or 0
        known = [RootMove(move, result.value, result.bounds, result.pv, result.proved)]
    deepest = max(result.depth, result.counts["max_depth"])
    shown = []
    for index, one in enumerate(known, 1):
        score = _score(one.value, one.bounds)
        words = ["info", "depth", str(result.depth), "seldepth", str(deepest)]
        words += [] if alone else ["multipv", str(index)]
        words += score
        if wdl and one.value is not None:
            drawn = one.value == 0 and _certain(result, None if alone else one)
            chances = (0, 1000, 0) if drawn else chances_of(one.value)
            words += ["wdl", *map(str, chances)]
        words += ["nodes", str(result.nodes), "time", str(int(result.seconds * 1000))]
        if result.seconds > 0:
            words += ["nps", str(int(result.nodes / result.seconds))]
        if fullness is not None:
            words += ["hashfull", str(fullness)]
        if score and one.pv:  # without a score GUIs would drop their hints
            words += ["pv", *line_text(position, one.pv)]
        shown.append(" ".join(words))
    if result.bounds is not None:
        shown.append(f"info string bounds {interval_text(result.bounds, bound_text)}")
    if result.race is not None:
        shown.append(f"info string race {race_words(position, result.race)}")
    if result.wrong is not None:
        shown.append(f"info string wrong {100 * result.wrong:.1f}%")
    if result.counts.get("forgotten"):
        shown.append(f"info string store full: forgot {result.counts['forgotten']} nodes")
    return shown


def _score(value: int | None, bounds: Bounds | None) -> list[str]:
    """Return UCI's words for a score: a value, else the middle of an interval, else its only bound.

    A win or loss between two lengths has the longer one, which is proved. Without a value or a
    bound there are no words.
    """
    if value is not None:
        return ["score", score_words(value)]
    low, high = bounds or (None, None)
    if low is not None and high is not None:
        if low >= MATE_BOUND or high <= -MATE_BOUND:
            return ["score", score_words(low if low > 0 else high)]
        return ["score", score_words((low + high) // 2)]
    if low is not None:
        return ["score", score_words(low), "lowerbound"]
    return [] if high is None else ["score", score_words(high), "upperbound"]


def _certain(result: Result, line: RootMove | None = None) -> bool:
    """Return whether a value is exact: that of a result proved without bounds, or a proved move's.

    :param line: the root move whose value it is; None, or the result's best move, for the result.
    """
    if line is not None and (line.move, line.value) != (result.move, result.value):
        return line.proved
    return result.proved and result.bounds is None


def race_words(position: Position, race: Race, notation: bool = False) -> str:
    """Return text: the two best root moves with bounds, their separation, and the strategy.

    :param notation: whether it is for people: moves in the game's notation, wins in plies. Else
        moves are in that of programs, and wins in moves.
    """
    text = score_text if notation else bound_text
    best, second = (
        f"{line_text(position, [one.move], notation)[0]} {interval_text(one.bounds, text)}"
        for one in (race.best, race.second)
    )
    words = [f"{best} against {second}"]
    if abs(race.separation) < MATE_BOUND:  # not with a win, whose value is no measure
        words.append(f"separation {race.separation}")
    state = "proved" if race.proved else race.strategy
    return ", ".join([*words, state] if state else words)


def bound_text(value: int) -> str:
    """Return a bound as text: hundredths, or moves to mate, as in "35" and "mate 2"."""
    return score_words(value).removeprefix("cp ")


def score_words(value: int) -> str:
    """Return a value, from the side to move, in UCI's words; wins and losses in moves, not plies.

    A win of uncertain length, which an evaluator reports, is 300 pawns.

    >>> from games import WIN
    >>> score_words(-35), score_words(WIN - 3), score_words(2 - WIN), score_words(-WIN)
    ('cp -35', 'mate 2', 'mate -1', 'mate 0')
    """
    if not is_decided(value):
        won = _WON if abs(value) >= KNOWN_WIN else abs(value)
        return f"cp {won if value > 0 else -won}"
    return f"mate {moves_to_mate(value) if value > 0 else -moves_to_mate(value)}"


def chances_of(value: int, even: float = EVEN, scale: float = SCALE) -> tuple[int, int, int]:
    """Return the chances of a win, a draw and a loss of the side to move, in thousandths.

    A win has the probability 1 / (1 + e^((even - value) / scale)), a loss that of the opposite
    value; draws have the rest.

    :param value: in centipawns, from the side to move; a win or loss is certain.

    >>> chances_of(0)[0] == chances_of(0)[2], sum(chances_of(123))
    (True, 1000)
    """
    if is_decided(value):
        return (1000, 0, 0) if value > 0 else (0, 0, 1000)
    value = max(-_LARGEST, min(_LARGEST, value))
    win = round(1000 / (1 + math.exp((even - value) / scale)))
    loss = round(1000 / (1 + math.exp((even + value) / scale)))
    return win, 1000 - win - loss, loss
