"""Proof-number searches against mtdf: nodes and CPU time until a board is solved.

    python -m benchmarks.proofs [BOARDS] [CPU] [PLAYERS]

BOARDS is quick (boards that mtdf solves in seconds), large, mates (chess) or endings (Othello). CPU
is the limit of seconds for each search. PLAYERS are specs with blanks between. The others are
compared with the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median

from benchmarks.baseline import rows, timed
from benchmarks.command_line import start
from games import Position
from games import make as make_game
from games.core.scores import KNOWN_WIN
from games.core.words import score_text
from searchers import Limits, Result, make

_SETS = {
    "quick": (
        "mnk",
        "mnk:m=4,n=3,k=3",
        "mnk:m=4,n=4,k=4",
        "hex:size=3",
        "hex:size=4",
        "connect4:width=4,height=4",
        "connect4:width=5,height=4",
        "connect4:width=5,height=5",
        "breakthrough:width=5,height=4",
    ),
    "large": (
        "breakthrough:width=4,height=5",
        "connect4:width=6,height=5",
        "connect4:width=7,height=4",
        "mnk:m=5,n=4,k=4",
        "mnk:m=6,n=4,k=4",
        "hex:size=5",
    ),
}
_MOST_RUNS = 9
_MATE_MOVES = 3
"""Moves in which the chess positions are searched for a mate."""
_MOST_EMPTY = 19
"""Empty squares of the largest Othello ending."""


def main(
    boards: str = "quick",
    cpu: float = 60.0,
    players: str = "mtdf dfpn dfpn:widen=100 pns",
) -> None:
    """Solve each board with each player; print nodes, steps, CPU seconds, ratio to the first's."""
    first = ""
    totals: dict[str, list[float]] = {}
    print(f"{'board':<32} {'player':<24} {'value':>12} {'nodes':>12} {'steps':>11} {'CPU s':>8}")
    for name, position, depth in _boards(boards):
        seconds_of_first = 0.0
        for player in players.split():
            first = first or player
            needs_depth = depth is not None or player.startswith(("mtdf", "pvs", "alphabeta"))
            limits = Limits(depth=depth or (400 if needs_depth else None), cpu=cpu)
            result, took = _searched(player, position, limits)
            solved = _is_solved(result, depth)
            if player == first:
                seconds_of_first = took if solved else 0.0
            ratio = f"{took / seconds_of_first:6.2f}" if solved and seconds_of_first else "     -"
            outcome = _outcome(result) if solved else "unsolved"
            print(
                f"{name:<32} {player:<24} {outcome:>12} {result.nodes:>12,} "
                f"{result.counts['steps']:>11,} {took:>8.2f} {ratio}",
                flush=True,
            )
            total = totals.setdefault(player, [0, 0.0])
            total[0] += solved
            total[1] += took
    for player, (count, took) in totals.items():
        print(f"{player}: {count:.0f} solved, {took:.1f} s")


def _searched(player: str, position: Position, limits: Limits) -> tuple[Result, float]:
    """Search with a new player; return the result and the CPU seconds, the median of a few runs.

    There is one run if it takes a second, and more of shorter ones.
    """
    times: list[float] = []
    while sum(times) < 1 and len(times) < _MOST_RUNS:
        searcher = make(player)
        searcher.prepare(position)
        result, seconds = timed(partial(searcher.search, position, limits))
        times.append(seconds)
    return result, median(times)


def _boards(set_: str) -> Iterator[tuple[str, Position, int | None]]:
    """Yield the name, the position and the depth limit of each board of a set.

    :raises SystemExit: if there is no such set.
    """
    if set_ == "mates":
        for number, fen, *_ in rows("wac.tsv"):
            yield number, make_game("chess").at(f"{fen} 0 1"), 2 * _MATE_MOVES - 1
    elif set_ == "endings":
        for number, board, side, empties, _ in rows("othello_ffo.tsv"):
            if int(empties) <= _MOST_EMPTY:
                position = make_game("othello").at(f"{board} {side}")
                yield f"FFO {number}, {empties} empty", position, None
    elif set_ in _SETS:
        for spec in _SETS[set_]:
            yield spec, make_game(spec), None
    else:
        raise SystemExit(f"boards={set_}: expected {', '.join([*_SETS, 'mates'])} or endings")


def _is_solved(result: Result, depth: int | None) -> bool:
    """Return whether a search proved the value, or that there is no mate within the depth limit."""
    return result.proved or (depth is not None and result.reason == "depth")


def _outcome(result: Result) -> str:
    """Return the result of a solved board for the side to move.

    It is "win", "loss", the value as text, or "no mate" if nothing was proved within the depth
    limit.
    """
    if result.bounds is not None and result.proved:
        return "win" if result.bounds[0] > 0 else "loss"
    if not result.proved:
        return "no mate"
    value = result.value or 0
    won, lost = value >= KNOWN_WIN, value <= -KNOWN_WIN
    return "win" if won else "loss" if lost else score_text(value)


if __name__ == "__main__":
    start(main, __doc__)
