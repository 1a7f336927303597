"""The searches behind games: they are made again, and some of their moves judged.

Searchers are deterministic: one that is given the positions of a recorded game in their order does
what it did when the game was played, and can be asked what the record does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.lab.board.board import Study
from engine.lab.core.tally import Tallies
from engine.match.games.record import GameRecord
from engine.match.openings.openings import OPENINGS
from games import make as make_game
from games.core.position import Position
from games.core.scores import is_decided
from games.errors import EngineError
from searchers import Limits, Result, Searcher
from searchers import make as make_searcher

__all__ = ["WORST", "cost_of_root", "loss_of", "search_again"]

WORST = 1000
"""What a move loses at most, in the evaluator's units (ten pawns, ten discs): a game thrown away
counts no more than that."""

_MOST_NODES = 10_000_000
"""Nodes of a search that expands one root."""

_ROOTS = 100
"""Opening positions whose expansion is counted."""


def cost_of_root(game: str, spec: str, openings: str) -> dict[str, list[Any]]:
    """The nodes that a player takes to expand the root, its evaluator's included (`root`), over
    opening positions: those of a search one ply deep."""
    start = make_game(game)
    searcher = make_searcher(spec)
    tallies = Tallies()
    for opening in OPENINGS.make(openings).choose(start, _ROOTS):
        searcher.new_game()
        found = searcher.search(opening.reach(start), Limits(_MOST_NODES, depth=1))
        tallies.add(root=found.nodes)
    return tallies.as_dict()


def search_again(
    game: str, specs: Mapping[str, str], nodes: int, study: Study, record: dict[str, Any]
) -> dict[str, list[Any]]:
    """What the searches of a recorded game were like, by player.

    Under "NAME: what": `moves` searched (those forced are not), of them `empty` (nothing was
    evaluated) and `proved`; `nodes` and those of them that the `evaluator` took; `depth` of the
    principal variation and of the deepest node (`deepest`); `expanded`; of a searcher that
    keeps its tree from move to move, the nodes `held` before and `kept`. Of the moves that
    the judge looked at (`checked`): whether each was `worse` than the judge's, by how much (`loss`,
    at most `WORST`); and, of proved moves alone, `wrong`, and the chance of that which their
    searches `stated`, in hundredths of a percent.

    :param specs: of both players, by name.
    :param record: `GameRecord.as_dict()`.
    :raises EngineError: if a searcher does not repeat itself.
    """
    played = GameRecord.from_dict(record)
    position = played.opening.reach(make_game(game))
    searchers = [make_searcher(specs[name]) for name in played.players]
    for searcher in searchers:
        searcher.new_game()
    judge = make_searcher(study.judge) if study.judge else None
    tallies, kept = Tallies(), (_Kept(), _Kept())
    for number, made in enumerate(played.moves):
        name = played.players[made.side]
        found = searchers[made.side].search(position, Limits(nodes))
        if found.move != made.move:
            raise EngineError(
                f"{specs[name]} does not repeat itself: in game {played.round}, move {number + 1}, "
                f"it played {made.text} and now would not"
            )
        if len(position.legal_moves()) > 1:
            _count(tallies, name, found)
            kept[made.side].see(found)
            if judge is not None and (number // 2 + played.round) % study.every == 0:
                _judge(tallies, name, position, found, judge, study.deeper * nodes)
        position.push(made.move)
    for name, searcher, seen in zip(played.players, searchers, kept, strict=True):
        for nodes_kept, held in getattr(searcher, "reused", seen.pairs()):
            tallies[f"{name}: kept"].add(nodes_kept)
            tallies[f"{name}: held"].add(held)
    return tallies.as_dict()


class _Kept:
    """What a searcher keeps of its tree from move to move, if it does not say it itself: what it
    holds at most without having generated it in the same search was there before."""

    def __init__(self) -> None:
        self._searches: list[tuple[int, int]] = []

    def see(self, found: Result) -> None:
        """Take a search."""
        self._searches.append((found.counts["peak_stored"], found.counts["generated"]))

    def pairs(self) -> list[tuple[int, int]]:
        """Nodes kept and nodes held before, for each search but the first; nothing of a searcher
        that generates more than it holds, all in all: it forgets what it has seen."""
        most, generated = (sum(numbers) for numbers in zip((0, 0), *self._searches, strict=True))
        if most < generated:
            return []
        held = [most for most, _ in self._searches]
        kept = [max(0, most - generated) for most, generated in self._searches]
        return list(zip(kept[1:], held[:-1], strict=True))


def _count(tallies: Tallies, name: str, found: Result) -> None:
    """Count one search."""
    numbers = {
        "moves": 1,
        "empty": found.value is None,
        "proved": found.proved,
        "nodes": found.nodes,
        "evaluator": found.nodes - found.counts["generated"],
        "depth": found.depth,
        "deepest": found.counts["max_depth"],
        "expanded": found.counts["expanded"],
    }
    for what, number in numbers.items():
        tallies[f"{name}: {what}"].add(int(number))


def _judge(
    tallies: Tallies, name: str, position: Position, found: Result, judge: Searcher, nodes: int
) -> None:
    """Count what the judge, given so many nodes, thinks of a move."""
    loss = loss_of(position, found.move, judge, nodes)
    if loss is None:
        return
    tallies[f"{name}: checked"].add(1)
    tallies[f"{name}: worse"].add(int(loss > 0))
    tallies[f"{name}: loss"].add(min(loss, WORST))
    if found.proved:
        tallies[f"{name}: wrong"].add(int(loss > 0))
        if found.wrong is not None:
            tallies[f"{name}: stated"].add(round(10_000 * found.wrong))


def loss_of(position: Position, move: int | None, judge: Searcher, nodes: int) -> int | None:
    """By how much the best move is better than a move, as deep as the judge sees with so many
    nodes; None if it sees nothing. A longer way to the same win or loss loses nothing."""
    assert move is not None
    judge.new_game()
    best = judge.search(position, Limits(nodes))
    if best.move == move:
        return 0
    if best.depth == 0:
        return None
    # A proof may end the search of the best move long before that of another one.
    limits = Limits(nodes) if best.proved else Limits(depth=best.depth)
    judge.new_game()
    highest = judge.search(position, limits).value
    judge.new_game()
    value = judge.search(position, replace(limits, moves=(move,))).value
    if highest is None or value is None:
        return None
    if is_decided(highest) and is_decided(value) and (highest > 0) == (value > 0):
        return 0
    return max(0, highest - value)
