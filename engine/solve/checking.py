"""Check certificates of solved games: by the rules of the game alone, without any search.

A certificate claims the value of a position. It lists the choices of the side that proves a bound,
in the order in which this walk needs them. At the positions of the other side the walk tries all
moves, in the order of their texts. It ends at finished games, and at positions proved before, which
are compared by their full text. docs/solve.md describes the format.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, NamedTuple, NoReturn

from games import DRAW, LOSS, WIN, Position, make
from games.errors import FileError, StarlingError, printable, quoted
from games.parts.files import path_text, read_bytes

_FIRST = "starling certificate 1"
_HEADER = ("game", "position", "value", "choices", "by")
VALUES = {"win": WIN, "draw": DRAW, "loss": LOSS}
_MOST_BYTES = 2**34


class Verified(NamedTuple):
    """A claim that holds.

    :param value: the position's value from the side to move: WIN, DRAW, LOSS or a margin.
    :param positions: the different positions that the proof visited, without finished games.
    :param choices: the moves that the file holds.
    """

    position: Position
    value: int
    positions: int
    choices: int

    def claim(self) -> str:
        """Return the position (only the game if initial) and its value, as in "mnk is a draw"."""
        position, value = self.position, self.value
        start = position.text() == position.initial().text()
        name = position.spec if start else f"{position.spec} at {printable(position.text(), 200)}"
        mover, other = position.INFO.sides[position.turn], position.INFO.sides[1 - position.turn]
        claim = f"is worth {value / position.INFO.value_per_point:+g} to {mover}, who is to move"
        if value in (WIN, LOSS):
            claim = f"is won by {mover if value == WIN else other}; {mover} is to move"
        elif value == DRAW:
            claim = "is a draw"
        return f"{name} {claim}"


def verify(path: str) -> Verified:
    """Check a certificate; return what it proves.

    :raises FileError: if it proves nothing; the message says what is wrong, and where.
    """
    data = read_bytes(path, "a certificate", _MOST_BYTES)
    try:
        return _Check(data).run()
    except (StarlingError, RecursionError, UnicodeDecodeError) as error:
        fault = "a line of play is too long" if isinstance(error, RecursionError) else error
        raise FileError(f"{path_text(path)} is refused: {fault}") from None


def _refuse(fault: str) -> NoReturn:
    """Raise a FileError with a fault of a certificate."""
    raise FileError(fault)


class _Check:
    """The check of one certificate: checksum and header when it is made, the proof by `run`."""

    def __init__(self, data: bytes) -> None:
        body, _, last = data.rpartition(b"sha256 ")
        if last != hashlib.sha256(body).hexdigest().encode() + b"\n" or not body.endswith(b"\n"):
            _refuse("it was altered or cut short (its last line is not the sha256 of the others)")
        first, *lines = body.decode().split("\n") + [""] * len(_HEADER)
        if first != _FIRST:
            _refuse(f"line 1 is {quoted(first, 80)}: expected {quoted(_FIRST)}")
        self.facts = {}
        for number, (name, line) in enumerate(zip(_HEADER, lines, strict=False), 2):
            found, _, self.facts[name] = line.partition(": ")
            if found != name:
                _refuse(f"line {number} is {quoted(line, 80)}: expected {name}: ...")
        self.words, self.word = iter(" ".join(lines[len(_HEADER) :]).split()), 0
        self.position: Any = make(self.facts["game"]).at(self.facts["position"])
        if self.position.text() != self.facts["position"]:
            _refuse(f"the position is {quoted(self.facts['position'], 200)}: expected its text")
        if self.position.one_player or self.position.PATH_DEPENDENT:
            _refuse(f"{self.position.spec} has one player, or values that depend on earlier moves")
        margin = re.fullmatch("margin (-?[1-9][0-9]{0,8})", self.facts["value"])
        if margin is None and self.facts["value"] not in VALUES:
            _refuse(f"the value is {quoted(self.facts['value'], 80)}: expected win, draw, loss ...")
        self.value = int(margin[1]) if margin else VALUES[self.facts["value"]]

    def run(self) -> Verified:
        """Check the proof of at-least unless a loss, of at-most unless a win; return the claim."""
        turn, counts, positions = self.position.turn, [0, 0], 0
        for part, (side, target) in enumerate(((turn, self.value), (1 - turn, -self.value))):
            self.name, self.side, self.target = ("at-least", "at-most")[part], side, target
            self.proved: dict[tuple[int, str], bool] = {}
            if target != LOSS:
                if self._next() != self.name:
                    _refuse(f"word {self.word} of the proof is not {self.name}")
                before = self.word
                self._prove(self.position)
                counts[part], positions = self.word - before, positions + len(self.proved)
        if self._next():
            _refuse(f"word {self.word} of the proof is one too many")
        if self.facts["choices"] != "{} {}".format(*counts):
            _refuse(f"it claims {quoted(self.facts['choices'], 80)} choices: found {counts}")
        return Verified(self.position, self.value, positions, sum(counts))

    def _next(self) -> str:
        """Take the next word of the proof, and return it; "" at the end. `word` is its number."""
        self.word += 1
        return next(self.words, "")

    def _prove(self, position: Any) -> None:
        """Check that `side` gets `target` or more by the next words, against every reply.

        :raises FileError: if the proof fails.
        """
        outcome = position.outcome()
        if outcome is not None:
            if (outcome if position.turn == self.side else -outcome) < self.target:
                self._fail(position, f"the game ends here with: {position.ending()}")
            return
        state = position.turn, position.text()
        if state in self.proved:
            if not self.proved[state]:
                self._fail(position, "the line repeats a position")
            return
        self.proved[state] = False
        moves = {position.move_text(move): move for move in position.legal_moves()}
        words = sorted(moves)
        if position.turn == self.side and len(words) > 1:
            words = [self._next()]
            if words[0] not in moves:
                self._fail(position, f"move {quoted(words[0], 40)} is not legal")
        for word in words:
            position.push(moves[word])
            self._prove(position)
            position.pop()
        self.proved[state] = True

    def _fail(self, position: Any, fault: str) -> NoReturn:
        """Raise the error for a fault of the proof in a position."""
        where = f"word {self.word}, {self.name} {self.facts['value']}"
        _refuse(f"{where}: {fault} ({printable(position.text(), 200)})")
