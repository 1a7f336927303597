"""External chess engines that speak UCI, through python-chess."""

from __future__ import annotations

from collections.abc import Mapping

from chess.engine import PlayResult, UciProtocol

from engine.match.players.chess_program import Channel, ChessProgram, Cost, mate_value
from engine.match.players.player import Choice
from games.core.position import Position
from games.errors import LimitsError
from searchers import Limits

__all__ = ["UciPlayer"]

FASTEST = 1e9
"""Nodes a second that no engine takes."""


class UciPlayer(ChessProgram):
    """A UCI engine; see `Program` and `ChessProgram` for what makes one."""

    PROTOCOL = "uci"
    TITLE = "a UCI"
    COUNTS_NODES = True

    def prepare(self, position: Position, limits: Limits) -> None:
        super().prepare(position, limits)
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} knows no CPU limit: use nodes, depth, seconds or clock")
        if limits.endless():
            raise LimitsError(f"{self.name} needs a limit: nodes, depth, seconds or clock")

    def channel(self, environment: Mapping[str, str]) -> Channel:
        return _Channel(environment)

    def answer(self, position: Position, limits: Limits, played: PlayResult, cost: Cost) -> Choice:
        heard = self._channel
        nodes = _number(heard.counted, "nodes")
        return Choice(
            None if played.move is None else position.parse_move(played.move.uci()),
            _value(heard.scored),
            nodes,
            *cost,
            "nodes" if nodes is not None and nodes >= (limits.nodes or nodes + 1) else "",
            _implausible(nodes, limits.nodes, cost[0]),
            _number(heard.scored, "depth"),
        )


class _Channel(Channel, UciProtocol):  # type: ignore[misc]  # as python-chess may be untyped
    """The dialogue.

    :param counted: the last line since it was asked that tells nodes; `scored` that tells a score.
    """

    def listen(self) -> None:
        super().listen()
        self.counted = self.scored = ""

    def line_received(self, line: str) -> None:
        """Keep the lines that matter; reading them all would cost as much as playing."""
        super().line_received(line)
        if line.startswith("info "):
            if " nodes " in line:
                self.counted = line
            if " score " in line:
                self.scored = line


def _words(line: str, parameter: str, count: int) -> list[str]:
    """The words behind a parameter of an info line; none where it is missing or is mere text."""
    words = line.partition(" string ")[0].split()
    index = words.index(parameter) + 1 if parameter in words else len(words)
    return words[index : index + count]


def _number(line: str, parameter: str) -> int | None:
    """What an info line tells of this; None where it tells none."""
    try:
        return int(*_words(line, parameter, 1) or ["none"])
    except ValueError:
        return None


def _value(line: str) -> int | None:
    """The score of an info line, which is from the side to move; None where it tells none."""
    try:
        kind, number = _words(line, "score", 2)
        value = int(number)
    except ValueError:
        return None
    if kind == "mate":
        return mate_value(value)
    return value if kind == "cp" else None


def _implausible(nodes: int | None, requested: int | None, seconds: float) -> str:
    """What is wrong with a node count by itself; "" if it may be true."""
    if nodes is None:
        return "no node count" if requested is not None else ""
    if nodes < 0:
        return "negative node count"
    return "more nodes than the time allows" if nodes > FASTEST * seconds else ""
