"""Conformance tests of games: `check_game` tests any game against the contract of `Position`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from games import make
from games.core.contract import KNOWN_RULE, LIST_RULE, MOVES_RULE, WHOLE_RULE, is_known, is_list
from games.core.features import MOST_NUMBERED
from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import (
    DRAW,
    INFINITY,
    MATE_BOUND,
    MAX_PLY,
    ONGOING,
    QUIET,
    adjust_mate,
)
from games.errors import ContractError, MoveError, PositionError, StarlingError, described
from games.parts.authored import is_ours
from games.parts.authors import author_fault

BETWEEN_WORDS = 7
"""The interval, in positions, between checks of the texts for people."""
_NEARLY_WON = MATE_BOUND - 1 - MAX_PLY
"""The smallest value of a win that a search has found but its evaluator returns as an estimate."""
_ENOUGH = 400
"""The largest number of moves for solving a position."""
LONGEST_GAME = 10_000
"""The plies within which a random game must end."""
_CHILDREN = 10
"""The most children of a position whose keys are compared."""
_MOVES = 100
"""The most moves of a position that are read and taken back, evenly spread."""
_STATIC = "a static value is a whole number below 2^29 in size"
_CERTAIN = "no line of play leaves the certain bounds"
_OWN = "the position's own interval contains the value of best play"
_NEAR = (-150, -1, 0, 150)
"""The distances from the true value of the windows that `solve` is tested with."""


class Checklist:
    """The faults of one part, each reported once; `close` raises them together."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.faults: dict[str, str] = {}
        self.checks = 0

    def expect(self, holds: bool, rule: str, found: object = "") -> bool:
        """Record whether a rule holds, and return it; each broken rule keeps its first example."""
        self.checks += 1
        if not holds:
            self.faults.setdefault(rule, str(found))
        return holds

    def close(self) -> int:
        """Return the number of checks.

        :raises ContractError: if rules are broken; the message lists them all.
        """
        if self.faults:
            raise self._error()
        return self.checks

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Count an exception in the block as a fault of the part, except MemoryError.

        A StarlingError counts only if a rule was broken before; else it passes through.

        :raises ContractError: instead of the exception, with every rule broken before.
        """
        try:
            yield
        except MemoryError:
            raise
        except StarlingError as error:
            if not self.faults:
                raise
            broken = getattr(error, "faults", {}) or {"it raises no errors": str(error)}
            for rule, found in broken.items():
                self.expect(False, rule, found)
            raise self._error() from error
        except Exception as error:  # an author's class may raise anything
            self.expect(False, "it raises no errors", author_fault(error) or described(error))
            raise self._error() from error

    def _error(self) -> ContractError:
        """Return the ContractError that lists every broken rule."""
        faults = "; ".join(
            f"{rule} ({found})" if found else rule for rule, found in self.faults.items()
        )
        error = ContractError(f"{self.subject} breaks its contract: {faults}")
        error.faults = dict(self.faults)
        return error


def walk(
    game: str | Position, seed: int = 1, games: int = 4, plies: int = 80
) -> Iterator[Position]:
    """Yield the positions of some random games, each from the first to the last.

    Within a game it is always the same object: `copy` a position to keep it.

    :param game: a spec, or the position in which every game begins; it is not changed.
    :param seed: the seed of the random moves.
    :param games: the number of games.
    :param plies: the most moves of a game; a longer game is broken off.
    """
    rng = random.Random(seed)
    for _ in range(games):
        position = make(game).copy()
        yield position
        for _ in range(plies):
            legal = position.legal_moves()
            if position.outcome() is not None or not legal:
                break
            position.push(rng.choice(legal))
            yield position


def outcomes_after(position: Position, moves: Iterable[int]) -> Iterator[int | None]:
    """Yield the outcome after each move, for the side then to move; None while the game goes on.

    The position is after that move at the `yield`; then the move is taken back.
    """
    for move in moves:
        position.push(move)
        yield position.outcome()
        position.pop()


def check_game(game: str | Position, *, seed: int = 1, games: int = 4, plies: int = 80) -> int:
    """Play random games and check every position against the contract.

    :param game: a spec, or the position in which the games begin; it is not changed.
    :param seed: the seed of the random moves.
    :param games: the number of games.
    :param plies: the most moves of a game.
    :returns: the number of checks.
    :raises ContractError: if rules are broken, or the game raises an error that is neither a
        StarlingError nor a MemoryError. The message lists the faults; positions behind the first
        with a fault are not checked.
    """
    start = make(game)
    list_ = Checklist(f"game {start.spec}")
    known: dict[int, tuple[dict[str, Any], str]] = {}
    outcomes: set[int] = set()
    with list_.watching():
        rule = "a game goes on at its start: the outcome is None"
        list_.expect(start.outcome() is None, rule, start.outcome())
        for number, position in enumerate(walk(start, seed, games, plies)):
            _check_kinds(position, list_)
            _check_moves(position, list_)
            _check_outcome(position, list_)
            outcomes.add(position.outcome() or DRAW)
            _check_texts(position, list_)
            _check_make_unmake(position, list_)
            _check_passes_and_mirror(position, list_)
            _check_ends(position.copy(), list_, random.Random(number))
            if number % BETWEEN_WORDS == 0:
                _check_words(position, list_)
            if position.KEYED:
                _check_transpositions(position, list_, random.Random(seed))
                _check_keys(position.copy(), known, list_, random.Random(number))
        end = start.copy()
        _check_end(end, list_, random.Random(seed))
        outcomes.add(end.outcome() or DRAW)
        _check_unit(start, outcomes, list_)
        _check_nonsense(start, list_)
    return list_.close()


def _facts(position: Position) -> dict[str, Any]:
    """Return by name what `pop` must restore; the key only if the game is KEYED."""
    facts = {
        "text": position.text(),
        "legal moves": position.legal_moves(),
        "outcome": position.outcome(),
        "history": tuple(position.history),
        "ply": position.ply,
        "turn": position.turn,
        "static value": position.static(),
        "start": position.start,
        "features": position.features(),
    }
    if position.KEYED:
        facts["key"] = position.key()
    return facts


def _check_kinds(position: Position, list_: Checklist) -> None:
    """Check that moves, outcomes and the static value are of the right kind and in their ranges.

    The outcomes are the one here, and the one after each move while the game goes on. These moves,
    made in a copy and taken back, leave the legal moves unchanged.

    :raises ContractError: at once if another type makes the other checks impossible.
    """
    legal = position.legal_moves()
    if not list_.expect(is_list(legal), LIST_RULE, repr(legal)):
        list_.close()
    plain = all(isinstance(move, int) and 0 <= move < 2**31 for move in legal)
    if not list_.expect(plain, MOVES_RULE, legal):
        list_.close()
    outcomes = [position.outcome()]
    if outcomes[0] is None:
        outcomes += outcomes_after(position.copy(), legal)
    for outcome in outcomes:
        whole = outcome is None or type(outcome) is int
        if list_.expect(whole, WHOLE_RULE, repr(outcome)) and outcome is not None:
            list_.expect(is_known(outcome), KNOWN_RULE, outcome)
    if outcomes[0] is None:
        value = position.static()
        small = isinstance(value, int) and abs(value) < MATE_BOUND
        list_.expect(small, _STATIC, repr(value))
    if {WHOLE_RULE, KNOWN_RULE, _STATIC} & list_.faults.keys():
        list_.close()
    now = position.legal_moves()
    list_.expect(now == legal, "pop restores the legal moves", f"{legal} became {now}")


def _check_moves(position: Position, list_: Checklist) -> None:
    """Check that legal moves are distinct and agree with `generate`.

    While the game goes on, check noisy moves, the hooks of all moves, and methods for children too.
    """
    legal = position.legal_moves()
    list_.expect(len(set(legal)) == len(legal), "legal moves are distinct", legal)
    moves = Moves()
    count = position.generate(moves)
    same = moves.since(0) == list(legal) and count == len(legal)
    list_.expect(same, "generate gives the legal moves")
    if position.outcome() is not None:
        return
    _check_children(position.copy(), moves, list_)
    noisy = Moves()
    position.noisy_moves(noisy)
    list_.expect(set(noisy.since(0)) <= set(legal), "noisy moves are legal moves")
    copy = position.copy()
    for move in legal:
        _check_move_hooks(copy, move, list_)


def _check_move_hooks(position: Position, move: int, list_: Checklist) -> None:
    """Check `move_kind`, `quiet_move_score`, `gives_check` and `hanging_loss` of a legal move.

    They must be in their ranges and leave the key unchanged. A move that gives check must leave a
    check, and a noisy move has no hanging loss.
    """
    kind, before = position.move_kind(move), position.key() if position.KEYED else 0
    list_.expect(0 <= kind < 1024, "a move's kind is from 0 to 1023", kind)
    small = abs(position.quiet_move_score(move)) < 2**14
    list_.expect(small, "a quiet move's score is below 2^14 in size")
    check, loss = position.gives_check(move), position.hanging_loss(move)
    list_.expect(loss >= 0, "a hanging loss is 0 or more", loss)
    list_.expect(loss == 0 or position.see(move) == QUIET, "noisy moves have no hanging loss", move)
    unmoved = not position.KEYED or position.key() == before
    list_.expect(unmoved, "the hooks of a move leave the position unchanged")
    position.push(move)
    list_.expect(not check or position.in_check(), "a move that gives check leaves a check", move)
    position.pop()


def _check_children(position: Position, moves: Moves, list_: Checklist) -> None:
    """Check `static_children` and `child_bounds` against the positions after the moves.

    The latter is checked only if the game defines `static_bounds`.
    """
    has_bounds = type(position).static_bounds is not Position.static_bounds
    scores, bounds = [], []
    for outcome in outcomes_after(position, moves.since(0)):
        scores.append((position.static(), 0) if outcome is None else (outcome, 1))
        if outcome is not None:
            bounds.append((outcome, outcome))
        elif has_bounds:
            bounds.append((position.static_bounds(0), position.static_bounds(1)))
    made = position.static_children(moves, 0, 0, INFINITY)
    list_.expect(made == moves.count, "static_children scores all moves if none is enough", made)
    list_.expect(
        moves.scores_and_tags() == scores, "static_children gives the values after the moves"
    )
    if has_bounds:
        position.child_bounds(moves, 0)
        same = (moves.scores_and_tags(), moves.bounds()) == (scores, bounds)
        list_.expect(same, "child_bounds gives the bounds after the moves")


def _check_outcome(position: Position, list_: Checklist) -> None:
    """Check that `result` agrees with `outcome`.

    A game in progress must have legal moves.
    """
    outcome = position.outcome()
    result = position.result()
    list_.expect(result == (ONGOING if outcome is None else outcome), "result agrees with outcome")
    if outcome is None:
        can_move = bool(position.legal_moves())
        list_.expect(can_move, "a game without legal moves has an outcome", position.text())


def _check_texts(position: Position, list_: Checklist) -> None:
    """Check that texts of moves are distinct words, and that `parse_move` and `at` read texts back.

    A position that is read must have the same text, moves and key, and the same history or a start.
    """
    legal, text = position.legal_moves(), position.text()
    texts = [position.move_text(move) for move in legal]
    list_.expect(len(set(texts)) == len(texts), "move texts are distinct", texts)
    words = all(word.split() == [word] and word.isprintable() and word[0] != "#" for word in texts)
    list_.expect(words, "a move's text is one printable word that does not begin with #", texts)
    some = slice(None, None, 1 + len(legal) // _MOVES)
    back = [position.parse_move(word) for word in texts[some]]
    list_.expect(back == list(legal[some]), "parse_move reads what move_text writes", texts)
    try:
        again = position.at(text)
    except PositionError as error:
        list_.expect(False, "at reads what text writes", error)
        return
    list_.expect(again.text() == text, "at reads what text writes", text)
    rule = "a position read from its text has"
    known = again.start or text == position.initial().text()
    same = tuple(again.history) == tuple(position.history)
    list_.expect(same or bool(known), f"{rule} its history, or a start", text)
    list_.expect(again.legal_moves() == legal, f"{rule} the same moves", text)
    if position.KEYED:
        list_.expect(again.key() == position.key(), f"{rule} the same key", text)


def _check_words(position: Position, list_: Checklist) -> None:
    """Check the texts for people, the phase, `moves_left`, pickling, features and `initial`."""
    over = position.outcome() is not None
    list_.expect(bool(str(position).strip()), "a position prints as text")
    list_.expect(bool(position.ending()) == over, "a game has an ending once it is over")
    phase = position.game_phase()
    list_.expect(0 <= phase < 64, "the phase is a number from 0 to 63", phase)
    list_.expect(bool(position.phase_name(phase)), "every phase has a name", phase)
    left = position.moves_left()
    list_.expect(left is None or left >= 0, "moves_left is None, 0 or more", left)
    before = _facts(position)
    rebuild, args = position.__reduce__()[:2]
    _expect_same(rebuild(*args), before, list_, "pickling keeps")
    _check_features(position, list_)
    first = position.initial()
    new = (first.spec, len(first.history)) == (position.spec, 0)
    list_.expect(new, "initial starts the same game")


def _check_features(position: Position, list_: Checklist) -> None:
    """Check the numbers of features, their list for compiled games, and the symmetries."""
    found, listed = position.features(), Moves()
    count = position.list_features(listed)
    list_.expect(listed.since(0) == found and count == len(found), "list_features gives features")
    whole = all(type(each) is int and 0 <= each < MOST_NUMBERED for each in found)
    rule = f"features are distinct whole numbers from 0 to {MOST_NUMBERED - 1}"
    list_.expect(whole and len(set(found)) == len(found), rule, found)
    for image in position.symmetries():
        inside = max(found, default=0) < len(image)
        list_.expect(inside, "a symmetry has an image of every feature", len(image))
        list_.expect(sorted(image) == list(range(len(image))), "a symmetry exchanges features")


def _check_make_unmake(position: Position, list_: Checklist) -> None:
    """Check that `push` changes history, ply and turn as it should, and that `pop` restores all.

    Also check that a copy is equal and independent.
    """
    before = _facts(position)
    legal = before["legal moves"] if position.outcome() is None else []
    for move in legal[:: 1 + len(legal) // _MOVES]:
        position.push(move)
        added = tuple(position.history) == (*before["history"], move)
        list_.expect(added, "push adds to the history", position.history)
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
    """Check that all facts of a position (`_facts`) are as they were before.

    :param rule: the words before a fact's name in the message of a fault, such as "pop restores".
    """
    after = _facts(position)
    for name, fact in before.items():
        list_.expect(after[name] == fact, f"{rule} the {name}", f"{fact} became {after[name]}")


def _check_passes_and_mirror(position: Position, list_: Checklist) -> None:
    """Check what not every game has: passes and mirror images."""
    before = _facts(position)
    if position.outcome() is None and position.can_pass():
        position.push_pass()
        list_.expect(position.turn != before["turn"], "a pass changes the side to move")
        position.pop()
        _expect_same(position, before, list_, "taking a pass back restores")
    if position.SYMMETRIC:
        image, text, moves = position.mirrored(), before["text"], len(before["legal moves"])
        same = image.outcome() == before["outcome"]
        list_.expect(same, "the mirror image has the same outcome", text)
        list_.expect(len(image.legal_moves()) == moves, "the mirror image has as many moves", text)
        list_.expect(image.mirrored().text() == text, "mirrored twice is the same position", text)


def _check_ends(position: Position, list_: Checklist, rng: random.Random) -> None:
    """Check `moves_left`, `upper_bound`, `certain_bounds`, `static_bounds` and `solve`.

    Guaranteed bounds must hold on a random line. What the game defines is also compared with the
    minimax value, if that takes at most _ENOUGH moves. A finished game is not checked.
    """
    if position.outcome() is not None:
        return
    before, left, text = _facts(position), position.moves_left(), position.text()
    list_.expect(left in (None, position.most_moves_left()), "most_moves_left is moves_left", left)
    highest = position.upper_bound(INFINITY)
    solved = _solve(position, -INFINITY, INFINITY, _ENOUGH, list_)
    _solve(position, -INFINITY, INFINITY, 0, list_)
    _expect_same(position, before, list_, "upper_bound and solve keep")
    certain = _interval(position, "certain_bounds", list_)
    own = _interval(position, "static_bounds", list_)
    if highest < INFINITY or certain is not None:
        value = _played_out(position.copy(), rng)
        list_.expect(value <= highest, "no line of play exceeds the upper_bound", text)
        if certain is not None and value > -INFINITY:
            inside = certain[0] <= value <= certain[1]
            list_.expect(inside, _CERTAIN, f"{value}, {certain} in {text}")
    if solved == ONGOING and certain is None and own is None:
        return
    truth = best_play(position)
    if truth is None:
        return
    for bounds, rule in ((certain, _CERTAIN), (own, _OWN)):
        if bounds is not None:
            list_.expect(holds(bounds, truth), rule, f"{truth}, {bounds} in {text}")
    if solved == ONGOING:
        return
    list_.expect(truth <= highest, "no line of play exceeds the upper_bound", text)
    for alpha, beta in ((-INFINITY, INFINITY), *((truth + at, truth + at + 1) for at in _NEAR)):
        value = _solve(position, alpha, beta, _ENOUGH, list_)
        bound = truth <= value if value <= alpha else truth >= value
        right = value == truth if alpha < value < beta else bound
        right |= value == ONGOING
        list_.expect(right, "solve returns the value of best play", (truth, value))
        below = truth <= position.upper_bound(alpha)
        list_.expect(below, "no line of play exceeds the upper_bound", text)


def _interval(position: Position, name: str, list_: Checklist) -> tuple[int, int] | None:
    """Return the bounds that a method of the game gives, and check their order.

    :param name: `certain_bounds` or `static_bounds`.
    :returns: None if the game does not define the method.
    """
    if getattr(type(position), name) is getattr(Position, name):
        return None
    ask = getattr(position, name)
    low, high = ask(0), ask(1)
    list_.expect(low <= high, f"{name}: the lower bound is not above the upper bound", (low, high))
    return low, high


def holds(interval: tuple[int, int], truth: int) -> bool:
    """Return whether an interval contains the value of best play.

    For a win only the upper bound is compared, for a loss only the lower one. The length of a win
    is ignored, and the bound may be an estimate just below that of a proved win.
    """
    low, high = interval
    if abs(truth) < MATE_BOUND:
        return low <= truth <= high
    return high >= _NEARLY_WON if truth > 0 else low <= -_NEARLY_WON


def _solve(position: Position, alpha: int, beta: int, most: int, list_: Checklist) -> int:
    """Return what the game's `solve` returns, and check how many moves it made."""
    value = position.solve(alpha, beta, most)
    made, rule = position.solve_nodes, "solve makes at most as many moves as allowed"
    list_.expect(0 <= made <= most, rule, f"{made} of {most}")
    return value


def _played_out(position: Position, rng: random.Random) -> int:
    """Play a random line from a position to its end, and leave the position there.

    :returns: the outcome for the side that moved first; a win in n plies is WIN - n. It is
        -INFINITY if the line has no end within MAX_PLY plies.
    """
    first, mover = position.ply, position.turn
    while position.outcome() is None:
        if position.ply >= first + MAX_PLY:
            return -INFINITY
        position.push(rng.choice(position.legal_moves()))
    value = adjust_mate(position.result(), position.ply - first)
    return value if position.one_player or position.turn == mover else -value


def best_play(position: Position, nodes: int = _ENOUGH) -> int | None:
    """Return the value of best play for the side to move, by minimax; None if it takes more nodes.

    A node is a move made. A win in n plies is WIN - n. The position does not change.
    """
    return _minimax(position.copy(), [nodes])


def _minimax(position: Position, nodes: list[int], plies: int = 0) -> int | None:
    """Return the minimax value for the side to move; None if it takes more than `nodes[0]` moves.

    `nodes[0]` falls by the moves made. The position is restored.

    :param plies: the plies from the first position, from which wins and losses are dated.
    """
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
    """Check the keys after lines of up to three random moves, in order and in reverse order.

    Positions with the same text have the same key. Those with other legal moves have another key.
    """
    for _ in range(4):
        line: list[int] = []
        ahead = position.copy()
        while len(line) < 3 and ahead.outcome() is None:
            line.append(rng.choice(ahead.legal_moves()))
            ahead.push(line[-1])
        other = position.copy()
        for move in reversed(line):
            if other.outcome() is not None or move not in other.legal_moves():
                break
            other.push(move)
        if len(other.history) < len(ahead.history):
            continue
        same, text = other.key() == ahead.key(), ahead.text()
        if other.text() == text:
            list_.expect(same, "equal positions have equal keys", text)
        elif other.legal_moves() != ahead.legal_moves():
            found = f"{text} and {other.text()}"
            list_.expect(not same, "different positions have different keys", found)


def _check_keys(
    position: Position,
    known: dict[int, tuple[dict[str, Any], str]],
    list_: Checklist,
    rng: random.Random,
) -> None:
    """Check the key of a position, and those of some random children, by `_check_key`."""
    _check_key(position, known, list_)
    if position.outcome() is None:
        moves = position.legal_moves()
        for move in rng.sample(moves, min(len(moves), _CHILDREN)):
            position.push(move)
            _check_key(position, known, list_)
            position.pop()


def _check_key(
    position: Position, known: dict[int, tuple[dict[str, Any], str]], list_: Checklist
) -> None:
    """Check that positions with one key have the same side to move, outcome and legal moves.

    Outcomes are not compared in PATH_DEPENDENT games, nor moves after the end.

    :param known: the first position of each key: its facts, and the moves that led to it. A
        position with a new key is added.
    """
    facts: dict[str, Any] = {"side to move": position.turn}
    if not position.PATH_DEPENDENT:
        facts["outcome"] = position.outcome()
    if position.outcome() is None:
        facts["legal moves"] = sorted(position.legal_moves())
    key, line = position.key(), " ".join(map(str, position.history)) or "none"
    first, there = known.setdefault(key, (facts, line))
    for name in facts.keys() & first.keys():
        list_.expect(
            first[name] == facts[name],
            f"positions with the same key have the same {name}",
            f"key {key}: {first[name]} after the moves {there}, {facts[name]} after {line}",
        )


def _check_end(position: Position, list_: Checklist, rng: random.Random) -> None:
    """Check that a random game ends in LONGEST_GAME plies; not if endless or for one player.

    The position is left at the end of that game.
    """
    if position.INFO.endless or position.one_player:
        return
    plies = 0
    while plies < LONGEST_GAME and position.outcome() is None:
        position.push(rng.choice(position.legal_moves()))
        plies += 1
    found = (
        f"a random game has no outcome after {LONGEST_GAME:,} plies: expected a rule that ends it, "
        "such as a draw after a number of moves, or INFO = GameInfo(endless=True)"
    )
    list_.expect(position.outcome() is not None, "every game ends", found)


def _check_unit(position: Position, outcomes: set[int], list_: Checklist) -> None:
    """Check that an author's game does not return a win as 1, unless it names its values' unit."""
    if position.INFO.value_unit or is_ours(type(position).__module__):
        return
    decided = outcomes - {DRAW}
    list_.expect(
        not decided or not decided <= {1, -1},
        "a win is WIN and a loss is LOSS; 1 and -1 are margins",
        f"outcomes {sorted(decided)}: expected WIN and LOSS, or the margins' unit in INFO = "
        "GameInfo(value_unit=...)",
    )


def _check_nonsense(position: Position, list_: Checklist) -> None:
    """Check that `parse_move` and `at` raise the right error for nonsense, and change nothing."""
    before = _facts(position)
    for read, error in ((position.parse_move, MoveError), (position.at, PositionError)):
        try:
            read("no such thing?")
        except error:
            pass
        else:
            list_.expect(False, f"{read.__name__} refuses nonsense with a {error.__name__}")
    _expect_same(position, before, list_, "refused nonsense keeps")
