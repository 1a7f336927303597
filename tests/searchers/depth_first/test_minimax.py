"""Plain minimax: the counts of an exhaustive search, exact root values, one player."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import games
import searchers
from searchers import Limits
from tests.minimax import minimax

EXACT = ("alphabeta:order=none", "sss", "ps:k=2", "abtree", "hybrid:bottom=minimax")


@pytest.mark.parametrize(("w", "d"), [(2, 6), (4, 4), (5, 3)])
def test_it_reads_every_leaf_once(w: int, d: int) -> None:
    tree = games.make(f"uniform:w={w},d={d},seed=7")
    found = searchers.make("minimax:deepen=false").search(tree, Limits(depth=d))
    assert found.counts["evaluated"] == w**d
    assert found.nodes == sum(w**ply for ply in range(1, d + 1))
    assert found.counts["expanded"] == sum(w**ply for ply in range(d))
    assert found.proved
    for player in EXACT:
        other = searchers.make(player).search(tree, Limits(depth=d))
        assert (other.value, other.proved) == (found.value, True), player


@pytest.mark.parametrize("game", ["othello", "chess", "ngame:b=3,d=3,seed=5"])
def test_every_root_move_has_its_value_and_line(game: str) -> None:
    position = games.make(game)
    found = searchers.make("minimax@static").search(position, Limits(depth=2))
    assert len(found.root) == len(position.legal_moves())
    values = [known.value for known in found.root]
    assert values == sorted(values, key=lambda value: -(value or 0))
    assert found.value == values[0] == minimax(position, 2)
    for known in found.root:
        line = position.copy()
        for move in known.pv:
            line.push(line.checked(move))
        assert len(known.pv) == 2


def test_a_depth_cut_short_does_not_count() -> None:
    tree = games.make("ngame:b=5,d=9,seed=4")
    player = searchers.make("minimax")
    whole = [player.search(tree, Limits(depth=depth)) for depth in (3, 4)]
    assert [one.nodes for one in whole] == [5 + 30 + 155, 5 + 30 + 155 + 780]
    cut = player.search(tree, Limits(nodes=whole[1].nodes - 1))
    assert cut.nodes == whole[1].nodes - 1
    assert (cut.move, cut.value, cut.pv, cut.depth) == (
        whole[0].move,
        whole[0].value,
        whole[0].pv,
        3,
    )


def test_one_player_negates_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    tree = [[3, [5, 1]], [4, 2], -9]
    for adversary, value, line in ((True, 3, (0, 0)), (False, 5, (0, 1, 0))):
        file.write_text(json.dumps({"adversary": adversary, "children": tree}))
        found = searchers.make("minimax").search(games.make(f"explicit:{file}"), Limits(depth=4))
        assert (found.value, found.pv, found.proved) == (value, line, True)
