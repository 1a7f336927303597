"""One self-contained page of a scene: its data packed, its style and its scripts inlined."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.explore.boards import boards_of
from engine.explore.packing import Packer
from engine.explore.recording import ABSENT, FACTS, FORMS, KINDS, UNKNOWN, Recording
from engine.explore.sources import Scene
from engine.explore.tree import Tree
from engine.explore.words import REASONS, words_for
from engine.pages import rendering as pages
from games.core.position import Position
from games.core.scores import KNOWN_WIN, MATE_BOUND, WIN

__all__ = ["SCRIPTS", "data_of", "page_of", "rendered"]

ASSETS = Path(__file__).resolve().parent / "assets"
SCRIPTS = (
    "data.js",
    "scores.js",
    "replay.js",
    "layout.js",
    "treeview.js",
    "bars.js",
    "board.js",
    "events.js",
    "comparison.js",
    "player.js",
)
"""The page's scripts in the order of their dependence."""


def page_of(scene: Scene, title: str = "", look: str = "", form: object = None) -> str:
    """The page as HTML.

    :param title: over the page; by default who searches.
    :param look: what to look for, in a few sentences.
    :param form: of a page that is served: what the next search is asked by.
    """
    data, columns = data_of(scene)
    first = scene.recordings[0].searches[0]
    position = f" \u00b7 {first.position}" if first.position else ""
    return rendered(
        title=title or " and ".join(trace["name"] for trace in data["traces"]),
        facts=f"{data['game']}{position} \u00b7 {data['sides'][0]} to move",
        look=look,
        form=form,
        data=pages.inert(data),
        columns=columns,
        players=[one.searches[0] for one in scene.recordings],
        side=data["sides"][0],
    )


def rendered(**values: Any) -> str:
    """The template of `assets`, with the page's own style and scripts."""
    return pages.rendered(ASSETS, "page.html.jinja", {"scripts": SCRIPTS, **values})


def data_of(scene: Scene) -> tuple[dict[str, Any], str]:
    """What the page's scripts read: facts, and the columns that they point into."""
    packer = Packer()
    tree, position = scene.tree, scene.position
    first = scene.recordings[0]
    data = {
        "kinds": KINDS,
        "forms": FORMS,
        "scores": {"unknown": UNKNOWN, "win": WIN, "mate": MATE_BOUND, "known": KNOWN_WIN},
        "absent": ABSENT,
        "reasons": REASONS,
        "game": first.game,
        "position": first.searches[0].position,
        **_sides(position),
        "tree": {
            "parents": packer.add(tree.parents),
            "numbers": packer.add(tree.numbers),
            "moves": packer.add(tree.moves),
            "names": list(tree.names),
        },
        "boards": _boards(packer, tree, scene),
        "traces": [_trace(packer, one) for one in scene.recordings],
    }
    return data, packer.text()


def _sides(position: Position | None) -> dict[str, Any]:
    """Who moves at the root, and whether two take turns."""
    if position is None:
        return {"sides": ["First", "Second"], "alternating": True}
    sides = list(position.INFO.sides)
    return {
        "sides": sides[::-1] if position.turn else sides,
        "alternating": not position.one_player,
    }


def _trace(packer: Packer, one: Recording) -> dict[str, Any]:
    return {
        "name": one.searches[0].player,
        "searches": [vars(search) for search in one.searches],
        "kinds": packer.add(one.kinds),
        "nodes": packer.add(one.nodes),
        "shapes": packer.add(one.forms),
        "lows": packer.add(one.lows),
        "spans": packer.add(np.asarray(one.highs, np.int64) - np.asarray(one.lows, np.int64)),
        "facts": {
            fact: {"is": FACTS[fact], "at": packer.add(at), "values": packer.add(values)}
            for fact, (at, values) in one.facts.items()
            if at
        },
        "texts": list(one.texts),
        "words": words_for(one.searches[0].player),
    }


def _boards(packer: Packer, tree: Tree, scene: Scene) -> dict[str, Any] | None:
    boards = boards_of(tree, scene.position, _weights(tree, scene.recordings))
    if boards is None:
        return None
    return {
        "rows": boards.rows,
        "pieces": boards.pieces,
        "discs": boards.discs,
        "alphabet": list(boards.alphabet),
        "nodes": packer.add(boards.nodes),
        "changes": packer.add(boards.changes),
        "squares": packer.add(boards.squares),
        "symbols": packer.add(boards.symbols),
    }


def _weights(tree: Tree, recordings: list[Recording]) -> list[int]:
    """How many events there are at each node and below."""
    counts = np.zeros(len(tree), np.int64)
    for one in recordings:
        counts += np.bincount(np.asarray(one.nodes), minlength=len(tree))
    weights: list[int] = counts.tolist()
    for node in range(len(tree) - 1, 0, -1):
        weights[tree.parents[node]] += weights[node]
    return weights
