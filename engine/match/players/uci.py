"""External chess engines that speak UCI."""

from __future__ import annotations

import re
from dataclasses import replace

import chess
from chess.engine import EngineError, Option, UciOptionMap

from engine.match.players.chess_program import ChessProgram, Value, mate_value
from engine.match.players.player import Choice
from engine.match.players.program import LONGEST_LINE, MOST_QUOTED, time_given
from games.chess.facts import NAME
from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.errors import LimitsError, SpecError, quoted
from searchers import Limits

__all__ = ["UciPlayer", "read_option"]

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

    def greet(self) -> None:
        """Read the engine's options and set those of the command line and of the game.

        It is then ready, and `remarks` are set.

        :raises Forfeit: if it does not answer.
        :raises SpecError: if it does not support an option or the game.
        """
        options: UciOptionMap[Option] = UciOptionMap()
        self.options, self.odd_options = options, {}
        for line in self.ask("uci", self.starting):
            if line == "uciok":
                break
            if line.split(maxsplit=1)[:1] == ["option"]:
                option, why = read_option(line)
                if option is not None:
                    options[option.name] = option
                if why:
                    self.odd_options[line[:LONGEST_LINE]] = why
        for name, value in {**self._of_the_game(), **self.settings()}.items():
            words = f" value {str(value).lower() if isinstance(value, bool) else value}"
            self.send(f"setoption name {name}{'' if value is None else words}")
        self._wait_until_ready(self.starting)
        self.remark()

    def _of_the_game(self) -> dict[str, Value]:
        """Return the values of options that the game or all games need, if not the default.

        :raises SpecError: if the engine lacks an option or value that the game needs.
        """
        needed = {**self.managed(), "uci_analysemode": False}
        for name, usual in (("UCI_Variant", NAME), ("UCI_Chess960", False)):
            value, option = needed[name.lower()], self.options.get(name)
            if value != usual and (option is None or (option.var and value not in option.var)):
                raise SpecError(f"it has no option {name} with the value {str(value).lower()}")
        return {
            option.name: needed[option.name.lower()]
            for option in self.options.values()
            if needed.get(option.name.lower(), option.default) != option.default
        }

    def new_game(self) -> None:
        """Begin another game, and wait until the engine is ready; start it first if necessary.

        Errors are those of `begin`.
        """
        super().new_game()
        self.send("ucinewgame")
        self._wait_until_ready(self.patience)

    def _wait_until_ready(self, seconds: float) -> None:
        """Wait until the engine has obeyed all commands.

        :raises Forfeit: if it takes longer than `seconds`, or the engine fails.
        """
        for line in self.ask("isready", seconds):
            if line == "readyok":
                return

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
        for line in self.ask(self._go(limits), time_given(limits) + self.patience):
            if line.startswith("bestmove"):
                break
            if line.startswith("info "):
                line = line.partition(" string ")[0]
                if " nodes " in line:
                    counted = line
                of_best = " score " in line and not _OTHER_MOVE.search(line)
                if of_best and (BOUND not in line or BOUND in scored or not scored):
                    scored = line
        seconds, cpu = cost()
        word = [*line.split(), "(none)"][1]
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

KINDS = ("check", "spin", "combo", "button", "string")

_OPTION = re.compile(r"\s*option\s+name\s+(?P<name>.*?)(?:\s+type\b(?P<rest>.*))?\s*")
_PARAMETER = re.compile(r"(?<!\S)(default|min|max|var)(?!\S)")


def read_option(line: str) -> tuple[Option | None, str]:
    """Return the option of an engine's line, and the reason why the line is odd, or "".

    An odd option has no default, and is sent only if the command sets it. It becomes a string if
    its kind is unknown, or if it is a combo without values. A bound that is no whole number is
    None. Both bounds are None if they are in the wrong order. The option is None if it has no name.
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
