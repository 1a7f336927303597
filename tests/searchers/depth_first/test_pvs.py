from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evaluators
import games
import searchers
from games.core.scores import LOSS, WIN
from games.errors import SpecError
from searchers import Limits
from searchers.check import TokenRace
from searchers.depth_first.constants import NO_MOVE, PRUNED
from searchers.depth_first.move_order import MoveOrder
from searchers.depth_first.pvs import MTDF, PrincipalVariation
from tests.compiled import COMPILED, NEEDS_SPEED

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PLAIN = "selective=false"
SWITCHES = [f"{name}=false" for name in ("aspiration", "null", "lmr", "killers", "history")]
SWITCHES += ["checks=false", "iir=false", "singular=0", "selective=false", "lmp=0"]
SWITCHES += ["reverse=0", "futility=0", "razoring=98", "probcut=90"]
SWITCHES += ["exchange=false", "refine=false"]


@given(
    st.integers(2, 5),
    st.integers(1, 7),
    st.integers(0, 999),
    st.sampled_from([1, 9, 2**15]),
    st.sampled_from(["pvs", "pvs:tt=0", "pvs:sort=1", "pvs:aspiration=false", "mtdf:tt=1"]),
)
@settings(max_examples=120, deadline=None)
def test_the_value_is_minimax_to_the_end(b: int, d: int, seed: int, edge: int, player: str) -> None:
    position = games.make(f"ngame:b={b},d={d},seed={seed},edge={edge}")
    known = searchers.make("alphabeta:deepen=false").search(position, Limits(depth=d))
    found = searchers.make(player).search(position, Limits(depth=40))
    assert (found.value, found.proved) == (known.value, True)
    position.push(found.move)
    if position.outcome() is None:
        after = searchers.make("alphabeta:deepen=false").search(position, Limits(depth=d))
        assert -after.value == found.value if after.value is not None else True


@given(st.integers(2, 5), st.integers(0, 999), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_without_pruning_every_depth_is_minimax(b: int, seed: int, depth: int) -> None:
    position = games.make(f"ngame:b={b},d=20,seed={seed}")
    known = searchers.make("alphabeta").search(position, Limits(depth=depth))
    for player in (f"pvs:{PLAIN}", f"mtdf:tt=1,{PLAIN}"):
        found = searchers.make(player).search(position, Limits(depth=depth))
        assert (found.value, found.depth) == (known.value, depth)


@pytest.mark.skipif(not COMPILED, reason="a rare reduction shows in a long search only")
@pytest.mark.parametrize("switch", SWITCHES)
def test_every_option_changes_the_search(switch: str) -> None:
    texts = (
        KIWIPETE,
        "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1NBPPP/R2QK2R b KQkq - 0 1",
    )
    positions = [games.make("chess").at(text) for text in texts]
    nodes = {
        tuple(searcher.search(position, Limits(depth=7)).nodes for position in positions)
        for searcher in (
            searchers.make(f"{player}@quiescence") for player in ("pvs", f"pvs:{switch}")
        )
    }
    assert len(nodes) == 2


@pytest.mark.parametrize("player", ["pvs", "pvs:tt=0", "mtdf"])
@pytest.mark.parametrize(
    ("fen", "value", "nodes"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", WIN - 1, 60_000),
        pytest.param(  # zugzwang: null moves fail
            "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", WIN - 3, 80_000, marks=NEEDS_SPEED
        ),
        ("7k/p7/6K1/8/8/8/8/1R6 b - - 0 1", LOSS + 2, 60_000),
    ],
)
def test_mates_have_their_distance(player: str, fen: str, value: int, nodes: int) -> None:
    position = games.make("chess").at(fen)
    result = searchers.make(player).search(position, Limits(nodes=nodes))
    assert (result.value, result.proved) == (value, True)


def test_the_table_stores_leaves_of_quiescence() -> None:
    position = games.make("chess").at(KIWIPETE)
    searcher = searchers.make(f"pvs:{PLAIN}")
    first, again = (searcher.search(position, Limits(depth=1)) for _ in range(2))
    assert (again.move, again.value) == (first.move, first.value)
    assert again.nodes == len(position.legal_moves()) < first.nodes


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1",  # stalemate next
        "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1",
        # White has nothing better than checks.
        pytest.param("6k1/6p1/8/7Q/8/8/q1r3PP/7K w - - 0 1", marks=NEEDS_SPEED),
    ],
)
def test_draws_are_found(fen: str) -> None:
    position = games.make("chess").at(fen)
    assert searchers.make("pvs").search(position, Limits(nodes=40_000)).value == 0


def test_othello_is_solved_to_the_end() -> None:
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
    position = games.make("othello").at(board)
    for player in ("pvs", "mtdf", "pvs:tt=0"):
        result = searchers.make(player).search(position, Limits(nodes=100_000))
        assert (position.move_text(result.move), result.value, result.proved) == ("h5", 600, True)


def test_a_table_needs_keys() -> None:
    class Keyless(TokenRace):
        KEYED = False

    assert searchers.make("pvs").search(Keyless(), Limits(nodes=500)).move in (1, 2, 3)
    with pytest.raises(SpecError, match="needs positions with a key"):
        searchers.make("mtdf").search(Keyless(), Limits(nodes=500))
    with pytest.raises(SpecError, match="needs a table"):
        searchers.make("mtdf:tt=0")


@pytest.mark.parametrize(
    ("game", "player"), [("chess", "pvs@quiescence:base=network"), ("othello", "pvs@patterns")]
)
def test_the_defaults_are_the_strongest_pair_present(game: str, player: str) -> None:
    position = games.make(game)
    searcher = searchers.default_for(position)
    assert f"{searcher}@{evaluators.default_for(position)}" == player


def test_fine_values_take_mtdf_few_windows_a_depth() -> None:
    class Counted(MTDF):
        windows: ClassVar[list[int]] = []

        def _search_root(self, *given: Any) -> int:
            self.windows.append(given[1])
            return super()._search_root(*given)

    for line in ("f5 d6 c3 d3 c4", "f5 f6 e6 f4"):
        position = games.make("othello").play(*line.split())
        Counted.windows.clear()
        Counted().search(position, Limits(depth=9))
        # If each window were at the bound before, depths 8 and 9 would take up to 152.
        assert max(Counter(Counted.windows).values()) <= 12


@pytest.mark.parametrize("player", ["pvs@pst", "mtdf@pst", "alphabeta:tt=1@pst"])
def test_a_root_with_fewer_moves_has_another_table_entry(player: str) -> None:
    """A search of some root moves, as `searchmoves` has it, must not decide the value of the
    position with all its moves: e2e8 d8e8 e1e8 mates."""
    searcher = searchers.make(player)
    later = games.make("chess").at("4r1k1/5ppp/8/8/8/8/5PPP/4Q1K1 w - - 0 2")
    others = tuple(set(later.legal_moves()) - {later.parse_move("e1e8")})
    assert not searcher.search(later, depth=4, moves=others).proved
    before = games.make("chess").at("3r2k1/5ppp/8/8/8/8/4RPPP/4Q1K1 w - - 0 1")
    found = searcher.search(before, depth=3)
    assert (found.uci, found.proved) == ("e2e8", True)


class Breaking(evaluators.Evaluator):
    """`pst` with the error model of the network, and an exception after so many values."""

    spec = "quiescence:base=network"
    left = 10**9

    def __init__(self, position: Any) -> None:
        self.base = evaluators.make("pst")
        self.base.bind(position)

    def static(self, position: Any) -> int:
        return self.base.static(position)

    def value(self, position: Any) -> int:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self.base.value(position)


@pytest.mark.skipif(COMPILED, reason="the methods of compiled code cannot be watched")
def test_the_move_that_a_singular_search_excludes_is_not_penalised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searcher: Any = searchers.make("pvs")
    update, excluded = MoveOrder.update, []

    def watched(order: Any, position: Any, moves: Any, start: int, *place: int) -> None:
        without = searcher.excluded[place[-1]]
        if without != NO_MOVE:
            tags = {moves.move[other]: moves.tag[other] for other in range(start, place[0])}
            excluded.append(tags[without] & PRUNED)
        update(order, position, moves, start, *place)

    monkeypatch.setattr(MoveOrder, "update", watched)
    searcher.search(games.make("chess").at("8/8/8/3k4/3p4/8/3P4/3K4 w - - 0 1"), nodes=3000)
    assert excluded
    assert all(excluded)


@pytest.mark.skipif(not COMPILED, reason="singular extensions need a deep search")
def test_an_interrupted_search_leaves_nothing_behind() -> None:
    position = games.make("chess").at(KIWIPETE)
    fresh = PrincipalVariation(Breaking(position)).search(position, Limits(depth=6))
    for left in (4078, 4081, 4084):  # after one of them in a search without the table's move
        evaluator = Breaking(position)
        evaluator.left = left
        searcher = PrincipalVariation(evaluator)
        with pytest.raises(KeyboardInterrupt):
            searcher.search(position, Limits(depth=9))
        searcher.new_game()
        again = searcher.search(position, Limits(depth=6))
        assert (again.value, again.nodes) == (fresh.value, fresh.nodes)
