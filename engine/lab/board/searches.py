"""The searches behind games: they are repeated, and a judge checks some of their moves.

Searchers are deterministic. A searcher that gets the positions of a recorded game in their order
repeats its searches of that game, and shows what the record does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.lab.board.board import Study
from engine.lab.core.experiment import Tallies, Tally
from engine.match.games.record import GameRecord
from engine.match.openings.openings import OPENINGS
from games import make as make_game
from games.core.position import Position
from games.core.scores import is_decided
from games.errors import EngineError
from games.parts.records import plain
from searchers import Limits, Result, Searcher
from searchers import make as make_searcher

WORST = 1000
"""The most that a move can lose, in the evaluator's units (ten pawns, ten discs)."""

_MOST_NODES = 10_000_000
"""Nodes of a search that expands one root."""

_ROOTS = 100
"""Opening positions whose expansion is counted."""


def cost_of_root(game: str, spec: str, openings: str) -> Tally:
    """Return the tally of the nodes of searches one ply deep, one for each opening position.

    The nodes of the evaluator are included. At most 100 openings are searched.

    :param spec: the spec of the player.
    :param openings: the spec of the openings.
    """
    start = make_game(game)
    searcher = make_searcher(spec)
    tally = Tally.of()
    for opening in OPENINGS.make(openings).choose(start, _ROOTS):
        searcher.new_game()
        found = searcher.search(opening.reach(start), Limits(_MOST_NODES, depth=1))
        tally.merge(Tally.of(found.nodes))
    return tally


def search_again(
    game: str, specs: Mapping[str, str], nodes: int, study: Study, played: GameRecord
) -> dict[str, list[Any]]:
    """Repeat the searches of a recorded game; return tallies by player.

    Their names are "PLAYER: name". `moves` counts the searches, without those of forced moves; of
    them are `empty` (nothing was evaluated) and `proved`. `nodes` are all nodes, `evaluator` those
    of the evaluator. `depth` is that of the result (`Result.depth`), `deepest` that of the deepest
    node, `expanded` the number of expansions. A searcher that keeps its tree has the nodes `held`
    before a move and `kept` after it. `checked` are the moves that the judge checked: whether each
    was `worse` than the judge's, and its `loss` (at most `WORST`). Of the checked moves that were
    proved, `wrong` are those that were worse. `stated` is the error probability that the search
    gives them, in hundredths of a percent.

    :param specs: the specs of both players, by name.
    :param nodes: the node limit of a move; the judge has `study.deeper` times as many.
    :returns: each tally by its name, as a list of its fields.
    :raises EngineError: if a searcher does not repeat itself.
    """
    position = played.opening.reach(make_game(game))
    searchers = [make_searcher(specs[name]) for name in played.players]
    for searcher in searchers:
        searcher.new_game()
    judge = make_searcher(study.judge) if study.judge else None
    tallies = Tallies()
    searches: tuple[list[Result], list[Result]] = ([], [])
    kept: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for number, made in enumerate(played.moves):
        name, searcher = played.players[made.side], searchers[made.side]
        found = searcher.search(position, Limits(nodes))
        reused = getattr(searcher, "reused", None)
        if reused is not None:
            kept[made.side].append(reused)
        if found.move != made.move:
            raise EngineError(
                f"{specs[name]} does not repeat itself: in game {played.number}, move "
                f"{number + 1}, it played {made.text} and now would not"
            )
        if len(position.legal_moves()) > 1:
            numbers = _counts(found)
            searches[made.side].append(found)
            if judge is not None and (number // 2 + played.number) % study.every == 0:
                loss = loss_of(position, found.move, judge, study.deeper * nodes)
                numbers |= {} if loss is None else _judged(found, loss)
            tallies.add({f"{name}: {what}": number for what, number in numbers.items()})
        position.push(made.move)
    for name, pairs, made_by in zip(played.players, kept, searches, strict=True):
        for nodes_kept, held in pairs or _kept(made_by):
            tallies.add({f"{name}: kept": nodes_kept, f"{name}: held": held})
    return plain(tallies)


def _kept(searches: Sequence[Result]) -> list[tuple[int, int]]:
    """Return (nodes kept, nodes held by the search before) for each search but the first.

    It estimates the tree that a searcher keeps from move to move, if it does not report it. Kept
    are the most nodes that a search held, less those that it generated. The list is empty if all
    searches together generate more than they hold: no tree is kept.
    """
    held = [search.counts["peak_stored"] for search in searches]
    generated = [search.counts["generated"] for search in searches]
    if sum(held) < sum(generated):
        return []
    return [
        (max(0, most - new), before)
        for before, most, new in zip(held, held[1:], generated[1:], strict=False)
    ]


def _counts(found: Result) -> dict[str, int]:
    """Return the counts of one search, with the names of `search_again`; `moves` is 1."""
    return {
        "moves": 1,
        "empty": found.value is None,
        "proved": found.proved,
        "nodes": found.nodes,
        "evaluator": found.nodes - found.counts["generated"],
        "depth": found.depth,
        "deepest": found.counts["max_depth"],
        "expanded": found.counts["expanded"],
    }


def _judged(found: Result, loss: int) -> dict[str, int]:
    """Return the judge's counts of one move, with the names of `search_again`; `checked` is 1.

    Only a proved move has `wrong`. It also has `stated`, if the search states an error probability.
    """
    numbers = {"checked": 1, "worse": loss > 0, "loss": min(loss, WORST)}
    if found.proved:
        numbers["wrong"] = loss > 0
        if found.wrong is not None:
            numbers["stated"] = round(10_000 * found.wrong)
    return numbers


def loss_of(position: Position, move: int | None, judge: Searcher, nodes: int) -> int | None:
    """Return how much worse a move is than the best one, by searches of the judge.

    The loss is in the units of the judge's evaluator, at least 0. A longer way to the same win or
    loss loses nothing. Each search is a new game for the judge.

    :param move: a legal move; None is not allowed.
    :param nodes: the budget of the judge's first search. The best move and this move are then
        compared by searches to its depth, or with the same budget if it ended with a proof.
    :returns: None if the first search finds another move at depth 0, or a later one no value.
    """
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
