"""External chess engines that speak XBoard's protocol (CECP, version 2), through python-chess.

Node limits are not sent, as engines do not agree on their meaning; an engine needs another limit.
The reported nodes are recorded.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from contextlib import suppress

import chess
from chess.engine import (
    INFO_BASIC,
    INFO_SCORE,
    XBOARD_ERROR_REGEX,
    EngineError,
    Limit,
    Option,
    PlayResult,
    XBoardProtocol,
)

from engine.match.players.chess_program import Channel, ChessProgram, Cost, mate_value
from engine.match.players.player import Choice, Forfeit
from engine.match.players.program import with_last_line
from games.core.position import Position
from games.core.scores import WIN
from games.errors import LimitsError, SpecError, quoted
from searchers import Limits

__all__ = ["XBoardPlayer"]

FIRST_WAIT = 0.5
"""Seconds after which an engine that does not answer is restarted, with 1.5 times the wait.

GNU Chess hangs at every second start."""

DIALECT = (
    ("setboard=0", "setboard=1"),
    ("sigterm=0", "sigterm=1"),
    ("My move is : ", "move "),
    ("My move is: ", "move "),
    ("Invalid move: ", "Illegal move: "),
)
"""Lines of engines, and the lines that python-chess expects instead.

An engine that cannot set up a position can still play from the usual start. An engine without
SIGTERM ends by `quit`; it does not learn that the feature is rejected, which HoiChess reports as an
error."""


PARSED = re.compile(r"\s*(\d|feature|move|pong|resign|Error|Illegal move)")
"""The beginnings of lines that python-chess parses: it logs all others, which takes time."""

OPTION = re.compile(r'option="([^"]*)"')
"""An option of the engine."""

OFFERED = re.compile(r"\s*(\S.*?) -(\w+) ?(.*)", re.DOTALL)
"""The name of an option, its kind, and default, bounds or choices."""

FEATURE = re.compile(r'\w+=(?:"[^"]*"|[^\s"]+)')
"""A feature and its value."""

KINDS = ("button", "check", "combo", "file", "path", "reset", "save", "spin", "string")


class XBoardPlayer(ChessProgram):
    """An XBoard engine; see `Program` and `ChessProgram` for the parameters."""

    PROTOCOL = "xboard"
    TITLE = "an XBoard"
    INFO = INFO_BASIC | INFO_SCORE

    def __init__(self, command: str, patience: float | None = None, folder: str = "") -> None:
        super().__init__(command, patience, folder)
        self._wait = FIRST_WAIT

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check that the game and the limits fit XBoard, and that the program exists.

        A node limit beside another limit is accepted, but not sent.

        :raises SpecError: if the game is not chess, or an option is not `option.NAME=VALUE`.
        :raises EngineError: if the program does not exist.
        :raises LimitsError: if there is a CPU limit, a fraction of seconds for a move, seconds with
            a clock, or no limit of depth or time.
        """
        super().prepare(position, limits)
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} has no CPU limit: use depth, seconds or clock")
        if limits.depth is None and limits.seconds is None and limits.clock is None:
            nodes = "has no node limit" if limits.nodes is not None else "needs a limit"
            raise LimitsError(f"{self.name} {nodes}: give it depth, seconds or a clock")
        if limits.clock is not None and limits.seconds is not None:
            raise LimitsError(f"{self.name} takes seconds or a clock, not both")
        self.expect_whole_seconds(limits)

    def channel(self, environment: Mapping[str, str]) -> Channel:
        return _Channel(environment, self._wait)

    def begin(self) -> None:
        """Start the engine if it does not run, and set `remarks`.

        Without an answer to the greeting it is killed and started again, with 1.5 times the wait.

        :raises EngineError: if the program does not exist.
        :raises Forfeit: if it does not start, or does not answer within `starting` seconds.
        """
        deadline = time.monotonic() + self.starting
        self._wait = min(FIRST_WAIT, self.starting)
        while self._channel is None:
            try:
                super().begin()
            except Forfeit:
                if self._newest is None or not self._newest.dumb or time.monotonic() > deadline:
                    raise
                self._wait = min(1.5 * self._wait, max(0.0, deadline - time.monotonic()))

    def limit(self, limits: Limits, white: bool) -> Limit:
        """Return our limits without nodes. Without clock and seconds the time is `patience`.

        :param white: whether the engine is White.
        """
        limit = super().limit(limits, white)
        limit.nodes = None
        if limits.clock is not None:
            limit.clock_id = self._game  # the full clock is sent once, then the time left
        elif limits.seconds is None:
            limit.time = (
                self.patience
            )  # without a time the engine's own clock would limit the depth
        return limit

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the engine's move with its reports, and the time without that for a new game.

        :raises Forfeit: as `ChessProgram.choose`, which closes an engine that fails. It stays open
            if it cannot set up the start of the game, resigns, or only claims a result.
        """
        self._channel.expect_start(position.board())  # type: ignore[attr-defined]  # of chess
        return super().choose(position, limits)

    def answer(self, position: Position, limits: Limits, played: PlayResult, cost: Cost) -> Choice:
        """Return the engine's move with its value, nodes and depth, None if not reported.

        The value is from the engine's side.

        :param cost: wall-clock and CPU seconds.
        :raises Forfeit: if it made no move, such as one that claims a result.
        """
        if played.move is None:
            raise Forfeit("refusal", with_last_line("made no move", self._channel.claimed))
        info = played.info
        return Choice(
            position.parse_move(played.move.uci()),
            _value(info["score"].relative) if "score" in info else None,
            info.get("nodes"),
            *cost,
            "",
            depth=info.get("depth"),
        )


class _Channel(Channel, XBoardProtocol):  # type: ignore[misc]  # as python-chess may be untyped
    """The dialogue.

    :param wait: seconds until its first line; `dumb` is whether there was none.
    :param claimed: the last line in which the engine claimed a result.
    """

    def __init__(self, environment: Mapping[str, str], wait: float) -> None:
        super().__init__(environment)
        self.wait = wait
        self.dumb = False
        self.claimed = ""
        self._refused = ""
        self._offered: dict[str, Option] = {}
        self._lines = 0
        self._sets_up = True

    async def initialize(self) -> None:
        """Send the first lines of the protocol, and read the engine's features.

        :raises EngineError: if it is `dumb`: it sends no more than a line within `wait` seconds.
        """
        greeting = asyncio.ensure_future(super().initialize())
        await asyncio.wait({greeting}, timeout=self.wait)
        self.dumb = not greeting.done() and self._lines < 2  # one may be its name
        if self.dumb:
            greeting.cancel()
            raise EngineError("does not answer the greeting")
        await greeting
        self.options.update(self._offered)

    async def send_depth(self, limit: Limit) -> None:
        """Send the depth limit, if there is one, and wait for the engine.

        A refusal is noted; `expect_ready` raises it.
        """
        if limit.depth is not None:
            self.send_line(f"sd {limit.depth}")
            await self.ping()

    async def begin_game(self, board: chess.Board, game: object) -> None:
        self._refused = ""
        self._new(board, game, {})
        await self.ping()
        if XBOARD_ERROR_REGEX.match(self._refused):
            raise EngineError(self._refused)

    def _line_received(self, line: str) -> None:
        """Translate a line for python-chess; lines that it does not parse are only recorded.

        The options of a `feature` line are stored here (`_offer`) and not passed on.
        """
        if line.startswith("feature "):
            self._sets_up = self._sets_up and "setboard=0" not in line
            for offered in OPTION.findall(line):
                self._offer(offered)
            # python-chess reads only names of one word, and stops at a feature without a value.
            line = " ".join(["feature", *FEATURE.findall(OPTION.sub("", line))])
        for theirs, ours in DIALECT:
            line = line.replace(theirs, ours)
        if PARSED.match(line):
            super()._line_received(line)
        else:
            self.line_received(line)

    def _offer(self, offered: str) -> None:
        """Store an option that the engine offers; note in `odd_options` what is wrong with it.

        Without a name and a kind it is only noted.
        """
        found = OFFERED.fullmatch(offered)
        if found is None:
            self.odd_options[offered] = "it has no name and kind"
            return
        option = _option(*found.groups())
        self._offered[option.name] = option
        if option.type not in KINDS:
            self.odd_options[offered] = f"its kind is {quoted(option.type)}"
        elif option.type == "spin" and option.default is None:
            self.odd_options[offered] = "it has no default"
        elif option.type == "spin" and not _fits(option):
            self.odd_options[offered] = f"its default {option.default} is outside its bounds"

    def line_received(self, line: str) -> None:
        """Count a line and store it in `last`; note a refused command or a claimed result."""
        super().line_received(line)
        self._lines += 1
        if XBOARD_ERROR_REGEX.match(line) or line.startswith("tellusererror"):
            self._refused = line
        elif line.startswith(("1-0", "0-1", "1/2-1/2")):
            self.claimed = line

    def expect_ready(self, board: chess.Board) -> None:
        """Check that no command was refused, and that the engine plays the variant and its start.

        :raises SpecError: if not.
        """
        if self._refused:
            raise SpecError(f"it refuses a command: {quoted(self._refused, 120)}")
        variant = type(board).xboard_variant
        if variant == "normal" and board.chess960:
            variant = "fischerandom"
        known = str(self.features.get("variants", "normal")).split(",")
        if variant not in known:
            raise SpecError(f"it does not play {variant}, only {', '.join(known)}")
        with suppress(Forfeit):
            return self.expect_start(board)
        raise SpecError("it begins at the usual start only (feature setboard=0)")

    def expect_start(self, board: chess.Board) -> None:
        """Check that the engine can set up the start of the game; the usual start always fits.

        :raises Forfeit: if not.
        """
        if not self._sets_up and board.root().fen() != chess.STARTING_FEN:
            raise Forfeit("refusal", "cannot set up a position (feature setboard=0)")


def _option(name: str, kind: str, rest: str) -> Option:
    """Return an option of the engine: name, kind, and what `rest` has for its kind.

    The first three words of a spin or slider are its default, minimum and maximum. Those that are
    missing or no whole numbers are None. A slider becomes a spin. A combo has its choices. Other
    kinds have no more.
    """
    if kind in ("spin", "slider"):
        words = [*rest.split(), "", "", ""][:3]
        whole = [re.fullmatch(r"[+-]?\d{1,18}", word) for word in words]
        default, low, high = (int(number[0]) if number else None for number in whole)
        return Option(name, "spin", default, low, high, None)
    if kind == "combo":
        choices = [word.strip().removeprefix("*") for word in rest.split("///")]
        return Option(name, kind, None, None, None, choices)
    return Option(name, kind, None, None, None, None)


def _fits(option: Option) -> bool:
    """Return whether an option's default value is within its bounds.

    Numbers that are None are ignored. Bounds in the wrong order never fit.
    """
    bounds = (option.min, option.default, option.max)
    given = [number for number in bounds if isinstance(number, int)]
    return given == sorted(given)


def _value(score: chess.engine.Score) -> int:
    """Return python-chess's score as our value, from the same side: centipawns, or a mate's."""
    moves = score.mate()
    if moves is not None:
        return WIN if score == chess.engine.MateGiven else mate_value(moves)
    return score.score() or 0
