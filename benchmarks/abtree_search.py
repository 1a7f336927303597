"""A-B trees in games of increments against alpha-beta in C that starts from scratch at each move.

    python -m benchmarks.abtree_search

Print the rates of redevelopment and of the baseline on the same trees, in millions per CPU second,
and their ratios: nodes generated, nodes visited (steps to kept nodes included), and values found.
Then print the nodes that either generates. Both must find the same values.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.baseline import build, printed, ratio
from benchmarks.command_line import start
from games import make as make_game
from searchers.abtree.tree import ABTree

CASES = ((4, 5, 4000), (4, 10, 40), (8, 7, 40), (16, 5, 40))
"""The degree, horizon and moves: the largest tree of Lindstrom's table, and larger ones."""
SEED = 7

Found = dict[str, tuple[int, int]]


def line_of_play(b: int, depth: int, moves: int) -> list[int]:
    """Return the moves of a game in which each move is the best one."""
    tree = grown(b, depth)
    line = []
    for _ in range(moves):
        line.append(tree.node(tree.node(tree.root).children[0]).move)
        evolve(tree, depth)
    return line


def grown(b: int, depth: int) -> ABTree:
    """Return an A-B tree grown to a depth, before its first move."""
    tree = ABTree(make_game(f"increments:b={b},seed={SEED}"), "static")
    tree.horizon = depth
    tree.revalidate(tree.root)
    tree.redevelop()
    return tree


def evolve(tree: ABTree, depth: int) -> int:
    """Make the best move, redevelop the tree and return its value."""
    tree.make_move(1)
    tree.horizon = tree.ply + depth
    tree.revalidate(tree.root)
    tree.redevelop()
    return tree.node(tree.root).value


def ours(b: int, depth: int, moves: int, what: str, found: Found) -> Callable[[], float]:
    """Return a function that redevelops our tree move by move and returns the rate of `what`.

    The rate is in millions for each second of CPU time. Each move is the best one.

    :param what: "generated" for nodes, "visited" for nodes and steps, "values" for moves.
    :param found: the function stores the nodes and the sum of root values in it, as "ours".
    """

    def run() -> float:
        """Advance our A-B tree by some moves; return millions of the counted events per second."""
        tree = grown(b, depth)
        values = tree.node(tree.root).value
        before = (tree.counts.generated, tree.counts.steps)
        started = time.process_time()
        for _ in range(moves):
            values += evolve(tree, depth)
        seconds = time.process_time() - started
        nodes = tree.counts.generated - before[0]
        steps = tree.counts.steps - before[1]
        found["ours"] = (nodes, values)
        counted = {"generated": nodes, "visited": nodes + steps, "values": moves}[what]
        return counted / seconds / 1e6

    return run


def theirs(
    program: str, b: int, depth: int, line: list[int], what: str, found: Found
) -> Callable[[], float]:
    """Return a function that runs the C program and returns the rate of `what`.

    The rate is in millions for each second of CPU time.

    :param line: the moves of the game, one of them after each search.
    :param what: "values" for searches; any other word for nodes.
    :param found: the function stores the nodes and the sum of root values in it, as "theirs".
    """
    command = [program, str(b), str(SEED), str(depth), *map(str, line)]

    def run() -> float:
        """Run the C program; return millions of the counted events per second."""
        nodes, values, seconds = printed(command)
        found["theirs"] = (nodes, values)
        counted = len(line) + 1 if what == "values" else nodes
        return counted / seconds / 1e6

    return run


def main() -> None:
    """Print our A-B trees' rates, those of alpha-beta in C, and the ratios."""
    program = str(build("abtree_search.c"))
    for b, depth, moves in CASES:
        line = line_of_play(b, depth, moves)
        found: Found = {}
        for what in ("generated", "visited", "values"):
            ratio(
                f"b={b}, {depth} plies: {what}",
                ours(b, depth, moves, what, found),
                theirs(program, b, depth, line, what, found),
                unit="M/s",
            )
        if found["ours"][1] != found["theirs"][1]:
            raise SystemExit(f"different values: {found}")
        print(f"  nodes generated: ours {found['ours'][0]:,}, baseline {found['theirs'][0]:,}")


if __name__ == "__main__":
    start(main, __doc__)
