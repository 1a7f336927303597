"""The sources of a page's traces: trace files, or searches run now."""

from __future__ import annotations

import os
from collections.abc import Sequence

import games
from engine.explore.recording import Recording
from engine.explore.tree import Tree
from games.core.position import Position
from games.errors import FileError, SpecError, StarlingError, printable, quoted
from searchers import Limits, make
from searchers.core.trace import Trace

MOST_AT_ONCE = 2
"""The number of traces of one page at most."""


class Scene:
    """The content of a page: one or two recordings of the same position, on one tree.

    With a position, nodes of the tree without a move's text get one.

    :param position: their root; None where the game of a trace file is not available.
    :raises FileError: if they do not begin at the same position of the same game.
    """

    def __init__(
        self, tree: Tree, recordings: Sequence[Recording], position: Position | None
    ) -> None:
        self.tree = tree
        self.recordings = list(recordings)
        self.position = position
        if position is not None:
            tree.name_moves(position)
        beginnings = [(one.game, one.searches[0].position) for one in recordings]
        if len(set(beginnings)) > 1:
            starts = " and ".join(quoted(" ".join(beginning)) for beginning in beginnings)
            raise FileError(f"traces of {starts}: expected two searches of the same position")


def _expect_few(names: Sequence[str]) -> None:
    """Raise a SpecError unless there are 1 to MOST_AT_ONCE searches to explore."""
    if not 1 <= len(names) <= MOST_AT_ONCE:
        raise SpecError(f"{len(names)} searches to explore: expected 1, or 2 side by side")


def from_files(paths: Sequence[str]) -> Scene:
    """Return the scene of files that `starling analyse --trace` wrote.

    :raises FileError: if one is not a trace, or they do not fit each other.
    :raises SpecError: if there is no file, or more than two.
    """
    _expect_few(paths)
    tree = Tree()
    recordings = [_read(tree, path) for path in paths]
    first = recordings[0]
    return Scene(tree, recordings, _position(first.game, first.searches[0].position))


def _read(tree: Tree, path: str) -> Recording:
    """Return the recording of a trace file, with its nodes added to the tree.

    :raises FileError: if it cannot be read, is a folder, is not UTF-8 or is no trace.
    """
    recording = Recording(tree, path)
    expected = "expected a trace as starling analyse --trace writes it"
    name = printable(path, 200)
    if os.path.isdir(path):
        raise FileError(f"{name} is a folder: {expected}")
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                recording.feed(line)
    except StarlingError:
        raise
    except UnicodeDecodeError as error:
        raise FileError(f"{name} is not UTF-8 text: {error}; {expected}") from None
    except (OSError, ValueError) as error:
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"cannot read {name}: {fault}; {expected}") from None
    recording.finish()
    return recording


def _position(game: str, text: str) -> Position | None:
    """Return the position of a trace; None where it is not available, as that of a tree's file."""
    try:
        position: Position = games.make(game).at(text)
    except StarlingError:
        return None
    return position


def from_searches(
    position: Position, players: Sequence[str], limits: Limits, plays: int = 1
) -> Scene:
    """Search with each player, and return the scene (position and recordings) of the traces.

    :param players: one spec, or two.
    :param plays: the number of moves that the searcher makes for both sides, one a search.
    :raises StarlingError: if a searcher cannot search this position under these limits.
    """
    _expect_few(players)
    tree = Tree()
    recordings = [_recorded(tree, position.copy(), player, limits, plays) for player in players]
    return Scene(tree, recordings, position)


def _recorded(tree: Tree, position: Position, player: str, limits: Limits, plays: int) -> Recording:
    """Return the recording of `plays` searches by a player, which makes the move found after each.

    The position is changed. The recording ends early if a search finds no move.

    :param tree: the tree of nodes, which several recordings share.
    """
    searcher = make(player)
    recording = Recording(tree, player)
    searcher.trace = Trace(recording.feed)
    for _ in range(plays):
        result = searcher.search(position, limits)
        if result.move is None:
            break
        position.push(result.move)
    recording.finish()
    for search in recording.searches:
        search.player = f"{searcher.spec}@{searcher.evaluator.spec}"
    return recording
