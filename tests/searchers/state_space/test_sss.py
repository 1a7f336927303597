from __future__ import annotations

import json
from collections.abc import Callable
from math import log2
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from searchers import Limits
from searchers.core.trace import Trace
from tests.compiled import COMPILED

FAMILY = ("sss", "dual", "ps:k=2", "ps:k=3", "ps:sizes=1/2")


def _plain(player: str) -> Any:
    """Return a searcher without deepening and without move ordering."""
    return searchers.make(player + ("," if ":" in player else ":") + "deepen=false,order=none")


@pytest.fixture
def appendix(data: Path) -> Any:
    return json.loads((data / "srimani-appendix-a.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("player", ["sss", "ps:k=2", "alphabeta"])
def test_figure_a1_leaf_orders(player: str, appendix: Any, leaves: Any) -> None:
    result, read = leaves(4, 3, appendix["leaves"]).searched(player)
    assert read == appendix["orders"][player]
    assert (result.value, result.move) == (appendix["value"], 0)


@pytest.mark.parametrize("player", ["sss", "ps:k=2"])
def test_figure_a1_list_sizes(player: str, appendix: Any, leaves: Any) -> None:
    searcher = _plain(player)
    searcher.search(leaves(4, 3, appendix["leaves"]), Limits(depth=3))
    gamma = searcher.gamma
    found = [gamma.largest_open, gamma.largest_backup, gamma.largest_both]
    assert found == appendix["sizes"][player]


def _listing(player: str, tree: Any, initial: list[int]) -> list[str]:
    """Return the lists before every application of GAMMA, in the format of appendix A."""
    lines: list[str] = []
    searcher = _plain(player)
    searcher.trace = Trace(lines.append)
    searcher.search(tree, Limits(depth=tree.d))
    rows: list[str] = []
    states: dict[tuple[int, ...], tuple[int, str]] = {}
    entries: dict[tuple[int, ...], str] = {}
    shown = ""

    def dewey(node: tuple[int, ...]) -> str:
        return ".".join(map(str, node)) or "0"

    def number_of(node: tuple[int, ...], solved: bool) -> int:
        if not solved:
            return 3 if len(node) == tree.d else 1 + len(node) % 2
        return 6 if len(node) % 2 else 4 + (node[-1] == tree.w)

    for event in map(json.loads, lines):
        node = tuple(map(int, filter(None, event["node"].split("."))))
        merit = event.get("merit")
        match event["event"]:
            case "opened" | "solved" as kind:
                h = initial[1] if merit is None else merit
                states[node] = h, f"({dewey(node)},{'SL'[kind == 'opened']},{h})"
            case "purged":
                del states[node]
            case "held":
                low, high = (
                    x if known is None else known
                    for x, known in zip(initial, event["bounds"], strict=True)
                )
                entries[node] = f"({dewey(node)},{event['tried']},{low},{high})"
            case "released":
                del entries[node]
            case "visited":
                order = sorted(states, key=lambda node: (-states[node][0], node))
                assert order[0] == node
                row = " ".join(states[node][1] for node in order)
                backup = " ".join(entries[node] for node in sorted(entries))
                changed = backup and backup != shown
                shown = backup
                _, text = states.pop(node)
                rows.append(
                    f"{number_of(node, ',S,' in text)} {row}" + (f" | {backup}" if changed else "")
                )
    return rows


@pytest.mark.parametrize("player", ["sss", "ps:k=2,fix=printed"])
def test_the_listings_of_appendix_a(player: str, appendix: Any, leaves: Any) -> None:
    tree = leaves(4, 3, appendix["leaves"])
    assert _listing(player, tree, appendix["initial"]) == appendix["listings"][player]


def _check_family(trees: Any) -> None:
    for tree in trees:
        reads = {}
        for player in (*FAMILY, "ps:k=1", f"ps:k={tree.w}", "alphabeta"):
            result, reads[player] = tree.searched(player)
            assert result.value == tree.minimax(), (player, tree.w, tree.d, tree.values)
            assert result.counts["evaluated"] == len(reads[player])
        for player in ("sss", "dual"):
            assert len(set(reads[player])) == len(reads[player])
            assert set(reads[player]) <= set(reads["alphabeta"])
        assert reads["ps:k=1"] == reads["sss"]
        assert reads[f"ps:k={tree.w}"] == reads["alphabeta"]


def test_small_trees_with_ties(small_trees: Callable[..., Any]) -> None:
    """The value is minimax; SSS* and DUAL* read no leaf twice and none that alpha-beta
    prunes; PS*(1) is SSS* and PS*(w) alpha-beta, leaf for leaf."""
    _check_family(small_trees(400 if COMPILED else 200, seed=1))


@pytest.mark.slow
def test_many_small_trees_with_ties(small_trees: Callable[..., Any]) -> None:
    _check_family(small_trees(20_000, seed=2))


@pytest.mark.parametrize("player", ["sss", "ps:k=2"])
def test_the_work_on_open_is_n_log_n(player: str) -> None:
    for w, d in ((2, 12), (8, 6), (32, 4)):
        searcher = _plain(player)
        searcher.search(games.make(f"uniform:w={w},d={d}"), Limits(depth=d))
        gamma = searcher.gamma
        # To put a state in or take it out costs at most a rise and a fall through the heap.
        assert gamma.comparisons <= gamma.operations * (2 * log2(gamma.largest_open) + 2)


def test_a_search_cut_short_answers_as_the_last_full_iteration() -> None:
    position = games.make("ngame:b=5,d=12,seed=4")
    for player in FAMILY:
        full = [searchers.make(player).search(position, Limits(depth=d)) for d in (4, 5)]
        cut = searchers.make(player).search(position, Limits(nodes=full[1].nodes - 1))
        assert (cut.value, cut.move, cut.depth) == (full[0].value, full[0].move, 4)


def test_every_order_finds_alpha_betas_value() -> None:
    for game in ("ngame:b=5,d=6", "othello"):
        position = games.make(game)
        value = searchers.make("alphabeta").search(position, Limits(depth=5)).value
        for player in FAMILY:
            found = searchers.make(player).search(position, Limits(depth=5))
            assert found.value == value
            assert found.root[0].move == found.move
            assert all(known.bounds == (None, value) for known in found.root[1:])


@pytest.mark.parametrize(("w", "d"), [(4, 3), (3, 4), (2, 5), (5, 2)])
def test_sss_holds_states_at_max_levels_and_dual_at_min_levels(w: int, d: int) -> None:
    for player, size in (("sss", w ** ((d + 1) // 2)), ("dual", w ** (d // 2))):
        searcher = _plain(player)
        searcher.search(games.make(f"uniform:w={w},d={d}"), Limits(depth=d))
        assert searcher.gamma.largest_open == size
