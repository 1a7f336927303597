"""A game in the terminal: a board, a line for every move, and commands.

Input is read line by line. In a terminal the board has colours and the search shows its progress;
in a pipe, or with `NO_COLOR`, the same text has none. However the dialogue ends, a game with moves
that are in no file is saved.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from engine.pages.boards import Board, turns_for_second_side
from engine.play.programs import Opponent
from engine.play.records import formats, save, save_again, save_unsaved
from engine.play.session import Played, Report, Session, worth, worths
from engine.play.squares import Grid
from engine.text.console import say
from engine.text.signals import raising
from games.core.words import counted, interval_text
from games.errors import MoveError, SpecError, StarlingError, described, quoted
from games.parts.files import path_text
from searchers import Limits, Result

_BETWEEN_REPORTS = 0.1
"""Seconds between two updates of the line that shows the search."""
_LINE = 8
"""Moves of a principal variation that a line shows."""
_LEGAL = 12
"""Names of moves in a row of the command `moves`."""
_PIECES = dict(zip("KQRBNP", "♚♛♜♝♞♟", strict=True))
_OPINION = Limits(nodes=20_000, seconds=3.0)

_HELP = """\
MOVE          a legal move, such as {example}
moves         the legal moves
hint          a good move, by a search of up to 3 seconds
eval          the value of the position without a search
opinion SPEC  the view of another searcher, such as opinion bfms
undo          take back your last move and the answer
level N       play at level 1 to 10
player SPEC   play against another searcher, or a program: uci:COMMAND
switch        change sides
flip          turn the board, if each side has its own edge
new           begin another game
save FILE     write the game to a file: {formats}
resign        lose the game
quit          end; an unsaved game is saved first"""


class _End(Exception):
    """The end of the dialogue."""


class Closed(BaseException):
    """The terminal was closed, or the process is to end."""


def lines_of_input(console: Console) -> Callable[[str], str]:
    """Return a function that shows a prompt and returns a line of standard input.

    It raises EOFError at the end of the input. Lines from a pipe are repeated behind the prompt.
    """
    stdin = sys.stdin or io.StringIO()  # it is None if it was closed
    if isinstance(stdin, io.TextIOWrapper):
        stdin.reconfigure(errors="replace")  # bytes of another encoding are no move
    if stdin.isatty() and console.is_terminal:
        with suppress(ImportError):
            import readline  # noqa: F401  # edits lines where it exists
        return input

    def piped(prompt: str) -> str:
        """Return the next line of standard input, and print it after the prompt."""
        line = stdin.readline()
        if not line:
            raise EOFError
        say(console, f"{prompt}{line.rstrip()}")
        return line

    return piped


class Terminal:
    """The dialogue of one session.

    :param read: shows a prompt and returns a line; it raises EOFError at the end.
    """

    def __init__(self, session: Session, console: Console, read: Callable[[str], str]) -> None:
        self.session = session
        self.console = console
        self._turns_for_second_side = turns_for_second_side(session.start)
        self.flipped = self._turns_for_second_side and session.people == {1}
        self._failed = False  # the program made no move
        self._read = read
        self._written = {session.out}  # files of the game; None for none
        self._commands: Mapping[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "eval": self._eval,
            "opinion": self._opinion,
            "undo": self._undo,
            "level": self._level,
            "player": self._player,
            "switch": self._switch,
            "flip": self._flip,
            "new": self._new,
            "save": self._save,
            "resign": self._resign,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the input ends, the command `quit`, Ctrl-C, SIGTERM or SIGHUP.

        Without a terminal it also ends with a game that no person plays.
        At the end moves that are in no file are saved, and the session is closed. These signals
        raise no error.
        """
        with closing() as ignore:
            try:
                self._greet()
                while True:
                    self._step()
            except _End:
                pass
            except (EOFError, KeyboardInterrupt):
                with suppress(OSError):
                    self.console.print()
            except Closed:
                pass  # nothing can be shown any more
            finally:
                ignore()
                save_unsaved(self.session, self._line)
                self.session.close()

    def _step(self) -> None:
        """Make the searcher's move if it is to move; else read a line and obey it.

        An error is printed. After an error of the searcher the next step reads a line.
        """
        session = self.session
        if not session.over and not session.person_to_move and not self._failed:
            try:
                self._engine_moves()
            except (StarlingError, MemoryError) as error:
                self._failed = True
                self._line(
                    f"{described(error)}; undo, another player, or an empty line to try again"
                )
            return
        self._failed = False
        line = self._read(self._prompt()).strip()
        try:
            self._obey(line)
        except (StarlingError, MemoryError) as error:  # such as a table that is too large
            self._line(described(error))

    def _prompt(self) -> str:
        """Return the prompt, which says who is to move."""
        session = self.session
        if session.over:
            return "game over> "
        position = session.position
        if position.one_player:
            return "your move> "
        return f"{position.INFO.sides[position.turn]} to move> "

    def _obey(self, line: str) -> None:
        """Run the command on a line, or make the move that it names; do nothing if it is empty.

        A line that is exactly a legal move is no command. After a move the game is saved and shown,
        as `_after` does.

        :param line: without blanks around it.
        :raises StarlingError: if it names neither, or the command fails.
        :raises _End: if the dialogue is to end.
        """
        if not line:
            return
        word, _, rest = line.partition(" ")
        names = {name for _, *texts in self.session.legal() for name in texts}
        if line not in names and word.lower() in self._commands:
            self._commands[word.lower()](rest.strip())
            return
        try:
            move = self.session.read_move(line)
        except MoveError as error:
            near = get_close_matches(word.lower(), self._commands, n=1) if len(word) > 2 else []
            advice = f"; or the command {near[0]!r}" if near else " (help lists commands)"
            raise MoveError(f"{error}{advice}") from None
        self.session.play(move)
        self._after()

    # -- the game ----------------------------------------------------------------------------

    def _greet(self) -> None:
        """Print the beginning of the dialogue: the game, the opponent with its strength, the board.

        If a person plays, the sides and a word about help are printed too, but not in a game of one
        player.
        """
        session = self.session
        self._line(f"{session.start.spec} against {session.player}, {session.strength}")
        if session.people and not session.position.one_player:
            sides = " and ".join(session.start.INFO.sides[side] for side in sorted(session.people))
            self._line(f"You play {sides}. Type a move, or help.")
        self._show()

    def _engine_moves(self) -> None:
        """Search for the side to move; play and print the move, unless a program resigns.

        Then save the game and show the board or the end, as `_after` does.

        :raises _End: if the dialogue ends with the game.
        """
        session = self.session
        with self._thinking() as report:
            result, seconds = session.search(report)
        played = session.accept(result, seconds)
        if played is not None:
            self._line(self._answer(played))
        self._after()

    def _answer(self, played: Played) -> str:
        """Return the line to print for a searcher's move.

        It has the move, value and interval, depth, nodes, seconds and line of play. Unknown values
        and a depth or node count of 0 are left out.
        """
        session, record = self.session, played.record
        value = worths(session.start, record)
        words = [f"value {value}"] if value else []
        words += [f"depth {record.depth}"] if record.depth else []
        words += [counted(record.nodes, "node")] if record.nodes else []
        words += [f"{record.seconds:.2f} s"]
        if len(played.line) > 1 or not isinstance(session.searcher, Opponent):
            words += [f"line {' '.join(played.line[:_LINE])}"]
        return f"{session.player} plays {played.notation}: {', '.join(words)}"

    def _after(self) -> None:
        """Save the game to its file, if it has one, and print the board or the end of the game.

        The board is printed where a person is to move, no person plays, or the game is over.

        :raises _End: if the game is over, no person plays, and the output is no terminal.
        """
        session = self.session
        save_again(session, self._line)
        if session.person_to_move or session.over or not session.people:
            self._show()
        if session.over:
            self._line(f"The game is over: {session.ending}")
            if not session.people and not self.console.is_terminal:
                raise _End

    @contextmanager
    def _thinking(self) -> Iterator[Report | None]:
        """Show the progress of a search in a terminal; yield the function that takes reports.

        It yields None, and shows nothing, if the output is no terminal.
        """
        if not self.console.is_terminal:
            yield None
            return
        shown = 0.0
        with self.console.status(Text("thinking"), spinner="dots") as status:

            def report(result: Result) -> None:
                """Show a result in the status line, unless one was shown just before."""
                nonlocal shown
                if time.monotonic() - shown >= _BETWEEN_REPORTS:
                    shown = time.monotonic()
                    status.update(Text(self._thought(result)))

            yield report

    def _thought(self, result: Result) -> str:
        """Return a search of the position in words: value or interval, depth, nodes and line."""
        position = self.session.position
        value = worth(position, result.value)
        if result.bounds:
            value = interval_text(result.bounds, partial(worth, position))
        line = " ".join(result.line[:_LINE])
        return f"{value}, depth {result.depth}, {result.nodes:,} nodes, {line}"

    # -- commands ----------------------------------------------------------------------------

    def _help(self, _rest: str) -> None:
        """Obey `help`: print the commands."""
        legal = self.session.legal() or [(0, "none", "")]
        names = " or ".join(formats(self.session.start))
        self._line(_HELP.format(example=legal[0][1], formats=names))

    def _moves(self, _rest: str) -> None:
        """Obey `moves`: print the legal moves, or that there are none."""
        names = [notation for _, notation, _ in self.session.legal()]
        for first in range(0, len(names), _LEGAL):
            self._line(" ".join(names[first : first + _LEGAL]))
        if not names:
            self._line("none: the game is over")

    def _hint(self, _rest: str) -> None:
        """Obey `hint`: print the best move of the position and its value (`Session.hint`).

        :raises MoveError: if the game is over.
        """
        self._advise("hint", self.session.hint)

    def _eval(self, _rest: str) -> None:
        """Obey `eval`: print the position's value without a search, or the end of the game."""
        self._line(self.session.evaluation())

    def _opinion(self, rest: str) -> None:
        """Obey `opinion [SPEC]`: print the best move of the position by a searcher, and its value.

        Without SPEC it is the searcher of hints (`Session.helper`). The search has 20,000 nodes and
        3 seconds at most.

        :raises StarlingError: if the game is over, or the searcher does not suit it.
        """
        session, player = self.session, rest or self.session.helper
        self._advise(
            player,
            lambda report: session.adviser(player).search(session.position, _OPINION, report),
        )

    def _advise(self, name: str, search: Callable[[Report | None], Result]) -> None:
        """Show the progress of a search of the position, and print its best move under a name.

        No move is made.

        :raises MoveError: if the game is over.
        """
        session = self.session
        if session.over:
            raise session.over_error()
        with self._thinking() as report:
            result = search(report)
        self._line(f"{name}: {result.move_text} ({self._thought(result)})")

    def _undo(self, _rest: str) -> None:
        """Obey `undo`: take back the person's last move with the reply, or a resignation.

        The moves are printed, and the game is saved and shown.

        :raises MoveError: if there is nothing to take back.
        """
        taken = self.session.undo()
        self._line(f"taken back: {' '.join(taken) or 'the resignation'}")
        save_again(self.session, self._line)
        self._show()

    def _level(self, rest: str) -> None:
        """Obey `level N`: set the searcher's level, from 1 to 10, and print it.

        :raises StarlingError: if it is no such level, or the opponent has no levels.
        """
        if not rest.isdecimal() or len(rest) > 2:
            raise SpecError(f"level {quoted(rest, 40)}: expected level 1 to 10")
        self.session.set_level(int(rest))
        self._line(self.session.strength)

    def _player(self, rest: str) -> None:
        """Obey `player SPEC`: replace the opponent, and print it with its strength.

        :raises StarlingError: if there is none, or it does not suit the game; the old one stays.
        """
        self.session.choose_player(rest)
        self._line(f"against {self.session.player}, {self.session.strength}")

    def _switch(self, _rest: str) -> None:
        """Obey `switch`: change sides and turn the board; show it if it is the person's move."""
        self.session.switch()
        self.flipped = self._turns_for_second_side and self.session.people == {1}
        self._line("sides changed")
        if self.session.person_to_move:
            self._show()

    def _flip(self, _rest: str) -> None:
        """Obey `flip`: turn the board around, and print it.

        :raises SpecError: if both sides see the board alike.
        """
        if not self._turns_for_second_side:
            raise SpecError(f"flip: the board of {self.session.start.spec} is not turned")
        self.flipped = not self.flipped
        self._show()

    def _new(self, _rest: str) -> None:
        """Obey `new`: save the game if it is not saved; begin and show a new one without a file."""
        session = self.session
        save_unsaved(session, self._line)
        if session.out is not None:
            self._line(f"{path_text(session.out)} has the last game; the new one is in no file")
        session.new()
        self._written = {None}
        self._show()

    def _save(self, rest: str) -> None:
        """Obey `save [FILE]`: save the game, and from now on after every move.

        Without FILE it is the file of the game so far.

        :raises SpecError: if there is no file, or it exists and is not of this game.
        :raises FileError: if it cannot be written, or its suffix is of another game.
        """
        path = Path(rest) if rest else self.session.out
        if path is None:
            raise SpecError("save: expected save FILE")
        if os.path.exists(path) and path not in self._written:  # no error for an odd name
            raise SpecError(f"{path_text(path)} exists: expected a new file")
        save(self.session, path)
        self._written.add(path)
        self.session.out = path
        self._line(f"saved: {path_text(path)}; it follows every move from now on")

    def _resign(self, _rest: str) -> None:
        """Obey `resign`: lose the game, save it to its file, and print its end.

        :raises MoveError: if the game is over.
        """
        self.session.resign()
        save_again(self.session, self._line)
        self._line(f"The game is over: {self.session.ending}")

    def _quit(self, _rest: str) -> None:
        """Obey `quit`: end the dialogue by raising `_End`."""
        raise _End

    # -- output ------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        """Print a text of one or more lines, as `say` does."""
        say(self.console, text)

    def _show(self) -> None:
        """Print the board, or the game's diagram if it has none, and the last move with its side.

        Lines of the diagram below the board are printed too. A person's only legal move is named.
        """
        session = self.session
        grid = Grid(session.position)
        if grid.board is None:
            self._line(session.position.diagram())
        else:
            marked = set(session.moves[-1].squares if session.moves else ())
            legal = [grid.squares(text) for *_, text in session.legal()]
            dots = {move.squares[0] for move in legal if move and len(move.squares) == 1}
            dots = {square for square in dots if grid.board.symbols[square] == "."}
            coloured = self.console.color_system is not None and not self.console.no_color
            for line in board_lines(grid.board, marked, dots, self.flipped, coloured):
                self.console.print(line, soft_wrap=True)
            extra = session.position.diagram().splitlines()[
                len(grid.board.symbols) // grid.board.width + 1 :
            ]
            if grid.board.columns and extra:
                self._line("\n".join(extra))
        if session.moves:
            last = session.moves[-1]
            side = session.start.INFO.sides[last.record.side]
            by = "" if session.start.one_player else f" by {side}"
            self._line(f"last move: {last.notation}{by}")
        moves = session.legal()
        if session.person_to_move and len(moves) == 1:
            self._line(f"the only legal move: {moves[0][1]}")


def board_lines(
    board: Board, marked: set[int], dots: set[int], flipped: bool, coloured: bool
) -> list[Text]:
    """Return the rows of a board as text, then a row of the columns' names, if they have any.

    :param marked: the squares of the last move; without colours they have brackets.
    :param dots: empty squares that are legal moves; without colours they are "*".
    :param flipped: whether the board is turned around.
    :param coloured: whether squares have colours in place of signs.

    >>> import games
    >>> from engine.pages.boards import board_of
    >>> board = board_of(games.make("eight"))
    >>> print(*board_lines(board, {1}, set(), False, False), sep="\\n")
     2 [8] 3
     1  6  4
     7  .  5
    """
    height = len(board.symbols) // board.width
    rows, columns = range(height), range(board.width)
    if flipped:
        rows, columns = rows[::-1], columns[::-1]
    width = max((len(name) for name in board.rows), default=0)
    lines = []
    for row in rows:
        line = Text(" " * (3 * board.slant[row] // 2))
        line.append(f"{board.rows[row]:>{width}} " if board.rows else "")
        for column in columns:
            square = row * board.width + column
            symbol = board.symbols[square]
            if coloured:
                line.append(*_coloured(board, square, square in marked, square in dots))
            else:
                shown = "*" if square in dots else symbol
                line.append(f"[{shown}]" if square in marked else f"{shown:>2} ")
        if not coloured:
            line.rstrip()
        lines.append(line)
    if board.columns:
        names = "".join(f" {board.columns[column]} " for column in columns)
        lines.append(Text(" " * (width + 1) + names.rstrip()))
    return lines


def _coloured(board: Board, square: int, marked: bool, dot: bool) -> tuple[str, str]:
    """Return the text of a board's square, three columns wide, and its style for `rich`."""
    symbol = board.symbols[square]
    row, column = divmod(square, board.width)
    dark = (row + column) % 2
    if board.discs:
        back = "#8a7d2a" if marked else ("#2f6a48" if board.checkered and dark else "#3d7f58")
        side = board.discs.lower().find(symbol.lower())
        if side < 0:
            return f" {'·' if dot else ' ' if symbol == '.' else symbol} ", f"#1d3d2a on {back}"
        text = _PIECES["K"] if symbol.isupper() and board.discs.islower() else "●"
        return f" {text} ", f"{('#101010', '#ffffff')[side]} on {back}"
    back = "#b8962e" if marked else ("#7d6a55" if dark else "#a8917a")
    if board.pieces:
        text = _PIECES.get(symbol.upper(), " " if symbol == "." else symbol)
        ink = "#ffffff" if symbol.isupper() else "#101010"
        return f" {text} ", f"bold {ink} on {back}"
    return f"{' ' if symbol == '.' else symbol:>2} ", f"#101010 on {back}"


def closing() -> AbstractContextManager[Callable[[], None]]:
    """Return a context that raises Closed on SIGHUP or SIGTERM, KeyboardInterrupt on SIGINT.

    It yields a function that makes the process ignore these signals from then on.
    """
    return raising({"SIGHUP": Closed, "SIGTERM": Closed, "SIGINT": KeyboardInterrupt})
