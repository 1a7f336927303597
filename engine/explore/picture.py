"""The tree of one search as a picture for notebooks: SVG in one piece, without scripts.

`search_tree` searches with a trace and keeps each node's last value or bounds. The picture has the
nodes that the search visited most. Its lines and text have the colour of the page's text, so that
it is readable on light and dark pages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from games import make as make_game
from games.core.position import Position
from games.core.scores import KNOWN_WIN
from games.core.words import counted, interval_text, score_text, signed
from games.errors import LimitsError, quoted
from games.parts.numbers import is_whole
from searchers import Result, Searcher
from searchers import make as make_searcher
from searchers.core.trace import Trace

MOST_NODES = 120
"""The nodes of a picture, unless `most` is larger."""
_MOST = 5000
"""The largest `most`."""

_LEVEL = 54
"""Pixels between two plies."""
_RADIUS = 5
_BAR = 46
"""Pixels of the scale of all intervals, of which a node's bar is a part."""
_BEST = "#d9730d"
"""The colour of the principal variation, on light and on dark pages."""


@dataclass
class TreeNode:
    """A node of a search; scores are from the side to move at the root.

    :param dewey: its Dewey number as in a trace: 2.1 is the first child of the root's second.
    :param move: the move into it, as text.
    :param low: the last pessimistic value or lower bound; None if it is unknown.
    :param high: the last optimistic value or upper bound; with an exact value both are equal.
    :param visits: the events of the trace at the node and below it.
    :param evaluations: how often it was evaluated as a leaf.
    :param has_interval: whether the trace has bounds for it, not only values.
    :param visited: False for a node that the search did not reach, in a picture of the whole tree.
    """

    dewey: str
    move: str = ""
    low: int | None = None
    high: int | None = None
    visits: int = 0
    evaluations: int = 0
    has_interval: bool = False
    visited: bool = True

    @property
    def depth(self) -> int:
        """The plies from the root."""
        return len(_path(self.dewey))

    @property
    def text(self) -> str:
        """The value, a bound with its sign, or the interval; "" if nothing is known."""
        if self.low is None and self.high is None:
            return ""
        if self.has_interval and self.low != self.high:
            return interval_text((self.low, self.high), _short)
        if self.low == self.high:
            return _short(self.low)
        return f"\u2264 {_short(self.high)}" if self.low is None else f"\u2265 {_short(self.low)}"


class Picture:
    """A drawing that a notebook shows; `svg` is its text."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_html_(self) -> str:
        """Return the drawing for a notebook, as HTML that scrolls sideways."""
        return f'<div style="overflow-x:auto">{self.svg}</div>'


class SearchTree:
    """The tree of one search.

    :param position: its root.
    :param player: the spec of its searcher.
    :param trace: the lines of its trace.
    :ivar result: the result of the search.
    :ivar nodes: the nodes by Dewey number; the root's is empty.
    :ivar leaves: the Dewey numbers of the leaves in the order of their evaluations.
    :ivar expanded: those of the nodes expanded, in their order.
    """

    def __init__(
        self, position: Position, player: str, result: Result, trace: Iterable[str]
    ) -> None:
        self.position = position.copy()
        self.player = player
        self.result = result
        self.nodes: dict[str, TreeNode] = {"": TreeNode("")}
        self.leaves: list[str] = []
        self.expanded: list[str] = []
        self._windows: dict[str, list[int | None]] = {}
        for line in trace:
            self._read(json.loads(line))
        root = self.nodes[""]
        root.low, root.high = result.bounds or (result.value, result.value)
        root.has_interval |= result.bounds is not None
        for dewey, node in reversed(self.nodes.items()):  # children before their parents
            if dewey:
                self.nodes[dewey.rpartition(".")[0]].visits += node.visits

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.nodes)

    def __str__(self) -> str:
        """Return the player, the numbers of nodes and leaves, and the result in one line."""
        leaves = counted(len(self.leaves), "leaf", "leaves")
        return f"{self.player}: {counted(len(self), 'node')}, {leaves} evaluated; {self.result}"

    def __repr__(self) -> str:
        """Return the player and the number of nodes between < and >."""
        return f"<SearchTree of {self.player}, {counted(len(self), 'node')}>"

    def _repr_html_(self) -> str:
        """Return the tree's `picture` for a notebook, as HTML."""
        return self.picture()._repr_html_()

    @property
    def best_line(self) -> list[str]:
        """The Dewey numbers of the principal variation, the root's first."""
        position, dewey = self.position.copy(), ""
        line = [dewey]
        for move in self.result.pv:
            dewey = _below(dewey, position.legal_moves().index(move) + 1)
            line.append(dewey)
            position.push(move)
        return line

    def picture(self, most: int = MOST_NODES, whole: bool = False) -> Picture:
        """Return the drawing of the search tree.

        A square is a node where the side of the root moves, a circle one of the opponent. It is
        filled if the node was evaluated as a leaf. A node with an interval is a bar, and all bars
        have one scale. The principal variation is thick.

        :param most: the nodes drawn at most; those of the principal variation are chosen first,
            then those with the most events.
        :param whole: draw also the nodes of the game that the search did not visit, pale, down to
            the depth of the search. All nodes are drawn then.
        :raises LimitsError: if `most` is out of range, or the whole tree is too large.
        """
        if not is_whole(most, 1, _MOST):
            raise LimitsError(f"most={quoted(most)}: expected 1 to {_MOST:,} nodes")
        nodes = self._whole() if whole else self._chosen(most)
        return Picture(_Drawing(self, nodes).svg())

    # -- reading the trace -------------------------------------------------------------------

    def _read(self, event: dict[str, Any]) -> None:
        """Add one event of the trace to its node, which is made if it is missing.

        It sets the node's move, and counts a visit and maybe an evaluation. It stores the window
        and the bounds, and lists leaves and expanded nodes. Events `begun` and `ended` are ignored.
        """
        kind, dewey = event["event"], event["node"]
        if kind in ("begun", "ended"):
            return
        node = self._node(dewey)
        node.move = node.move or event.get("move", "")
        node.visits += 1
        if "window" in event:
            self._windows[dewey] = event["window"]
        if kind == "evaluated":
            node.evaluations += 1
            self.leaves.append(dewey)
        elif kind == "expanded":
            self.expanded.append(dewey)
        for form in ("value", "bounds", "merit"):
            if form in event:
                self._score(node, kind, form, event[form])

    def _node(self, dewey: str) -> TreeNode:
        """Return the node of this Dewey number; make it and its ancestors if they are missing."""
        node = self.nodes.get(dewey)
        if node is None:
            if dewey:
                self._node(dewey.rpartition(".")[0])
            node = self.nodes[dewey] = TreeNode(dewey)
        return node

    def _score(self, node: TreeNode, kind: str, form: str, score: Any) -> None:
        """Set a node's lower and upper bound from a score of an event.

        A value sets both. If the node was not evaluated, a value after a cut-off or outside the
        window is one bound, and the other is unknown. A merit is the upper bound of such a node. A
        score of None changes nothing.

        :param kind: the kind of the event, such as "cut".
        :param form: the form of the score: "value", "bounds" or "merit".
        """
        if form == "bounds":
            if score != [None, None]:
                node.low, node.high = score
                node.has_interval = True
        elif form == "merit":
            if score is not None and not node.evaluations:
                node.high = score
        elif score is not None:
            node.low = node.high = score
            if node.evaluations:
                return
            low, high = self._windows.get(node.dewey, (None, None))
            turned = not self.position.one_player and node.depth % 2 == 1
            if (kind == "cut" and turned) or (low is not None and score <= low):
                node.low = None
            elif kind == "cut" or (high is not None and score >= high):
                node.high = None

    # -- choosing the nodes of a picture -----------------------------------------------------

    def _chosen(self, most: int) -> list[TreeNode]:
        """Return at most `most` nodes: the principal variation, then those with the most events.

        Every node comes after its parent.
        """
        line = {dewey: order for order, dewey in enumerate(self.best_line)}

        def rank(node: TreeNode) -> tuple[int, int, int, list[int]]:
            """Return a node's sort key: those of the principal variation, then by events."""
            return line.get(node.dewey, _MOST), -node.visits, node.depth, _path(node.dewey)

        return sorted(self.nodes.values(), key=rank)[:most]

    def _whole(self) -> list[TreeNode]:
        """Return a node for every position of the game tree down to the depth of the search.

        Positions that the search did not visit get new nodes, with `visited` False.

        :raises LimitsError: if there are more than 5,000.
        """
        deepest = max(node.depth for node in self.nodes.values())
        found: list[TreeNode] = []
        for dewey, move in _walk(self.position.copy(), "", deepest):
            known = self.nodes.get(dewey)
            found.append(TreeNode(dewey, move, visited=False) if known is None else known)
            if len(found) > _MOST:
                raise LimitsError(f"whole: the tree has more than {_MOST:,} nodes")
        return found


def search_tree(position: Position | str, player: Searcher | str, **limits: Any) -> SearchTree:
    """Search, and return the tree of the search.

    :param position: a position, or the spec of a game.
    :param player: a searcher, or its spec.
    :param limits: the keywords of `Searcher.search`, such as nodes=200.
    :raises StarlingError: as the search does.

    >>> from games import make
    >>> tree = search_tree("uniform:w=2,d=3", "alphabeta:deepen=false", depth=3)
    >>> len(tree), tree.leaves
    (13, ['1.1.1', '1.1.2', '1.2.1', '1.2.2', '2.1.1', '2.1.2'])
    """
    root = make_game(position)
    searcher = make_searcher(player)
    lines: list[str] = []
    before, searcher.trace = searcher.trace, Trace(lines.append)
    try:
        result = searcher.search(root, **limits)
    finally:
        searcher.trace = before
    return SearchTree(root, searcher.spec, result, lines)


def _walk(position: Position, dewey: str, plies: int, move: str = "") -> Iterator[tuple[str, str]]:
    """Yield Dewey number and move text of every node of the game tree, each before its children.

    The position is as before at the end.

    :param dewey, move: those of the position itself.
    :param plies: the depth of the tree below it.
    """
    yield dewey, move
    if plies and position.outcome() is None:
        for number, made in enumerate(position.legal_moves(), 1):
            text = position.move_text(made)
            position.push(made)
            yield from _walk(position, _below(dewey, number), plies - 1, text)
            position.pop()


def _path(dewey: str) -> list[int]:
    """Return the numbers of a Dewey number; none for the root."""
    return [int(number) for number in dewey.split(".")] if dewey else []


def _below(dewey: str, number: int) -> str:
    """Return the Dewey number of a node's child with this number."""
    return f"{dewey}.{number}" if dewey else str(number)


def _short(score: int | None) -> str:
    """Return a score as a label: "+35", "W3" or "L2" for a win or loss in plies, "?" for None."""
    if score is None:
        return "?"
    if abs(score) < KNOWN_WIN:
        return signed(score)
    words = score_text(score).split()
    plies = "".join(word for word in words if word.isdigit())
    return f"{words[0][0].upper()}{plies}"


# -- drawing ---------------------------------------------------------------------------------------


class _Drawing:
    """The layout of some nodes of a tree, and its text as SVG."""

    def __init__(self, tree: SearchTree, nodes: Sequence[TreeNode]) -> None:
        self.tree = tree
        self.nodes = {node.dewey: node for node in nodes}
        order = sorted(nodes, key=lambda node: _path(node.dewey))
        self.below: dict[str, list[str]] = {node.dewey: [] for node in order}
        for node in order:
            if node.dewey:
                self.below[node.dewey.rpartition(".")[0]].append(node.dewey)
        self.line = set(tree.best_line)
        self.named = any(node.move and not node.move.isdecimal() for node in order)
        self.step = max(24.0, 8 + max(map(self._width, nodes)))
        self.x: dict[str, float] = {}
        self._place("", self.step / 2)
        ends = [
            end
            for node in nodes
            if node.has_interval
            for end in (node.low, node.high)
            if end is not None and abs(end) < KNOWN_WIN
        ]
        self.lowest, self.highest = min(ends, default=0), max(ends, default=0)

    def _width(self, node: TreeNode) -> float:
        """Return the pixels that a leaf takes, with its label of one or two lines."""
        label = 5.6 * max(len(node.text), len(node.move) if self.named else 0)
        return max(label, _BAR if node.has_interval else 2 * _RADIUS)

    def _place(self, dewey: str, left: float) -> float:
        """Set the horizontal coordinates of a node and its subtree; return the right edge.

        The leftmost leaf is at `left`. A node is above the middle of its children.
        """
        right = left
        for child in self.below[dewey]:
            right = self._place(child, right)
        below = self.below[dewey]
        if not below:
            self.x[dewey] = left
            return left + self.step
        self.x[dewey] = (self.x[below[0]] + self.x[below[-1]]) / 2
        return right

    def svg(self) -> str:
        """Return the drawing as SVG, with a caption that counts the nodes."""
        deepest = max(node.depth for node in self.nodes.values())
        width = max(260.0, max(self.x.values()) + self.step)
        height = 16 + _LEVEL * deepest + 34 + 22
        tree = self.tree
        shown = sum(node.visited for node in self.nodes.values())
        of = "" if shown == len(tree) else f", {shown} of them drawn"
        caption = (
            f"{tree.player}: {counted(len(tree), 'node')}{of}, "
            f"{counted(len(tree.leaves), 'leaf', 'leaves')} evaluated"
        )
        text = escape(caption)
        edges = "".join(map(self._edge, filter(None, self.nodes)))
        drawn = "".join(map(self._node, self.nodes.values()))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
            f'viewBox="0 0 {width:.0f} {height}" role="img" aria-label="{text}" '
            f'fill="currentColor" stroke="none" font-family="system-ui,sans-serif" '
            f'font-size="10">{edges}{drawn}<text x="4" y="{height - 6}" font-size="12" '
            f'opacity=".75">{text}</text></svg>'
        )

    def _at(self, dewey: str) -> tuple[float, float]:
        """Return the horizontal and vertical coordinate of a node's centre, in pixels."""
        return self.x[dewey], 16.0 + _LEVEL * len(_path(dewey))

    def _edge(self, dewey: str) -> str:
        """Return the SVG of the line from a node's parent to the node."""
        above = dewey.rpartition(".")[0]
        (x1, y1), (x2, y2) = self._at(above), self._at(dewey)
        best = dewey in self.line and above in self.line
        look = f'stroke="{_BEST}" stroke-width="2.5"' if best else 'stroke="currentColor"'
        pale = 0.15 if not self.nodes[dewey].visited else 1 if best else 0.45
        return (
            f'<line x1="{x1:.1f}" y1="{y1 + _RADIUS}" x2="{x2:.1f}" y2="{y2 - _RADIUS}" {look} '
            f'stroke-opacity="{pale}"/>'
        )

    def _node(self, node: TreeNode) -> str:
        """Return the SVG of a node: shape, labels, and a tooltip with its facts."""
        x, y = self._at(node.dewey)
        color = _BEST if node.dewey in self.line else "currentColor"
        shape = self._bar(node, x, y, color) if node.has_interval else self._sign(node, x, y, color)
        labels = self._labels(node, x, y)
        facts = (
            node.dewey or "root",
            node.move and f"move {node.move}",
            node.text,
            f"evaluated {counted(node.evaluations, 'time')}" if node.evaluations else "",
        )
        title = escape(", ".join(filter(None, facts)))
        opacity = "" if node.visited else ' opacity=".22"'
        return f"<g{opacity}><title>{title}</title>{shape}{labels}</g>"

    def _sign(self, node: TreeNode, x: float, y: float, color: str) -> str:
        """Return the SVG of a node without an interval: a square or a circle, by its side."""
        fill = color if node.evaluations else "none"
        look = f'fill="{fill}" stroke="{color}" stroke-width="1.3"'
        if node.depth % 2 and not self.tree.position.one_player:
            return f'<circle cx="{x:.1f}" cy="{y}" r="{_RADIUS}" {look}/>'
        side = 2 * _RADIUS - 1
        corner = f'x="{x - side / 2:.1f}" y="{y - side / 2}"'
        return f'<rect {corner} width="{side}" height="{side}" {look}/>'

    def _bar(self, node: TreeNode, x: float, y: float, color: str) -> str:
        """Return the SVG of a node's interval as a bar, on one scale for all nodes.

        A bound that is unknown is at the edge of the scale.
        """
        left = x - _BAR / 2
        start = 0.0 if node.low is None else self._share(node.low)
        end = 1.0 if node.high is None else self._share(node.high)
        size = max(3.0, _BAR * (end - start))
        at = min(left + _BAR * start, left + _BAR - size)
        fill = "#5b8def" if color == "currentColor" else color
        return (
            f'<rect x="{left:.1f}" y="{y - 1}" width="{_BAR}" height="2" opacity=".25"/>'
            f'<rect x="{at:.1f}" y="{y - 4}" width="{size:.1f}" height="8" rx="2" fill="{fill}"/>'
        )

    def _share(self, value: int) -> float:
        """Return a value's place on the scale of all intervals: 0 to 1, the edge for one beyond."""
        share = (value - self.lowest) / max(1, self.highest - self.lowest)
        return max(0.0, min(1.0, share))

    def _labels(self, node: TreeNode, x: float, y: float) -> str:
        """Return the SVG of a node's move and value: below a leaf, else at the side without edge.

        Moves are left out if all of them are mere numbers.
        """
        lines = list(filter(None, (node.move if self.named else "", node.text)))
        if not self.below[node.dewey]:
            return "".join(
                f'<text x="{x:.1f}" y="{y + 16 + 11 * row}" text-anchor="middle">'
                f"{escape(word)}</text>"
                for row, word in enumerate(lines)
            )
        above = node.dewey.rpartition(".")[0]
        left = bool(node.dewey) and self.x[above] > self.x[node.dewey]
        away = _BAR / 2 + 4 if node.has_interval else _RADIUS + 4
        anchor, at = ("end", x - away) if left else ("start", x + away)
        text = escape(" ".join(lines))
        return f'<text x="{at:.1f}" y="{y + 3}" text-anchor="{anchor}">{text}</text>'
