"""Games of a searcher against itself, each position with the value that its search found."""

from __future__ import annotations

import base64
import random
import sys
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.jobs import Detailed, Job
from games import make as make_game
from games.core.position import Position
from searchers import Limits
from searchers import make as make_searcher

__all__ = ["CHUNK", "UNKNOWN", "Game", "Rules", "jobs", "play_chunk", "targets", "unpack"]

CHUNK = 50
"""Games of one job."""
UNKNOWN = -(2**15)
"""In place of a value where there was no search: one move was possible."""
OWN = 0.25
"""The share of a position's own search in its target; the rest comes from what followed."""
LAMBDA = 0.8
"""How far what followed is the later rather than the next value, as in TD(lambda)."""
NEVER = 10**9


@dataclass(frozen=True)
class Rules:
    """How games of one kind are begun and ended.

    :param plies: the least and the most random ones at the start.
    :param even: what an opening may be worth to either side; else another is drawn.
    :param largest: that any value counts for.
    :param won: what the searches give the same side `won_for` plies in a row decides a game.
    :param level: what they give either side at most, `level_for` plies in a row from ply
        `level_from` on, makes a game drawn.
    :param longest: plies after which it is drawn.
    """

    game: str
    plies: tuple[int, int]
    even: int
    largest: int
    won: int = NEVER
    won_for: int = NEVER
    level: int = 0
    level_for: int = NEVER
    level_from: int = 0
    longest: int = NEVER

    def limits(self, position: Position, nodes: int) -> Limits:
        """Those of a search in a game with so many nodes a move."""
        return Limits(nodes=nodes)

    def result(self, outcome: int) -> int:
        """What a finished game's outcome counts for: 1, 0 or -1."""
        return (outcome > 0) - (outcome < 0)


@dataclass(frozen=True)
class Game:
    """One game.

    :param opening: its random moves.
    :param moves: those of the player.
    :param values: of the positions they were made in, for the side to move.
    :param result: for the side that moves first, as `Rules.result` counts it.
    """

    opening: tuple[int, ...]
    moves: tuple[int, ...]
    values: tuple[int, ...]
    result: int


def jobs(rules: Rules, player: str, nodes: int, games: int, seed: int) -> list[Job]:
    """The jobs that play so many games, `CHUNK` each."""
    return [
        Job(
            f"games {first}",
            play_chunk,
            (rules, player, nodes, f"{seed} {first}", min(CHUNK, games - first)),
        )
        for first in range(0, games, CHUNK)
    ]


def play_chunk(rules: Rules, player: str, nodes: int, seed: str, count: int) -> Detailed:
    """One job: so many games. The result counts them; the detail is what `unpack` reads."""
    searcher = make_searcher(player)
    rng = random.Random(seed)
    played = [play(rules, searcher, nodes, rng) for _ in range(count)]
    counts = {
        "games": count,
        "positions": sum(len(game.moves) for game in played),
        "won": sum(game.result > 0 for game in played),
        "drawn": sum(game.result == 0 for game in played),
    }
    return Detailed(counts, pack(played))


def play(rules: Rules, searcher: Any, nodes: int, rng: random.Random) -> Game:
    """One game from a random opening that is about even."""
    position: Any = make_game(rules.game)
    while True:
        searcher.new_game()
        start = opened(rules, position, rng)
        value = searcher.search(start, Limits(nodes=nodes)).value
        if value is not None and abs(value) <= rules.even:
            return _play_from(rules, start, searcher, nodes)


def opened(rules: Rules, position: Position, rng: random.Random) -> Position:
    """The position after random moves, in which the game goes on."""
    while True:
        start: Any = position.copy()
        for _ in range(rng.randint(*rules.plies)):
            start.push(rng.choice(start.legal_moves()))
            if start.outcome() is not None:
                break
        else:
            return start  # type: ignore[no-any-return]


def _play_from(rules: Rules, position: Any, searcher: Any, nodes: int) -> Game:
    opening = tuple(position.history)
    values: list[int] = []
    won = level = 0
    sign = 0
    while (outcome := position.outcome()) is None:
        found = searcher.search(position, rules.limits(position, nodes))
        value = 0 if found.value is None else max(-rules.largest, min(rules.largest, found.value))
        values.append(UNKNOWN if found.depth == 0 else value)
        position.push(found.move)
        # The sign for the first side, of a value that decides.
        mover = -1 if position.turn == 0 else 1
        now = 0 if abs(value) < rules.won else mover if value > 0 else -mover
        won = won + 1 if now and now == sign else int(now != 0)
        sign = now
        level = level + 1 if abs(value) <= rules.level and position.ply > rules.level_from else 0
        if won >= rules.won_for or level >= rules.level_for or position.ply >= rules.longest:
            break
    if outcome is not None:
        result = rules.result(-outcome if position.turn else outcome)
    else:
        result = rules.result(sign) if won >= rules.won_for else 0
    moves = tuple(position.history)[len(opening) :]
    return Game(opening, moves, tuple(values), result)


def targets(game: Game, score: Callable[[int], float], end: float) -> list[float]:
    """What each position of a game is to be worth to the side that moves first.

    :param score: what a value is worth.
    :param end: what the result is.
    """
    later = end
    found: list[float] = []
    for ply in range(len(game.values) - 1, -1, -1):
        value = game.values[ply]
        if value == UNKNOWN:
            found.append(later)
            continue
        own = score(value if (len(game.opening) + ply) % 2 == 0 else -value)
        found.append(OWN * own + (1 - OWN) * later)
        later = (1 - LAMBDA) * own + LAMBDA * later
    return found[::-1]


def _in_order(numbers: array[int]) -> array[int]:
    """Numbers from this machine's order of bytes to that of files, or back."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def pack(games: list[Game]) -> str:
    """Games as text: base64 of little-endian 16-bit numbers, for each game the numbers of its
    opening moves and of its moves, the result, the opening, the moves and the values."""
    numbers = array("h")
    for game in games:
        numbers.extend((len(game.opening), len(game.moves), game.result))
        numbers.extend(game.opening)
        numbers.extend(game.moves)
        numbers.extend(game.values)
    return base64.b64encode(_in_order(numbers).tobytes()).decode("ascii")


def unpack(text: str) -> Iterator[Game]:
    """The games that `pack` made a text of."""
    numbers = _in_order(array("h", base64.b64decode(text)))
    index = 0
    while index < len(numbers):
        opening, moves, result = numbers[index : index + 3]
        index += 3
        ends = (index + opening, index + opening + moves, index + opening + 2 * moves)
        yield Game(
            tuple(numbers[index : ends[0]]),
            tuple(numbers[ends[0] : ends[1]]),
            tuple(numbers[ends[1] : ends[2]]),
            result,
        )
        index = ends[2]
