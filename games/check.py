"""The conformance kit of games: `check_game` holds any game against the contract of `Position`."""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from games import make
from games.core.listed import LIST_RULE, MOVES_RULE, is_list
from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import (
    DRAW,
    INFINITY,
    LOSS,
    MATE_BOUND,
    MAX_PLY,
    ONGOING,
    QUIET,
    WIN,
    adjust_mate,
)
from games.errors import ContractError, MoveError, PositionError, StarlingError, described

__all__ = ["Checklist", "best_play", "check_game", "holds", "walk"]


BETWEEN_WORDS = 7
"""Positions from one whose words are looked at to the next."""
_NEARLY_WON = MATE_BOUND - 1 - MAX_PLY
"""The lowest value of a win that a search has seen and that its evaluator gives as an estimate."""
_ENOUGH = 400
"""Moves that it may take to say how a game ends."""
_NEAR = (-150, -1, 0, 150)
"""How far from a value the windows lie that it is looked for in."""


class Checklist:
    """Faults found in one part, each told once; `close` raises them all together."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.faults: dict[str, str] = {}
        self.checks = 0

    def expect(self, holds: bool, rule: str, found: object = "") -> bool:
        """Note whether a rule holds; of each broken rule the first finding is kept."""
        self.checks += 1
        if not holds:
            self.faults.setdefault(rule, str(found))
        return holds

    def close(self) -> int:
        """How many checks were made.

        :raises ContractError: listing every rule broken.
        """
        if self.faults:
            raise self._error()
        return self.checks

    @contextmanager
    def watching(self, part: object) -> Iterator[None]:
        """Count any error that is none of ours, and no lack of memory, as a fault of the part.

        :raises ContractError: in its place, listing every rule broken before, too.
        """
        try:
            yield
        except (StarlingError, MemoryError):
            raise
        except Exception as error:  # an author's class may fail in any way it likes
            self.expect(False, "it raises no errors", described(error) + _place(error, part))
            raise self._error() from error

    def _error(self) -> ContractError:
        told = "; ".join(
            f"{rule} ({found})" if found else rule for rule, found in self.faults.items()
        )
        return ContractError(f"{self.subject} breaks its contract: {told}")


def _place(error: Exception, part: object) -> str:
    """Where in the module of the part's class an error came from; empty if from elsewhere."""
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__") == type(part).__module__:
            code = frame.f_code
            place = f", in {code.co_name}, line {line} of {Path(code.co_filename).name}"
    return place


def walk(
    game: str | Position, seed: int = 1, games: int = 4, plies: int = 80
) -> Iterator[Position]:
    """The positions of some random games, the start and the ends included.

    The same object is yielded over and over: take a `copy` of what is to be kept.
    """
    rng = random.Random(seed)
    for _ in range(games):
        position = make(game).copy()
        for _ in range(plies):
            yield position
            legal = position.legal_moves()
            if position.outcome() is not None or not legal:
                break
            position.push(rng.choice(legal))
        else:
            yield position


def check_game(game: str | Position, *, seed: int = 1, games: int = 4, plies: int = 80) -> int:
    """Play random games and hold every position against the contract.

    :returns: how many checks were made.
    :raises ContractError: listing every rule that was broken.
    """
    start = make(game)
    list_ = Checklist(f"game {start.spec}")
    with list_.watching(start):
        for number, position in enumerate(walk(start, seed, games, plies)):
            _check_kinds(position, list_)
            _check_moves(position, list_)
            _check_outcome(position, list_)
            _check_texts(position, list_)
            _check_make_unmake(position, list_)
            _check_options(position, list_)
            _check_ends(position.copy(), list_, random.Random(number))
            if number % BETWEEN_WORDS == 0:
                _check_words(position, list_)
            if position.KEYED:
                _check_transpositions(position, list_, random.Random(seed))
        _check_nonsense(start, list_)
    return list_.close()


def _facts(position: Position) -> dict[str, Any]:
    """Everything that `pop` must restore."""
    facts = {
        "text": position.text(),
        "legal moves": position.legal_moves(),
        "outcome": position.outcome(),
        "history": tuple(position.history),
        "ply": position.ply,
        "turn": position.turn,
        "static value": position.static(),
        "start": position.start,
    }
    if position.KEYED:
        facts["key"] = position.key()
    return facts


def _check_kinds(position: Position, list_: Checklist) -> None:
    """That moves and outcomes, here and after every move, are what the other checks can work with.

    :raises ContractError: if not, at once.
    """
    legal = position.legal_moves()
    list_.expect(is_list(legal), LIST_RULE, repr(legal))
    list_.close()
    plain = all(isinstance(move, int) and -(2**31) <= move < 2**31 for move in legal)
    list_.expect(plain, MOVES_RULE, legal)
    list_.close()
    outcomes = [position.outcome()]
    for move in legal:
        after = position.copy()
        after.push(move)
        outcomes.append(after.outcome())
        after.pop()
    for outcome in outcomes:
        whole = outcome is None or type(outcome) is int
        list_.expect(whole, "an outcome is None or a whole number", repr(outcome))
    if any(not isinstance(outcome, int | None) for outcome in outcomes):
        list_.close()


def _check_moves(position: Position, list_: Checklist) -> None:
    legal = position.legal_moves()
    list_.expect(len(set(legal)) == len(legal), "legal moves are distinct", legal)
    moves = Moves()
    count = position.generate(moves)
    list_.expect(moves.since(0) == legal and count == len(legal), "generate gives the legal moves")
    _check_children(position.copy(), moves, list_)
    noisy = Moves()
    position.noisy_moves(noisy)
    list_.expect(set(noisy.since(0)) <= set(legal), "noisy moves are legal moves")
    for move in legal:
        _check_told(position.copy(), move, list_)


def _check_told(position: Position, move: int, list_: Checklist) -> None:
    """What a game tells of a move without making it."""
    kind, before = position.move_kind(move), position.key() if position.KEYED else 0
    list_.expect(0 <= kind < 1024, "a move's kind is from 0 to 1023", kind)
    small = abs(position.first_sight(move)) < 2**14
    list_.expect(small, "what a move brings at first sight is below 2^14 in size")
    threatens, given = position.threatens(move), position.exposes(move)
    list_.expect(given >= 0, "a move gives away nothing or more", given)
    list_.expect(given == 0 or position.see(move) == QUIET, "only quiet moves are asked", move)
    after = position.copy()
    after.push(move)
    list_.expect(not threatens or after.in_check(), "a move that threatens leaves a check", move)
    unmoved = not position.KEYED or position.key() == before
    list_.expect(unmoved, "to tell of a move changes nothing")


def _check_children(position: Position, moves: Moves, list_: Checklist) -> None:
    """What a game says of the positions after its moves is what those say."""
    weights = [_weight(position, move) for move in moves.since(0)]
    made = position.static_children(moves, 0, 0, INFINITY)
    list_.expect(made == moves.count, "all children are weighed where none is enough", made)
    list_.expect(moves.marks_since(0) == weights, "children weigh what they weigh after the move")
    if type(position).static_bounds is Position.static_bounds:
        return
    bounds = [_bounds(position, move) for move in moves.since(0)]
    position.child_bounds(moves, 0)
    list_.expect(
        (moves.marks_since(0), moves.bounds_since(0)) == (weights, bounds),
        "children have the bounds that they have after the move",
    )


def _weight(position: Position, move: int) -> tuple[int, int]:
    """What a move leads to, for the side to move there, and whether the game ends there."""
    position.push(move)
    outcome, static = position.outcome(), position.static()
    position.pop()
    return (static, 0) if outcome is None else (outcome, 1)


def _bounds(position: Position, move: int) -> tuple[int, int]:
    """The interval that a move leads to, for the side to move there."""
    position.push(move)
    outcome, bounds = position.outcome(), (position.static_bounds(0), position.static_bounds(1))
    position.pop()
    return bounds if outcome is None else (outcome, outcome)


def _check_outcome(position: Position, list_: Checklist) -> None:
    outcome = position.outcome()
    result = position.result()
    list_.expect(result == (ONGOING if outcome is None else outcome), "result agrees with outcome")
    if outcome is None:
        list_.expect(
            bool(position.legal_moves()),
            "a game without legal moves has an outcome",
            position.text(),
        )
    else:
        known = outcome in (WIN, DRAW, LOSS) or abs(outcome) < MATE_BOUND
        list_.expect(known, "an outcome is WIN, DRAW, LOSS or a margin below 2^29", outcome)


def _check_texts(position: Position, list_: Checklist) -> None:
    legal = position.legal_moves()
    texts = [position.move_text(move) for move in legal]
    list_.expect(len(set(texts)) == len(texts), "move texts are distinct", texts)
    words = all(text.split() == [text] for text in texts)
    list_.expect(words, "a move's text is one word, without spaces", texts)
    back = [position.parse_move(text) for text in texts]
    list_.expect(back == legal, "parse_move reads what move_text writes", texts)
    try:
        again = position.at(position.text())
    except PositionError as error:
        list_.expect(False, "at reads what text writes", error)
        return
    list_.expect(again.text() == position.text(), "at reads what text writes", position.text())
    told = again.start or position.text() == position.initial().text()
    list_.expect(
        tuple(again.history) == tuple(position.history) or bool(told),
        "a position read from its text has its history, or a start",
        position.text(),
    )
    list_.expect(
        again.legal_moves() == legal,
        "a position read from its text has the same moves",
        position.text(),
    )
    if position.KEYED:
        list_.expect(
            again.key() == position.key(),
            "a position read from its text has the same key",
            position.text(),
        )


def _check_words(position: Position, list_: Checklist) -> None:
    """What people read of a position, and what the game says of itself."""
    over = position.outcome() is not None
    list_.expect(bool(str(position).strip()), "a position prints as text")
    list_.expect(bool(position.ending()) == over, "a game has an ending once it is over")
    phase = position.game_phase()
    list_.expect(0 <= phase < 64, "the phase is a number from 0 to 63", phase)
    list_.expect(bool(position.phase_name(phase)), "every phase has a name", phase)
    left = position.moves_left()
    list_.expect(left is None or left >= 0, "so many moves are left at most", left)
    before = _facts(position)
    rebuild, args = position.__reduce__()[:2]
    _expect_same(rebuild(*args), before, list_, "pickling keeps")
    anew = position.initial()
    list_.expect(
        (anew.spec, len(anew.history)) == (position.spec, 0), "initial starts the same game anew"
    )


def _check_make_unmake(position: Position, list_: Checklist) -> None:
    before = _facts(position)
    for move in before["legal moves"] if position.outcome() is None else []:
        position.push(move)
        list_.expect(
            tuple(position.history) == (*before["history"], move),
            "push adds to the history",
            position.history,
        )
        list_.expect(position.ply == before["ply"] + 1, "push adds one to ply", position.ply)
        alternate = position.one_player or position.turn != before["turn"]
        list_.expect(alternate, "sides alternate, or one makes all moves", position.text())
        position.outcome(), position.legal_moves()
        position.pop()
        _expect_same(position, before, list_, "pop restores")
    copy = position.copy()
    _expect_same(copy, before, list_, "copy keeps")
    if before["legal moves"] and position.outcome() is None:
        copy.push(before["legal moves"][-1])
        _expect_same(position, before, list_, "a copy is independent:")


def _expect_same(position: Position, before: dict[str, Any], list_: Checklist, rule: str) -> None:
    after = _facts(position)
    for name, fact in before.items():
        list_.expect(after[name] == fact, f"{rule} the {name}", f"{fact} became {after[name]}")


def _check_options(position: Position, list_: Checklist) -> None:
    before = _facts(position)
    if position.outcome() is None and position.can_pass():
        position.push_pass()
        list_.expect(position.turn != before["turn"], "a pass hands the move over")
        position.pop()
        _expect_same(position, before, list_, "taking a pass back restores")
    if position.SYMMETRIC:
        image = position.mirrored()
        list_.expect(
            image.outcome() == before["outcome"],
            "the mirror image has the same outcome",
            before["text"],
        )
        list_.expect(
            len(image.legal_moves()) == len(before["legal moves"]),
            "the mirror image has as many moves",
            before["text"],
        )
        list_.expect(
            image.mirrored().text() == before["text"],
            "mirrored twice is the same position",
            before["text"],
        )


def _check_ends(position: Position, list_: Checklist, rng: random.Random) -> None:
    """What a game tells of its end before it is reached."""
    if position.outcome() is not None:
        return
    before, left = _facts(position), position.moves_left()
    list_.expect(left in (None, position.left_at_most()), "left_at_most is moves_left", left)
    highest = position.ceiling(INFINITY)
    solved = _solve(position, -INFINITY, INFINITY, _ENOUGH, list_)
    _solve(position, -INFINITY, INFINITY, 0, list_)
    _expect_same(position, before, list_, "to tell of the end leaves")
    certain = _interval(position, "certain_bounds", list_)
    own = _interval(position, "static_bounds", list_)
    if highest < INFINITY or certain is not None:
        came_to = _played_out(position.copy(), rng)
        list_.expect(came_to <= highest, "no line of play exceeds the ceiling", position.text())
        if certain is not None and came_to > -INFINITY:
            list_.expect(
                certain[0] <= came_to <= certain[1],
                "no line of play leaves the certain bounds",
                f"{came_to}, {certain} in {position.text()}",
            )
    if solved == ONGOING and certain is None and own is None:
        return
    truth = _minimax(position, [_ENOUGH])
    if truth is None:
        return
    for bounds, rule in (
        (certain, "no line of play leaves the certain bounds"),
        (own, "the position's own interval holds the value of best play"),
    ):
        if bounds is not None:
            found = f"{truth}, {bounds} in {position.text()}"
            list_.expect(holds(bounds, truth), rule, found)
    if solved == ONGOING:
        return
    list_.expect(truth <= highest, "no line of play exceeds the ceiling", position.text())
    for alpha, beta in ((-INFINITY, INFINITY), *((truth + at, truth + at + 1) for at in _NEAR)):
        value = _solve(position, alpha, beta, _ENOUGH, list_)
        bound = truth <= value if value <= alpha else truth >= value
        right = value == truth if alpha < value < beta else bound
        list_.expect(
            right or value == ONGOING, "solve tells the value of best play", (truth, value)
        )
        ceiling = position.ceiling(alpha)
        list_.expect(truth <= ceiling, "no line of play exceeds the ceiling", position.text())


def _interval(position: Position, name: str, list_: Checklist) -> tuple[int, int] | None:
    """Return the interval that a method of the game gives; None if the game does not define it."""
    if getattr(type(position), name) is getattr(Position, name):
        return None
    ask = getattr(position, name)
    low, high = ask(0), ask(1)
    list_.expect(low <= high, f"the low end of {name} is not above the high end", (low, high))
    return low, high


def holds(interval: tuple[int, int], truth: int) -> bool:
    """Return whether an interval holds the value of best play. A win may be an estimate, which lies
    below all proved ones, and its length is left open."""
    low, high = interval
    if abs(truth) < MATE_BOUND:
        return low <= truth <= high
    return high >= _NEARLY_WON if truth > 0 else low <= -_NEARLY_WON


def _solve(position: Position, alpha: int, beta: int, most: int, list_: Checklist) -> int:
    """What `solve` says, within the moves it is allowed."""
    value = position.solve(alpha, beta, most)
    made = position.tried
    list_.expect(0 <= made <= most, "solve makes as many moves as it may", f"{made} of {most}")
    return value


def _played_out(position: Position, rng: random.Random) -> int:
    """What a random line of play comes to, to the side to move where it begins, dated from there;
    less than anything if it has no end soon."""
    first, mover = position.ply, position.turn
    while position.outcome() is None:
        if position.ply >= first + MAX_PLY:
            return -INFINITY
        position.push(rng.choice(position.legal_moves()))
    came_to = adjust_mate(position.result(), position.ply - first)
    return came_to if position.one_player or position.turn == mover else -came_to


def best_play(position: Position, nodes: int = _ENOUGH) -> int | None:
    """Return the value of best play, by a plain minimax search that leaves the position as it is, a
    win in n plies as WIN - n; None if that takes more nodes."""
    return _minimax(position.copy(), [nodes])


def _minimax(position: Position, nodes: list[int], plies: int = 0) -> int | None:
    """What best play comes to, wins dated from where it begins; None if that takes more nodes."""
    outcome = position.outcome()
    if outcome is not None:
        return adjust_mate(outcome, plies)
    values = []
    for move in position.legal_moves():
        nodes[0] -= 1
        if nodes[0] < 0:
            return None
        position.push(move)
        value = _minimax(position, nodes, plies + 1)
        position.pop()
        if value is None:
            return None
        values.append(value if position.one_player else -value)
    return max(values)


def _check_transpositions(position: Position, list_: Checklist, rng: random.Random) -> None:
    """Two orders of the same three moves that reach the same text must reach the same key."""
    for _ in range(4):
        line: list[int] = []
        ahead = position.copy()
        while len(line) < 3 and ahead.outcome() is None:
            line.append(rng.choice(ahead.legal_moves()))
            ahead.push(line[-1])
        other = position.copy()
        for move in reversed(line):
            if other.outcome() is not None or move not in other.legal_moves():
                return
            other.push(move)
        if other.text() == ahead.text():
            list_.expect(
                other.key() == ahead.key(), "equal positions have equal keys", ahead.text()
            )
        elif other.legal_moves() != ahead.legal_moves():
            list_.expect(
                other.key() != ahead.key(),
                "different positions have different keys",
                f"{ahead.text()} and {other.text()}",
            )


def _check_nonsense(position: Position, list_: Checklist) -> None:
    before = _facts(position)
    for read, error in ((position.parse_move, MoveError), (position.at, PositionError)):
        try:
            read("no such thing?")
        except error:
            pass
        else:
            list_.expect(False, f"{read.__name__} refuses nonsense with a {error.__name__}")
    _expect_same(position, before, list_, "refused nonsense leaves")
