"""External Othello programs that speak NBoard's protocol, versions 1 and 2.

Every position is sent as its whole game, which both versions support. The protocol has a depth and
the clock of a game, in whole seconds, but neither nodes nor seconds for a move. The reported nodes
are recorded.
"""

from __future__ import annotations

import math
import re

from engine.match.players.player import Choice
from engine.match.players.program import Program
from games.core.position import Position
from games.errors import LimitsError
from games.othello.ggf import GgfGame, GgfMove
from searchers import Clock, Limits

DEEPEST = 60
"""The depth of a program that is limited only by its clock."""

LEAST = 1
"""The minimum seconds of a clock: some programs read 0 as no clock."""

PASS = "pass"

_SEARCH = re.compile(r"search\s+\S+\s+\S+\s+\S+\s+(\d{1,9})")
_NODES = re.compile(r"nodestats\s+(\d{1,18})")


class NBoardPlayer(Program):
    """An NBoard program; see `Program` for the parameters."""

    PROTOCOL = "nboard"
    TITLE = "an NBoard program"

    _depth = DEEPEST
    _pings = 0

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check that the game is Othello and the limits fit NBoard, and set the depth to search.

        The limits need a depth or a clock of at least `LEAST` seconds. CPU time and seconds for a
        move are refused. A node limit beside them has no effect.

        :raises StarlingError: if something is refused, or the program does not exist.
        """
        self.expect_game(position, "plays othello only")
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} has no CPU limit: use depth or clock")
        if limits.depth is None and limits.clock is None:
            raise LimitsError(
                f"{self.name} has no limit of nodes or seconds: give it a depth or a clock"
            )
        if limits.seconds is not None:
            raise LimitsError(f"{self.name} has no seconds for a move: use depth or clock")
        if limits.clock is not None and limits.clock.remaining < LEAST:
            raise LimitsError(
                f"{self.name} takes whole seconds only: expected a clock of at least {LEAST}, "
                f"not {limits.clock}"
            )
        self._depth = limits.depth or DEEPEST
        self.command_line()

    def greet(self, deadline: float) -> None:
        """Send the version, the depth and a game without moves; wait until the program is ready.

        :param deadline: the time on `time.monotonic` by which it must be.
        :raises Forfeit: if it is not, or fails.
        """
        self.send("nboard 2")
        self.send(f"set depth {self._depth}")
        self._send_start(deadline)

    def new_game(self) -> None:
        """Begin another game, before the clock runs; start the program first if it does not run.

        :raises Forfeit: if it fails; it is killed.
        """
        self.begin()
        self._send_start(self.due())

    def _send_start(self, deadline: float) -> None:
        """Send a game without moves, and wait until the program is ready for it."""
        self.send(f"set game {GgfGame().written()}")
        self._synchronise(deadline)

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the program's move to `go`, with its value, nodes and depth, None if not sent.

        A forced pass is returned without a request. A program that does not answer is killed. The
        value is from its side, in hundredths of a disc.

        :raises Forfeit: if it fails or does not answer within limits and patience.
        :raises MoveError: if its move is illegal.
        """
        cost = self.timer()
        legal = position.legal_moves()
        if [position.move_text(move) for move in legal] == [PASS]:
            return Choice(legal[0], None, None, *cost(), "only move")
        self.send(f"set game {_game_of(position, limits.clock)}")
        self._synchronise(self.due())
        *lines, answer = self.reply_to("go", self.due(limits), lambda line: line.startswith("==="))
        spent = cost()
        move, discs = [*re.split(r"[/\s]+", answer.removeprefix("===").strip()), "", ""][:2]
        return Choice(
            position.parse_move(move),
            _value(discs),
            _last(_NODES, lines),
            *spent,
            "",
            depth=_last(_SEARCH, lines),
        )

    def _synchronise(self, deadline: float) -> None:
        """Wait until the program has processed all commands, by a `ping`.

        :raises Forfeit: if it has not by then, or fails.
        """
        self._pings += 1
        pong = f"pong {self._pings}"
        self.reply_to(f"ping {self._pings}", deadline, lambda line: line.startswith(pong))


def _game_of(position: Position, clock: Clock | None) -> str:
    """Return the game so far as GGF.

    The clock has the seconds left, at least `LEAST`, and its increment, both without fractions. The
    moves so far took no time.
    """
    texts = position.initial() if not position.start else position.at(position.start)
    moves = []
    for move in position.history:
        moves.append(GgfMove(texts.move_text(move)))
        texts.push(move)
    tags = {"PB": "black", "PW": "white", "RE": "?"}
    if clock is not None:
        minutes, seconds = divmod(max(LEAST, int(clock.remaining)), 60)
        increment = f"/{int(clock.increment) // 60:02}:{int(clock.increment) % 60:02}"
        tags["TI"] = f"{minutes:02}:{seconds:02}{increment if clock.increment >= 1 else ''}"
    return GgfGame(tuple(moves), position.start, tags).written()


def _value(discs: str) -> int | None:
    """Return a program's value, from its side, in hundredths of a disc.

    :param discs: the value in discs, as text.
    :returns: None if the text is no number, or beyond 64 discs.
    """
    try:
        value = float(discs)
    except ValueError:
        return None
    return round(100 * value) if math.isfinite(value) and abs(value) <= 64 else None


def _last(pattern: re.Pattern[str], lines: list[str]) -> int | None:
    """Return the number that the last matching line has; None if no line matches."""
    numbers = [int(found[1]) for line in lines if (found := pattern.match(line))]
    return numbers[-1] if numbers else None
