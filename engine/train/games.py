"""Self-play games, with the value that the search found in each position."""

from __future__ import annotations

import base64
import random
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine.jobs import Detailed, Job
from games import make as make_game
from games.core.columns import from_bytes, to_bytes
from games.core.position import Position
from searchers import Limits
from searchers import make as make_searcher

CHUNK = 50
"""The games of one job."""
UNKNOWN = -(2**15)
"""The value of a position whose search finished no depth; the result of a position aside, which is
not played on."""
ASIDE = 2
"""The most random moves to a position aside."""
OWN = 0.25
"""The share of a position's own value in its target; the rest comes from later positions."""
LAMBDA = 0.8
"""The weight of later values against the next one, as in TD(lambda)."""
NEVER = 10**9


@dataclass(frozen=True)
class Rules:
    """The openings and the adjudication of training games.

    :param plies: the least and the greatest number of random plies of an opening.
    :param even: the largest size of an opening's value; others are drawn again.
    :param largest: values are clipped to this size.
    :param won: a side wins after `won_for` plies in a row with at least this value for it.
    :param level: a game is drawn after `level_for` plies in a row with values of at most this size,
        from ply `level_from` on.
    :param longest: the number of plies after which a game is drawn.
    :param code: the type of stored moves and values, as in `array`: "h" of 16 bits, "i" of 32.
    :param strays: the percentage of positions from which random moves lead aside, to a position
        that is searched too. Searches meet such positions, and good games do not.
    :param margin: whether results are margins, not only 1, 0 or -1.
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
    code: str = "h"
    strays: int = 0
    margin: bool = False

    def limits(self, position: Position, nodes: int) -> Limits:
        """Return the limits of a search in a position, for games with that many nodes a move.

        A subclass may set other limits for some positions. Openings are always judged with `nodes`.
        """
        return Limits(nodes=nodes)

    def result(self, outcome: int) -> int:
        """Return the result of a game: the outcome itself for margins, else 1, 0 or -1.

        :param outcome: from the side that moves first; 1 or -1 if the values decided the game.
        """
        return outcome if self.margin else (outcome > 0) - (outcome < 0)


@dataclass(frozen=True)
class Game:
    """One game.

    :param opening: the random moves.
    :param moves: the player's moves.
    :param values: the values before each of them, from the side to move.
    :param result: the result for the side that moves first, see `Rules.result`; UNKNOWN for a
        position aside.
    """

    opening: tuple[int, ...]
    moves: tuple[int, ...]
    values: tuple[int, ...]
    result: int


def jobs(rules: Rules, player: str, nodes: int, games: int, seed: int) -> list[Job]:
    """Return the jobs that play that many games, CHUNK in each and the rest in the last.

    :param player: the spec of the searcher of both sides.
    :param nodes: the nodes of a move.
    :param seed: determines the seed of each job.
    """
    return [
        Job(
            f"games {first}",
            play_chunk,
            (rules, player, nodes, f"{seed} {first}", min(CHUNK, games - first)),
        )
        for first in range(0, games, CHUNK)
    ]


def play_chunk(rules: Rules, player: str, nodes: int, seed: str, count: int) -> Detailed:
    """Play the games of a job; return counts, and as detail the packed games (see `unpack`).

    The counts are `games`, the games `won` and `drawn` by the side that moves first, and
    `positions`, with those that did not occur in a game but were searched too.

    :param player: the spec of the searcher of both sides.
    :param nodes: the nodes of a move.
    :param seed: the seed of the job's random openings.
    :param count: the number of games.
    """
    searcher = make_searcher(player)
    rng = random.Random(seed)
    lines = [play(rules, searcher, nodes, rng) for _ in range(count)]
    played = [game for game, *_ in lines]
    every = [game for line in lines for game in line]
    counts = {
        "games": count,
        "positions": sum(len(game.moves) for game in every),
        "won": sum(game.result > 0 for game in played),
        "drawn": sum(game.result == 0 for game in played),
    }
    return Detailed(counts, pack(every, rules.code))


def play(rules: Rules, searcher: Any, nodes: int, rng: random.Random) -> list[Game]:
    """Play a game from a random opening; return it, then its games of one move (see `_aside`).

    Openings are drawn until a search gives one a value of at most `rules.even` in size. The
    searcher forgets earlier games first. The game ends with an outcome or by the rules: won, level
    (a draw) or too long (a draw). The result is for the side that moves first. Values are for the
    side to move, of at most `rules.largest` in size; UNKNOWN if the search finished no depth.

    :param nodes: the nodes of a move.
    """
    first: Any = make_game(rules.game)
    while True:
        searcher.new_game()
        position = _random_opening(rules, first, rng)
        value = searcher.search(position, Limits(nodes=nodes)).value
        if value is not None and abs(value) <= rules.even:
            break
    opening = tuple(position.history)
    aside: list[Game] = []
    values: list[int] = []
    won = level = sign = 0
    while position.outcome() is None:
        if rules.strays and rng.randrange(100) < rules.strays:
            aside += _aside(rules, position.copy(), searcher, nodes, rng)
        found = searcher.search(position, rules.limits(position, nodes))
        value = _clipped(rules, found.value)
        values.append(UNKNOWN if found.depth == 0 else value)
        position.push(found.move)
        # 1 or -1 if the value decides the game for the first or the second side.
        mover = 1 if (len(opening) + len(values)) % 2 else -1
        now = 0 if abs(value) < rules.won else mover if value > 0 else -mover
        won = won + 1 if now and now == sign else int(now != 0)
        sign = now
        level = level + 1 if abs(value) <= rules.level and position.ply > rules.level_from else 0
        if won >= rules.won_for or level >= rules.level_for or position.ply >= rules.longest:
            break
    outcome = position.outcome()  # the last move before a break may have ended the game
    if outcome is not None:
        result = rules.result(-outcome if (len(opening) + len(values)) % 2 else outcome)
    else:
        result = rules.result(sign) if won >= rules.won_for else 0
    moves = tuple(position.history)[len(opening) :]
    return [Game(opening, moves, tuple(values), result), *aside]


def _random_opening(rules: Rules, position: Any, rng: random.Random) -> Any:
    """Return a game in progress after random moves, whose number is random within `rules.plies`.

    If they end the game, others are drawn.

    :param position: where they begin; it does not change.
    """
    while True:
        start = position.copy()
        for _ in range(rng.randint(*rules.plies)):
            start.push(rng.choice(start.legal_moves()))
            if start.outcome() is not None:
                break
        else:
            return start


def _aside(
    rules: Rules, position: Any, searcher: Any, nodes: int, rng: random.Random
) -> list[Game]:
    """Search after one or two random moves from a position; return a game of that one move.

    Its opening includes the random moves, and its result is UNKNOWN. The list is empty if these
    moves end the game, or if the search finishes no depth.

    :param position: it changes.
    """
    for _ in range(rng.randint(1, ASIDE)):
        position.push(rng.choice(position.legal_moves()))
        if position.outcome() is not None:
            return []
    found = searcher.search(position, rules.limits(position, nodes))
    if found.depth == 0:
        return []
    value = _clipped(rules, found.value)
    return [Game(tuple(position.history), (found.move,), (value,), UNKNOWN)]


def _clipped(rules: Rules, value: int | None) -> int:
    """Return a value limited to `rules.largest` in size; 0 for None."""
    return 0 if value is None else max(-rules.largest, min(rules.largest, value))


def targets(
    game: Game, score: Callable[[int], float], end: float, share: float = 0.0
) -> list[float]:
    """Return the target of each position of a game, from the side that moves first.

    A target is a mean of the position's own value, the values of later positions and the result. A
    position whose value is UNKNOWN has only the later values and the result. A position aside has
    its own value alone.

    :param score: converts a value to the unit of targets.
    :param end: the result in that unit.
    :param share: the share of the result in every target.
    """
    if game.result == UNKNOWN:
        (value,) = game.values
        return [score(value if len(game.opening) % 2 == 0 else -value)]
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
    return [share * end + (1 - share) * target for target in reversed(found)]


def replayed(
    game: Game, start: Position, wanted: list[float], both: int
) -> Iterator[tuple[Any, int, int, float]]:
    """Yield each position before a player's move, the move, its value, and the target for its side.

    All positions are one object, which the next step changes.

    :param start: the position before the opening; it does not change.
    :param wanted: the `targets`, from the side that moves first.
    :param both: the sum of both sides' targets: 1 for expected scores, 0 for margins.
    """
    position: Any = start.copy()
    for move in game.opening:
        position.push(move)
    turns = range(len(game.opening), len(game.opening) + len(game.moves))
    for turn, move, value, target in zip(turns, game.moves, game.values, wanted, strict=True):
        yield position, move, value, both - target if turn % 2 else target
        position.push(move)


def pack(games: list[Game], code: str = "h") -> str:
    """Return games as text, for the database: base64 of little-endian numbers.

    Each game has the number of opening moves, the number of moves, the result, the opening, the
    moves and the values.

    :param code: the type of the numbers, see `Rules`.
    """
    numbers = array(code)
    for game in games:
        numbers.extend((len(game.opening), len(game.moves), game.result))
        numbers.extend((*game.opening, *game.moves, *game.values))
    return base64.b64encode(to_bytes([numbers])).decode("ascii")


def unpack(text: str, code: str = "h") -> Iterator[Game]:
    """Yield the games of a text that `pack` returned."""
    data = base64.b64decode(text)
    (numbers,) = from_bytes(data, [(code, len(data) // array(code).itemsize)])
    rest = iter(numbers)

    def some(count: int) -> tuple[int, ...]:
        """Return the next `count` numbers of the data."""
        return tuple(islice(rest, count))

    while head := some(3):
        opening, moves, result = head
        yield Game(some(opening), some(moves), some(moves), result)
