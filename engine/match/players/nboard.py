"""External Othello programs that speak NBoard's protocol, versions 1 and 2.

Every position is told by its whole game, which both versions understand alike. The protocol has a
depth and the clock of a game, in whole seconds, but neither nodes nor seconds for a move; what a
program tells of its nodes is on record.
"""

from __future__ import annotations

import math
import re
import time

from engine.match.players.dialogue import DialogueProgram
from engine.match.players.player import Choice, Forfeit
from engine.match.players.programs import cpu_between, time_given
from games.core.position import Position
from games.errors import LimitsError
from games.othello.ggf import GgfGame, GgfMove
from searchers import Clock, Limits

__all__ = ["NBoardPlayer"]

DEEPEST = 60
"""The depth of a program that only its clock limits."""

LEAST = 1
"""Seconds of a clock that can be told: none left is to some programs no clock at all."""

PASS = "pass"

_SEARCH = re.compile(r"search\s+\S+\s+\S+\s+\S+\s+(\d{1,9})")
_NODES = re.compile(r"nodestats\s+(\d{1,18})")


class NBoardPlayer(DialogueProgram):
    """An NBoard program; see `Program` for what makes one."""

    PROTOCOL = "nboard"
    TITLE = "an NBoard"

    _depth = DEEPEST
    _pings = 0

    def prepare(self, position: Position, limits: Limits) -> None:
        self.expect_game(position, "plays othello only")
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} knows no CPU limit: use depth or clock")
        if limits.depth is None and limits.clock is None:
            raise LimitsError(
                f"{self.name} knows no limit of nodes or seconds: give it a depth or a clock"
            )
        if limits.seconds is not None:
            raise LimitsError(f"{self.name} knows no seconds for a move: use depth or clock")
        if limits.clock is not None and limits.clock.remaining < LEAST:
            raise LimitsError(
                f"{self.name} is told whole seconds only: expected a clock of at least {LEAST}, "
                f"not {limits.clock}"
            )
        self._depth = limits.depth or DEEPEST
        self.command_line()

    def begin(self) -> None:
        if self.running is None:
            self.start()

    def greet(self) -> None:
        self.dialogue.tell("nboard 2")
        self.dialogue.tell(f"set depth {self._depth}")
        self.dialogue.tell(f"set game {GgfGame().written()}")
        self._synchronise(self.starting)

    def new_game(self) -> None:
        self.begin()

    def choose(self, position: Position, limits: Limits) -> Choice:
        group = self.dialogue.group
        cpu, started = group.cpu(), time.perf_counter()
        legal = position.legal_moves()
        if [position.move_text(move) for move in legal] == [PASS]:
            return Choice(legal[0], None, None, time.perf_counter() - started, None, "only move")
        try:
            self.dialogue.tell(f"set game {_game_of(position, limits.clock)}")
            self._synchronise(self.patience)
            self.dialogue.tell("go")
            answer, heard = self._listen("go", "===", time_given(limits) + self.patience)
        except Forfeit:
            self.give_up()
            raise
        seconds = time.perf_counter() - started
        move, discs = [*re.split(r"[/\s]+", answer), "", ""][:2]
        return Choice(
            position.parse_move(move),
            _value(discs),
            _last(_NODES, heard),
            seconds,
            cpu_between(cpu, group.cpu()),
            "",
            depth=_last(_SEARCH, heard),
        )

    def _synchronise(self, seconds: float) -> None:
        """Wait until the program has taken in all that it was told."""
        self._pings += 1
        ping = f"ping {self._pings}"
        self.dialogue.tell(ping)
        self._listen(ping, f"pong {self._pings}", seconds)

    def _listen(self, question: str, answer: str, seconds: float) -> tuple[str, list[str]]:
        """What stands behind the answer's first words, and the lines before it that count."""
        deadline = time.monotonic() + seconds
        heard: list[str] = []
        while True:
            line = self.dialogue.hear(question, deadline).strip()
            if line.startswith(answer):
                return line.removeprefix(answer).strip(), heard
            if line.startswith(("search", "nodestats")):
                heard.append(line)


def _game_of(position: Position, clock: Clock | None) -> str:
    """The game so far as GGF. With a clock it is one of so many seconds as are left, `LEAST` at
    least, in which the moves so far took none."""
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
    """What a program thinks of a position, in hundredths of a disc; None if it does not say."""
    try:
        value = float(discs)
    except ValueError:
        return None
    return round(100 * value) if math.isfinite(value) and abs(value) <= 64 else None


def _last(pattern: re.Pattern[str], lines: list[str]) -> int | None:
    """The number in the last line that has it."""
    numbers = [int(found[1]) for line in lines if (found := pattern.match(line))]
    return numbers[-1] if numbers else None
