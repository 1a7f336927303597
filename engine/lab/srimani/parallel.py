"""Srimani 1985, chapter 6: the speed-up of parallel PS*(k), in leaves on the longest way.

The root's partitions are searched as `ps:workers=` shares them out: in rounds of as many as there
are processes, with the bound of the root raised between rounds. The longest way is the sum over the
rounds of the most leaves that one process reads; where leaves cost alike and processes wait for
nothing else, the speed-up is the leaves of PS*(k) on one process by that. Times of real processes
are in `benchmarks/parallel_ps.py`.
"""

from __future__ import annotations

from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment, Point
from engine.lab.core.quantities import Mean, Measured, Ratio
from engine.lab.core.tally import Tallies
from games import make as make_game
from games.core.scores import INFINITY
from games.errors import ContractError
from searchers import make as make_searcher
from searchers.core.limits import Limits
from searchers.state_space.parallel_ps import PartitionSearch, Task

__all__ = ["EXPERIMENT", "share_out"]

_TREES = ((16, 4), (8, 6))
_KINDS = ("thesis", "iid")
_SHARES = ((2, 2), (4, 4), (8, 8), (8, 2), (8, 4))
"""Phases k, and processes."""


def share_out(
    game: str, depth: int, k: int, processes: int, first: int, count: int
) -> dict[str, list[Any]]:
    """Leaves read by PS*(k) on one process, on the longest way of several, and by all of them.

    :raises ContractError: if they do not find the same value.
    """
    spec = f"ps:k={k},order=none,deepen=false"
    searcher, part = make_searcher(spec), PartitionSearch(make_searcher(f"{spec}@static"))
    tallies = Tallies()
    for seed in range(first, first + count):
        tree = make_game(f"{game},seed={seed}")
        whole = searcher.search(tree, Limits(depth=depth))
        longest = total = start = 0
        lower, moves = -INFINITY, tree.legal_moves()
        partitions = []
        while start < len(moves):
            size = part.searcher.gamma.partition_size(start, len(moves))
            partitions.append(tuple(moves[start : start + size]))
            start += size
        for at in range(0, len(partitions), processes):
            found = [
                part.search(Task(0, tree, own, depth, lower, None, None, None), None)
                for own in partitions[at : at + processes]
            ]
            read = [report.counts["evaluated"] for report in found]
            longest, total = longest + max(read), total + sum(read)
            lower = max(lower, *(report.value for report in found))
        if lower != whole.value:
            raise ContractError(f"{game},seed={seed}: {lower}, expected {whole.value}")
        tallies.add(one=whole.counts["evaluated"], longest=longest, total=total)
    return tallies.as_dict()


def _key(width: int, depth: int, kind: str, k: int, processes: int) -> str:
    return f"PS*({k}) on {processes}, {kind} T({width},{depth})"


_SETTINGS = [
    (width, depth, kind, k, processes)
    for width, depth in _TREES
    for kind in _KINDS
    for k, processes in _SHARES
]


def _speed_up(key: str) -> Ratio:
    return Ratio(Mean(key, "one"), Mean(key, "longest"))


def _overhead(key: str) -> Ratio:
    return Ratio(Mean(key, "total"), Mean(key, "one"))


def _all(measured: Measured, quantity: Any) -> list[float]:
    return [quantity(_key(*setting))(measured).value for setting in _SETTINGS]


def _grows(measured: Measured) -> bool:
    """Whether the speed-up grows with k, as many processes as phases, on each kind of tree."""
    for width, depth in _TREES:
        for kind in _KINDS:
            gains = [_speed_up(_key(width, depth, kind, k, k))(measured).value for k in (2, 4, 8)]
            if gains != sorted(gains):
                return False
    return True


EXPERIMENT = Experiment(
    name="srimani-parallel",
    title="speed-up of parallel PS*(k), and leaves read by all processes as a share of one's",
    source='Srimani 1985, chapter 6: "can be easily tailored for parallel searching"',
    test="the claims; the text has no numbers",
    trees=100,
    minutes=0.2,
    points=tuple(
        Point(
            _key(width, depth, kind, k, processes),
            share_out,
            (f"uniform:w={width},d={depth},kind={kind}", depth, k, processes),
            block=25,
        )
        for width, depth, kind, k, processes in _SETTINGS
    ),
    columns=("trees", "k", "processes", "what"),
    cells=tuple(
        Cell((f"{kind} T({width},{depth})", k, processes, words), quantity(key))
        for width, depth, kind, k, processes in _SETTINGS
        for key in (_key(width, depth, kind, k, processes),)
        for words, quantity in (("speed-up", _speed_up), ("leaves of all / of one", _overhead))
    ),
    claims=(
        Claim(
            "it gains from processes in every setting",
            lambda measured: min(_all(measured, _speed_up)) > 1,
        ),
        Claim("the gain grows with k, as many processes as phases", _grows),
    ),
    remark="Partitions searched at once do without each other's bounds: all processes together "
    "read more than one does. Leaves, not times: what starting, waiting and messages cost is not "
    "in it.",
)
