"""One game between a person and a searcher, independent of how it is shown.

A `Session` has the position, the players, the moves so far and their cost. It searches, takes moves
back, changes sides and makes a record. It prints nothing and reads no input. Its methods that
change it are called from one thread; a search in another one needs a copy of the position.
"""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

from engine.match.games.adjudication import end_of_game
from engine.match.games.record import GameRecord, MoveRecord
from engine.match.openings.openings import Opening
from engine.play.levels import DEFAULT_LEVEL, LEVELS, level_limits, level_text
from engine.play.programs import RESIGNED, Opponent, is_program
from engine.play.squares import Grid, view_of
from games.core.position import Position
from games.core.scores import KNOWN_WIN
from games.core.words import interval_text, line_text, score_text
from games.errors import MoveError, SpecError, printable, quoted
from searchers import Limits, Result, Searcher, default_for, make
from searchers.core.limits import Clock

PERSON = "Human"
"""The name of a person in records."""

SIDES = {"first": (0,), "second": (1,), "both": (0, 1), "none": ()}
"""The sides that the person plays, by the word of `--side`."""

HINT_SECONDS = 3.0
"""Seconds of a hint at most."""
_MOST_ADVISERS = 8
"""Searchers for hints and opinions that a session keeps."""
_NEAREST = 4
"""Legal moves that an error names."""
_LONGEST_MOVE = 40
"""Characters of a text that are compared with legal moves."""
_VARIATION = 0.1
"""The largest share by which a seed changes a node budget."""

Report = Callable[[Result], Any]


def worth(position: Position, score: int | None) -> str:
    """Return a score as people write it: in pawns or discs where values are hundredths of them.

    Wins and losses are in words, and None is "?".

    >>> import games
    >>> worth(games.make("chess"), 35), worth(games.make("ngame"), 35)
    ('+0.35', '+35')
    """
    in_hundredths = position.INFO.value_unit.startswith(("centi", "hundredths"))
    if score is None or abs(score) >= KNOWN_WIN or not in_hundredths:
        return score_text(score)
    return f"{score / 100:+.2f}" if score else "0.00"


def worths(position: Position, found: Result | MoveRecord) -> str:
    """Return a value and its interval as people write them; "" if neither is known."""
    words = [] if found.value is None else [worth(position, found.value)]
    if found.bounds is not None:
        words.append(interval_text(found.bounds, partial(worth, position)))
    return " ".join(words)


class Unfinished(GameRecord, frozen=True):
    """The record of a game that goes on; its score means nothing."""

    @property
    def result(self) -> str:
        """The sign of a game without a result: "*"."""
        return "*"


@dataclass(frozen=True)
class Played:
    """A move of the session.

    :param record: the move and its cost.
    :param notation: the move as players write it.
    :param squares: the squares that show the move on the board; none for a move without.
    :param view: the board after it, as `view_of` returns it.
    :param line: the principal variation of its search, as players write it.
    """

    record: MoveRecord
    notation: str
    squares: list[int]
    view: str
    line: tuple[str, ...] = ()

    @property
    def searched(self) -> bool:
        """Whether a searcher or a program made it, not a person."""
        return self.record.nodes is not None


@dataclass(frozen=True)
class Opinion:
    """The view that a searcher has of a position.

    :param result: its search.
    :param played: its search of the move that was played there alone; None if it is the best move,
        or no move was played.
    """

    result: Result
    played: Result | None

    @property
    def loss(self) -> int | None:
        """The best move's value less that of another move played, at least 0; None if unknown."""
        if self.played is None or self.played.value is None or self.result.value is None:
            return None
        return max(0, self.result.value - self.played.value)


class Session:
    """A game between a person and a searcher.

    :param start: the position it begins at; the moves before it are its opening.
    :param player: the spec of the searcher, or of a program (`uci:COMMAND`); None for the
        strongest searcher.
    :param people: the sides that the person plays; 0 moves first in the game.
    :param level: the strength from 1 to 10, a node budget; without effect if there are limits.
    :param limits: the limits of the searcher's moves; None for the level.
    :param seed: another number varies the node budgets of moves by up to a tenth; 0 does not.
    :raises StarlingError: if there is no such searcher or program, or it cannot play this game
        within limits.
    """

    def __init__(
        self,
        start: Position,
        player: str | None = None,
        *,
        people: Collection[int] = (0,),
        level: int = DEFAULT_LEVEL,
        limits: Limits | None = None,
        seed: int = 0,
    ) -> None:
        self.start: Position = start.copy()
        self.position: Position = start.copy()
        self.people = frozenset(people)
        self.level: int | None = level if limits is None else None
        self.seed = seed
        self.names = [PERSON, PERSON]
        """The names of the person for each side."""
        self.moves: list[Played] = []
        self.resigned: int | None = None
        """The side that resigned."""
        self.source = ""
        """The PGN that the game continues; empty for none."""
        self.date = _now()
        self.out: Path | None = None
        """The file of the game, written after every move; None for none."""
        self._limits = Limits() if limits is None else limits
        self._advisers: dict[str, Searcher] = {}
        self._saved = self._state()
        self.player = ""
        self.searcher: Searcher | Opponent
        self.given = default_for(start) if player is None else player
        """The spec of the player that the session began with."""
        self.choose_player(self.given)

    # -- the players -------------------------------------------------------------------------

    def choose_player(self, player: str) -> None:
        """Replace the searcher or program that plays, and end the old program.

        The level or the limits stay. Only a program without node limits gets its usual limits in
        place of a level.

        :raises StarlingError: if there is none, or it cannot play this game; the old one stays.
        """
        level, limits = self.level, self._limits
        if level is not None:
            limits = level_limits(self.start, player, level)
        searcher: Searcher | Opponent
        if is_program(player):
            searcher = Opponent(player)
            if level is not None and not searcher.counts_nodes:
                level, limits = None, searcher.usual_limits
            searcher.check_limits(limits, None)
            searcher.start(self.position, limits)
        else:
            searcher = make(player)
            searcher.check_limits(limits, None)
            searcher.search(self.start, Limits(nodes=0, depth=1))
        self.close()
        self.player, self.searcher, self.level = player, searcher, level
        if level is None:
            self._limits = limits

    @property
    def helper(self) -> str:
        """The spec of the searcher of hints and values: the strongest if a program plays."""
        return default_for(self.start) if is_program(self.player) else self.player

    def close(self) -> None:
        """End the program, if one plays."""
        if self.player and isinstance(self.searcher, Opponent):
            self.searcher.close()

    def set_level(self, level: int) -> None:
        """Play at a level from now on, in place of limits.

        :raises LimitsError: if there is no such level, or it does not suit the searcher.
        """
        self.searcher.check_limits(level_limits(self.start, self.player, level), None)
        self.level = level

    @property
    def strength(self) -> str:
        """The level in words, or the limits: "5,000 nodes a move", or seconds or a clock."""
        if self.level is not None:
            return level_text(self.start, self.player, self.level)
        limits = self._limits
        words = [] if limits.nodes is None else [f"{limits.nodes:,} nodes a move"]
        words += [] if limits.seconds is None else [f"{limits.seconds:g} s a move"]
        words += [] if limits.clock is None else [f"clock {limits.clock}"]
        return ", ".join(words)

    def limits(self) -> Limits:
        """Return the limits of the searcher's next move: those of its level, or of the session.

        With a seed other than 0 a node budget varies by up to a tenth. A clock has the searcher's
        time that is left.
        """
        limits = self._limits
        if self.level is not None:
            limits = level_limits(self.start, self.player, self.level)
        if limits.nodes is not None and self.seed:
            draw = random.Random(f"{self.seed} {self.position.ply}")
            change = draw.uniform(1 - _VARIATION, 1 + _VARIATION)
            limits = replace(limits, nodes=max(1, round(limits.nodes * change)))
        if limits.clock is not None:
            limits = replace(limits, clock=self._clock(limits.clock))
        return limits

    def _clock(self, control: Clock) -> Clock:
        """Return the clock of the side to move after its searched moves so far.

        If no time is left, it has the increment or 0.01 seconds: the game goes on.

        :param control: the clock at the start.
        """
        clock = control
        for played in self.moves:
            if played.searched and played.record.side == self.position.turn:
                clock = clock.after(played.record.seconds, control)
        return clock if clock.remaining > 0 else replace(clock, remaining=clock.increment or 0.01)

    def name(self, side: int) -> str:
        """Return the name of a side's player: the person's, or the spec of the searcher."""
        return self.names[side] if side in self.people else self.player

    def switch(self) -> None:
        """Exchange the sides of person and searcher; with one player for both, nothing changes."""
        if len(self.people) == 1:
            self.people = frozenset(1 - side for side in self.people)
            self.names.reverse()

    # -- the game ----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.resigned is not None or self.position.outcome() is not None

    @property
    def person_to_move(self) -> bool:
        """Whether the game goes on and a person is to move."""
        return not self.over and self.position.turn in self.people

    @property
    def ending(self) -> str:
        """The end of the game, such as "1-0 (checkmate)"; empty while it goes on."""
        if not self.over:
            return ""
        record = self.record()
        if self.position.one_player and self.resigned is None:
            return record.ending
        sides = dict(zip(("win", "loss"), self.start.INFO.sides, strict=True))
        words = f"{sides[record.ending]} wins" if record.ending in sides else record.ending
        return f"{record.result} ({words})"

    def read_move(self, text: str) -> int:
        """Return the legal move that a text names.

        If none has exactly that text, return the only one that differs from it in upper and lower
        case, or in signs such as + and x.

        :raises MoveError: if the game is over, or there is no such move or several; the message
            then names the nearest legal moves.
        """
        word = text.strip()
        if self.over:
            raise self.over_error(word)
        try:
            return self.position.parse_move(word)
        except MoveError:
            pass
        legal = self.legal()
        plain = _plain(word)
        found = {move for move, *names in legal if plain in map(_plain, names)}
        if plain and len(found) == 1:
            return found.pop()
        raise self._no_move(word, legal)

    def legal(self) -> list[tuple[int, str, str]]:
        """Return the legal moves (number, players' and programs' notation); [] after the end."""
        if self.over:
            return []
        position = self.position
        return [
            (move, position.notation(move), position.move_text(move))
            for move in position.legal_moves()
        ]

    def _no_move(self, word: str, legal: Sequence[tuple[int, str, str]]) -> MoveError:
        """Return the error for a text that is no legal move; it names the nearest legal ones."""
        import difflib  # here, since it takes time to load in a browser

        word = word[:_LONGEST_MOVE]
        texts = {text: notation for _, notation, text in legal}
        names = {notation: notation for _, notation, _ in legal} | texts
        near = [name for name in names if len(word) > 1 and name.startswith(word.lower()[:4])]
        near += difflib.get_close_matches(word, names, n=2 * _NEAREST, cutoff=0.0)
        nearest = list(dict.fromkeys(names[name] for name in near))[:_NEAREST]
        more = " ..." if len(nearest) < len(legal) else ""
        return MoveError(
            f"{quoted(word, 40)} is no legal move; nearest: {' '.join(nearest)}{more}",
            word,
            self.position.text(),
        )

    def over_error(self, move: object = None) -> MoveError:
        """Return the error for a move after the game's end."""
        return MoveError(f"the game is over: {self.ending}", move, self.position.text())

    def play(self, move: int, result: Result | None = None, seconds: float = 0.0) -> Played:
        """Make a move, of a person or found by a search; append it to `moves` and return it.

        :param result: the search that found it; None for a move of the person.
        :param seconds: the time it took; 0 if it is not known, as that of a person's move.
        :raises MoveError: if it is not legal; it is not checked whether a side has resigned.
        """
        position = self.position
        side, text = position.turn, position.move_text(position.checked(move))
        notation = position.notation(move)
        record = MoveRecord(side, move, text, None, None, seconds, None, None, "", "")
        if result is not None:
            record = structs.replace(
                record,
                requested=self.limits().nodes,
                nodes=result.nodes,
                value=result.value,
                reason=result.reason,
                depth=result.depth,
                bounds=result.bounds,
            )
        squares = Grid(position).marked(text)
        position.push(move)
        line = () if result is None else tuple(result.line)
        played = Played(record, notation, squares, view_of(position), line)
        self.moves.append(played)
        return played

    def accept(self, result: Result, seconds: float) -> Played | None:
        """Play the move of a search's result, and return it.

        If a program resigned, set `resigned` to the side to move, and return None.

        :raises MoveError: if the move is not legal.
        """
        if result.move is None and result.reason == RESIGNED:
            self.resigned = self.position.turn
            return None
        assert result.move is not None, "the game goes on"
        return self.play(result.move, result, seconds)

    def undo(self) -> list[str]:
        """Take back the person's last move and those after it; without a person one move.

        A resignation is taken back alone.

        :returns: the notation of the moves taken back, the last one first; empty for a resignation.
        :raises MoveError: if the person has made no move; without a person, if there is none.
        """
        if self.resigned is not None:
            self.resigned = None
            return []
        sides = self.people or {0, 1}
        own = [ply for ply, played in enumerate(self.moves) if played.record.side in sides]
        if not own:
            raise MoveError("there is no move of yours to take back")
        return self.back_to(own[-1])

    def back_to(self, ply: int) -> list[str]:
        """Take back the moves after the first `ply` moves of the session.

        If a move is taken back, a resignation is taken back too.

        :param ply: from 0 to the number of moves.
        :returns: the notation of the moves taken back, the last one first.
        """
        taken = []
        while len(self.moves) > ply:
            self.position.pop()
            taken.append(self.moves.pop().notation)
            self.resigned = None
        return taken

    def resign(self) -> None:
        """End the game as a loss of the person.

        If people play both sides or none, the side to move loses.

        :raises MoveError: if the game is over.
        """
        if self.over:
            raise self.over_error()
        turn = self.position.turn
        self.resigned = turn if len(self.people) != 1 else min(self.people)

    def new(self) -> None:
        """Begin another game at the same start, without a file, and save nothing of the last one.

        Players, sides and level stay; the searcher forgets the last game.
        """
        self.position = self.start.copy()
        self.moves, self.resigned, self.source, self.date = [], None, "", _now()
        self.out = None
        self.searcher.new_game()
        self._saved = self._state()

    def at(self, ply: int) -> Position:
        """Return a new position after the first `ply` moves of the session."""
        position: Position = self.start.copy()
        for played in self.moves[:ply]:
            position.push(played.record.move)
        return position

    # -- searches ----------------------------------------------------------------------------

    def search(self, report: Report | None = None) -> tuple[Result, float]:
        """Return the searcher's result for the position, and the seconds it took; no move is made.

        :param report: called with interim results.
        """
        begun = time.perf_counter()
        result = self.searcher.search(self.position, self.limits(), report)
        return result, time.perf_counter() - begun

    def hint(self, report: Report | None = None) -> Result:
        """Return the result of a search of the position by `helper`, within `hint_limits`.

        :param report: called with interim results.
        """
        return self.adviser(self.helper).search(self.position, self.hint_limits, report)

    @property
    def hint_limits(self) -> Limits:
        """The limits of a hint: the nodes of the highest level of `helper`, and three seconds."""
        return replace(level_limits(self.start, self.helper, LEVELS[-1]), seconds=HINT_SECONDS)

    def opinion(
        self,
        player: str,
        ply: int,
        limits: Limits,
        report: Report | None = None,
        stop: Any = None,
    ) -> Opinion:
        """Search a position of the game, and the move made there; return both results.

        The move made is searched alone, under the same limits, if it is not the best one. A trace
        of the searcher has the first search only.

        :param ply: the number of moves of the session before the position.
        :param report: called with interim results of the first search.
        :param stop: a stop flag, anything with `is_set()`.
        :raises StarlingError: if the searcher does not fit the game or the limits, or is a program.
        """
        position, searcher = self.at(ply), self.adviser(player)
        result = searcher.search(position, limits, report, stop)
        played = self.moves[ply].record.move if ply < len(self.moves) else None
        if played is None or played == result.move:
            return Opinion(result, None)
        searcher.trace = None
        only = replace(limits, moves=(played,))
        return Opinion(result, searcher.search(position, only, None, stop))

    def adviser(self, player: str) -> Searcher:
        """Return the searcher of hints and opinions with this spec.

        It has its own memory, so that its searches change no later move. The session keeps the
        last ones for the next call.

        :raises StarlingError: if there is no such searcher, or it is a program.
        """
        if is_program(player):
            raise SpecError(f"{printable(player, 80)} is a program: expected a searcher")
        found = self._advisers.pop(player, None) or make(player)
        while len(self._advisers) >= _MOST_ADVISERS:
            del self._advisers[next(iter(self._advisers))]
        self._advisers[player] = found
        return found

    def evaluation(self) -> str:
        """Return the position's value by the evaluator of `helper`, without a search, as text.

        The value is from the side to move. After the end of the game on the board it is `ending`.

        :raises EvaluationError: if the evaluator does not fit the game.
        """
        position = self.position
        if position.outcome() is not None:
            return self.ending
        searcher = self.adviser(self.helper)
        found = searcher.search(position, Limits(nodes=0, depth=1))
        side = "" if position.one_player else f" for {position.INFO.sides[position.turn]}"
        value = worth(position, found.value)
        if found.value is None and found.bounds is not None:
            value = interval_text(found.bounds, partial(worth, position))
        return f"{value}{side} by {searcher.evaluator.spec}, without a search"

    # -- records -----------------------------------------------------------------------------

    def record(self) -> GameRecord:
        """Return the record of the game so far: an `Unfinished` one if the game is not over."""
        kind: type[GameRecord] = Unfinished
        score, margin, ending = 0.5, None, "unfinished"
        if self.resigned is not None:
            kind, score, ending = GameRecord, float(self.resigned), "resigned"
        elif self.position.outcome() is not None:
            kind = GameRecord
            score, margin, ending = end_of_game(self.position)
        opening = Opening(tuple(self.start.history))
        return kind(
            1,
            (self.name(0), self.name(1)),
            opening,
            tuple(line_text(self.base, opening.moves)),
            tuple(played.record for played in self.moves),
            score,
            margin,
            ending,
            None,
            "",
            self.date,
        )

    @property
    def base(self) -> Position:
        """A new position before the opening, at which the record begins."""
        if not self.start.history:
            return self.start.copy()
        return self.start.at(self.start.start) if self.start.start else self.start.initial()

    def mark_saved(self) -> None:
        """Note that the game as it is now is in a file."""
        self._saved = self._state()

    @property
    def unsaved(self) -> bool:
        """Whether the game has moves that are in no file."""
        return bool(self.moves) and self._saved != self._state()

    def _state(self) -> object:
        """Return the moves and the side that resigned, to see later whether they changed."""
        return self.resigned, tuple(played.record.move for played in self.moves)


def _plain(text: str) -> str:
    """Return a move's text in lower case without the signs that people leave out, such as x."""
    return text.lower().translate(str.maketrans("", "", "+#x=-!? "))


def _now() -> str:
    """Return the local time in ISO 8601, with seconds and the offset from UTC."""
    return datetime.datetime.now().astimezone().isoformat(timespec="seconds")
