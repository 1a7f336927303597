"""A-B trees in games of increments against alpha-beta in C that starts from scratch at each move.

    python -m benchmarks.abtree_search

Print the rates of redevelopment and of the baseline on the same trees, in millions per CPU second,
and their ratios: nodes generated, nodes visited (steps to kept nodes included), and values found.
Then print the nodes that either generates. Both must find the same values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from benchmarks.baseline import Run, build, printed, ratio, timed
from benchmarks.command_line import start
from engine.lab.lindstrom import develop, grown
from games import make as make_game
from searchers.abtree.tree import ABTree

CASES = ((4, 5, 4000), (4, 10, 40), (8, 7, 40), (16, 5, 40))
"""The degree, horizon and moves: the largest tree of Lindstrom's table, and larger ones."""
SEED = 7


def line_of_play(b: int, depth: int, moves: int) -> list[int]:
    """Return the best moves of a game, each by a search of the A-B tree to a depth.

    :param b: the branching factor.
    :param moves: the number of moves.
    """
    tree = start_tree(b, depth)
    line = []
    for _ in range(moves):
        line.append(tree.node(tree.node(tree.root).children[0]).move)
        evolve(tree, depth)
    return line


def start_tree(b: int, depth: int) -> ABTree:
    """Return an A-B tree grown to a depth, before its first move."""
    return grown(make_game(f"increments:b={b},seed={SEED}"), depth, best_sibling=False)


def evolve(tree: ABTree, depth: int) -> int:
    """Make the best move, redevelop the tree and return its value."""
    tree.make_move(1)
    develop(tree, depth)
    return tree.node(tree.root).value


def ours(b: int, depth: int, moves: int, what: str) -> Run:
    """Advance our A-B tree by some moves, each the best one, and redevelop it after each.

    The checksum is the sum of the root's values.

    :param what: what is counted: "generated" for nodes, "visited" for nodes and steps, "values"
        for moves.
    """
    tree = start_tree(b, depth)
    first = tree.node(tree.root).value
    before = (tree.counts.generated, tree.counts.steps)
    values, seconds = timed(lambda: sum(evolve(tree, depth) for _ in range(moves)))
    nodes = tree.counts.generated - before[0]
    steps = tree.counts.steps - before[1]
    counted = {"generated": nodes, "visited": nodes + steps, "values": moves}[what]
    return Run(counted, first + values, seconds)


def theirs(command: Sequence[object], searches: int, what: str) -> Run:
    """Run the C program. The checksum is the sum of the root's values.

    :param searches: the number of searches, which are counted if `what` is "values", else nodes.
    """
    run = printed(command)
    return run._replace(counted=searches) if what == "values" else run


def main() -> None:
    """Print our A-B trees' rates, those of alpha-beta in C, and the ratios."""
    program = build("abtree_search.c")
    for b, depth, moves in CASES:
        line = line_of_play(b, depth, moves)
        command = [program, b, SEED, depth, *line]
        for what in ("generated", "visited", "values"):
            ratio(
                f"b={b}, {depth} plies: {what}",
                partial(ours, b, depth, moves, what),
                partial(theirs, command, len(line) + 1, what),
                unit="M/s",
            )
        found, baseline = ours(b, depth, moves, "generated"), printed(command)
        if found.found != baseline.found:
            raise SystemExit(f"different values: {found.found} and {baseline.found}")
        print(f"  nodes generated: ours {found.counted:,}, baseline {baseline.counted:,}")


if __name__ == "__main__":
    start(main, __doc__)
