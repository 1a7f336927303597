"""External Othello programs that speak GTP, the Go Text Protocol, version 2.

Black moves first and a1 is at the top left, as in `games.othello.othello`. The protocol has no
nodes and depths: the command line sets the level of a program, and it reports no node counts.
Seconds for a move are whole numbers.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress

from engine.match.players.player import Choice, Forfeit
from engine.match.players.program import Program
from games.core.position import Position
from games.errors import LimitsError, SpecError, quoted
from searchers import Clock, Limits

COLOURS = ("black", "white")
PASS = "pass"


class GtpPlayer(Program):
    """A GTP program; see `Program` for the parameters."""

    PROTOCOL = "gtp"
    TITLE = "a GTP program"

    _sent: tuple[int, ...] = ()
    _ready = False  # a new game has begun, and has no moves

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check that the game is Othello from its usual start, and that the limits fit GTP.

        Limits of CPU time and depth are refused, and seconds for a move that are not whole. A node
        limit is accepted and has no effect: the command line sets the level.

        :raises StarlingError: if something is refused, or the program does not exist.
        """
        self.expect_game(position, "plays othello only")
        if position.start:
            raise SpecError(
                f"{self.name} begins at the usual start only, not at {position.start!r}"
            )
        for kind, limit in (("CPU", limits.cpu), ("depth", limits.depth)):
            if limit is not None:
                fault = f"has no {kind} limit: its command line sets its level"
                raise LimitsError(f"{self.name} {fault}")
        self.expect_whole_seconds(limits)
        self.command_line()

    def new_game(self) -> None:
        """Begin another game; start the program first if it does not run.

        Nothing is sent for the first game after `begin`, which has begun it.
        """
        self.begin()
        if not self._ready:
            self._begin_game(self.due())
        self._ready = False

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the program's move to `genmove`, with its times; value and nodes are None.

        The moves since its last one are sent first, and the clocks or seconds. A forced pass is
        returned without a request. A program that fails is killed; one that resigns or refuses is
        not.

        :raises Forfeit: if it resigns, fails or refuses; MoveError, if its move is illegal.
        """
        cost = self.timer()
        self._send_moves(position)
        legal = position.legal_moves()
        if [position.move_text(move) for move in legal] == [PASS]:
            return Choice(legal[0], None, None, *cost(), "only move")
        self._send_time(position.turn, limits)
        answer = self._command(f"genmove {COLOURS[position.turn]}", self.due(limits))
        if answer.lower() == "resign":
            raise Forfeit("resigned", "resigned")
        move = position.parse_move(answer.lower())
        self._sent = (*self._sent, move)
        return Choice(move, None, None, *cost(), "")

    def greet(self, deadline: float) -> None:
        """Read the list of the program's commands, and begin its first game.

        Store whether it has the commands for time.

        :param deadline: the time on `time.monotonic` by which it must be ready.
        :raises Forfeit: if it is not, or refuses Othello.
        """
        known = self._command("list_commands", deadline).split()
        self._timed = {"time_settings", "time_left"} <= set(known)
        self._begin_game(deadline)

    def _begin_game(self, deadline: float) -> None:
        """Set the program's board to 8 x 8 and clear it; no moves count as sent.

        :raises Forfeit: if it refuses the board, is late or fails.
        """
        self._command("boardsize 8", deadline)
        self._command("clear_board", deadline)
        self._sent, self._ready = (), True

    def _send_moves(self, position: Position) -> None:
        """Send the moves of the game that the program has not been sent yet.

        A pass may be refused: some programs pass by themselves.
        """
        played = tuple(position.history)
        for index in range(len(self._sent), len(played)):
            colour = COLOURS[(position.turn + len(played) - index) % 2]
            vertex = position.move_text(played[index])
            with suppress(_Refusal) if vertex == PASS else nullcontext():
                self._command(f"play {colour} {vertex}", self.due())  # some pass by themselves
        self._sent = played

    def _send_time(self, side: int, limits: Limits) -> None:
        """Send both clocks, or the seconds for a move as a byo-yomi period, if it supports them.

        It may refuse the opponent's clock.

        :raises Forfeit: if it fails, or refuses its own clock or the seconds.
        """
        if not self._timed:
            return
        if limits.clock is not None:
            if self.opponent_clock is not None:
                other = f"{COLOURS[1 - side]} {_left(self.opponent_clock)}"
                with suppress(_Refusal):  # some support only their own clock
                    self._command(f"time_left {other}", self.due())
            self._command(f"time_left {COLOURS[side]} {_left(limits.clock)}", self.due())
        elif limits.seconds is not None:
            self._command(f"time_settings 0 {int(limits.seconds)} 1", self.due())

    def _command(self, command: str, deadline: float) -> str:
        """Send a command and return the text of the answer, from its status to an empty line.

        Output before the status (= or ?) is ignored. A program that fails is killed.

        :raises Forfeit: if it fails or does not answer by then; `_Refusal` if it only refuses the
            command.
        """
        answer: list[str] = []
        for line in self.lines_after(command, deadline):
            if line and (answer or line[0] in "=?"):
                answer.append(line)
            elif answer:
                break
        if answer[0].startswith("?"):
            raise _Refusal("refusal", f"{command!r} was answered {quoted(' '.join(answer))}")
        return "\n".join([answer[0][1:], *answer[1:]]).strip()


def _left(clock: Clock) -> str:
    """Return the words of a clock for `time_left`: whole seconds, and the moves they are for.

    Less than a second is 0 if it is for a number of moves: a program might spend a full second on
    the last move. For the rest of the game (0 moves) it is 1, which a program divides over many
    moves: some read 0 and 0 as no limit, or as a loss on time.
    """
    stones = clock.moves_to_go or 0
    return f"{max(int(clock.remaining), 0 if stones else 1)} {stones}"


class _Refusal(Forfeit):
    """The forfeit of a program that answered a command by an error; it still runs."""
