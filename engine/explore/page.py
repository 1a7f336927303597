"""One self-contained page of a scene: its data packed, its style and its scripts inlined."""

from __future__ import annotations

import base64
import zlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from engine.explore.recording import FACTS, FORMS, KINDS, UNKNOWN, Recording
from engine.explore.sources import Scene
from engine.explore.tree import ROOT, Tree, play
from engine.explore.words import REASONS, words_for
from engine.pages import rendering as pages
from engine.pages.boards import board_of, symbols_of
from games.core.position import Position
from games.core.scores import KNOWN_WIN, MATE_BOUND, WIN

ASSETS = Path(__file__).resolve().parent / "assets"
SCRIPTS = (
    "data.js",
    "scores.js",
    "replay.js",
    "layout.js",
    "treeview.js",
    "bars.js",
    "board.js",
    "boards.js",
    "events.js",
    "comparison.js",
    "player.js",
)
"""The page's scripts in the order of their dependence."""


def page_of(scene: Scene, title: str = "", look: str = "", form: object = None) -> str:
    """Return the page that explores the traces of a scene, as HTML.

    :param title: the heading; by default the players.
    :param look: a note about what to look for.
    :param form: the form for the next search of a page that is served; None for no form.
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
    """Return the HTML of the page: its template, filled with these values and its scripts."""
    return pages.rendered(ASSETS, "page.html.jinja", {"scripts": SCRIPTS, **values})


def data_of(scene: Scene) -> tuple[dict[str, Any], str]:
    """Return the data of the page's scripts, and the text of the packed columns that it refers to.

    The data has the tree, the boards, the sides, and each recording's searches and events.
    """
    packer = Packer()
    tree, position = scene.tree, scene.position
    first = scene.recordings[0]
    data = {
        "kinds": KINDS,
        "forms": FORMS,
        "scores": {"unknown": UNKNOWN, "win": WIN, "mate": MATE_BOUND, "known": KNOWN_WIN},
        "reasons": REASONS,
        "game": first.game,
        **_sides(position),
        "tree": {
            "parents": packer.add(tree.parents),
            "numbers": packer.add(tree.numbers),
            "moves": packer.add(tree.moves),
            "names": list(tree.names),
        },
        "boards": _boards(packer, scene),
        "traces": [_recording_data(packer, one) for one in scene.recordings],
    }
    return data, packer.text()


def _sides(position: Position | None) -> dict[str, Any]:
    """Return the names of the sides, the root's side to move first, and whether they alternate.

    Without a position the names are First and Second, and the sides alternate.
    """
    if position is None:
        return {"sides": ["First", "Second"], "alternating": True}
    sides = list(position.INFO.sides)
    return {
        "sides": sides[::-1] if position.turn else sides,
        "alternating": not position.one_player,
    }


def _recording_data(packer: Packer, one: Recording) -> dict[str, Any]:
    """Return the data of a recording for the page, with its columns packed."""
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


def _weights(tree: Tree, recordings: list[Recording]) -> list[int]:
    """Return for each node the number of events of all recordings at it and below it."""
    counts = np.zeros(len(tree), np.int64)
    for one in recordings:
        counts += np.bincount(np.asarray(one.nodes), minlength=len(tree))
    weights: list[int] = counts.tolist()
    for node in range(len(tree) - 1, 0, -1):
        weights[tree.parents[node]] += weights[node]
    return weights


# -- boards ----------------------------------------------------------------------------------------

MOST_BOARDS = 20_000
"""The number of nodes of a page with a board; the others show their parent's."""


def _boards(packer: Packer, scene: Scene) -> dict[str, Any] | None:
    """Return the boards of a scene's nodes for the page, packed; None if the game has no board.

    It has the root's board, and of at most `MOST_BOARDS` nodes, those with the most events, the
    number of squares that differ from the parent's board. Then it has those squares of all nodes,
    and the symbols on them as indices into `alphabet`. It is also None without a position.
    """
    position = scene.position
    board = None if position is None else board_of(position)
    if position is None or board is None:
        return None
    weights = _weights(scene.tree, scene.recordings)
    # Parents have at least the weights of their children, and smaller numbers.
    order = sorted(range(len(weights)), key=lambda node: (-weights[node], node))
    alphabet: dict[str, int] = {}
    nodes, changes, squares, symbols = array("i"), array("i"), array("i"), array("i")
    for node, changed in board_changes(scene.tree, position.copy(), sorted(order[:MOST_BOARDS])):
        nodes.append(node)
        changes.append(len(changed))
        for square, symbol in changed:
            squares.append(square)
            symbols.append(alphabet.setdefault(symbol, len(alphabet)))
    return {
        "board": asdict(board),
        "alphabet": list(alphabet),
        "nodes": packer.add(nodes),
        "changes": packer.add(changes),
        "squares": packer.add(squares),
        "symbols": packer.add(symbols),
    }


def board_changes(
    tree: Tree, position: Position, chosen: Sequence[int]
) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Yield chosen nodes below the root, depth first, with the squares that their moves change.

    A square has its number, row by row from 0, and its new symbol. Nodes below an impossible move
    are left out.

    :param position: the root; it changes, and is as before at the end.
    :param chosen: the root, then other nodes in rising order, each after its parent.
    """
    below: dict[int, list[int]] = {}
    for node in chosen[1:]:
        below.setdefault(tree.parents[node], []).append(node)

    def visit(node: int, board: Sequence[str]) -> Iterator[tuple[int, list[tuple[int, str]]]]:
        """Yield the nodes below a node, whose symbols are given; it is the present position."""
        legal = position.legal_moves() if node in below else []
        for child in below.get(node, ()):
            if not play(position, legal, tree.numbers[child]):
                continue
            seen = symbols_of(position)
            yield child, [(square, new) for square, new in enumerate(seen) if new != board[square]]
            yield from visit(child, seen)
            position.pop()

    return visit(ROOT, symbols_of(position))


# -- columns ---------------------------------------------------------------------------------------


class Packer:
    """Columns of whole numbers as one short text.

    A column is stored as the differences of its numbers with the sign in the lowest bit: first all
    lowest bytes, then all second ones, and so on. They are deflated and coded in base64.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, numbers: Any) -> list[int]:
        """Add a column of 32-bit numbers.

        :returns: its offset in the unpacked bytes, its length, and the bytes of each number.
        """
        column = np.asarray(numbers, dtype=np.int64)
        steps = np.diff(column, prepend=0).astype(np.int32)  # modulo 2^32, as the page adds them
        folded = ((steps << 1) ^ (steps >> 31)).astype("<u4")
        most = int(folded.max(initial=0))
        width = max(1, (most.bit_length() + 7) // 8)
        planes = folded.view(np.uint8).reshape(-1, 4)[:, :width].T
        place = [self._size, len(column), width]
        self._parts.append(planes.tobytes())
        self._size += len(column) * width
        return place

    def text(self) -> str:
        """Return all columns added so far as one text, deflated and in base64."""
        return base64.b64encode(zlib.compress(b"".join(self._parts), 9)).decode("ascii")
