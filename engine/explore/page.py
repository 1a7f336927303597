"""One self-contained page of a scene: its data packed, its style and its scripts inlined."""

from __future__ import annotations

import base64
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.explore.recording import FACTS, FORMS, KINDS, UNKNOWN, Recording
from engine.explore.sources import Scene
from engine.explore.tree import ROOT, Tree, play
from engine.explore.words import REASONS, words_for
from engine.pages import rendering as pages
from engine.pages.boards import Board, board_of, symbols_of
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
        "boards": _boards(packer, tree, scene),
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


def _boards(packer: Packer, tree: Tree, scene: Scene) -> dict[str, Any] | None:
    """Return the boards of a tree's nodes for the page, packed; None if the game has no board."""
    boards = boards_of(tree, scene.position, _weights(tree, scene.recordings))
    if boards is None:
        return None
    return {
        "board": asdict(boards.board),
        "alphabet": list(boards.alphabet),
        "nodes": packer.add(boards.nodes),
        "changes": packer.add(boards.changes),
        "squares": packer.add(boards.squares),
        "symbols": packer.add(boards.symbols),
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


@dataclass
class Boards:
    """The boards of nodes, each as its difference from the parent's.

    :param board: the root's.
    :param nodes: the nodes with a board; after the root, a parent before its children.
    :param changes: the number of squares in which each differs from its parent's.
    :param squares: those squares, row by row, one node after the other.
    :param symbols: the symbols on them, as indices into `alphabet`.
    """

    board: Board
    nodes: array[int]
    changes: array[int]
    squares: array[int]
    symbols: array[int]
    alphabet: dict[str, int]


def boards_of(tree: Tree, position: Position | None, weights: Any) -> Boards | None:
    """Return the boards of the nodes with the largest weights; None where the game has no board.

    There are at most `MOST_BOARDS`. It is also None without a position.

    :param weights: one for every node, at most its parent's.
    """
    board = None if position is None else board_of(position)
    if position is None or board is None:
        return None
    boards = Boards(board, array("i"), array("i"), array("i"), array("i"), {})
    # The nodes with the most events; their parents are among them.
    order = sorted(range(len(weights)), key=lambda node: (-weights[node], node))
    _walk(boards, tree, position.copy(), sorted(order[:MOST_BOARDS]))
    return boards


def _walk(boards: Boards, tree: Tree, position: Position, chosen: list[int]) -> None:
    """Append the boards of the chosen nodes, depth first; skip nodes below an impossible move.

    :param position: the root; it is as before at the end.
    :param chosen: the root, then other nodes in rising order, each after its parent.
    """
    below: dict[int, list[int]] = {}
    for node in chosen[1:]:
        below.setdefault(tree.parents[node], []).append(node)

    def visit(node: int, board: Sequence[str]) -> None:
        """Append the boards of all chosen nodes below a node; the position is as before at the end.

        :param board: the symbols of the node, which is the present position.
        """
        legal = position.legal_moves() if below.get(node) else []
        for child in below.get(node, ()):
            number = tree.numbers[child]
            if not play(position, legal, number):
                continue
            seen = symbols_of(position)
            changed = [square for square, symbol in enumerate(seen) if board[square] != symbol]
            boards.nodes.append(child)
            boards.changes.append(len(changed))
            boards.squares.extend(changed)
            for square in changed:
                index = boards.alphabet.setdefault(seen[square], len(boards.alphabet))
                boards.symbols.append(index)
            visit(child, seen)
            position.pop()

    visit(ROOT, boards.board.symbols)


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

        :returns: its place in the text, the number of its numbers, and the bytes of each.
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
