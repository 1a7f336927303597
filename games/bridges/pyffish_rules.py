"""The rules of a variant of Fairy-Stockfish, as the package `pyffish` gives them.

The package keeps no positions: every call names a FEN and the moves made from there. At each it
sets up its tables for all pieces, which takes about 2 ms, however many moves there are. So answers
are kept.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from functools import cache, cached_property, lru_cache
from importlib import import_module
from sys import intern
from tempfile import TemporaryFile
from typing import Any

from games.core.scores import DRAW, LOSS, WIN
from games.errors import PositionError, SpecError, printable, quoted, unknown

FILES = "abcdefghijkl"
_KEPT = 2**13
"""The answers of each kind that are kept."""
_SAMPLES = 100
"""The random boards from which the pieces' values are found."""
_ROW = re.compile(r"([1-9]\d?|\+?[A-Za-z]~?|\*)+")
_STEP = re.compile(r"([a-l]\d+)([a-l]\d+)([a-z+-]?)")
_NEVER = 10_000
"""Plies without progress that no rule waits for."""


class VariantRules:
    """The rules of one variant. `load_variant` makes it.

    A position is given as a FEN and the moves since then, in UCI notation.
    """

    def __init__(self, name: str, package: Any) -> None:
        """Store the start, the size and the names of the squares of a variant.

        :param package: the module `pyffish`, which has the rules.
        """
        self.name = name
        self._package = package
        self.start: str = package.get_fen(name, package.start_fen(name), [])
        rows = fields_of(self.start)[0].partition("[")[0].split("/")
        self.rows, self.files = len(rows), _width(rows[0])
        self.squares = {
            f"{file}{row + 1}" for file in FILES[: self.files] for row in range(self.rows)
        }

    # -- moves ---------------------------------------------------------------------------------

    @lru_cache(maxsize=_KEPT)  # noqa: B019  # the rules live as long as the process
    def moves(self, fen: str, made: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the legal moves; none if the game is over by a rule that ends it at once."""
        return tuple(map(intern, self._package.legal_moves(self.name, fen, list(made))))

    @lru_cache(maxsize=_KEPT)  # noqa: B019
    def after(self, fen: str, move: str) -> str:
        """Return the FEN after a legal move."""
        return str(self._package.get_fen(self.name, fen, [move]))

    def read(self, text: str) -> str:
        """Return a FEN as the package writes it, with all its fields.

        :raises PositionError: if it is not a position of the variant.
        """
        fault = self._fault_of_board(text) or self._fault_of_rights(text) or self._fault(text)
        if fault:
            raise PositionError(
                f"invalid fairy:{self.name} position {quoted(text, 200)}: {fault}; "
                f"expected a FEN such as {self.start}"
            )
        return str(self._package.get_fen(self.name, text, []))

    def _fault_of_board(self, text: str) -> str:
        """Return what is wrong with a FEN's board or hands (unchecked by the package), or ""."""
        board, bracket, hand = [*fields_of(text), ""][0].partition("[")
        rows = board.split("/")
        if len(rows) != self.rows:
            return f"it has {len(rows)} rows, not {self.rows}"
        for row in rows:
            if not _ROW.fullmatch(row):
                return f"{quoted(row, 80)} is not a row"
            if (files := _width(row)) != self.files:
                return f"the row {quoted(row, 80)} has {files} files, not {self.files}"
        if bracket and not re.fullmatch(r"[A-Za-z-]*\]", hand):
            return f"{quoted(bracket + hand, 80)} are no pieces in hand"
        return ""

    def _fault_of_rights(self, text: str) -> str:
        """Return what is wrong with a FEN's castling rights (unchecked by the package), or ""."""
        usual = fields_of(self.start)[2]
        allowed = usual if {*"KkQq"} & {*usual} else f"KQkq{FILES}{FILES.upper()}"
        given = [*fields_of(text), "", "", ""][2]
        if given.isdigit() or {*given} <= {*allowed, "-"}:  # some games have no such field
            return ""
        return f"{quoted(given, 80)} are no castling rights"

    def _fault(self, text: str) -> str:
        """Return the first line of what the package finds wrong with a FEN; empty if it is valid.

        The package writes it to the standard error of the process, which is caught here.
        """
        with TemporaryFile() as written:
            kept = os.dup(2)
            os.dup2(written.fileno(), 2)
            try:
                valid = self._package.validate_fen(text, self.name) == self._package.FEN_OK
            finally:
                os.dup2(kept, 2)
                os.close(kept)
            written.seek(0)
            said = written.read().decode(errors="replace").split("\n")
        return "" if valid else printable(said[0], 200).rstrip(" .") or "it is not valid"

    # -- the end of the game -------------------------------------------------------------------

    @lru_cache(maxsize=_KEPT)  # noqa: B019
    def final(self, fen: str, made: tuple[str, ...]) -> int:
        """Return WIN, LOSS or DRAW for the side to move, which must have no legal moves."""
        over, value = self._package.is_immediate_game_end(self.name, fen, list(made))
        return _score(value if over else self._package.game_result(self.name, fen, list(made)))

    @lru_cache(maxsize=_KEPT)  # noqa: B019
    def claimed(self, fen: str, made: tuple[str, ...] = ()) -> int | None:
        """Return the outcome for the side to move that a player may claim; None if there is none.

        Claims are for repetition and for moves without progress.
        """
        over, value = self._package.is_optional_game_end(self.name, fen, list(made))
        return _score(value) if over else None

    @lru_cache(maxsize=_KEPT)  # noqa: B019
    def is_dead(self, fen: str) -> bool:
        """Return whether neither side has the material to win."""
        return all(self._package.has_insufficient_material(self.name, fen, []))

    def drawn(self, fen: str) -> int:
        """Return the outcome for the side to move if no progress is made any more.

        It is a draw, but in some variants one side wins then.
        """
        outcome = self.claimed(_with_clock(fen, _NEVER))
        return DRAW if outcome is None else outcome

    @cached_property
    def patience(self) -> int:
        """The plies without progress after which the game ends; _NEVER if it goes on."""
        low, high = 0, _NEVER
        while low < high:
            middle = (low + high) // 2
            ends = self.claimed(_with_clock(self.start, middle)) is not None
            low, high = (low, middle) if ends else (middle + 1, high)
        return low

    # -- values --------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> dict[str, int]:
        """The value of each kind of piece: 100 times its mean number of moves.

        It is taken on boards with the kings at home and a piece of each other kind for each side,
        on random squares. Kinds that a promotion makes are on the later boards too. Where a side
        wins by having no pieces, or the king alone, the values are negative.
        """
        rng, moves, seen = random.Random(1), Counter[str](), Counter[str]()
        home = squares_of(self.start)
        fixed = {square: piece for square, piece in home.items() if piece in "Kk*"}
        free = sorted(self.squares - fixed.keys())
        letters = filter(str.isalpha, fields_of(self.start)[0].upper())
        kinds = dict.fromkeys(letter for letter in letters if letter != "K")
        for _ in range(_SAMPLES):
            order = rng.sample(free, min(2 * len(kinds), len(free)))
            own = dict(zip(order[::2], kinds, strict=False))
            other = {square: kind.lower() for square, kind in zip(order[1::2], kinds, strict=False)}
            seen.update(own.values())
            steps = set()
            for move in self.moves(self._set_up({**fixed, **own, **other})):
                if step := _STEP.match(move):
                    steps.add((step[1], step[2]))
                    if step[3].strip("-") and step[1] in own:
                        kind = f"+{own[step[1]]}" if step[3] == "+" else step[3].upper()
                        kinds.setdefault(kind)
            moves.update(own[origin] for origin, _ in steps if origin in own)
        sign = -1 if self._is_misere else 1
        return {kind: sign * round(100 * moves[kind] / seen[kind]) for kind in seen}

    @property
    def _is_misere(self) -> bool:
        """Whether a side that has no pieces, or only a king, wins."""
        for left in ("", "K"):
            home = squares_of(self.start).items()
            men = {square: man for square, man in home if man.lower() == man or man in left}
            over, value = self._package.is_immediate_game_end(self.name, self._set_up(men), [])
            if over and value > 0:
                return True
        return False

    def _set_up(self, men: dict[str, str]) -> str:
        """Return a FEN of pieces by square, with the start's side to move and none in hand."""
        rows = []
        for row in range(self.rows, 0, -1):
            cells = "".join(men.get(f"{file}{row}", " ") for file in FILES[: self.files])
            rows.append(re.sub(" +", lambda run: str(len(run[0])), cells))
        board, turn, _, *rest = fields_of(self.start)
        return " ".join(["/".join(rows) + "[]" * ("[" in board), turn, "-", *rest])

    def material(self, fen: str) -> int:
        """Return White's pieces, on the board and in hand, minus Black's, by `worth`."""
        worth, total = self.worth, 0
        for piece in re.findall(r"\+?[A-Za-z]", fields_of(fen)[0]):
            kind = piece.upper()
            value = worth.get(kind, worth.get(kind[-1], self._mean))
            total += value if piece[-1].isupper() else -value
        return total

    @cached_property
    def _mean(self) -> int:
        """The mean value of the variant's pieces."""
        return round(sum(self.worth.values()) / len(self.worth))


@cache
def load_variant(name: str) -> VariantRules:
    """Return the rules of a variant by its name in Fairy-Stockfish.

    :raises SpecError: if the package is not installed, there is no such variant, or it is played
        on two boards.
    """
    shown = printable(name, 80)
    try:
        package = import_module("pyffish")
    except ImportError:
        raise SpecError(
            f"fairy:{shown} needs the package pyffish: expected pip install pyffish"
        ) from None
    names = package.variants()
    if name not in names:
        raise SpecError(f"fairy:{shown}: {unknown('variant of Fairy-Stockfish', name, names)}")
    if package.two_boards(name):
        raise SpecError(
            f"fairy:{name} is played on two boards by four players: expected a game for two players"
        )
    return VariantRules(name, package)


def fields_of(fen: str) -> list[str]:
    """Return the fields of a FEN: board and hands, side to move, ..., two clocks."""
    return fen.split()


def squares_of(fen: str) -> dict[str, str]:
    """Return the pieces of a FEN by square; a wall is `*`. Marks are `+` before and `~` behind."""
    found = {}
    rows = fields_of(fen)[0].partition("[")[0].split("/")
    for number, row in enumerate(rows):
        file = 0
        for word in re.findall(r"\d+|\+?[A-Za-z]~?|\*", row):
            if word.isdigit():
                file += int(word)
            else:
                found[f"{FILES[file]}{len(rows) - number}"] = word
                file += 1
    return found


def _width(row: str) -> int:
    """Return the number of files of a row of a FEN."""
    words = re.findall(r"\d+|[A-Za-z*]", row)
    return sum(int(word) if word.isdigit() else 1 for word in words)


def _score(value: int) -> int:
    """Return WIN, LOSS or DRAW for a result of the package: above, below or equal to 0."""
    return WIN if value > 0 else LOSS if value < 0 else DRAW


def _with_clock(fen: str, plies: int) -> str:
    """Return a FEN with another count of plies without progress, and full-move number 1."""
    return " ".join([*fields_of(fen)[:-2], str(plies), "1"])
