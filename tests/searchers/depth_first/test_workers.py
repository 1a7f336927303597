"""Worker processes that share a table: they help, stop, end, and keep to the node budget."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from engine import play_match
from games import Position
from games.core.scores import EXACT, LOSS
from games.errors import SpecError
from searchers import Limits
from searchers.storage.transposition_table import TranspositionTable, shared_memory
from tests.compiled import NEEDS_SPEED
from tests.processes import expect_two_workers_to_end

MIDDLE = "r1bq1rk1/ppp1bppp/2n2n2/3pp3/2BPP3/2P1BN2/PP3PPP/RN1QR1K1 w - - 0 9"


def test_a_torn_entry_is_not_found() -> None:
    memory: Any = shared_memory(1)
    one, other = TranspositionTable(1, memory), TranspositionTable(1, memory)
    one.store(77, 5, 12, 3, EXACT, 0)
    assert (other.probe(77), other.value, other.move, other.depth) == (True, 5, 12, 3)
    at = next(index for index in range(len(memory)) if memory[index])
    for word in range(4):
        memory[at + word] ^= 4
        assert not other.probe(77), "another process wrote half of it"
        memory[at + word] ^= 4
    assert other.probe(77)


@pytest.fixture(scope="module")
def two_processes() -> Any:
    searcher = searchers.make("pvs:workers=2,tt=1")
    searcher.prepare(games.make("chess"))
    position = games.make("chess").at(MIDDLE)
    until = time.monotonic() + 60
    while time.monotonic() < until:  # until the worker process has started
        if searcher.search(position, Limits(nodes=40_000)).nodes > 25_000:
            break
        searcher.new_game()
    return searcher


@NEEDS_SPEED
@pytest.mark.parametrize("nodes", [100, 10_001, 20_000, 60_001])
def test_processes_keep_to_one_node_budget(two_processes: Any, nodes: int) -> None:
    position = games.make("chess").at(MIDDLE)
    two_processes.new_game()
    found = two_processes.search(position, Limits(nodes=nodes))
    assert found.nodes <= nodes
    assert found.counts["generated"] <= found.nodes
    assert found.move in position.legal_moves()


@NEEDS_SPEED
def test_workers_stop_with_the_search(two_processes: Any) -> None:
    position = games.make("chess").at(MIDDLE)
    for _ in range(3):
        began = time.monotonic()
        two_processes.search(position, Limits(seconds=0.2))
        assert time.monotonic() - began < 2
    assert two_processes.search(position, Limits(nodes=200)).nodes <= 200, (
        "ready for the next search"
    )


def test_small_searches_use_one_process() -> None:
    position = games.make("chess").at(MIDDLE)
    alone = searchers.make("pvs:tt=1").search(position, Limits(nodes=500))
    helped = searchers.make("pvs:tt=1,workers=2").search(position, Limits(nodes=500))
    assert (alone.nodes, alone.move, alone.value) == (helped.nodes, helped.move, helped.value)


class Unknown(Position):
    KEYED = True
    taken = 0

    def legal_moves(self) -> list[int]:
        return [1, 2] if self.taken < 9 else []

    def push(self, move: int) -> None:
        self.taken += move

    def pop(self) -> None:
        self.taken -= self.history[-1]

    def outcome(self) -> int | None:
        return None if self.taken < 9 else LOSS

    def key(self) -> int:
        return 2 * self.taken + self.ply % 2 + 1


def test_a_game_that_workers_cannot_make_is_refused() -> None:
    assert searchers.make("pvs@static").search(Unknown(), Limits(nodes=5)).move in (1, 2)
    with pytest.raises(SpecError, match="use workers=1"):
        searchers.make("pvs:workers=2@static").search(Unknown(), Limits(nodes=5))


class Keyless(Unknown):
    KEYED = False


@NEEDS_SPEED
def test_a_game_without_keys_after_one_with_keys_uses_one_process(
    two_processes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []
    monkeypatch.setattr("searchers.depth_first.pvs.WORKER_NODES", 5)
    monkeypatch.setattr(two_processes.workers, "begin", lambda *job: begun.append(job))
    alone = searchers.make("pvs").search(Keyless(), Limits(nodes=500))
    after = two_processes.search(Keyless(), Limits(nodes=500))
    assert (after.nodes, after.move, after.value) == (alone.nodes, alone.move, alone.value)
    assert not begun


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_with_a_killed_process(tmp_path: Path) -> None:
    search = 'searchers.make("pvs:workers=3,tt=1").search(games.make("chess"), Limits(seconds=600))'
    expect_two_workers_to_end(search, signal.SIGKILL, tmp_path, wait=1)


@NEEDS_SPEED
def test_a_search_survives_a_killed_worker() -> None:
    others = set(multiprocessing.active_children())
    searcher = searchers.make("pvs:workers=2,tt=1")
    position = games.make("chess").at(MIDDLE)
    searcher.search(position, Limits(nodes=30_000))
    for process in set(multiprocessing.active_children()) - others:
        process.kill()
    for _ in range(2):
        assert searcher.search(position, Limits(nodes=30_000)).move in position.legal_moves()


@pytest.mark.slow
def test_a_hundred_quick_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("searchers.depth_first.pvs.WORKER_NODES", 200)
    players = ["pvs:workers=2,tt=4", "pvs:workers=2,tt=2"]
    match = play_match("chess", players, nodes=700, games=100, out=tmp_path)
    rows = match.games.rows()
    assert len(rows) == 100
    assert not [row for row in rows if row["forfeited"]]
