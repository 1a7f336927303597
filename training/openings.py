"""Make the shipped balanced openings: random moves, kept if a search finds them even.

    python -m training.openings GAME FILE [--count N] [--seed S]

The same arguments give the same file on every machine: every search starts with an empty table and
a node limit. Another version of the searcher may give another file. The shipped `openings.txt` were
made with the defaults at commit 0fc35e7.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.match.openings.openings import identity
from games import make as make_game
from games.core.position import Position
from games.parts.files import replacing
from searchers import Limits, make
from training.command import run


@dataclass(frozen=True)
class Recipe:
    """The selection of a game's openings.

    :param plies: the random moves of an opening.
    :param judge: the searcher whose value decides, with `nodes` nodes.
    :param even: the largest size of the value.
    :param same: returns a text that equivalent positions share.
    """

    plies: int
    judge: str
    nodes: int
    even: int
    same: Callable[[Position], str]


def one_of_eight(position: Position) -> str:
    """Return a text that the eight symmetric images of an Othello position share, and no others."""
    squares, side = position.text().split()
    images = [range(64), *(symmetry[:64] for symmetry in position.symmetries())]
    return min("".join(squares[square] for square in image) for image in images) + side


RECIPES = {
    "chess": Recipe(8, "pvs@quiescence:base=pst", 1_000_000, 40, identity),
    "othello": Recipe(8, "pvs@positional", 1_000_000, 150, one_of_eight),
}


def main() -> None:
    """Write the file of balanced openings: comments, then as many openings as `--count` says.

    An old file is replaced.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(RECIPES))
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    recipe = RECIPES[given.game]
    lines = [
        f"# {recipe.plies} random plies of {given.game}, value at most {recipe.even} from 0 by "
        f"{recipe.judge} at {recipe.nodes} nodes",
        f"# python -m training.openings {given.game} FILE --count {given.count} "
        f"--seed {given.seed}",
        "# the moves, and the value for the side to move",
        *islice(balanced(given.game, recipe, given.seed), given.count),
    ]
    with replacing(given.file) as file:
        file.write("\n".join(lines) + "\n")


def balanced(game: str, recipe: Recipe, seed: int) -> Iterator[str]:
    """Yield a line for each even opening, without end; no two positions are equivalent.

    A line has the moves, a tab, and the value for the side to move, at most `recipe.even` in size.
    Random moves that end the game are no opening.
    """
    rng = random.Random(seed)
    start = make_game(game)
    judge = make(recipe.judge)
    seen: set[str] = set()
    while True:
        position = start.copy()
        moves: list[str] = []
        while len(moves) < recipe.plies and position.outcome() is None:
            move = rng.choice(position.legal_moves())
            moves.append(position.move_text(move))
            position.push(move)
        same = recipe.same(position)
        if position.outcome() is not None or same in seen:
            continue
        seen.add(same)
        judge.new_game()
        value = judge.search(position, Limits(nodes=recipe.nodes)).value
        if abs(value) <= recipe.even:
            yield f"{position.join_moves(moves)}\t{value}"


if __name__ == "__main__":
    sys.exit(run("training.openings", main))
