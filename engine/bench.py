"""The fixed set of searches whose node total is the fingerprint of behaviour.

A refactoring does not change the total. The interpreter and the compiled code give the same one.
"""

from __future__ import annotations

from collections.abc import Iterator

from games import make as make_game
from searchers import Limits, Result, make

_MIDDLE_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
_OPENING = "f5d6c3d3c4f4"

SEARCHES: tuple[tuple[str, str, str, int], ...] = (
    ("ngame:b=4,d=10,seed=1", "", "alphabeta:deepen=false", 10),
    ("ngame:b=4,d=10,seed=1", "", "alphabeta:order=none", 8),
    ("ngame:b=4,d=10,seed=2", "", "alphabeta:expand=true", 8),
    ("ngame:b=3,d=10,seed=3", "", "alphabeta:order=tt,tt=1", 9),
    ("ngame:b=10,d=20,seed=4", "", "bfms", 18),
    ("ngame:b=2,d=40,seed=5", "", "bfms", 38),
    ("othello", "", "alphabeta@positional", 6),
    ("othello", _OPENING, "alphabeta:order=tt,tt=1@discs", 5),
    ("othello", _OPENING, "bfms@positional", 9),
    ("othello", _OPENING, "pvs:tt=1@positional", 7),
    ("chess", "startpos", "alphabeta@pst", 4),
    ("chess", _MIDDLE_GAME, "alphabeta:deepen=false@material", 3),
    ("chess", _MIDDLE_GAME, "bfms@pst", 6),
    ("chess", _MIDDLE_GAME, "pvs:tt=1@quiescence:base=pst", 5),
    ("chess", "startpos", "mtdf:tt=1@quiescence:base=pst", 6),
    ("ngame:b=4,d=20,seed=6", "", "rbfms", 13),
    ("othello", _OPENING, "rbfms@positional", 7),
    ("canonical:b=3,seed=7", "", "bstar", 60),
    ("canonical:b=5,seed=8", "", "bstar:select=bf", 60),
    ("othello", _OPENING, "bstar", 6),
    ("uniform:w=6,d=5,seed=9", "", "sss", 5),
    ("uniform:w=6,d=5,seed=9", "", "dual", 5),
    ("uniform:w=6,d=5,seed=9", "", "ps:k=2", 5),
    ("othello", _OPENING, "ps:k=3@positional", 4),
    ("uniform:w=6,d=6,seed=10", "", "hybrid:plies=2", 6),
    ("increments:b=4,seed=11", "", "abtree", 7),
    ("othello", _OPENING, "abtree@positional", 5),
    ("othello", _OPENING, "abtree:grow=best@positional", 8),
)
"""(game, position, player, depth limit): a depth, not a node limit, lets behaviour show."""
_MOST = 100_000
"""The node limit of a search, against endless ones."""


def bench_lines() -> Iterator[str]:
    """Run the searches one by one; yield a line for each, with its nodes and its speed.

    The last line is "NODES nodes NPS nps" for all; NPS is in nodes a second, not thousands.
    """
    total, seconds = 0, 0.0
    for game, position, player, depth in SEARCHES:
        result = searched(game, position, player, depth)
        total, seconds = total + result.nodes, seconds + result.seconds
        speed = f"{result.nodes:>8} nodes {result.nodes / result.seconds / 1000:>9.0f} k/s"
        yield f"{speed}  {player} on {game}, depth {depth}"
    yield f"{total} nodes {total / seconds:.0f} nps"


def searched(game: str, position: str, player: str, depth: int) -> Result:
    """Run one search of the bench by a new searcher, of at most `_MOST` nodes; return its result.

    :param position: the text of the root; "" for the start of the game.
    :param player: the spec of the searcher, perhaps with its evaluator.
    """
    root = make_game(game)
    root = root.at(position) if position else root
    return make(player).search(root, Limits(depth=depth, nodes=_MOST))
