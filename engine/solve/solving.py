"""Find the value of a position, and the choices that prove it."""

from __future__ import annotations

import random
import threading
import time
from array import array
from collections.abc import Callable
from typing import Any

from engine.solve.certificate import SECTIONS, Log
from games.core.position import Position
from games.core.scores import DRAW, LOSS, MATE_BOUND, MAX_PLY, WIN
from games.core.threshold import Threshold
from games.errors import (
    ContractError,
    EvaluationError,
    LimitsError,
    SpecError,
    StarlingError,
    printable,
    quoted,
)
from games.parts.options import name_of, options_of
from searchers import Limits, Searcher, make

DEFAULT_SEARCHER = "dfpn"
DEFAULT_MEMORY = 256

_ENTRY_BYTES = 150
"""The memory of a position in a dictionary, besides its text."""
_FLUSH_SECONDS = 2.0
_SHOW_SECONDS = 0.2
_PLAYOUTS = 20
"""The random games that show what outcomes a game has."""


Show = Callable[[str, int, int], object]
"""Takes the progress of a run: its task, such as "value" or "at-least", the positions in the proof
so far, and the nodes of all searches so far."""


class Solver:
    """A run of `starling solve` on one position.

    :param searcher: the spec of a searcher that proves values; with another one, `run` fails.
    :param memory: the megabytes, at least 2: half for the searcher's table, unless its spec has
        `tt`, and half for the positions of the proof.
    :param show: called now and then with the progress.
    :raises SpecError: if the game has one player, or values that depend on earlier moves; if the
        spec of the searcher is invalid.
    :raises LimitsError: if the memory is too small.
    """

    def __init__(
        self,
        position: Position,
        searcher: str = DEFAULT_SEARCHER,
        memory: int = DEFAULT_MEMORY,
        show: Show | None = None,
    ) -> None:
        if position.one_player:
            raise SpecError(f"{position.spec} has one player: expected a game of two sides")
        if position.PATH_DEPENDENT:
            raise SpecError(
                f"{position.spec}: its values depend on earlier moves (repetition, or a count of "
                "moves), so a position's text does not determine them: expected another game"
            )
        if memory < 2:
            raise LimitsError(f"memory of {memory} megabytes: expected at least 2")
        self.position = position.copy()
        self.memory = memory
        self.searcher = _searcher(searcher, memory // 2)
        self.show = show
        self.task = ""
        self.nodes = self.bytes = self.positions = 0
        self.margin = array("i", [0])  # one that a search has met
        self._shown = self._flushed = time.monotonic()
        self._never = threading.Event()

    def run(self, log: Log) -> int:
        """Find and return the value, from the side to move, and find the proofs.

        What the log has is not searched again. What is found is added to it.

        :raises StarlingError: if the searcher fails, the memory is too small or the log is damaged.
        """
        value = log.value
        if value is None:
            value = self.find_value()
            log.add_value(value)
        # The upper bound is the question whether the side to move gets more than the value.
        for name, target in zip(SECTIONS, (value, self._above(value)), strict=True):
            if value != (LOSS if name == "at-least" else WIN):
                self._prove(name, target, log)
        return value

    # -- the value -----------------------------------------------------------------------------

    def find_value(self) -> int:
        """Return the value from the side to move: WIN, DRAW, LOSS or a margin.

        :raises StarlingError: if the searcher does not prove it.
        """
        self.task = "value"
        outcome = self.position.outcome()
        if outcome is not None:
            return outcome
        if not self._has_margins():
            reached = (v for v in (WIN, DRAW) if self._search(self._question(v))[0] > 0)
            value = next(reached, LOSS)
            if value == WIN or not self.margin[0]:  # the proof rests on no margin
                return value
        value, _ = self._search(self.position)
        return value

    def _has_margins(self) -> bool:
        """Return whether games end with a margin, not only with a win, a draw or a loss.

        They do if a search met a margin. Else the first of a few random games that has a winner
        shows it; without a winner it is False.

        :raises ContractError: if a position has neither an outcome nor a legal move.
        """
        if self.margin[0]:
            return True
        rng = random.Random(1)
        for _ in range(_PLAYOUTS):
            position = self.position.copy()
            for _ in range(MAX_PLY):
                outcome = position.outcome()
                if outcome is not None:
                    if outcome:
                        return abs(outcome) < MATE_BOUND
                    break
                moves = position.legal_moves()
                if not moves:
                    raise ContractError(
                        f"{position.spec}: no legal moves and no outcome: expected an outcome"
                    )
                position.push(rng.choice(moves))
        return False

    def _above(self, value: int) -> int:
        """Return the least outcome above a value; without meaning for WIN, which has none."""
        if value in (WIN, LOSS):
            return DRAW
        return WIN if value == DRAW and not self._has_margins() else value + 1

    def _question(self, target: int) -> Threshold:
        """Return a game that the side now to move wins if it gets at least the target, else loses.

        It is a copy of the position as a `Threshold`.
        """
        position = self.position.copy()
        return Threshold(position, position.turn, target, self.margin)

    def _search(self, position: Position) -> tuple[int, int]:
        """Return the proved value of a position, from the side to move, and its best move.

        Of bounds the value is the lower one. The nodes are added to `nodes`.

        :raises StarlingError: if the searcher does not prove it, or cannot search the game.
        """
        walking = self.task in SECTIONS
        report = None if walking else self._report  # a report takes time
        if hasattr(self.searcher, "extra_depth"):
            # The table has most of what a full search needs; a shallower search proves nothing.
            full = walking and position.moves_left() is not None
            self.searcher.extra_depth = position.most_moves_left() if full else 0
        try:
            result = self.searcher.search(position, Limits(), report, self._never)
        except EvaluationError as error:
            raise SpecError(
                f"{self.searcher.spec} cannot solve {self.position.spec} "
                f"({str(error).replace(name_of(Threshold), self.position.spec)}): expected "
                f"a searcher that proves values, such as {DEFAULT_SEARCHER}"
            ) from None
        self.nodes += result.nodes
        value = result.value if result.bounds is None else result.bounds[0]
        if not result.proved or value is None or result.move is None:
            raise StarlingError(
                f"{self.searcher.spec} did not prove the value of {self.position.spec} at "
                f"{quoted(position.text(), 200)} (its search ended by: {result.reason}): expected "
                f"a searcher that proves values, such as {DEFAULT_SEARCHER}"
            )
        return value, result.move

    # -- a proof -------------------------------------------------------------------------------

    def _prove(self, name: str, target: int, log: Log) -> None:
        """Prove that the value is at least the target, or below it, and log the choices.

        Choices that the log has come first. The positions of the proof are added to `positions`.

        :param name: "at-least", or "at-most" to prove that the value is below the target.
        :param target: a value from the side to move.
        :raises StarlingError: if the proof fails, the memory is too small, or the log is damaged.
        """
        self.task, self.log = name, log
        self.question = self._question(target)
        self.side = self.question.turn if name == "at-least" else 1 - self.question.turn
        self.choices = log.begin(name)
        self.used = 0
        self.proved: dict[tuple[int, str], bool] = {}
        self.bytes = 0
        self._walk(self.question)
        if self.used < len(self.choices):
            raise log.damaged(f"it has more choices for {name} than the proof needs")
        log.flush()
        self.positions += len(self.proved)

    def _walk(self, position: Any) -> None:
        """Prove a position that `side` wins: one choice for that side, every move of the other.

        The order is that of `checking`. The choices are logged. The position stays as it is.

        :raises StarlingError: if the proof repeats a position, the memory is too small, or a choice
            is not found or not legal.
        """
        if position.outcome() is not None:
            return
        text = position.text()
        state = position.turn, text
        if state in self.proved:
            if not self.proved[state]:
                raise StarlingError(
                    f"{position.base.spec}: the proof repeats the position {printable(text, 200)}; "
                    "games with repetitions have no certificates"
                )
            return
        self.proved[state] = False
        self.bytes += len(text) + _ENTRY_BYTES
        self._tick()
        moves = {position.move_text(move): move for move in position.legal_moves()}
        words = sorted(moves)
        if position.turn == self.side and len(words) > 1:
            words = [self._choice(position, moves)]
        for word in words:
            position.push(moves[word])
            self._walk(position)
            position.pop()
        self.proved[state] = True

    def _choice(self, position: Any, moves: dict[str, int]) -> str:
        """Return the text of a winning move: the next one in the log, or a new one, then logged.

        :param moves: the legal moves by their texts.
        :raises FileError: if the next one in the log is not legal.
        :raises StarlingError: if no new one is found.
        """
        if self.used < len(self.choices):
            word = self.choices[self.used]
            if word not in moves:
                raise self.log.damaged(f"choice {self.used + 1} is {quoted(word, 40)}")
        else:
            word = self._known_choice(position, moves) or self._searched_choice(position)
            self.log.add_choice(word)
        self.used += 1
        return word

    def _known_choice(self, position: Any, moves: dict[str, int]) -> str:
        """Return the text of a move that wins at once, or else leads to a proved position.

        :param moves: the legal moves by their texts.
        :returns: "" if there is none.
        """
        found = ""
        for word, move in moves.items():
            position.push(move)
            outcome = position.outcome()
            proved = outcome is None and self.proved.get((position.turn, position.text()))
            position.pop()
            if outcome is not None and outcome < 0:  # the other side is to move
                return word
            found = word if proved else found
        return found

    def _searched_choice(self, position: Any) -> str:
        """Return the text of a winning move, by the searcher's table or a new search.

        If that search proves no win, it is repeated once with an empty table.

        :raises StarlingError: if it proves no win again.
        """
        known = self.searcher.winning_move(position)
        if known is None:
            value, known = self._search(position)
            if value <= 0:  # a wrong entry of the table: search without it
                self.searcher.new_game()
                value, known = self._search(position)
        else:
            value = WIN
        if value > 0:
            return str(position.move_text(known))
        raise StarlingError(
            f"{self.searcher.spec} contradicts itself at {printable(position.text(), 200)}: "
            "expected a searcher that proves values, or more --memory"
        )

    # -- progress ------------------------------------------------------------------------------

    def _tick(self) -> None:
        """Check the memory in use; from time to time flush the log and show progress.

        :raises LimitsError: if the positions of the proof need more than half of it.
        """
        if self.bytes > self.memory * 2**19:
            raise LimitsError(
                f"the proof has {len(self.proved):,} positions so far, more than "
                f"{self.memory // 2} megabytes hold: expected a larger --memory"
            )
        now = time.monotonic()
        if now > self._flushed + _FLUSH_SECONDS:
            self._flushed = now
            self.log.flush()
        self._report(None, now)

    def _report(self, result: Any, now: float = 0.0) -> None:
        """Pass the progress to `show`, if there is one and it was not called just before.

        :param result: a report of the search that runs, whose nodes count too; None for none.
        :param now: the time on `time.monotonic`; 0 to read it.
        """
        now = now or time.monotonic()
        if self.show is not None and now > self._shown + _SHOW_SECONDS:
            self._shown = now
            proved = len(self.proved) if self.task in SECTIONS else 0
            nodes = self.nodes + (0 if result is None else result.nodes)
            self.show(self.task, self.positions + proved, nodes)


def _searcher(spec: str, megabytes: int) -> Searcher:
    """Return a new searcher; its table has the given size, if it has one and the spec has none.

    A size above the largest that the searcher allows becomes that.
    """
    searcher = make(spec)
    sizes = [option.high for option in options_of(type(searcher)) if option.name == "tt"]
    if sizes and "tt=" not in spec and (searcher.options or {}).get("tt"):
        searcher = make(spec, tt=min(megabytes, int(sizes[0] or megabytes)))
    return searcher
