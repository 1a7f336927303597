"""External Othello programs that speak GTP, the Go Text Protocol, version 2.

Black moves first and a1 is at the top left, as in `games.othello.othello`. The protocol knows no
nodes and depths: such a program plays at the level its command line names, and tells no node
counts. Seconds for a move are whole ones.
"""

from __future__ import annotations

import time
from contextlib import nullcontext, suppress

from engine.match.players.dialogue import DialogueProgram
from engine.match.players.player import Choice, Forfeit
from engine.match.players.programs import cpu_between, time_given
from games.core.position import Position
from games.errors import LimitsError, quoted
from searchers import Clock, Limits

__all__ = ["GtpPlayer"]

COLOURS = ("black", "white")
PASS = "pass"


class GtpPlayer(DialogueProgram):
    """A GTP program; see `Program` for what makes one."""

    PROTOCOL = "gtp"
    TITLE = "a GTP"

    _told: tuple[int, ...] = ()
    _ready = False  # a new game was begun, and nothing played in it

    def prepare(self, position: Position, limits: Limits) -> None:
        self.expect_game(position, "plays othello only")
        self.expect_usual_start(position)
        for kind, limit in (("CPU", limits.cpu), ("depth", limits.depth)):
            if limit is not None:
                fault = f"knows no {kind} limit: its command line sets its level"
                raise LimitsError(f"{self.name} {fault}")
        self.expect_whole_seconds(limits)
        self.command_line()

    def begin(self) -> None:
        try:
            self.new_game()
            self._ready = True
        except Forfeit as fault:
            self.close()
            if fault.ending == "no start":
                raise
            raise Forfeit("no start", f"does not play Othello: {fault.detail}") from None

    def new_game(self) -> None:
        if self.running is None:
            self.start()
        elif self._ready:
            self._ready = False
            return
        self._ask("boardsize 8", self.starting)
        self._ask("clear_board", self.starting)
        self._told = ()

    def choose(self, position: Position, limits: Limits) -> Choice:
        group = self.dialogue.group
        cpu, started = group.cpu(), time.perf_counter()
        self._tell_moves(position)
        legal = position.legal_moves()
        if [position.move_text(move) for move in legal] == [PASS]:
            seconds = time.perf_counter() - started
            return Choice(legal[0], None, None, seconds, None, "only move")
        self._tell_time(position.turn, limits)
        wait = time_given(limits) + self.patience
        answer = self._ask(f"genmove {COLOURS[position.turn]}", wait)
        if answer.lower() == "resign":
            raise Forfeit("resigned", "resigned")
        move = position.parse_move(answer.lower())
        self._told = (*self._told, move)
        seconds = time.perf_counter() - started
        return Choice(move, None, None, seconds, cpu_between(cpu, group.cpu()), "")

    def greet(self) -> None:
        known = self._ask("list_commands", self.starting).split()
        self._timed = {"time_settings", "time_left"} <= set(known)

    def _tell_moves(self, position: Position) -> None:
        """Tell what was played since the program last heard."""
        played = tuple(position.history)
        for index in range(len(self._told), len(played)):
            colour = COLOURS[(position.turn + len(played) - index) % 2]
            vertex = position.move_text(played[index])
            with suppress(_Refusal) if vertex == PASS else nullcontext():
                self._ask(f"play {colour} {vertex}", self.patience)  # some take a pass for granted
        self._told = played

    def _tell_time(self, side: int, limits: Limits) -> None:
        """Tell both clocks, or the seconds for a move as a byo-yomi period, where it listens."""
        if not self._timed:
            return
        if limits.clock is not None:
            if self.opponent_clock is not None:
                other = f"{COLOURS[1 - side]} {_left(self.opponent_clock)}"
                with suppress(_Refusal):  # some know their own clock only
                    self._ask(f"time_left {other}", self.patience)
            self._ask(f"time_left {COLOURS[side]} {_left(limits.clock)}", self.patience)
        elif limits.seconds is not None:
            self._ask(f"time_settings 0 {int(limits.seconds)} 1", self.patience)

    def _ask(self, command: str, seconds: float) -> str:
        """The program's answer. One that fails is of no more use.

        :raises Forfeit: if it fails; `_Refusal` if it only refuses the command.
        """
        deadline = time.monotonic() + seconds
        try:
            self.dialogue.tell(command)
            answer = self._answer(command, deadline)
        except Forfeit:
            self.give_up()
            raise
        if answer[0].startswith("?"):
            raise _Refusal(f"{command!r} was answered {quoted(' '.join(answer))}")
        return "\n".join([answer[0][1:], *answer[1:]]).strip()

    def _answer(self, command: str, deadline: float) -> list[str]:
        """The lines up to the empty one that ends an answer."""
        answer: list[str] = []
        while True:
            line = self.dialogue.hear(command, deadline)
            if line and (answer or line[0] in "=?"):  # before its status a program may chat
                answer.append(line)
            elif answer:
                return answer


def _left(clock: Clock) -> str:
    """What is left of a clock, as `time_left` has it: whole seconds, and for how many moves.

    Less than a second is told as 0 where it is for so many moves: of 1 a program might spend all on
    the last of them. For the rest of the game (0 moves) it is told as 1, which a program spreads
    over many moves: by 0 and 0 some take it that there is no limit, or that their time is over.
    """
    stones = clock.moves_to_go or 0
    return f"{max(int(clock.remaining), 0 if stones else 1)} {stones}"


class _Refusal(Forfeit):
    """The program answered with an error."""

    def __init__(self, detail: str) -> None:
        super().__init__("refusal", detail)
