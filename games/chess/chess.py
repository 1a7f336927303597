"""Chess and Chess960, with legal moves only.

A move is from | to << 6 | promotion << 12 (squares a1 = 0 to h8 = 63; promotion 1 to 4 for knight
to queen). Castling is the king's move to the square of its own rook. python-chess reads and writes
FEN and SAN; it is imported only for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

import cython

from games.chess import facts, tables
from games.core.history import play_words
from games.core.moves import Moves
from games.core.position import Position
from games.errors import SpecError
from games.parts.part import Option

if TYPE_CHECKING:
    import chess

if not cython.compiled:
    from games.chess.board import (
        Board,
        can_capture_en_passant,
        find_checks,
        gives_check,
        hanging_loss,
        has_legal_move,
        quiet_move_score,
        see,
        write_legal_moves,
    )
    from games.chess.constants import (
        BISHOP,
        BLACK,
        DARK,
        EMPTY,
        KING,
        KNIGHT,
        MOST_MOVES,
        PASS,
        PAWN,
        QUEEN,
        RECORD,
        ROOK,
        WHITE,
    )
    from games.core.bits import ONE, lsb, popcount
    from games.core.scores import DRAW, LOSS, ONGOING

__all__ = ["Chess"]

# Copies: in compiled code they are C arrays of this module.
PAWN_ATTACKS = tables.PAWN_ATTACKS
MIDGAME, ENDGAME = tables.MIDGAME, tables.ENDGAME
MATERIAL, PHASE = tables.MATERIAL, tables.PHASE
PIECE_KEYS, TURN_KEY = tables.PIECE_KEYS, tables.TURN_KEY
CASTLING_KEYS, EN_PASSANT_KEYS = tables.CASTLING_KEYS, tables.EN_PASSANT_KEYS


class ChessOptions(TypedDict, total=False):
    """The options of `Chess`."""

    chess960: Annotated[bool, Option(False, "castling as in Chess960, written king takes rook")]
    variant: Annotated[str, Option("standard", "a variant that python-chess knows, such as atomic")]


class Chess(Board):
    """A position of chess or Chess960. `build` makes a `ChessVariant` for other variants."""

    NAME = facts.NAME
    KEYED = True
    PATH_DEPENDENT = True
    SYMMETRIC = True
    INFO = facts.INFO
    OPTIONS = ChessOptions

    @classmethod
    def build(cls, **options: Any) -> Any:
        """Return the start position, a `ChessVariant` if the options name a variant."""
        if options.get("variant", "standard") == "standard":
            return cls(**options)
        from games.chess.variants import ChessVariant

        return ChessVariant(**options)

    def __init__(self, **options: Unpack[ChessOptions]) -> None:
        super().__init__(**options)
        if self.options["variant"] != "standard":
            raise SpecError(
                f"variant={self.options['variant']}: expected standard, or make('{self.spec}')"
            )
        self.scratch = Moves()

    # -- making and taking back moves ----------------------------------------------------------

    def _place(self, piece: cython.int, square: cython.int) -> None:
        """Put a piece on an empty square; key, values and phase are not updated."""
        bit: cython.ulonglong = ONE << square
        self.pieces[piece & 7] |= bit
        self.sides[piece >> 3] |= bit
        self.squares[square] = piece

    def _lift(self, piece: cython.int, square: cython.int) -> None:
        """Remove a piece from its square; key, values and phase are not updated."""
        bit: cython.ulonglong = ONE << square
        self.pieces[piece & 7] ^= bit
        self.sides[piece >> 3] ^= bit
        self.squares[square] = EMPTY

    def _slide(self, piece: cython.int, source: cython.int, target: cython.int) -> None:
        """Move a piece to an empty square on the board only; key and values are not updated."""
        bits: cython.ulonglong = ONE << source | ONE << target
        self.pieces[piece & 7] ^= bits
        self.sides[piece >> 3] ^= bits
        self.squares[source] = EMPTY
        self.squares[target] = piece

    def _take(self, piece: cython.int, square: cython.int) -> None:
        """Remove a piece from its square, and update the key, the three values and the phase."""
        index: cython.int = piece << 6 | square
        self._lift(piece, square)
        self.zobrist ^= PIECE_KEYS[index]
        self.midgame -= MIDGAME[index]
        self.endgame -= ENDGAME[index]
        self.material -= MATERIAL[piece]
        self.phase -= PHASE[piece]

    def _shift(self, piece: cython.int, source: cython.int, target: cython.int) -> None:
        """Move a piece to an empty square, and update the key and both square values."""
        left: cython.int = piece << 6 | source
        entered: cython.int = piece << 6 | target
        self._slide(piece, source, target)
        self.zobrist ^= PIECE_KEYS[left] ^ PIECE_KEYS[entered]
        self.midgame += MIDGAME[entered] - MIDGAME[left]
        self.endgame += ENDGAME[entered] - ENDGAME[left]

    def _remember(self, move: cython.int, captured: cython.int) -> None:
        """Store the move and the state that it destroys in the history, and pass the turn.

        The clock rises by one and the right to capture en passant ends. The key changes with both.

        :param captured: the content of the target square.
        """
        at: cython.int = self.length * RECORD
        if self.length == self.room:
            self.grow()
        self.records[at] = move
        self.records[at + 1] = captured | self.rights << 4 | self.en_passant << 8
        self.records[at + 2] = self.clock
        self.records[at + 3] = self.reversible_from
        self.records[at + 4] = self.midgame
        self.records[at + 5] = self.endgame
        self.records[at + 6] = self.material
        self.records[at + 7] = self.phase
        self.keys[self.length] = self.zobrist
        self.length += 1
        self.clock += 1
        self.zobrist ^= TURN_KEY
        if self.en_passant:
            self.zobrist ^= EN_PASSANT_KEYS[self.en_passant & 7]
            self.en_passant = 0
        self.side ^= 1
        self.scanned = False

    def push(self, move: cython.int) -> None:
        """Make a legal move, which is not checked; a castling move is from the king to its rook."""
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        piece: cython.int = self.squares[source]
        captured: cython.int = self.squares[target]
        en_passant: cython.int = self.en_passant
        rights: cython.int = self.rights & self.kept_rights[source] & self.kept_rights[target]
        self._remember(move, captured)
        if rights != self.rights:
            self.zobrist ^= CASTLING_KEYS[self.rights] ^ CASTLING_KEYS[rights]
            self.rights = rights
        if captured == (piece & 8 | ROOK):
            self._push_castling(source, target)
        else:
            if captured != EMPTY:
                self._take(captured, target)
                self.clock, self.reversible_from = 0, self.length
            self._shift(piece, source, target)
            if piece & 7 == PAWN:
                self._push_pawn(source, target, move >> 12 & 7, en_passant)

    def _push_pawn(
        self, source: cython.int, target: cython.int, promotion: cython.int, en_passant: cython.int
    ) -> None:
        """Complete a pawn move, after the turn has passed: promotion, en passant, double step.

        The clock becomes 0. `en_passant` is set only where a capture is legal.

        :param en_passant: the target square before the move, 0 for none.
        """
        colour: cython.int = (self.side ^ 1) << 3
        attackers: cython.ulonglong
        self.clock, self.reversible_from = 0, self.length
        if promotion:
            self._take(colour | PAWN, target)
            self.put_piece(colour | promotion, target)
        elif en_passant and target == en_passant:
            self._take(colour ^ 8, target ^ 8)
        elif source ^ target == 16:
            en_passant = (source + target) >> 1
            attackers = PAWN_ATTACKS[(self.side ^ 1) << 6 | en_passant]
            attackers &= self.pieces[PAWN] & self.sides[self.side]
            while attackers:
                if can_capture_en_passant(self, lsb(attackers), en_passant):
                    self.en_passant = en_passant
                    self.zobrist ^= EN_PASSANT_KEYS[en_passant & 7]
                    return
                attackers &= attackers - 1

    def _push_castling(self, source: cython.int, rook: cython.int) -> None:
        """Move king and rook of the side that has just moved, and update key and values."""
        colour: cython.int = (self.side ^ 1) << 3
        corner: cython.int = source & 56
        self._take(colour | KING, source)
        self._take(colour | ROOK, rook)
        self.put_piece(colour | KING, corner + (6 if rook > source else 2))
        self.put_piece(colour | ROOK, corner + (5 if rook > source else 3))

    def push_pass(self) -> None:
        """Pass the turn; positions before it no longer count as repetitions."""
        self._remember(PASS, EMPTY)
        self.reversible_from = self.length

    def pop(self) -> None:
        if self.length == 0:
            raise IndexError("pop at the start of the history")
        self.length -= 1
        at: cython.int = self.length * RECORD
        move: cython.int = self.records[at]
        facts: cython.int = self.records[at + 1]
        captured: cython.int = facts & 15
        self.rights = facts >> 4 & 15
        self.en_passant = facts >> 8
        self.clock = self.records[at + 2]
        self.reversible_from = self.records[at + 3]
        self.midgame = self.records[at + 4]
        self.endgame = self.records[at + 5]
        self.material = self.records[at + 6]
        self.phase = self.records[at + 7]
        self.zobrist = self.keys[self.length]
        self.side ^= 1
        self.scanned = False
        if move != PASS:
            self._unmake(move, captured)

    def _unmake(self, move: cython.int, captured: cython.int) -> None:
        """Put the pieces back where they were before a move; `pop` restores all else before."""
        source: cython.int = move & 63
        target: cython.int = move >> 6 & 63
        colour: cython.int = self.side << 3
        piece: cython.int = self.squares[target]
        if captured == (colour | ROOK):
            self._pop_castling(source, target)
            return
        if move >> 12:
            self._lift(piece, target)
            self._place(colour | PAWN, source)
        else:
            self._slide(piece, target, source)
        if captured != EMPTY:
            self._place(captured, target)
        elif piece & 7 == PAWN and target == self.en_passant:
            self._place(colour ^ 8 | PAWN, target ^ 8)

    def _pop_castling(self, source: cython.int, rook: cython.int) -> None:
        """Put king and rook back; key and values are restored elsewhere."""
        colour: cython.int = self.side << 3
        corner: cython.int = source & 56
        self._lift(colour | KING, corner + (6 if rook > source else 2))
        self._lift(colour | ROOK, corner + (5 if rook > source else 3))
        self._place(colour | KING, source)
        self._place(colour | ROOK, rook)

    # -- moves and search hooks ----------------------------------------------------------------

    def generate(self, moves: Moves) -> cython.int:
        before: cython.int = moves.count
        moves.reserve(MOST_MOVES)
        moves.count = write_legal_moves(self, moves.move, before, False)
        return moves.count - before

    def noisy_moves(self, moves: Moves) -> cython.int:
        """Append captures and promotions, in check all evasions, and return their number."""
        before: cython.int = moves.count
        moves.reserve(MOST_MOVES)
        moves.count = write_legal_moves(self, moves.move, before, not self.in_check())
        return moves.count - before

    def trait(self, number: cython.int) -> cython.int:
        """Return the weight of the pieces left: minor pieces 1, rooks 2, queens 4, at most 24."""
        return min(self.phase, 24)

    def in_check(self) -> cython.bint:
        find_checks(self)
        return self.checkers != 0

    def see(self, move: cython.int) -> cython.int:
        return see(self, move)

    def move_kind(self, move: cython.int) -> cython.int:
        """Return a number for the piece and its target square."""
        return self.squares[move & 63] << 6 | (move >> 6 & 63)

    def quiet_move_score(self, move: cython.int) -> cython.int:
        return quiet_move_score(self, move)

    def hanging_loss(self, move: cython.int) -> cython.int:
        return hanging_loss(self, move)

    def gives_check(self, move: cython.int) -> cython.bint:
        return gives_check(self, move)

    def can_pass(self) -> cython.bint:
        return not self.in_check()

    def zugzwang_unlikely(self) -> cython.bint:
        """Return whether the side to move has a rook, a queen or two minor pieces."""
        ours: cython.ulonglong = self.sides[self.side]
        minor: cython.ulonglong = (self.pieces[KNIGHT] | self.pieces[BISHOP]) & ours
        major: cython.ulonglong = (self.pieces[ROOK] | self.pieces[QUEEN]) & ours
        return major != 0 or minor & (minor - 1) != 0

    def key(self) -> cython.ulonglong:
        return self.zobrist

    # -- the end of the game -------------------------------------------------------------------

    def result(self) -> cython.int:
        """Return the result for the side to move; ONGOING if the game goes on.

        The fifty-move rule, the third occurrence of a position and insufficient material end the
        game without a claim. In a search a position is a draw already if it occurred once since the
        root. In a search the tablebases' result counts too, just after a capture or a pawn move.
        """
        if not has_legal_move(self, self.scratch):
            return LOSS if self.checkers else DRAW
        if self.clock >= 100 or self._repeated() or self._insufficient():
            return DRAW
        if self.men and self.clock == 0 and self.search_root >= 0:
            return self._tabled()
        return ONGOING

    def use_tablebases(self, tables: Any) -> None:
        """Use tablebases as outcomes in searches from here, after captures and pawn moves.

        There the tables are exact under the fifty-move rule. The game itself goes on.

        :param tables: a `games.chess.tablebases.Tablebases`; None to stop using any.
        """
        self.tables = tables
        self.men = 0 if tables is None else tables.most

    def _tabled(self) -> cython.int:
        """Return the tablebases' result of the position; ONGOING if they have none."""
        if popcount(self.sides[WHITE] | self.sides[BLACK]) > self.men:
            return ONGOING
        return self.tables.result(self)

    def _repeated(self) -> cython.bint:
        """Return whether the position occurred twice before, or once at the root or since."""
        index: cython.int = self.length - 4
        seen: cython.int = 0
        while index >= self.reversible_from:
            if self.keys[index] == self.zobrist:
                seen += 1
                if seen == 2 or 0 <= self.search_root <= index:
                    return True
            index -= 2
        return False

    def _insufficient(self) -> cython.bint:
        """Return whether mate is impossible: bare kings, one minor piece, bishops of one colour."""
        bishops: cython.ulonglong = self.pieces[BISHOP]
        if self.pieces[PAWN] | self.pieces[ROOK] | self.pieces[QUEEN]:
            return False
        if self.pieces[KNIGHT]:
            return popcount(self.sides[WHITE] | self.sides[BLACK]) <= 3
        return not bishops & DARK or not bishops & ~DARK

    def begin_search(self) -> None:
        self.search_root = self.length

    def game_phase(self) -> cython.int:
        """Return the quarter of the game, 0 to 3, by the weight of the pieces left (`trait`)."""
        return 3 - min(self.phase, 24) * 4 // 25

    def phase_name(self, phase: int) -> str:
        return ("material 24-19", "material 18-13", "material 12-7", "material 6-0")[phase]

    # -- copies --------------------------------------------------------------------------------

    def copy(self) -> Chess:
        """Return a position with the same history and search root; it shares the tablebases."""
        copy: Chess = Chess.__new__(Chess)  # without setting up the start position
        copy.scratch = Moves()
        copy.copy_from(self)
        return copy

    def mirrored(self) -> Chess:
        """Return the same game with colours and ranks exchanged, its history included.

        The new position has no tablebases.
        """
        origin: Chess = self.at(self.start)
        copy: Chess = self.initial()
        pieces = [_flipped(origin.pieces[kind]) for kind in range(PAWN, KING + 1)]
        sides = [_flipped(origin.sides[BLACK]), _flipped(origin.sides[WHITE])]
        en_passant = origin.en_passant ^ 56 if origin.en_passant else 0
        copy.set_up(
            pieces,
            sides,
            origin.side ^ 1,
            _flipped(origin.castling_rooks()),
            en_passant,
            origin.clock,
            origin.first_number,
        )
        copy.start = copy.text()
        for move in self.history:
            if move == PASS:
                copy.push_pass()
            else:
                copy.push(move ^ (56 | 56 << 6))
        copy.search_root = self.search_root
        return copy

    # -- text ----------------------------------------------------------------------------------

    def diagram(self) -> str:
        """Return the board, White below; capitals are White's pieces."""
        from games.chess.notation import diagram, python_board

        return diagram(python_board(self))

    def ending(self) -> str:
        from games.chess.notation import ending

        return ending(self.board()) if self.outcome() is not None else ""

    def text(self) -> str:
        """Return the FEN as python-chess writes it, en passant only if it is legal."""
        from games.chess.notation import python_board

        return python_board(self).fen()

    def board(self) -> chess.Board:
        """Return the game so far as a python-chess board, with its move stack from `start` on."""
        from games.chess.notation import python_game

        return python_game(self)

    def at(self, text: str) -> Chess:
        """Return a new position: `startpos` or a FEN, and after the word `moves` moves from there.

        :raises PositionError: if the FEN is invalid or a move is illegal.
        """
        fen, _, moves = f"{text} ".partition(" moves ")
        position: Chess = self.initial()
        if fen.strip() not in ("", "startpos"):
            position._read(fen.strip())
        played: Chess = play_words(position, moves.split(), text)
        return played

    def _read(self, fen: str) -> None:
        """Set up the position of a FEN, where the history then begins.

        :raises PositionError: if the FEN is invalid.
        """
        from games.chess.notation import read_position

        self.start, placement = read_position(fen, self.chess960, self.spec)
        self.set_up(*placement)

    def read_opening(self, text: str) -> tuple[str, list[int]]:
        """Return the start position of an opening, as FEN, and its moves from there.

        The text is a FEN or EPD, perhaps with the word `moves` and moves behind it. Moves alone
        begin at this position: then the FEN is empty.

        :raises PositionError: if the FEN or EPD is invalid, or a move behind it is illegal.
        :raises MoveError: if one of the moves alone is illegal.
        """
        from games.chess.notation import read_epd_opening

        return read_epd_opening(self, text) or Position.read_opening(self, text)

    def move_text(self, move: int) -> str:
        """Return the move in UCI notation; a pass is 0000."""
        if move == PASS:
            return "0000"
        source, target = move & 63, move >> 6 & 63
        if not self.chess960 and self.squares[target] == (self.side << 3 | ROOK):
            target = (source & 56) + (6 if target > source else 2)
        return _square_text(source) + _square_text(target) + ("", *"nbrq")[move >> 12]

    def parse_move(self, text: str) -> int:
        """Return the legal move that a text in UCI notation or SAN names.

        :raises MoveError: if there is none.
        """
        word = text.strip()
        named = {self.move_text(move): move for move in self.legal_moves()}
        if word not in named:
            from games.chess.notation import python_board, read_castling, read_san

            board = python_board(self)
            word = read_castling(board, word) or read_san(self, board, word)
        return named[word]

    def notation(self, move: int) -> str:
        """Return a legal move in standard algebraic notation (SAN); a pass is --."""
        from games.chess.notation import python_board, python_move

        return python_board(self).san(python_move(move))


def _flipped(bitboard: int) -> int:
    """Return the bitboard with its ranks in reverse order."""
    return int.from_bytes(bitboard.to_bytes(8, "big"), "little")


def _square_text(square: int) -> str:
    """Return the name of a square, such as e4."""
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]
