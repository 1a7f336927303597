"""External chess engines that speak UCI."""

from __future__ import annotations

import re

import chess
from chess.engine import Option, UciOptionMap

from engine.match.players.chess_program import ChessProgram, Value, mate_value
from engine.match.players.player import Choice
from games.chess.facts import NAME
from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.errors import LimitsError, SpecError
from searchers import Limits

FASTEST = 1e9
"""Nodes per second that no engine reaches."""


class UciPlayer(ChessProgram):
    """A UCI engine; see `Program` and `ChessProgram` for the parameters."""

    PROTOCOL = "uci"
    TITLE = "a UCI engine"
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

    def greet(self, deadline: float) -> None:
        """Read the engine's options and set those of the command line and of the game.

        :param deadline: the time on `time.monotonic` by which it must be ready.
        :raises Forfeit: if it is not.
        :raises SpecError: if it does not support an option or the game.
        """
        self.options = UciOptionMap()
        for line in self.reply_to("uci", deadline, lambda line: line == "uciok"):
            option = read_option(line)
            if option is not None:
                self.options[option.name] = option
        for name, value in {**self._of_the_game(), **self.settings()}.items():
            words = f" value {str(value).lower() if isinstance(value, bool) else value}"
            self.send(f"setoption name {name}{'' if value is None else words}")
        self.reply_to("isready", deadline, lambda line: line == "readyok")

    def _of_the_game(self) -> dict[str, Value]:
        """Return the values of options that the game or all games need, if the engine has them.

        :raises SpecError: if the engine lacks an option or value that the game needs.
        """
        needed = {**self.managed(), "uci_analysemode": False}
        for name, usual in (("UCI_Variant", NAME), ("UCI_Chess960", False)):
            value, option = needed[name.lower()], self.options.get(name)
            if value != usual and (option is None or (option.var and value not in option.var)):
                raise SpecError(f"it has no option {name} with the value {str(value).lower()}")
        return {name: needed[name.lower()] for name in self.options if name.lower() in needed}

    def new_game(self) -> None:
        """Begin another game, and wait until the engine is ready; start it first if necessary.

        Errors are those of `begin`.
        """
        super().new_game()
        self.send("ucinewgame")
        self.reply_to("isready", self.due(), lambda line: line == "readyok")

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the engine's move, None if it made none, with its last value, nodes and depth.

        Nodes are those of the last info line that has some. Value and depth are of the last one
        with a score of the best move, and with an exact one if there is any. Numbers that it did
        not report are None. The value is from the engine's side. The reason is "nodes" if it took
        all nodes of the limit, else "".

        :raises Forfeit: if the engine crashes, does not answer in time or writes too much; then it
            is killed. If its move is illegal, it stays open.
        """
        self.follow(position)
        self.dialogue.drop_lines()
        cost = self.timer()
        self.send(_place(self.board))
        counted = scored = ""
        *lines, last = self.reply_to(
            self._go(limits), self.due(limits), lambda line: line.startswith("bestmove")
        )
        seconds, cpu = cost()
        for line in lines:
            if line.startswith("info "):
                line = line.partition(" string ")[0]
                if " nodes " in line:
                    counted = line
                of_best = " score " in line and not _OTHER_MOVE.search(line)
                if of_best and (BOUND not in line or BOUND in scored or not scored):
                    scored = line
        word = [*last.split(), "(none)"][1]
        none = word in ("(none)", "NULL")
        nodes = _number("nodes", counted)
        return Choice(
            None if none else self.read_move(position, self.board.parse_uci, word.lower()),
            _value(scored),
            nodes,
            seconds,
            cpu,
            "nodes" if nodes is not None and nodes >= (limits.nodes or nodes + 1) else "",
            _implausible(nodes, limits.nodes, seconds),
            _number("depth", scored),
        )

    def _go(self, limits: Limits) -> str:
        """Return the command to search within limits, for the side to move of `board`.

        Both clocks are sent, as the protocol expects. If the opponent has no clock, the engine's
        own is sent as the opponent's.
        """
        words = ["go"]
        if limits.clock is not None:
            own, other = limits.clock, self.opponent_clock or limits.clock
            white, black = (own, other) if self.board.turn else (other, own)
            words.append(f"wtime {_milliseconds(white.remaining)}")
            words.append(f"btime {_milliseconds(black.remaining)}")
            words.append(f"winc {round(1000 * white.increment)}")
            words.append(f"binc {round(1000 * black.increment)}")
            if own.moves_to_go is not None:
                words.append(f"movestogo {own.moves_to_go}")
        if limits.depth is not None:
            words.append(f"depth {limits.depth}")
        if limits.nodes is not None:
            words.append(f"nodes {max(1, limits.nodes)}")
        if limits.seconds is not None:
            words.append(f"movetime {_milliseconds(limits.seconds)}")
        return " ".join(words)


def _milliseconds(seconds: float) -> int:
    """Return a time in milliseconds, at least 1."""
    return max(1, round(1000 * seconds))


def _place(board: chess.Board) -> str:
    """Return the command that sets up the board: the start of the game, and its moves."""
    fen = board.root().fen(shredder=board.chess960, en_passant="fen")
    usual = fen == chess.STARTING_FEN and board.uci_variant == NAME
    moves = ["moves", *map(chess.Move.uci, board.move_stack)] if board.move_stack else []
    return " ".join(["position", "startpos" if usual else f"fen {fen}", *moves])


BOUND = "erbound"
"""The end of the words of an info line whose score is a bound: "lowerbound" and "upperbound"."""

_OTHER_MOVE = re.compile(r" multipv (?!1\b)")
"""In an info line: its line of moves is not the best one."""

_KINDS = ("check", "spin", "combo", "button", "string")

_OPTION = re.compile(r"\s*option\s+name\s+(?P<name>.*?)(?:\s+type\b(?P<rest>.*))?\s*")
_PARAMETER = re.compile(r"(?<!\S)(default|min|max|var)(?!\S)")


def read_option(line: str) -> Option | None:
    """Return the option of an engine's line, without its default; None if it has no name.

    A line that breaks the protocol is read too: the command may set the option. An option of an
    unknown kind is a string, and so is a combo without values. A bound that is no whole number is
    None.
    """
    found = _OPTION.fullmatch(line)
    if found is None or not found["name"]:
        return None
    kind, rest = [*(found["rest"] or "").split(maxsplit=1), "", ""][:2]
    given: dict[str, list[str]] = {"default": [], "min": [""], "max": [""], "var": []}
    _, *pieces = _PARAMETER.split(rest)
    for key, value in zip(pieces[::2], pieces[1::2], strict=True):
        given[key].append(value.strip())
    if kind not in _KINDS or (kind == "combo" and not given["var"]):
        kind = "string"
    low, high = _whole(given["min"][-1]), _whole(given["max"][-1])
    return Option(found["name"], kind, None, low, high, given["var"])


def _whole(text: str) -> int | None:
    """Return a text as a whole number; None if it is none."""
    try:
        return int(text)
    except ValueError:
        return None


def _number(kind: str, line: str) -> int | None:
    """Return the number of this kind in an info line; None if there is no whole number."""
    words = kind.replace(" ", r"\s+")
    found = re.search(rf"\s{words}\s+([+-]?\d{{1,18}})(?!\S)", line)
    return int(found[1]) if found else None


def _value(line: str) -> int | None:
    """Return the score of an info line, from the side to move: centipawns, or a mate's value.

    It is None if the line has none, or centipawns from `MATE_BOUND` on.
    """
    moves, value = _number("score mate", line), _number("score cp", line)
    if moves is not None:
        return mate_value(moves)
    return value if value is not None and abs(value) < MATE_BOUND else None


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
