"""External chess engines that speak XBoard's protocol (CECP, version 2).

Node limits are not sent, as engines do not agree on their meaning; an engine needs another limit.
The reported nodes are recorded.
"""

from __future__ import annotations

import math
import re
import time

import chess
from chess.engine import Option

from engine.match.players.chess_program import ChessProgram, mate_value
from engine.match.players.player import Choice, Forfeit
from engine.match.players.program import MOST_QUOTED, with_last_line
from games.core.position import Position
from games.core.scores import WIN
from games.errors import LimitsError, SpecError, quoted
from searchers import Limits

FIRST_PAUSE = 0.1
"""Seconds between the first two commands: GNU Chess loses the second if both arrive at once."""

FIRST_WAIT = 0.5
"""Seconds after which an engine that does not answer is restarted, with 1.5 times the wait.

GNU Chess hangs at every second start."""

FEATURES_WAIT = 2.0
"""Seconds after which an engine that does not mention the feature `done` has no more features."""

MATE = 100_000
"""The value of a mate in 0 moves, in centipawns."""

COMMANDS = {
    "random": Option("random", "check", False, None, None, None),
    "computer": Option("computer", "check", False, None, None, None),
    "name": Option("name", "string", "", None, None, None),
    "engine_rating": Option("engine_rating", "spin", 0, None, None, None),
    "opponent_rating": Option("opponent_rating", "spin", 0, None, None, None),
}
"""Options that every engine has: commands that are sent at the beginning of each game."""

_OPTION = re.compile(r'option="([^"]*)"')
"""An option of the engine."""

_OFFERED = re.compile(r"\s*(\S.*?) -(\w+) ?(.*)", re.DOTALL)
"""The name of an option, its kind, and default, bounds or choices."""

_FEATURE = re.compile(r'(\w+)=("[^"]*"|[^\s"]+)')
"""A feature and its value."""

_ERROR = re.compile(r"(Error|Illegal move|Invalid move)(\s*\([^()]+\))?\s*:")
_MOVE = re.compile(r"(?:My move is ?:|move)\s+(\S+)")
_RESULT = re.compile(r"resign\b|(?:1-0|0-1|1/2-1/2)(?!\S)")
_ENDS_SEARCH = re.compile("|".join((_MOVE.pattern, _RESULT.pattern, _ERROR.pattern)))
"""A move, a result or an error."""
_THOUGHT = re.compile(r"(\d{1,9})\s+([+-]?\d{1,9})\s+\d+\s+(\d{1,18})\b")
"""Depth, value and nodes, in a line of the engine's thoughts."""


class XBoardPlayer(ChessProgram):
    """An XBoard engine; see `Program` and `ChessProgram` for the parameters."""

    PROTOCOL = "xboard"
    TITLE = "an XBoard engine"

    def __init__(self, command: str, patience: float | None = None, folder: str = "") -> None:
        super().__init__(command, patience, folder)
        self._wait = FIRST_WAIT
        self._mute = False  # the last start had no answer
        self._depth: int | None = None
        self._features: dict[str, str] = {}
        self._new: list[str] = []  # the commands that begin a game
        self._known: chess.Board | None = None  # the game so far, as the engine has it
        self._pings = 0

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check that the game and the limits fit XBoard, and that the program exists.

        A node limit beside another limit is accepted, but not sent. `greet` sends the depth limit.

        :raises SpecError: if the game is not chess, or an option is not `option.NAME=VALUE`.
        :raises EngineError: if the program does not exist.
        :raises LimitsError: if there is a CPU limit, seconds for a move that are 0 or not whole,
            seconds with a clock, or no limit of depth or time.
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
        self._depth = limits.depth

    def start(self, deadline: float) -> None:
        """Start the engine and `greet` it, unless it runs; errors are those of `begin`.

        Without an answer to the greeting it is killed and started again, with 1.5 times the wait.
        That ends at the deadline, a time on `time.monotonic`.
        """
        self._wait = FIRST_WAIT
        while self.running is None:
            try:
                super().start(deadline)
            except Forfeit:
                if not self._mute or time.monotonic() > deadline:
                    raise
                self._wait *= 1.5

    def new_game(self) -> None:
        """Start the engine if it does not run; the next `choose` sends it a new game.

        Errors are those of `begin`.
        """
        super().new_game()
        self._known = None

    def greet(self, deadline: float) -> None:
        """Read the engine's features and options, and set those of the command line.

        :param deadline: the time on `time.monotonic` by which it must be ready.
        :raises Forfeit: if it is not, or lacks the feature `ping`.
        :raises SpecError: if it does not support an option, the depth limit or the game.
        """
        self.options = dict(COMMANDS)
        self._features = features = self._read_features(deadline)
        if features.get("ping") != "1":
            raise Forfeit("no start", with_last_line("it has no feature ping", self.dialogue.last))
        for name, word in (("memory", "memory"), ("smp", "cores")):
            if features.get(name) == "1":
                self.send(f"accepted {name}")
                self.options[word] = Option(word, "spin", None, 1, None, None)
        for kind in filter(None, features.get("egt", "").split(",")):
            word = f"egtpath {kind}"
            self.options[word] = Option(word, "path", None, None, None, None)
        for name, unsupported in (("reuse", "0"), ("san", "1")):
            if features.get(name) == unsupported:
                self.send(f"rejected {name}")
        settings = self.settings()
        own = {name: settings.pop(name, option.default) for name, option in COMMANDS.items()}
        for name, value in settings.items():
            if name in ("memory", "cores") or name.startswith("egtpath "):
                self.send(f"{name} {value}")
            elif value is None:
                self.send(f"option {name}")
            else:
                self.send(f"option {name}={int(value) if isinstance(value, bool) else value}")
        if self._depth is not None:
            self.send(f"sd {self._depth}")
        for line in self._ping(deadline):
            if _ERROR.match(line) or line.startswith("tellusererror"):
                raise SpecError(f"it refuses a command: {quoted(line, MOST_QUOTED)}")
        variant = self._variant()
        known = features.get("variants", "normal").split(",")
        if variant not in known:
            raise SpecError(f"it does not play {variant}, only {', '.join(known)}")
        if not self._can_begin():
            raise SpecError("it begins at the usual start only (feature setboard=0)")
        ratings = own["engine_rating"], own["opponent_rating"]
        self._new = [
            "new",
            *([] if variant == "normal" else [f"variant {variant}"]),
            *(["random"] if own["random"] else []),
            *([f"name {own['name']}"] if own["name"] else []),
            *([f"rating {ratings[0]} {ratings[1]}"] if any(ratings) else []),
            *(["computer"] if own["computer"] else []),
            "post",
            "easy",
            "force",
        ]

    def _read_features(self, deadline: float) -> dict[str, str]:
        """Begin the dialogue, store the engine's options, and return its other features.

        :raises Forfeit: if it refuses a command or does not answer by then. It is `_mute` if it
            sends no more than a line within `_wait` seconds.
        """
        self._mute = False
        self.send("xboard")
        time.sleep(FIRST_PAUSE)
        self.send("protover 2")
        started, lines = time.monotonic(), 0
        features: dict[str, str] = {}
        while features.get("done") != "1":
            wait = self._wait  # one line may be its name
            if lines >= 2:
                wait = math.inf if "done" in features else max(wait, FEATURES_WAIT)
            try:
                line = self.dialogue.read_line("protover 2", min(started + wait, deadline))
            except Forfeit as fault:
                if fault.ending != "no answer":
                    raise
                self._mute = lines < 2
                if self._mute or "done" in features:
                    raise
                break
            lines += 1
            if _ERROR.match(line):
                raise Forfeit("no start", line)
            if line.startswith("feature "):
                for offered in filter(None, map(_OFFERED.fullmatch, _OPTION.findall(line))):
                    option = _option(*offered.groups())
                    self.options[option.name] = option
                found = _FEATURE.findall(_OPTION.sub("", line))
                features |= {name: value.strip('"') for name, value in found}
        return features

    def _variant(self) -> str:
        """Return the game in the words of XBoard: "normal", "fischerandom", "atomic"."""
        variant = str(self.board.xboard_variant)
        return "fischerandom" if variant == "normal" and self.board.chess960 else variant

    def _can_begin(self) -> bool:
        """Return whether the engine can begin where `board` does: the usual start, or any other."""
        usual = self.board.root().fen() == chess.STARTING_FEN
        return usual or self._features.get("setboard") == "1"

    def _ping(self, deadline: float) -> list[str]:
        """Wait until the engine has obeyed all commands; return the lines that it wrote before.

        :raises Forfeit: if it has not by then, or fails.
        """
        self._pings += 1
        pong = ["pong", str(self._pings)]
        return self.reply_to(f"ping {self._pings}", deadline, lambda line: line.split() == pong)[
            :-1
        ]

    def _begin_game(self, limits: Limits) -> None:
        """Send a new game with the moves of its opening, and wait until the engine is ready.

        :raises Forfeit: if it fails or refuses the game. If it cannot set up the start, it stays
            open, else it is killed.
        """
        if not self._can_begin():
            raise Forfeit("refusal", "cannot set up a position (feature setboard=0)")
        for command in self._new:
            self.send(command)
        self._known = self.board.root()
        fen = self._known.fen(shredder=self.board.chess960, en_passant="fen")
        usual = fen == chess.STARTING_FEN and self._variant() == "normal"
        if not usual and self._features.get("setboard") == "1":
            self.send(f"setboard {fen}")
        clock = limits.clock
        if clock is not None:
            minutes, seconds = divmod(int(clock.remaining), 60)
            moves = clock.moves_to_go or 0
            self.send(f"level {moves} {minutes}:{seconds:02} {clock.increment:g}")
        self._send_moves()
        self._expect_no_error(self._ping(self.due()))

    def _continues(self) -> bool:
        """Return whether `board` continues the game that the engine knows."""
        known = self._known
        if known is None or known.root() != self.board.root():
            return False
        return known.move_stack == self.board.move_stack[: len(known.move_stack)]

    def _send_moves(self) -> chess.Board:
        """Send the moves of `board` that the engine lacks; add them to `_known` and return it."""
        assert self._known is not None
        prefix = "usermove " if self._features.get("usermove") == "1" else ""
        for move in self.board.move_stack[len(self._known.move_stack) :]:
            self.send(f"{prefix}{self._known.xboard(move)}")
            self._known.push(move)
        return self._known

    def _expect_no_error(self, lines: list[str]) -> None:
        """Kill the engine if there is an error among its lines.

        :raises Forfeit: in that case.
        """
        for line in filter(_ERROR.match, lines):
            self.kill()
            raise Forfeit("refusal", line)

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the engine's move with its value, nodes and depth, None if not reported.

        The value is from the engine's side. Its time is without that for a new game. Without clock
        and seconds the engine gets `patience`, as its own clock would limit the depth.

        :raises Forfeit: if it crashes, does not answer in time, writes too much or refuses a
            command; then it is killed. It stays open if it cannot set up the start of the game,
            resigns, only claims a result, or makes an illegal move.
        """
        self.follow(position)
        if not self._continues():
            self._begin_game(limits)
        cost = self.timer()
        self.send("force")
        known = self._send_moves()
        if limits.clock is None:
            seconds = self.patience if limits.seconds is None else limits.seconds
            self.send(f"st {math.ceil(seconds)}")
        else:
            for word, clock in (("time", limits.clock), ("otim", self.opponent_clock)):
                left = (clock or limits.clock).remaining
                self.send(f"{word} {max(1, round(100 * left))}")
        if limits.depth is not None:
            self.send(f"sd {limits.depth}")
        lines = self.reply_to("go", self.due(limits), _ENDS_SEARCH.match)
        spent = cost()
        lines += self._ping(self.due())
        self._expect_no_error(lines)
        claims = [line for line in lines if _RESULT.match(line)]
        won = ("1-0", "0-1")[position.turn]  # then the opponent is said to resign
        if any("resign" in claim and not claim.startswith(won) for claim in claims):
            raise Forfeit("resigned", "resigned")
        moves = list(filter(None, map(_MOVE.match, lines)))
        if not moves:
            raise Forfeit("refusal", with_last_line("made no move", claims[-1]))
        move = self.read_move(position, known.push_xboard, moves[0][1])
        thoughts = list(filter(None, map(_THOUGHT.match, lines)))
        if not thoughts:
            return Choice(move, None, None, *spent, "")
        depth, value, nodes = map(int, thoughts[-1].groups())
        return Choice(move, _value(value), nodes, *spent, "", depth=depth)


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


def _value(score: int) -> int:
    """Return XBoard's value as ours, of the same side: centipawns, or from `MATE` on a mate's."""
    if abs(score) < MATE:
        return score
    return WIN if score == MATE else mate_value(score - MATE if score > 0 else score + MATE)
