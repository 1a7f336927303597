"""Games of a searcher against itself, each position with the value that its search found."""

from __future__ import annotations

import base64
import random
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.jobs import Detailed, Job
from games import make as make_game
from games.chess.chess import Chess
from searchers import Limits
from searchers import make as make_searcher

__all__ = ["CHUNK", "LARGEST", "UNKNOWN", "Game", "jobs", "play_chunk", "unpack"]

CHUNK = 50
"""Games of one job."""
OPENING = (6, 12)
"""The least and the most random plies at the start."""
EVEN = 300
"""Centipawns that an opening may be worth to either side; else another is drawn."""
LARGEST = 10_000
"""Centipawns of a proved win; no other value counts for more."""
UNKNOWN = -(2**15)
"""In place of a value where the nodes did not suffice for any."""
WON, WON_FOR = 1000, 4
"""A game is won once the searches have given so many centipawns for so many plies."""
LEVEL, LEVEL_FOR, LEVEL_FROM = 10, 16, 80
"""It is drawn once they gave at most so many for so many plies, from that ply on."""
LONGEST = 320
"""Plies after which it is drawn."""


@dataclass(frozen=True)
class Game:
    """One game.

    :param opening: its random moves.
    :param moves: those of the player.
    :param values: of the positions they were made in, in centipawns for the side to move.
    :param result: 1, 0 or -1 for White.
    """

    opening: tuple[int, ...]
    moves: tuple[int, ...]
    values: tuple[int, ...]
    result: int


def jobs(player: str, nodes: int, games: int, seed: int) -> list[Job]:
    """The jobs that play so many games, `CHUNK` each."""
    return [
        Job(
            f"games {first}",
            play_chunk,
            (player, nodes, f"{seed} {first}", min(CHUNK, games - first)),
        )
        for first in range(0, games, CHUNK)
    ]


def play_chunk(player: str, nodes: int, seed: str, count: int) -> Detailed:
    """One job: so many games. The result counts them; the detail is what `unpack` reads."""
    searcher = make_searcher(player)
    rng = random.Random(seed)
    played = [play(searcher, Limits(nodes=nodes), rng) for _ in range(count)]
    results = [game.result for game in played]
    counts = {
        "games": count,
        "positions": sum(len(game.moves) for game in played),
        "white": results.count(1),
        "drawn": results.count(0),
    }
    return Detailed(counts, pack(played))


def play(searcher: Any, limits: Limits, rng: random.Random) -> Game:
    """One game from a random opening that is about even."""
    position: Any = make_game("chess")
    while True:
        searcher.new_game()
        start = opened(position, rng)
        value = searcher.search(start, limits).value
        if value is not None and abs(value) <= EVEN:
            return _play_from(start, searcher, limits)


def opened(position: Chess, rng: random.Random) -> Chess:
    """The position after random moves, in which the game goes on."""
    while True:
        start = position.copy()
        for _ in range(rng.randint(*OPENING)):
            start.push(rng.choice(start.legal_moves()))
            if start.outcome() is not None:
                break
        else:
            return start


def _play_from(position: Chess, searcher: Any, limits: Limits) -> Game:
    opening = tuple(position.history)
    values: list[int] = []
    won = level = 0
    sign = 0
    while (outcome := position.outcome()) is None:
        found = searcher.search(position, limits)
        value = 0 if found.value is None else max(-LARGEST, min(LARGEST, found.value))
        values.append(UNKNOWN if found.value is None else value)
        position.push(found.move)
        # The sign for White, of a value that decides.
        mover = -1 if position.turn == 0 else 1
        now = 0 if abs(value) < WON else mover if value > 0 else -mover
        won = won + 1 if now and now == sign else int(now != 0)
        sign = now
        level = level + 1 if abs(value) <= LEVEL and position.ply > LEVEL_FROM else 0
        if won >= WON_FOR or level >= LEVEL_FOR or position.ply >= LONGEST:
            break
    if outcome is not None:
        result = (outcome > 0) - (outcome < 0)
        result = -result if position.turn else result
    else:
        result = sign if won >= WON_FOR else 0
    moves = tuple(position.history)[len(opening) :]
    return Game(opening, moves, tuple(values), result)


def pack(games: list[Game]) -> str:
    """Games as text: base64 of little-endian 16-bit numbers, for each game the numbers of its
    opening moves and of its moves, the result, the opening, the moves and the values."""
    numbers = array("h")
    for game in games:
        numbers.extend((len(game.opening), len(game.moves), game.result))
        numbers.extend(game.opening)
        numbers.extend(game.moves)
        numbers.extend(game.values)
    return base64.b64encode(numbers.tobytes()).decode("ascii")


def unpack(text: str) -> Iterator[Game]:
    """The games that `pack` made a text of."""
    numbers = array("h", base64.b64decode(text))
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
