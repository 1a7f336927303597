"""When the memory ends, nothing is corrupt, and the result so far remains."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import games
import searchers
from searchers import SEARCHERS, Limits
from tests.compiled import COMPILED, NEEDS_SPEED
from tests.stops import Interrupting

ROOT = Path(__file__).resolve().parents[3]

SHORT = """
import sys
import games, searchers
from searchers import Limits

game, player, nodes = sys.argv[1], sys.argv[2], int(sys.argv[3])
limits, few = Limits(nodes=nodes, depth=12), Limits(nodes=300, depth=12)
holders = None
calls = 0

def short(columns, length, real=games.core.columns.lengthen):
    "Half of what grows has grown when memory runs out."
    global calls
    calls -= 1
    if calls == 0:
        real(columns[: len(columns) // 2], length)
        raise MemoryError
    real(columns, length)

def facts(result):
    return result.move, result.value, result.bounds, result.root, result.nodes, result.counts

def patch(function):
    for module in list(sys.modules.values()):
        if hasattr(module, "lengthen") and module is not games.core.columns:
            module.lengthen = function

real = games.core.columns.lengthen
searcher = searchers.make(player)
searcher.search(games.make(game), few)  # all that is imported late
failed = ended = 0
for number in range(1, 60):
    searcher.new_game()
    calls = number
    patch(short)
    try:
        result = searcher.search(games.make(game), limits)
        ended += calls < 1
        assert calls > 0 or result.move is not None
    except MemoryError:
        failed += 1
    patch(real)
    again = searcher.search(games.make(game), few)
    if calls > 0:
        break
    searcher.new_game()
    fresh = searchers.make(player)
    for one in (searcher, fresh):
        one.search(games.make(game), few)
    assert facts(searcher.search(games.make(game), few)) == facts(
        fresh.search(games.make(game), few)
    )
assert failed + ended > 0, "nothing grew"
print("whole")
"""


@pytest.mark.parametrize(
    ("game", "player"),
    [
        ("ngame:b=30,d=12", "bfms:hash=0"),
        ("ngame:b=30,d=12", "descent:hash=0"),
        pytest.param("ngame:b=30,d=12", "uct:hash=0", marks=NEEDS_SPEED),
        ("ngame:b=30,d=12", "puct:hash=0,priors=values"),
        ("canonical", "bstar:hash=0"),
        ("canonical", "bstar:hash=0,select=pb"),
        ("ngame:b=30,d=12", "bstar:hash=0,dag=true@fixed:margin=9"),
        pytest.param("canonical", "bpip:hash=0,gulp=100", marks=NEEDS_SPEED),
        ("ngame:b=30,d=12", "mma:hash=0"),
        pytest.param("ngame:b=30,d=12", "conspiracy:hash=0", marks=NEEDS_SPEED),
        ("ngame:b=30,d=12", "mgss:hash=0"),
        ("ngame:b=30,d=12", "rbfms"),
        ("ngame:b=30,d=12", "sss:hash=0"),
        ("ngame:b=30,d=12", "dual:hash=0"),
        ("ngame:b=30,d=12", "ps:hash=0"),
        ("ngame:b=30,d=12", "hybrid"),
        ("ngame:b=30,d=12", "abtree"),
        ("ngame:b=300,d=12", "alphabeta"),
        ("chess", "pvs"),
    ],
)
def test_memory_that_runs_out_while_columns_grow(game: str, player: str) -> None:
    """After any failed growth the searcher is like a new one."""
    done = subprocess.run(
        [sys.executable, "-c", SHORT, game, player, "3000"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.stdout, done.returncode) == ("whole\n", 0), done.stderr


LIMITED = """
import resource, sys
import games, searchers
from searchers import Limits

game, players = sys.argv[1], sys.argv[2:]
for player in players:
    searchers.make(player).search(games.make(game), Limits(nodes=2000))
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 24 * 2**20, resource.RLIM_INFINITY))
for player in players:
    searcher = searchers.make(player)
    position = games.make(game)
    try:
        for _ in range(2):
            result = searcher.search(position, Limits(nodes=3_000_000))
            print(player, result.reason)
            position.push(result.move)
    except MemoryError as error:
        print(player, error)
    del searcher
"""


@pytest.mark.skipif(not COMPILED, reason="takes minutes where it is interpreted")
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_a_machine_without_memory() -> None:
    """Trees are pruned when the machine has no more memory, and the search continues."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "ngame:b=8,d=400", "bfms:hash=0", "bstar:hash=0@fixed"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["bfms:hash=0"] * 2 + ["bstar:hash=0@fixed"] * 2


@pytest.mark.parametrize("player", sorted(SEARCHERS.builtin))
def test_a_search_leaves_no_reference_to_the_searcher(player: str) -> None:
    """Its tables are then freed at once, not when the garbage collector runs."""
    searcher = searchers.make(player)
    before = sys.getrefcount(searcher)
    searcher.search(games.make("othello"), nodes=100, depth=2)
    assert sys.getrefcount(searcher) == before


def test_trees_and_lists_are_bounded_by_default() -> None:
    for player in (
        "bfms",
        "bpip",
        "bstar",
        "conspiracy",
        "mgss",
        "mma",
        "puct",
        "uct",
        "sss",
        "dual",
        "ps",
        "hybrid",
    ):
        assert searchers.make(player).options["hash"] == 256
    assert searchers.make("abtree").options["retain"] * 64 == 128 * 10**6
    parts = searchers.make("hybrid:hash=8,top=ps,bottom=(sss:hash=2)")
    assert (parts.top.options["hash"], parts.bottom.options["hash"]) == (4, 2)


@pytest.mark.parametrize("player", ["sss", "ps", "hybrid:top=sss,plies=4"])
def test_lists_that_may_not_grow_further(player: str) -> None:
    """The result is that of the last finished depth; a megabyte has room for 10,000 states."""
    small = player + ("," if ":" in player else ":") + "hash=1,order=none"
    searcher = searchers.make(small)
    position = games.make("ngame:b=1000,d=6")
    result = searcher.search(position, Limits(nodes=100_000))
    assert (result.reason, result.depth) == ("memory", 1)
    assert result.counts["peak_stored"] < 2**20 / 1.5 / 68
    whole = searchers.make(small).search(position, Limits(depth=1))
    assert (result.move, result.value) == (whole.move, whole.value)
    assert searcher.search(position, Limits(nodes=100_000)).root == result.root


def test_a_search_that_raises_leaves_nothing_behind() -> None:
    """An inconsistent tree must not be resumed; an interrupt may come at any time."""
    position = games.make("ngame:b=8,d=400")
    for looks in range(2, 130, 3):
        searcher = searchers.make("bfms:hash=1")
        with pytest.raises(KeyboardInterrupt):
            searcher.search(position, Limits(nodes=10**6), stop=Interrupting(looks))
        after = searcher.search(position, Limits(nodes=100))
        assert after.counts == searchers.make("bfms").search(position, Limits(nodes=100)).counts
