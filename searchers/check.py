"""The conformance tests of searchers."""

from __future__ import annotations

import ctypes
import faulthandler
import threading
from typing import Any

from evaluators import Evaluator
from evaluators import make as make_evaluator
from evaluators.core.counting import counted, counting
from games import make as make_game
from games.check import Checklist, best_play, holds, walk
from games.core.position import Position
from games.core.scores import LOSS, MATE_BOUND, WIN, is_decided
from games.errors import ContractError, StarlingError
from games.parts.part import options_of
from searchers import make
from searchers.core.limits import Limits
from searchers.core.result import Result
from searchers.core.searcher import Searcher

_BUDGETS = (0, 1, 2, 10, 1000)
_LONGEST = 300.0
"""The seconds within which a search must end; a match grants as many beyond its limits."""
_GRACE = 60.0
"""The seconds that a search has after its interruption before the process ends."""


def check_searcher(
    searcher: str | Searcher, game: str | Position, *, seed: int = 1, depth: int | None = None
) -> int:
    """Search positions of random games with small budgets, and check every result.

    Also check kept results, determinism, restricted root moves, a stop flag, counts and short wins.
    A built searcher loses its earlier results.

    :param game: a spec, or the position in which every game begins.
    :param seed: the seed of the random moves.
    :param depth: a depth limit, for searchers that need one.
    :returns: the number of checks.
    :raises ContractError: with a list of all rules that were broken. An exception counts as one,
        except StarlingError and MemoryError, which pass through.
    """
    part = make(searcher)
    checks = SearchChecks(part, make_game(game).spec, depth)
    with checks.watching():
        positions = [p.copy() for p in walk(game, seed, games=2, plies=200)]
        chosen = [*positions[:: max(1, len(positions) // 5)], *positions[-3:]]
        for position in chosen:
            for nodes in _BUDGETS:
                checks.search(position, nodes)
        for nodes in range(1, 61):
            part.new_game()
            checks.search(chosen[nodes % len(chosen)], nodes)
        checks.check_kept(positions)
        checks.check_determinism(positions)
        checks.check_restriction(make_game(game))
        checks.check_stop(make_game(game))
        checks.check_nodes(chosen)
        checks.check_short_wins()
    return checks.close()


class _Late(BaseException):
    """Ends a search that takes too long; an author's `except Exception` does not catch it."""


def search_in_time(part: Searcher, position: Position, limits: Limits, **words: Any) -> Result:
    """Return the result of a search; interrupt it if it takes longer than `_LONGEST` (300) seconds.

    Compiled code is interrupted only when it next runs Python code. If it runs none for
    `_GRACE` (60) seconds more, the process ends with exit code 1, and standard error has the lines
    of Python that it was in.

    It uses the process's only timer of `faulthandler`, so one call runs at a time.

    :param words: more keywords of `Searcher.search`.
    :raises ContractError: if it was interrupted.
    """
    thread = ctypes.c_ulong(threading.get_ident())
    late = ctypes.py_object(_Late)
    end = threading.Timer(_LONGEST, ctypes.pythonapi.PyThreadState_SetAsyncExc, args=(thread, late))
    end.daemon = True
    faulthandler.dump_traceback_later(_LONGEST + _GRACE, exit=True, file=2)
    try:
        end.start()
        try:
            return part.search(position, limits, **words)
        finally:
            end.cancel()
            end.join()  # an interrupt of the last moment is raised here
    except _Late:
        fault = f"a search with {limits} does not end in {_LONGEST:g} seconds"
        raise ContractError(
            f"searcher {part.player} on {position.spec}: {fault}: expected `if not "
            "self.budget.take(): return` before each move"
        ) from None
    finally:
        faulthandler.cancel_dump_traceback_later()


def _is_line(position: Position, line: tuple[int, ...]) -> bool:
    """Return whether the moves are legal one after the other."""
    ahead = position.copy()
    for move in line:
        if move not in ahead.legal_moves():
            return False
        ahead.push(move)
    return True


def _facts(result: Result) -> tuple[Any, ...]:
    """Return what two results of one search must share: move, value, bounds, pv, nodes, counts."""
    return result.move, result.value, result.bounds, result.pv, result.nodes, result.counts


def _searches(evaluator: Evaluator) -> bool:
    """Return whether an evaluator, or one of its options, finds intervals by searches.

    Such an evaluator may enter a child twice.
    """
    parts = [option.name for option in options_of(type(evaluator)) if option.kind == "evaluator"]
    own = evaluator.SEARCHES and evaluator.GIVES_INTERVALS
    return own or any(_searches(getattr(evaluator, name)) for name in parts)


class TokenRace(Position):
    """A race of two tokens on a track: a move goes 1 to `most` steps, and the goal wins."""

    KEYED = True
    ACYCLIC = True

    def __init__(self, track: int = 7, most: int = 3) -> None:
        self.track, self.most = track, most
        self.places = [0, 0]

    def legal_moves(self) -> list[int]:
        """Return the steps from 1 to `most`; none once a token is at the end."""
        return [] if max(self.places) >= self.track else [*range(1, self.most + 1)]

    def push(self, move: int) -> None:
        """Move the token of the side to move forward by `move` steps."""
        self.places[self.turn] += move

    def pop(self) -> None:
        """Move the token of the last move back."""
        self.places[1 - self.turn] -= self.history[-1]

    def outcome(self) -> int | None:
        """Return WIN or LOSS for the side to move if a token is at the end, else None."""
        if max(self.places) < self.track:
            return None
        return WIN if self.places[self.turn] >= self.track else LOSS

    def static_bounds(self, side: int) -> int:
        """Return LOSS for the lower bound (0) and WIN for the upper one (1)."""
        return WIN if side else LOSS

    def key(self) -> int:
        """Return a number of both places and the side to move."""
        return 1 + self.places[0] + 64 * self.places[1] + 4096 * self.turn


class SearchChecks(Checklist):
    """The checks of one searcher. Each method records broken rules, which `close` then raises.

    :param game: the game in words, for messages.
    :param depth: the depth limit of every search, or None.
    """

    def __init__(self, part: Searcher, game: str, depth: int | None) -> None:
        super().__init__(f"searcher {part.player} on {game}")
        self.part, self.depth = part, depth

    def search(
        self, position: Position, nodes: int, moves: tuple[int, ...] | None = None
    ) -> Result:
        """Search a position with a node limit and the depth of these checks; check the result.

        The checks are those of `search_within`.
        """
        return self.search_within(position, Limits(nodes=nodes, depth=self.depth, moves=moves))

    def search_within(self, position: Position, limits: Limits) -> Result:
        """Search a position, check the result and every report, and return the result.

        The position must not change. A proof is checked too, unless root moves are restricted.
        """
        before = (position.text(), tuple(position.history))
        reports: list[Result] = []
        result = search_in_time(self.part, position, limits, report=reports.append)
        where = f"{limits} in {before[0]}"
        after = (position.text(), tuple(position.history))
        self.expect(after == before, "a search leaves the position as it is", where)
        for one in (*reports, result):
            self.check_result(one, position, limits, where)
        if result.proved and limits.moves is None:
            self.check_proof(result, position)
        return result

    def check_proof(self, result: Result, position: Position) -> None:
        """Check a proved result against best play, if that takes few nodes.

        Its bounds, or else its value, must hold the true value, and its move must reach that. A win
        or loss by the move may have another length. A proof by intervals that the evaluator does
        not guarantee may be wrong, so it is not checked.
        """
        if self.part.WANTS_INTERVALS and self.part.evaluator.coverage(1.0) < 100:
            return
        truth = best_play(position)
        if truth is None or result.move is None:
            return
        where = f"{truth} in {position.text()}"
        bounds = result.bounds
        if bounds is None and result.value is not None:
            bounds = result.value, result.value
        if bounds is not None:
            found = f"{bounds} for {where}"
            self.expect(holds(bounds, truth), "what is proved holds the value of best play", found)
        ahead = position.copy()
        ahead.push(result.move)
        reached = best_play(ahead)
        if reached is not None:
            score = reached if position.one_player else -reached
            alike = score == truth or min(abs(score), abs(truth)) >= MATE_BOUND
            self.expect(
                alike and (score > 0) == (truth > 0),
                "a move that is proved best is one",
                f"{score} for {where}",
            )

    def check_result(self, result: Result, position: Position, limits: Limits, where: str) -> None:
        """Check the promises of a result: a legal move and line, its values, nodes and root moves.

        There must be a value or bounds, in whole numbers. The node limit must hold, and each root
        move be listed once. Of a finished game without moves only the lack of a move is checked.

        :param where: the search in words, for messages.
        """
        legal = position.legal_moves()
        if position.outcome() is not None and not legal:
            self.expect(result.move is None, "a finished game has no move", where)
            return
        self.expect(result.move in legal, "a legal move is always returned", where)
        scored = result.value is not None or result.bounds is not None
        self.expect(scored, "a result has a value or bounds", where)
        scores = (result.value, *(result.bounds or ()))
        whole = all(score is None or isinstance(score, int) for score in scores)
        self.expect(whole, "values and bounds are whole numbers", scores)
        if limits.nodes is not None:
            self.expect(
                result.nodes <= limits.nodes,
                "the node budget is never exceeded",
                f"{result.nodes} nodes with {where}",
            )
        self.expect(
            result.counts["generated"] <= result.nodes, "every child generated is a node", where
        )
        self.expect(
            result.pv[:1] == (result.move,), "the principal variation begins with the move", where
        )
        self.expect(_is_line(position, result.pv), "the principal variation is legal", where)
        if result.bounds is not None:
            self.expect(result.bounds[0] <= result.bounds[1], "pessimistic <= optimistic", where)
        named = sorted(known.move for known in result.root)
        self.expect(
            named == sorted(limits.moves or legal), "the root list names every move once", where
        )

    def check_kept(self, positions: list[Position]) -> None:
        """Check that what is kept between searches changes neither legality nor limits.

        The game continues, goes back, or is another one.
        """
        self.part.new_game()
        for position in (
            *positions[:6],
            positions[2 % len(positions)],
            positions[-1].copy(),
            positions[0],
        ):
            self.search(position, 100)
        followed = positions[0].copy()
        self.part.new_game()
        for _ in range(6):
            if followed.outcome() is not None:
                break
            found = self.search(followed, 100)
            if found.move not in followed.legal_moves():
                break
            followed.push(found.move)
            self.search(followed, 0)

    def check_determinism(self, positions: list[Position]) -> None:
        """Check that the same searches after `new_game`, and a clone's, have the same results."""
        limits = Limits(nodes=300, depth=self.depth)
        runs = []
        for player in (self.part, self.part, self.part.clone()):
            player.new_game()
            runs.append([_facts(search_in_time(player, p, limits)) for p in positions[:4]])
        self.expect(runs[0] == runs[1], "the same searches after new_game give the same results")
        self.expect(runs[0] == runs[2], "a clone gives the same results")

    def check_restriction(self, position: Position) -> None:
        """Check that a search restricted to some root moves plays one of them."""
        legal = position.legal_moves()
        for moves in (tuple(legal[-2:]), tuple(legal[:1])):
            self.part.new_game()
            result = self.search(position, 200, moves)
            self.expect(
                result.move in moves, "only the root moves to consider are considered", moves
            )
        self.part.new_game()

    def check_stop(self, position: Position) -> None:
        """Check that a search whose stop flag is set ends early, with a legal move and a value.

        It may take 1,000 nodes, and one for each legal move.
        """
        stop = threading.Event()
        stop.set()
        self.part.new_game()
        result = search_in_time(self.part, position, Limits(depth=self.depth), stop=stop)
        self.expect(result.move in position.legal_moves(), "a stopped search returns a legal move")
        most = 1000 + len(position.legal_moves())  # without an answer, each root move is evaluated
        self.expect(result.nodes <= most, "a set stop flag ends the search", result.nodes)
        scored = result.value is not None or result.bounds is not None
        self.expect(scored, "a stopped search has a value or bounds")

    def check_nodes(self, positions: list[Position]) -> None:
        """Check that every move tried is a node, and every move or pass made a node or a step.

        This includes the moves that evaluators make. Of the second rule two are exempt: searchers
        with worker processes, which make moves elsewhere, and evaluators that search, which may
        enter a child twice. The first three positions are searched, by new searchers. Finished
        games are left out, and games that the searcher does not support.
        """
        options = self.part.options or {}
        for position in positions[:3]:
            named = self.part.given or make_evaluator(self.part.default_evaluator(position))
            if position.outcome() is not None or not named.serves(position):
                continue
            player = type(self.part)(counted(named, position), **options)
            watched, nodes = counting(position), 0
            for limit in (5, 60, 400):
                before = watched.made[0]
                try:
                    result = search_in_time(player, watched, Limits(nodes=limit, depth=self.depth))
                except StarlingError:  # it does not support the watched game
                    return
                made = watched.made[0] - before
                steps = result.counts["steps"]
                self.expect(
                    made == result.nodes + steps
                    or options.get("workers", 1) > 1
                    or _searches(named),
                    "every move or pass made is a node or a step",
                    f"{made} made, {result.nodes} nodes, {steps} steps in {position.text()}",
                )
                player.new_game()
                nodes += result.nodes
                self.expect(
                    len(watched.entered) <= nodes,
                    "every move tried is a node",
                    f"{len(watched.entered)} moves, {nodes} nodes in {position.text()}",
                )

    def check_short_wins(self) -> None:
        """Check that a win in one or three plies, if found, has the value of the shortest win.

        A win in one must be played. In one race all moves are forced; those plies count too. If the
        searcher's evaluator does not support races, the default one replaces it from here on.
        """
        if self.part.given is not None and not self.part.given.serves(TokenRace()):
            self.part = make(self.part.spec)
        for track, most, line, plies in ((7, 3, (3, 1, 2, 1), 1), (7, 3, (3, 1), 3), (2, 1, (), 3)):
            position = TokenRace(track, most)
            for move in line:
                position.push(move)
            self.part.new_game()
            result = search_in_time(self.part, position, Limits(nodes=20_000, depth=self.depth))
            if result.value is not None and is_decided(result.value):
                self.expect(
                    result.value == WIN - plies,
                    f"a win in {plies} scores WIN - {plies}",
                    result.value,
                )
                if plies == 1 and result.move is not None:
                    position.push(result.move)
                    self.expect(
                        position.outcome() == LOSS, "the shortest win is played", result.move
                    )
        self.part.new_game()
