"""Srimani 1985, chapter 6: later work, that is unequal partitions and a parallel PS*(k).

The root's partitions are searched as `ps:workers=` distributes them: in rounds of one partition a
process, with the bound of the root raised between rounds. The longest way is the sum over the
rounds of the most leaves that one process reads. The speed-up is the leaves of PS*(k) on one
process, divided by that: leaves cost alike, and processes wait for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.lab.core.experiment import (
    Cell,
    Experiment,
    Largest,
    Mean,
    Measured,
    Point,
    Ratio,
    claim,
)
from engine.lab.core.laboratory import search_each
from games import make as make_game
from games.core.scores import INFINITY
from games.errors import ContractError
from searchers import make as make_searcher
from searchers.core.limits import Limits
from searchers.state_space.parallel_ps import PartitionSearch, Task

_KINDS = ("thesis", "iid")

# -- unequal partitions ----------------------------------------------------------------------------

_WIDTH, _DEPTH = 16, 4
_ORDERS = (1, 2, 4)
_SIZES = ("16", "8", "4", "12/4", "4/12", "2/14", "1/15", "8/4/2/1", "1/1/2/4/8")
"""The last of the sizes repeats: "8" is 8/8, or PS*(2); "16" is SSS*; "4" is PS*(4)."""


def _point(sizes: str, order: int, kind: str) -> Point:
    """Return the setting of PS*(k) with these sizes, such as 12/4, on trees of this order and kind.

    It is measured later, with the others of the experiment.
    """
    game = f"uniform:w={_WIDTH},d={_DEPTH},order={order},kind={kind}"
    searcher = f"ps:sizes={sizes},order=none,deepen=false"
    return Point(f"{sizes} R={order} {kind}", search_each, (game, searcher, _DEPTH))


def _leaves(sizes: str, order: int, kind: str) -> Mean:
    """Return the mean leaves that PS*(k) with these sizes reads on these trees, as a quantity."""
    return Mean(_point(sizes, order, kind).key, "evaluated")


def _share(sizes: str, order: int, kind: str) -> Ratio:
    """Return the leaves read with these sizes as a share of SSS*'s on the same trees."""
    return Ratio(_leaves(sizes, order, kind), _leaves("16", order, kind))


def _shares(measured: Measured, settings: dict[int, tuple[str, ...]]) -> list[float]:
    """Return the leaves read as shares of SSS*'s, on the thesis's trees.

    :param settings: the sizes for each order.
    """
    return [
        _share(sizes, order, "thesis")(measured).value
        for order, several in settings.items()
        for sizes in several
    ]


def _places(sizes: str) -> Largest:
    """Return the most places that these sizes need on the thesis's trees of order 1."""
    return Largest(_point(sizes, 1, "thesis").key, "peak_stored")


@claim(
    "with w/R children or more in the first partition as many leaves are read as by SSS*, within "
    "2%, whatever the sizes of the others (R = 2, 4)"
)
def _first_part_decides(measured: Measured) -> bool:
    """Return whether a first partition of w/R children or more reads as SSS* does, within 2%."""
    shares = _shares(measured, {2: ("8", "12/4", "8/4/2/1"), 4: ("4", "4/12")})
    return all(abs(share - 1) <= 0.02 for share in shares)


@claim("with fewer in the first partition more are read")
def _small_first_part_costs(measured: Measured) -> bool:
    """Return whether smaller first partitions read over 2% more leaves than SSS*."""
    small = ("4/12", "2/14", "1/15")
    return min(_shares(measured, {1: small, 2: small, 4: ("2/14", "1/15")})) > 1.02


@claim("no unequal sizes read fewer leaves than two halves in no more places")
def _halves_are_best(measured: Measured) -> bool:
    """Return whether no unequal sizes read 2% fewer leaves than halves in no more places."""
    halves = [_leaves("8", order, "thesis")(measured).value for order in _ORDERS]
    return not any(
        _places(sizes)(measured).value <= _places("8")(measured).value
        and any(
            _leaves(sizes, order, "thesis")(measured).value < 0.98 * half
            for order, half in zip(_ORDERS, halves, strict=True)
        )
        for sizes in _SIZES
        if "/" in sizes
    )


SIZES = Experiment(
    name="srimani-sizes",
    title=f"leaves read with partitions of unequal sizes on T({_WIDTH},{_DEPTH}), as a share of "
    "SSS*'s, and size",
    source='Srimani 1985, chapter 6: "Experiments with inequal size partitioning"',
    test="the claims, which follow from section 3.4; the text has no numbers",
    trees=400,
    minutes=0.8,
    points=tuple(
        _point(sizes, order, kind) for sizes in _SIZES for order in _ORDERS for kind in _KINDS
    ),
    columns=("sizes", "column"),
    cells=tuple(
        cell
        for sizes in _SIZES
        for cell in (
            *(
                Cell((sizes, f"{kind}, order {order}"), _share(sizes, order, kind))
                for kind in _KINDS
                for order in _ORDERS
            ),
            Cell((sizes, "size"), _places(sizes)),
        )
    ),
    claims=(_first_part_decides, _small_first_part_costs, _halves_are_best),
)

# -- parallel PS*(k) -------------------------------------------------------------------------------


def share_out(
    game: str, depth: int, k: int, processes: int, seeds: range
) -> Iterator[dict[str, float]]:
    """Yield for each tree the leaves that PS*(k) reads on one process and on several.

    The processes are simulated. In each round every process searches one partition of the root.
    `one` are the leaves of one process alone, `total` those of all processes. `longest` is the sum
    over the rounds of the most leaves of any process.

    :param game: its spec without `seed`.
    :raises ContractError: if several processes find another value than one.
    """
    spec = f"ps:k={k},order=none,deepen=false"
    searcher, part = make_searcher(spec), PartitionSearch(make_searcher(f"{spec}@static"))
    for seed in seeds:
        tree = make_game(f"{game},seed={seed}")
        whole = searcher.search(tree, Limits(depth=depth))
        longest = total = 0
        lower, moves = -INFINITY, tree.legal_moves()
        partitions = part.searcher.gamma.partitions(moves)
        for at in range(0, len(partitions), processes):
            found = [
                part.search(Task(0, tree, lower, Limits(depth=depth, moves=own)), None)
                for own in partitions[at : at + processes]
            ]
            read = [report.counts["evaluated"] for report in found]
            longest, total = longest + max(read), total + sum(read)
            lower = max(lower, *(report.value for report in found))
        if lower != whole.value:
            raise ContractError(f"{game},seed={seed}: {lower}, expected {whole.value}")
        yield {"one": whole.counts["evaluated"], "longest": longest, "total": total}


_PROCESSES = {
    (f"{kind} T({width},{depth})", k, processes): Point(
        f"PS*({k}) on {processes}, {kind} T({width},{depth})",
        share_out,
        (f"uniform:w={width},d={depth},kind={kind}", depth, k, processes),
        block=25,
    )
    for width, depth in ((16, 4), (8, 6))
    for kind in _KINDS
    for k, processes in ((2, 2), (4, 4), (8, 8), (8, 2), (8, 4))
}
"""PS*(k) on several processes, by the trees, k, and the number of processes."""


def _speed_up(where: Point) -> Ratio:
    """Return the leaves of one process / those of the longest way at a point, as a quantity."""
    return Ratio(Mean(where.key, "one"), Mean(where.key, "longest"))


@claim("it gains from processes in every setting")
def _gains(measured: Measured) -> bool:
    """Return whether processes shorten the search in every setting."""
    return all(_speed_up(where)(measured).value > 1 for where in _PROCESSES.values())


@claim("the gain grows with k, as many processes as phases")
def _grows(measured: Measured) -> bool:
    """Return whether the speed-up never falls as k grows, with as many processes as phases."""
    for trees in dict.fromkeys(trees for trees, _, _ in _PROCESSES):
        gains = [_speed_up(_PROCESSES[trees, k, k])(measured).value for k in (2, 4, 8)]
        if gains != sorted(gains):
            return False
    return True


PARALLEL = Experiment(
    name="srimani-parallel",
    title="speed-up of parallel PS*(k), and leaves read by all processes as a share of one's",
    source='Srimani 1985, chapter 6: "can be easily tailored for parallel searching"',
    test="the claims; the text has no numbers",
    trees=100,
    minutes=0.2,
    points=tuple(_PROCESSES.values()),
    columns=("trees", "k", "processes", "what"),
    cells=tuple(
        Cell((*setting, what), quantity)
        for setting, where in _PROCESSES.items()
        for what, quantity in (
            ("speed-up", _speed_up(where)),
            ("leaves of all / of one", Ratio(Mean(where.key, "total"), Mean(where.key, "one"))),
        )
    ),
    claims=(_gains, _grows),
    remark="Partitions searched at the same time lack each other's bounds, so all processes "
    "together read more than one does. The numbers are leaves, not times: they exclude the cost of "
    "starting, waiting and messages.",
)
