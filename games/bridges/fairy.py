"""The variants of Fairy-Stockfish: shogi, xiangqi, janggi, crazyhouse, atomic and many more.

`fairy:shogi` is the variant of that name. It needs the package `pyffish` (the extra `fairy`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from typing import Annotated, TypedDict, Unpack

from games.bridges.pyffish_rules import FILES, fields_of, load_variant, squares_of
from games.core.history import copy_with_lists, read_fen_and_moves
from games.core.info import GameInfo
from games.core.moves import Moves
from games.core.position import Position
from games.errors import ContractError, quoted
from games.parts.part import Option

_MOVE = re.compile(
    r"([a-l]\d+)([a-l]\d+)([a-z+-]?)(?:,[a-l]\d+([a-l]\d+))?|(\+?)([A-Z])@([a-l]\d+)"
)
_MARKS = " abcdefghijklmnopqrstuvwxyz+-"
_DROP, _PROMOTED_DROP = 127, 126
_CYCLES = 3
"""How often a repetition in a search is repeated: no variant waits for more than five positions."""


class FairyOptions(TypedDict, total=False):
    """The options of `Fairy`."""

    name: Annotated[str, Option("shogi", "a variant of Fairy-Stockfish", literal=True)]


class Fairy(Position):
    """A variant of Fairy-Stockfish: shogi, xiangqi, janggi, crazyhouse, atomic and over 100 others.

    Positions are FENs, moves are in UCI notation. What a player may claim, such as a repetition,
    ends the game. So does material with which neither side can win.

    A move is to | from << 7 | (1 + wall) << 14 | letter << 21. Squares are file + 12 * row; the
    wall is the square that the move blocks; the letter is of a promotion or a drop. A drop is from
    127, that of a promoted piece from 126.
    """

    NAME = "fairy"
    OPTIONS = FairyOptions
    KEYED = True
    PATH_DEPENDENT = True
    INFO = GameInfo(sides=("White", "Black"), searcher="pvs")

    def __init__(self, **options: Unpack[FairyOptions]) -> None:
        """Load the rules of the option `name` from Fairy-Stockfish, and begin at its start."""
        super().__init__(**options)
        self.rules = load_variant(self.options["name"])
        self._set_up(self.rules.start)
        self.start = ""

    def _set_up(self, fen: str) -> None:
        """Begin at a FEN, without moves before it; `start` becomes the FEN."""
        self.start = fen
        self._fens = [fen]
        self._boards = [_board(fen)]
        self._changes = [0]
        self._words: list[str] = []
        self._root = -1

    @property
    def family(self) -> str:
        """The game's spec: each variant has its own fits."""
        return self.spec

    @property
    def fen(self) -> str:
        """The position as FEN."""
        return self._fens[-1]

    @property
    def turn(self) -> int:
        """The side to move: 0 for the first (White), 1 for the second."""
        return 0 if fields_of(self.fen)[1] == "w" else 1

    # -- moves ---------------------------------------------------------------------------------

    def _latest(self) -> tuple[str, tuple[str, ...]]:
        """Return the FEN of two plies ago and the moves since then.

        Two passes end some games, and so do kings that face each other for two plies.
        """
        return self._fens[-3:][0], tuple(self._words[-2:])

    def legal_moves(self) -> list[int]:
        """Return the legal moves by the rules of Fairy-Stockfish, as numbers."""
        return [_number(word) for word in self.rules.moves(*self._latest())]

    def noisy_moves(self, moves: Moves) -> int:
        """Append the captures by which a piece takes another's place; return their number."""
        men, before = squares_of(self.fen), moves.count
        for move in self.legal_moves():
            target = men.get(_square(move & 127), "*").strip("+~")
            if target.isalpha() and target.isupper() == bool(self.turn):
                moves.append(move)
        return moves.count - before

    def push(self, move: int) -> None:
        """Make a move: store the new FEN and board, and whether the men have changed."""
        word, before = _word(move), self.fen
        self._fens.append(self.rules.after(before, word))
        self._boards.append(_board(self.fen))
        same = _men(self.fen) == _men(before)
        self._changes.append(self._changes[-1] if same else len(self._words) + 1)
        self._words.append(word)

    def pop(self) -> None:
        """Take back the last move.

        :raises IndexError: at the start of the history.
        """
        if not self._words:
            raise IndexError("pop at the start of the history")
        for kept in (self._fens, self._boards, self._changes, self._words):
            kept.pop()

    # -- the end of the game -------------------------------------------------------------------

    def outcome(self) -> int | None:
        """Return the outcome for the side to move; None while the game goes on.

        The game ends if no move is legal, no side has the material to win, or a player may claim
        the end by repetition or by moves without progress. Some variants count these as a win or
        loss. In a search the first repetition counts.
        """
        if not self.rules.moves(*self._latest()):
            return self.rules.final(*self._latest())
        if self.rules.is_dead(self._fens[self._changes[-1]]):
            return self.rules.drawn(self.fen)
        return self._claimed()

    def _claimed(self) -> int | None:
        """Return the outcome by rules such as repetition and moves without progress; None for none.

        The package is called only after a repeated board or a move back, with two own pieces, or at
        the clock's limit. If the latest equal position is at or after the search's root, the moves
        since it are repeated, so that it counts at once.
        """
        fields, made, before = fields_of(self.fen), self._words, self._seen_before()
        limit = int(fields[3]) if fields[3].isdigit() else self.rules.patience
        if not (before or self._moved_back() or self._has_two() or int(fields[-2]) >= limit):
            return None
        for index in before[:1]:
            if 0 <= self._root <= index and fields_of(self._fens[index])[:-2] == fields[:-2]:
                made = made + made[index:] * _CYCLES
        return self.rules.claimed(self._fens[0], tuple(made))

    def _seen_before(self) -> list[int]:
        """Return the numbers of earlier positions with the same board and side to move.

        The latest comes first. Pieces in hand are not compared.
        """
        earlier = range(len(self._fens) - 5, -1, -2)
        return [number for number in earlier if self._boards[number] == self._boards[-1]]

    def _moved_back(self) -> bool:
        """Return whether the last move undoes its side's previous move, or that was a pass."""
        if len(self._words) < 3:
            return False
        last, before = (_number(word) & 0x3FFF for word in self._words[-1:-4:-2])
        return before in (last >> 7 | (last & 127) << 7, (before & 127) * 129)

    def _has_two(self) -> bool:
        """Return whether the side to move has two pieces; in sittuyin that may be a draw."""
        own = str.islower if self.turn else str.isupper
        return sum(map(own, self._boards[-1])) == 2

    def begin_search(self) -> None:
        """Mark this position as the root: below it, one repetition counts as a draw."""
        self._root = len(self._words)

    # -- values --------------------------------------------------------------------------------

    def key(self) -> int:
        """Return a 64-bit hash of the FEN without move counts, and of whether the last move passed.

        So earlier positions and counts towards a draw are not in it.
        """
        place = f"{' '.join(fields_of(self.fen)[:-2])} {self._passed()}"
        return int.from_bytes(blake2b(place.encode(), digest_size=8).digest(), "little")

    def _passed(self) -> bool:
        """Return whether the last move was a pass, so that another may end the game."""
        return self._boards[-1:] == self._boards[-2:-1]

    def static(self) -> int:
        """Return the difference of material, for the side to move.

        A piece counts 100 for each move that it has on average (`VariantRules.worth`).
        """
        white = self.rules.material(self.fen)
        return -white if self.turn else white

    # -- copies and texts ----------------------------------------------------------------------

    copy = copy_with_lists

    def move_text(self, move: int) -> str:
        """Return the move in UCI notation, as pyffish writes it: `e2e4`, `P@e5`, `a2a3,a3a2`."""
        return _word(move)

    def text(self) -> str:
        """Return the FEN; if the last two plies matter too, the FEN before them and their moves.

        They matter after a pass, and where they change what is legal.
        """
        fen, made = self._latest()
        if made and (self._passed() or self.rules.moves(fen, made) != self.rules.moves(self.fen)):
            return f"{fen} moves {' '.join(made)}"
        return self.fen

    at = read_fen_and_moves

    def _read(self, fen: str) -> None:
        """Set up the position of a FEN, without moves before it.

        :raises PositionError: if the FEN is invalid.
        """
        self._set_up(self.rules.read(fen))

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """Return the start position of an opening, as FEN, and its moves from there.

        The text is a FEN, perhaps with the word `moves` and moves behind it. Moves alone begin at
        this position: then the FEN is empty.

        :raises PositionError: if the FEN is invalid, or a move behind it is illegal.
        :raises MoveError: if one of the moves alone is illegal.
        """
        if "/" not in text:
            return super().read_opening(text)
        position = self.at(text)
        return position.start, list(position.history)

    def diagram(self) -> str:
        """Return the board, White below, the pieces in hand, and the castling rights and the like.

        A promoted piece has a mark before it: `+` in the manner of shogi, else `~`.
        """
        men, files = squares_of(self.fen), FILES[: self.rules.files]
        lines = [
            f"{row:>2} " + "".join(_shown(men.get(f"{file}{row}", ".")) for file in files)
            for row in range(self.rules.rows, 0, -1)
        ]
        lines.append("   " + "".join(f" {file}" for file in files))
        return "\n".join([*lines, *self._hands(), " ".join(fields_of(self.fen)[2:-2])])

    def _hands(self) -> list[str]:
        """Return a line of the pieces in hand for each side, in games that have them."""
        _, bracket, hand = fields_of(self.fen)[0].partition("[")
        kinds = sorted({*filter(str.isalpha, fields_of(self.rules.start)[0].upper())})
        return [
            f"{side:<5} in hand " + " ".join(f"{kind}{hand.count(case(kind)):>2}" for kind in kinds)
            for side, case in zip(self.INFO.sides, (str.upper, str.lower), strict=True)
            if bracket
        ]

    def outcome_text(self, outcome: int) -> str:
        """Return "White wins", "Black wins" or "draw" for the outcome of the first side."""
        return f"{self.INFO.sides[outcome < 0]} wins" if outcome else "draw"


def _board(fen: str) -> str:
    """Return the board of a FEN without pieces in hand and marks ~ of promoted pieces."""
    return fields_of(fen)[0].partition("[")[0].replace("~", "")


def _men(fen: str) -> list[str]:
    """Return the letters of all pieces in a FEN, sorted, with those in hand.

    A + before a promoted piece stays with its letter; the mark ~ is dropped.
    """
    return sorted(re.findall(r"\+?[A-Za-z]", fields_of(fen)[0]))


def _shown(piece: str) -> str:
    """Return a piece's letter with its mark of promotion, in two characters."""
    return f"~{piece[0]}" if piece.endswith("~") else f"{piece:>2}"


def _square(number: int) -> str:
    """Return the name of a square by its number in a move."""
    return f"{FILES[number % 12]}{number // 12 + 1}"


def _square_number(square: str) -> int:
    """Return the number in a move of a square by its name."""
    return FILES.index(square[0]) + 12 * (int(square[1:]) - 1)


@lru_cache(maxsize=2**16)
def _number(word: str) -> int:
    """Return a move in UCI notation as an integer.

    :raises ContractError: if it is not in UCI notation.
    """
    match = _MOVE.fullmatch(word)
    if match is None:
        raise ContractError(f"pyffish gave the move {quoted(word)}: expected UCI notation")
    origin, target, letter, wall, plus, piece, square = match.groups()
    if piece:
        first = _PROMOTED_DROP if plus else _DROP
        return _square_number(square) | first << 7 | _MARKS.index(piece.lower()) << 21
    blocked = 1 + _square_number(wall) if wall else 0
    squares = _square_number(target) | _square_number(origin) << 7
    return squares | blocked << 14 | _MARKS.index(letter or " ") << 21


def _word(move: int) -> str:
    """Return a move, an integer, in UCI notation."""
    target, origin, letter = _square(move & 127), move >> 7 & 127, _MARKS[move >> 21]
    if origin >= _PROMOTED_DROP:
        return f"{'+' * (origin == _PROMOTED_DROP)}{letter.upper()}@{target}"
    blocked = move >> 14 & 127
    wall = f",{target}{_square(blocked - 1)}" if blocked else ""
    return f"{_square(origin)}{target}{letter.strip()}{wall}"
