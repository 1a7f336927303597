"""External chess engines that speak UCI, through python-chess."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import chess
from chess.engine import EngineError, Option, PlayResult, UciProtocol

from engine.match.players.chess_program import Channel, ChessProgram, Cost, mate_value
from engine.match.players.player import Choice
from engine.match.players.program import LONGEST_LINE, MOST_QUOTED
from games.chess.facts import NAME
from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.errors import LimitsError, quoted
from searchers import Limits

__all__ = ["UciPlayer", "read_option"]

FASTEST = 1e9
"""Nodes per second that no engine reaches."""


class UciPlayer(ChessProgram):
    """A UCI engine; see `Program` and `ChessProgram` for the parameters."""

    PROTOCOL = "uci"
    TITLE = "a UCI"
    COUNTS_NODES = True

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check that the game is chess, that the program exists, and that the limits fit UCI.

        :raises SpecError: if the game is not chess, or an option is not `option.NAME=VALUE`.
        :raises EngineError: if the program does not exist.
        :raises LimitsError: if there is a CPU limit, or no limit.
        """
        super().prepare(position, limits)
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} has no CPU limit: use nodes, depth, seconds or clock")
        if limits.endless():
            raise LimitsError(f"{self.name} needs a limit: nodes, depth, seconds or clock")

    def channel(self, environment: Mapping[str, str]) -> Channel:
        return _Channel(environment)

    def answer(self, position: Position, limits: Limits, played: PlayResult, cost: Cost) -> Choice:
        """Return the engine's move, None if it made none, with its last value, nodes and depth.

        Nodes are those of the last info line that has some. Value and depth are of the last one
        with a score of the best move, and with an exact one if there is any. Numbers that it did
        not report are None. The value is from the engine's side. The reason is "nodes" if it took
        all nodes of the limit, else "".

        :param limits: its nodes show whether the budget ended the search, and whether the count is
            possible.
        :param cost: wall-clock and CPU seconds.
        """
        channel = self._channel
        nodes = _number(channel.counted, "nodes")
        return Choice(
            None if played.move is None else position.parse_move(played.move.uci()),
            _value(channel.scored),
            nodes,
            *cost,
            "nodes" if nodes is not None and nodes >= (limits.nodes or nodes + 1) else "",
            _implausible(nodes, limits.nodes, cost[0]),
            _number(channel.scored, "depth"),
        )


class _Channel(Channel, UciProtocol):  # type: ignore[misc]  # as python-chess may be untyped
    """The dialogue.

    :param counted: the last info line with nodes since the question; `scored` with a score.
    """

    def _line_received(self, line: str) -> None:
        """Store the options that the engine sends at first; pass all other lines to python-chess.

        python-chess would stop at an odd option. Such a line is in `odd_options`, with the reason.
        Lines after the engine is initialised are passed.
        """
        if self.initialized or line.split(maxsplit=1)[:1] != ["option"]:
            super()._line_received(line)
            return
        self.line_received(line)
        option, why = read_option(line)
        if why:
            self.odd_options[line[:LONGEST_LINE]] = why
        if option is not None:
            self.options[option.name] = option
            if option.default is not None and option.name.lower() != OPPONENT:
                self.config[option.name] = option.default

    async def begin_game(self, board: chess.Board, game: object) -> None:
        """Send a new game, and wait until the engine is ready; the board is sent with each move."""
        self.game = game
        self._ucinewgame()
        await self.ping()

    def listen(self) -> None:
        """Count the output from 0 again, and forget the info lines of the last question."""
        super().listen()
        self.counted = self.scored = ""

    def line_received(self, line: str) -> None:
        """Store a line in `last`, and info lines with nodes or a score in `counted` and `scored`.

        A line with a score counts only if it is of the best move. One with the exact value is kept
        when one with a bound follows. The lines are parsed later, as that takes time.
        """
        super().line_received(line)
        if line.startswith("info "):
            line = line.partition(" string ")[0]
            if " nodes " in line:
                self.counted = line
            of_best = " score " in line and not _OTHER_MOVE.search(line)
            if of_best and (BOUND not in line or BOUND in self.scored or not self.scored):
                self.scored = line


OPPONENT = "uci_opponent"
"""The option that python-chess sends after each new game. It would begin a new game at every move
if it knew the engine's default, which it compares with the opponent's name."""

BOUND = "erbound"
"""The end of the words of an info line whose score is a bound: "lowerbound" and "upperbound"."""

_OTHER_MOVE = re.compile(r" multipv (?!1\b)")
"""In an info line: its line of moves is not the best one."""

KINDS = ("check", "spin", "combo", "button", "string")

MANAGED = ("ponder", "uci_analysemode", "uci_chess960")
"""Options of kind check that python-chess sets itself."""

_OPTION = re.compile(r"\s*option\s+name\s+(?P<name>.*?)(?:\s+type\b(?P<rest>.*))?\s*")
_PARAMETER = re.compile(r"(?<!\S)(default|min|max|var)(?!\S)")


def read_option(line: str) -> tuple[Option | None, str]:
    """Return the option of an engine's line, and the reason why the line is odd, or "".

    An odd option has no default, and is sent only if the command sets it. It becomes a string if
    its kind is unknown, or if it is a combo without values. A bound that is no whole number is
    None. Both bounds are None if they are in the wrong order.

    The option is None if it has no name, or if it is MultiPV without a default. Options in
    `MANAGED` become checks, and UCI_Variant without the value "chess" a string.
    """
    found = _OPTION.fullmatch(line)
    if found is None or not found["name"]:
        return None, "it has no name"
    name, words = found["name"], (found["rest"] or "").split(maxsplit=1)
    kind, rest = [*words, "", ""][:2]
    given = _parameters(kind, rest)
    default, low, high = (given[key][0] if given[key] else "" for key in ("default", "min", "max"))
    option = Option(name, kind, None, _whole(low), _whole(high), given["var"])
    odd = _oddity(option, rest, default, (low, high))
    if odd:
        any_text = kind not in KINDS or (kind == "combo" and not option.var)
        option = replace(option, type="string" if any_text else kind)
        if option.min is not None and option.max is not None and option.min > option.max:
            option = replace(option, min=None, max=None)
    elif kind != "button":
        option = replace(option, default=option.parse(default))
    if name.lower() in MANAGED:
        option = replace(option, type="check")
    if name.lower() == "multipv" and option.default is None:
        return None, odd  # python-chess would set it to its default
    if name.lower() == "uci_variant" and NAME not in given["var"]:
        option = replace(option, type="string")  # python-chess sets it to "chess"
    return option, odd


def _parameters(kind: str, rest: str) -> dict[str, list[str]]:
    """Return the values after each keyword of an option's line, in a list for each keyword.

    The keywords are "default", "min", "max" and "var"; a list is empty if the keyword is missing.
    The default of a string is the whole text after the word.

    :param kind: the option's type.
    :param rest: the text after the type.
    """
    given: dict[str, list[str]] = {"default": [], "min": [], "max": [], "var": []}
    if kind == "string":  # its default may have any words in it
        key, _, value = rest.partition(" ")
        given["default"] = [value.strip()] if key == "default" else []
        return given
    _, *pieces = _PARAMETER.split(rest)
    for key, value in zip(pieces[::2], pieces[1::2], strict=True):
        given[key].append(value.strip())
    return given


def _oddity(option: Option, rest: str, default: str, bounds: tuple[str, str]) -> str:
    """Return in words how an option breaks the protocol; "" if it does not.

    :param rest: the text after its type.
    :param default: its default, as written; "" without one.
    :param bounds: its minimum and maximum, as written.
    """
    if option.type not in KINDS:
        return f"its type is {quoted(option.type)}" if option.type else "it has no type"
    if option.type == "string" and rest and not rest.startswith("default"):
        return f"it has no default but {quoted(rest, MOST_QUOTED)}"
    if option.type == "combo" and not option.var:
        return "it has no values to choose from"
    if option.type == "spin":
        for written, read in zip(bounds, (option.min, option.max), strict=True):
            if written and read is None:
                return f"its bound {quoted(written, MOST_QUOTED)} is no whole number"
    try:
        fits = default in ("true", "false") if option.type == "check" else True
        option.parse(default)
    except EngineError:
        fits = False
    return "" if fits else f"its default {quoted(default, MOST_QUOTED)} is none of its values"


def _whole(text: str) -> int | None:
    """Return a text as a whole number; None if it is none."""
    try:
        return int(text)
    except ValueError:
        return None


def _words(line: str, parameter: str, count: int) -> list[str]:
    """Return the first `count` words after a parameter of an info line; none if it is missing.

    Text after "string" is not searched.
    """
    words = line.partition(" string ")[0].split()
    index = words.index(parameter) + 1 if parameter in words else len(words)
    return words[index : index + count]


def _number(line: str, parameter: str) -> int | None:
    """Return the number after a parameter of an info line; None if there is no whole number."""
    try:
        return int(*_words(line, parameter, 1) or ["none"])
    except ValueError:
        return None


def _value(line: str) -> int | None:
    """Return the score of an info line, from the side to move: centipawns, or a mate's value.

    It is None if the line has none, or centipawns from `MATE_BOUND` on.
    """
    try:
        kind, number = _words(line, "score", 2)
        value = int(number)
    except ValueError:
        return None
    if kind == "mate":
        return mate_value(value)
    return value if kind == "cp" and abs(value) < MATE_BOUND else None


def _implausible(nodes: int | None, requested: int | None, seconds: float) -> str:
    """Return the error of an impossible node count; "" if it is possible.

    :param nodes: the count; None if the engine reported none, which is an error with a node limit.
    :param requested: the node limit; None without one.
    :param seconds: the time of the search.
    """
    if nodes is None:
        return "no node count" if requested is not None else ""
    if nodes < 0:
        return "negative node count"
    return "more nodes than the time allows" if nodes > FASTEST * seconds else ""
