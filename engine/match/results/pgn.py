"""Games of chess as PGN, with the cost of every move in comments.

    { nodes 950/1000, depth 4, from -0.12 to 0.40 [%eval 0.31,4] [%clk 0:00:09.879]
    [%emt 0:00:00.021] }

Values in `[%eval]` are White's, in pawns; `#3` is a mate in three moves. An interval is White's as
well. `[%clk]` is the clock after the move, if there is one, and `[%emt]` the time of the
move. Games from the usual start have the `ECO` and `Opening` of `games.chess.notation`.
Lines have less than 80 columns, as the standard requires (section 4.3).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any

import chess.pgn

from engine.match.games.record import GameRecord, MoveRecord, clock_after, replayed
from games.chess.notation import named_opening
from games.core.position import Position
from games.core.scores import WIN, is_decided
from games.core.words import counted, moves_to_mate
from searchers import Limits

COLUMNS = 79

GLUE = "\0"
"""A blank that must not end a line."""

_COMMAND = re.compile(r"\[%[^\]]*\]")
"""A command for programs in a comment."""

MOST_PAWNS = 300.0
"""The limit of values that are no mates."""


def pgn(
    start: Position, record: GameRecord, event: str = "?", limits: Mapping[str, Limits] = {}
) -> str:
    """Format a chess game as PGN; the parameters and errors are those of `game_of`."""
    return written(game_of(start, record, event, limits))


def game_of(
    start: Position, record: GameRecord, event: str = "?", limits: Mapping[str, Limits] = {}
) -> chess.pgn.Game:
    """Return a game of python-chess, with a comment on the cost of each move of a player.

    Blanks within a text of a comment are GLUE. The comment at the end has the detail of a forfeit.

    :param start: the position the games of its match begin at.
    :param event: the name of its tournament.
    :param limits: the limits of the players, by name.
    :raises MoveError: if a recorded move is not legal.
    """
    position: Any = replayed(start, record)  # chess has a board of python-chess
    board = position.board()
    game = chess.pgn.Game.from_board(board)
    game.headers.update(_headers(record, event, limits))
    if board.chess960:  # its start is never understood
        game.headers.update({"SetUp": "1", "FEN": board.root().fen()})
    opening = named_opening(board)
    if opening is not None:
        game.headers.update({"ECO": opening.eco, "Opening": opening.name})
    clocks = _clocks(record, limits)
    nodes = list(game.mainline())
    played = zip(nodes[len(nodes) - len(record.moves) :], record.moves, clocks, strict=True)
    for node, move, clock in played:
        node.comment = _comment(move, clock)
    if record.detail:
        game.end().comment = " ".join([game.end().comment, _fault(record.detail)]).strip()
    return game


def written(game: chess.pgn.Game) -> str:
    """Return a game of python-chess as PGN, in lines of less than 80 columns where words permit."""
    return f"{game.accept(PgnExporter(columns=COLUMNS))}\n"


class PgnExporter(chess.pgn.StringExporter):  # type: ignore[misc]  # python-chess: maybe untyped
    """The exporter of python-chess, with comments wrapped at blanks and standard tags."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Write a tag, with backslashes and quotation marks in its value escaped."""
        escaped = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
        super().visit_header(tagname, escaped)

    def visit_comment(self, comment: str) -> None:
        """Write a comment in braces, wrapped at blanks; a command such as [%clk 1] stays whole."""
        glued = _COMMAND.sub(lambda found: re.sub(r"\s", GLUE, found[0]), comment)
        for word in re.sub(r"\s", " ", f"{{{GLUE}{glued}{GLUE}}}").split(" "):
            pieces = [] if "[%" in word else textwrap.wrap(word, COLUMNS, break_on_hyphens=False)
            for piece in pieces or [word]:
                self.write_token(piece.replace(GLUE, " ") + " ")
        self.force_movenumber = True


def _headers(record: GameRecord, event: str, limits: Mapping[str, Limits]) -> dict[str, str]:
    """Return the PGN tags of a game, without those of its start and its named opening.

    There is one time control, or "?" and one for each side if they differ.
    """
    white, black = (_time_control(limits.get(name)) for name in record.players)
    times = {"TimeControl": white}
    if white != black:
        times = {"TimeControl": "?", "WhiteTimeControl": white, "BlackTimeControl": black}
    return {
        "Event": event,
        "Date": record.date[:10].replace("-", "."),
        "Round": str(record.number),
        "White": record.players[0],
        "Black": record.players[1],
        "Result": record.result,
        **times,
        "PlyCount": str(len(record.text)),
        "Termination": _termination(record),
        "Ending": record.ending,
        "OpeningPlies": str(len(record.opening.moves)),
    }


def _time_control(limits: Limits | None) -> str:
    """Format the time control as in section 9.6.1 of the standard.

    :returns: "?" if the limits are not known, "-" without a limit of time. CPU seconds count as
        seconds for a move.
    """
    if limits is None:
        return "?"
    if limits.clock is not None:
        return str(limits.clock)
    seconds = limits.seconds if limits.seconds is not None else limits.cpu
    return "-" if seconds is None else f"1/{seconds:g}"


def _termination(record: GameRecord) -> str:
    """Return the tag Termination; for faults except illegal moves and time it is "abandoned".

    A game that a player resigned is "normal".
    """
    if record.adjudicated:
        return "adjudication"
    if record.forfeited is None or record.ending == "resigned":
        return "normal"
    return {"illegal move": "rules infraction", "time forfeit": "time forfeit"}.get(
        record.ending, "abandoned"
    )


def _clocks(record: GameRecord, limits: Mapping[str, Limits]) -> list[float | None]:
    """Return the seconds left on the player's clock after each move; None without a clock."""
    whole = [limits[name].clock if name in limits else None for name in record.players]
    clocks = list(whole)
    shown: list[float | None] = []
    for move in record.moves:
        clock, control = clocks[move.side], whole[move.side]
        if clock is not None and control is not None:
            clocks[move.side] = clock = clock_after(clock, move.seconds, control)
        shown.append(None if clock is None else clock.remaining)
    return shown


def _comment(move: MoveRecord, clock: float | None) -> str:
    """Return a move's comment; what is not known is left out.

    In order: nodes, depth, a win or loss of the mover, White's bounds in pawns. Then why the search
    ended, and what is wrong with the node count. The commands for programs follow: White's value,
    clock, time of the move.

    :param clock: the seconds left on its clock; None without one.
    """
    limit = "" if move.requested is None else f"/{move.requested}"
    words = [f"nodes {move.nodes}{limit}"] if move.nodes is not None else []
    words += [f"depth {move.depth}"] if move.depth is not None else []
    if move.value is not None and is_decided(move.value):
        plies = counted(WIN - abs(move.value), "ply", "plies")
        words += [f"{'wins' if move.value > 0 else 'loses'} in {plies}"]
    if move.bounds is not None:
        low, high = sorted(_pawns(-bound if move.side else bound) for bound in move.bounds)
        words += [f"from {low:z.2f} to {high:z.2f}"]
    words += [_plain(said) for said in (move.reason, move.implausible) if said]
    text = ", ".join(words).replace(" ", GLUE)  # python-chess loses a blank at the end of a line
    commands = [] if move.value is None else [_eval(move.value, move.side, move.depth)]
    commands += [] if clock is None else [_time_command("clk", clock)]
    return " ".join([*filter(None, [text]), *commands, _time_command("emt", move.seconds)])


def _eval(value: int, side: int, depth: int | None) -> str:
    """Return the command `[%eval]` with White's value and the depth, if known.

    The value is in pawns, or in moves to mate; GLUE replaces the space.

    :param value: the value from the point of view of `side`.
    """
    white = -value if side else value
    if is_decided(value):
        text = f"#{'-' if white < 0 else ''}{moves_to_mate(white)}"
    else:
        text = f"{_pawns(white):z.2f}"
    return f"[%eval{GLUE}{text}{'' if depth is None else f',{depth}'}]"


def _pawns(value: int) -> float:
    """Return a value in hundredths of a pawn in pawns, from -`MOST_PAWNS` to `MOST_PAWNS`."""
    return max(-MOST_PAWNS, min(MOST_PAWNS, value / 100))


_KEPT = re.compile(r'\{[^}]*\}|^\[[A-Za-z0-9][\w+#=:-]*\s+"[^\r\n]*"\][ \t]*\r?$', re.MULTILINE)
"""What python-chess reads whole: comments in braces, and lines with a tag."""


def dropped(text: str) -> str:
    """Return the first part of a PGN text that python-chess does not keep; "" if there is none.

    These are comments behind a semicolon, lines that begin with a percent sign, and malformed tags.
    """
    found = re.search(r";[^\n]*|^%.*|^\[.*", _KEPT.sub("", text), re.MULTILINE)
    return found[0].strip() if found else ""


def _time_command(command: str, seconds: float) -> str:
    """Return a time as a command in a comment of PGN, such as `[%clk 0:01:02.345]`.

    GLUE replaces its space.
    """
    milliseconds = round(1000 * seconds)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"[%{command}{GLUE}{minutes // 60}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}]"


def _fault(detail: str) -> str:
    """Return a player's fault as a comment of PGN; if it fits on a line, GLUE keeps it there."""
    text = _plain(detail)
    return text.replace(" ", GLUE) if len(text) < COLUMNS - 2 else text


def _plain(text: str) -> str:
    """Return a text for a PGN comment: braces become parentheses, white space single spaces."""
    return " ".join(text.replace("}", ")").replace("{", "(").split())
