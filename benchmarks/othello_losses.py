"""The discs that the moves of an Othello player lose, in positions whose moves have exact values.

    python -m benchmarks.othello_losses [--players SPEC ...] [--nodes N ... | --depth N ...]
        [--file OBF] [--make POSITIONS] [--empty N] [--seed S]

A move loses the best value less its own. Every player searches each position with the same nodes or
to the same depth, so the result does not depend on the machine. `off` is the root mean square of
the searches' values less the exact ones, in discs. `versus` is the first player's mean loss less
that of the player, over the same positions: above 0 the player is better.

`--make` writes such a file. Its positions come from games with random openings, at the given number
of empty squares. `pvs` solves the position after every move; exact nodes prune nothing.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.baseline import DATA
from benchmarks.command_line import start
from games import make as make_game
from games.errors import FileError, LimitsError
from games.othello import notation
from games.parts.files import read_text, replacing
from searchers import Limits, make

FILE = DATA / "othello_exact.obf"
"""Positions with 20 or 22 empty squares, and the exact values of all their moves."""

OPENING_PLIES = 10
"""The random plies that a game begins with."""
PLAY_NODES, EVEN_NODES = 300, 10_000
"""The nodes of a move of these games, and of the search that finds whether a position is even."""
LARGEST = 2000
"""The largest value of an even position, in hundredths of a disc."""


class Position(NamedTuple):
    """A position for the side to move, and the values of all its moves in discs."""

    position: Any
    values: dict[str, int]


class Outcome(NamedTuple):
    """The result of a player's search in one position.

    :param loss: the discs that its move loses.
    :param off: the value of its search less the exact value, in discs.
    :param depth: the depth of its last full iteration.
    """

    loss: int
    off: float
    depth: int


def read(path: Path) -> list[Position]:
    """Read the positions of an OBF file.

    :raises FileError: if it is missing, or a move has no value.
    """
    found = []
    text = read_text(path, "positions of Othello in OBF")
    lines = [line for line in text.splitlines() if line.partition("%")[0].strip()]
    for number, line in enumerate(lines, 1):
        written = notation.read_text(line)
        position = make_game("othello").at(written.board)
        if set(written.scores) != set(map(position.move_text, position.legal_moves())):
            raise FileError(f"{path}, position {number}: expected a value for every legal move")
        found.append(Position(position, dict(written.scores)))
    if not found:
        raise FileError(f"{path}: expected positions in OBF, found none")
    return found


def outcomes(player: str, limits: Limits, positions: Sequence[Position]) -> list[Outcome]:
    """Return the results of a player's searches, each with an empty table."""
    searcher = make(player)
    found = []
    for position, values in positions:
        searcher.new_game()
        result = searcher.search(position, limits)
        best = max(values.values())
        loss = best - values[position.move_text(result.move)]
        found.append(Outcome(loss, result.value / 100 - best, result.depth))
    return found


def error(losses: Sequence[int]) -> float:
    """Return half the 95% interval of the mean of losses; 0 for fewer than two."""
    if len(losses) < 2:
        return 0.0
    return 1.96 * statistics.stdev(losses) / len(losses) ** 0.5


def compare(players: Sequence[str], limits: Limits, positions: Sequence[Position]) -> Iterator[str]:
    """Yield a row of the Markdown table of `main` for each player: the discs that its moves lose.

    :param players: specs; the others are compared with the first.
    """
    first: list[int] = []
    for player in players:
        found = outcomes(player, limits, positions)
        losses = [outcome.loss for outcome in found]
        first = first or losses
        gains = [before - after for before, after in zip(first, losses, strict=True)]
        best = 100 * losses.count(0) / len(losses)
        worst = " ".join(map(str, sorted(losses, reverse=True)[:5]))
        off = statistics.fmean(outcome.off**2 for outcome in found) ** 0.5
        depth = statistics.mean(outcome.depth for outcome in found)
        versus = (
            f"{statistics.mean(gains):+.2f} +- {error(gains):.2f}" if player != players[0] else ""
        )
        yield (
            f"| `{player}` | {limits.nodes or ''} | {statistics.mean(losses):.2f} +- "
            f"{error(losses):.2f} | {best:.0f}% | {worst} | {off:.2f} | {depth:.1f} | {versus} |"
        )


def even_position(seed: int, empty: int) -> Any:
    """Return a position of Othello whose value is at most 20 discs in size.

    It is from a game with a random opening, then moves of short searches. It has two legal moves or
    more.

    :param empty: the number of empty squares.
    """
    chance = random.Random(seed)
    searcher = make("pvs:tt=4")
    while True:
        position: Any = make_game("othello")
        while position.outcome() is None and position.moves_left() > empty:
            if position.ply < OPENING_PLIES:
                position.push(chance.choice(position.legal_moves()))
            else:
                position.push(searcher.search(position, Limits(nodes=PLAY_NODES)).move)
        if position.outcome() is None and len(position.legal_moves()) > 1:
            value = searcher.search(position, Limits(nodes=EVEN_NODES)).value
            if abs(value) <= LARGEST:
                return position


def solved(position: Any) -> str:
    """Return a line of OBF with the exact values, in discs, of the mover's moves, best first."""
    values: dict[str, int] = {}
    searcher = make("pvs:tt=64")
    board = position.text()
    for move in position.legal_moves():
        name = position.move_text(move)
        position.push(move)
        value = position.outcome()
        if value is None:
            value = searcher.search(position, Limits(depth=400)).value
        values[name] = -value // 100
        position.pop()
    fields = sorted(values.items(), key=lambda field: -field[1])
    return f"{board}; " + " ".join(f"{name}:{value:+d};" for name, value in fields)


def write(path: Path, count: int, empty: int, seed: int) -> None:
    """Add solved positions to a file until it has `count`; an interrupted run resumes.

    :param path: the file, which is replaced after each position.
    :param empty: the number of empty squares.
    :param seed: selects the positions, with their index.
    """
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    for index in range(len(known.splitlines()), count):
        known += solved(even_position(1000 * seed + index, empty)) + "\n"
        with replacing(path) as stream:
            stream.write(known)


def main(
    *,
    players: Sequence[str] = ("pvs",),
    nodes: Sequence[int] = (),
    depth: Sequence[int] = (),
    file: Path = FILE,
    make: int = 0,
    empty: int = 22,
    seed: int = 1,
) -> None:
    """Print the discs that players' moves lose, or write the file of positions.

    :param players: specs of players
    :param nodes: nodes of a search (2000, 20000 and 100000)
    :param depth: plies of a search, instead of nodes
    :param file: the file of positions
    :param make: write so many positions to the file
    :param empty: empty squares of the positions to write
    :param seed: selects the positions to write
    :raises FileError: if the file is missing or has no values.
    :raises LimitsError: if a number is out of range, or both nodes and depth are given.
    """
    if nodes and depth:
        raise LimitsError("--nodes and --depth: expected one of them")
    if make < 0 or not 1 <= empty <= 60 - OPENING_PLIES:
        raise LimitsError(f"expected --make 0 or more and --empty 1 to {60 - OPENING_PLIES}")
    if make:
        write(file, make, empty, seed)
        return
    positions = read(file)
    print(f"{len(positions)} positions of {file.name}")
    print("| player | nodes | loss in discs | best moves | worst | off | depth | versus |")
    print("|---|--:|---|--:|---|--:|--:|---|")
    by_nodes = [Limits(nodes=count) for count in nodes or (2000, 20_000, 100_000)]
    for limits in [Limits(depth=plies) for plies in depth] or by_nodes:
        for row in compare(players, limits, positions):
            print(row, flush=True)


if __name__ == "__main__":
    start(main, __doc__)
