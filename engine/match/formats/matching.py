"""Matchings of a graph: pairs of neighbours, no vertex in two of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping

__all__ = ["matching"]

Graph = Mapping[int, Collection[int]]


def matching(graph: Graph) -> dict[int, int]:
    """A matching of as many vertices as possible: each of them with its neighbour.

    J. Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17, 1965: as long as
    there is a path between two free vertices along which every second edge is of the matching, the
    matching grows by turning it round.

    :param graph: the neighbours of every vertex; the first ones are tried first.
    """
    mates: dict[int, int] = {}
    for vertex, others in graph.items():  # most of them are found without a search
        free = next((other for other in others if other not in mates), None)
        if vertex not in mates and free is not None:
            mates[vertex], mates[free] = free, vertex
    for vertex in graph:
        if vertex not in mates:
            _augment(graph, mates, vertex)
    return mates


def _augment(graph: Graph, mates: dict[int, int], root: int) -> None:
    """Match a free vertex, if the matching can grow so."""
    parents: dict[int, int] = {}
    bases = {vertex: vertex for vertex in graph}
    outer, queue = {root}, deque([root])

    def common(one: int, other: int) -> int:
        """Where the paths of two outer vertices to the root meet."""
        seen = set()
        while True:
            one = bases[one]
            seen.add(one)
            if one == root:
                break
            one = parents[mates[one]]
        while bases[other] not in seen:
            other = parents[mates[bases[other]]]
        return bases[other]

    def mark(blossom: set[int], vertex: int, base: int, child: int) -> None:
        """Collect the path from a vertex of a blossom to its base, and turn its parents."""
        while bases[vertex] != base:
            blossom |= {bases[vertex], bases[mates[vertex]]}
            parents[vertex] = child
            child = mates[vertex]
            vertex = parents[child]

    while queue:
        vertex = queue.popleft()
        for other in graph[vertex]:
            if bases[vertex] == bases[other] or mates.get(vertex) == other:
                continue
            if other == root or (other in mates and mates[other] in parents):
                base, blossom = common(vertex, other), set[int]()
                mark(blossom, vertex, base, other)
                mark(blossom, other, base, vertex)
                for each in graph:
                    if bases[each] in blossom:
                        bases[each] = base
                        if each not in outer:
                            outer.add(each)
                            queue.append(each)
            elif other not in parents:
                parents[other] = vertex
                if other not in mates:
                    _turn(mates, parents, other)
                    return
                outer.add(mates[other])
                queue.append(mates[other])


def _turn(mates: dict[int, int], parents: Mapping[int, int], vertex: int | None) -> None:
    """Change along a path, from its free end, which edges are of the matching."""
    while vertex is not None:
        parent = parents[vertex]
        following = mates.get(parent)
        mates[vertex], mates[parent] = parent, vertex
        vertex = following
