"""The conformance tests over every part, and over parts that break the rules."""

from __future__ import annotations

from typing import Any

import pytest

import games
import searchers
from evaluators import EVALUATORS, Budget, Evaluator
from evaluators import make as make_evaluator
from evaluators.check import _check_nodes, check_evaluator
from games import GAMES
from games.check import Checklist, check_game
from games.core.info import GameInfo
from games.core.scores import INFINITY, ONGOING
from games.errors import ContractError, PositionError
from searchers import SEARCHERS, Limits, Searcher
from searchers.check import check_searcher
from tests.compiled import COMPILED
from tests.nim import Nim

ELSEWHERE = ("amazons", "explicit", "fairy", "hex", "openspiel")
"""Games that need a file or a package, or that are checked on a smaller board."""

SPECS = [
    *(name for name in GAMES.builtin if name not in ELSEWHERE),
    "amazons:size=4",
    "hex:size=9" if COMPILED else "hex:size=5",  # more squares than a word has bits, or fewer
    "othello:wld=true",
    "ngame:b=2,d=30",
    "chess:chess960=true",
    "chess:variant=atomic",
    "chess:variant=crazyhouse",
]
SMALL = ("ngame:b=3,d=9", "othello", "chess")
OTHERS = ("canonical", "eight", "increments", "uniform:w=3,d=9")
VARIED = (
    *(name for name in SEARCHERS.builtin),
    "abtree:grow=breadth,retain=100",
    "abtree:grow=best",
    "bfms:stop=line,choose=visits",
    "bfms:dag=true",
    "descent:stop=line,choose=visits",
    "uct:rollouts=2,plies=5,implicit=0.5",
    "uct:solver=false,untried=0.1,choose=max",
    "puct:priors=values,choose=secure",
    "puct:priors=values,solver=false,implicit=1.0",
    "bfext:horizon=3",
    "alphabeta:order=none",
    "alphabeta:order=tt,tt=1",
    "alphabeta:expand=true",
    "ps:sizes=1/3,order=none",
    "hybrid:top=sss,bottom=alphabeta",
    "bpip:gulp=0,spikes=2",
    "mma:penalty=means",
    "mma:penalty=rank,edge=-1",
    "conspiracy:threshold=3,buckets=4",
    "mgss:cost=900,error=20",
    "bstar:select=db",
    "bstar:dag=true",
    "bstar:select=pb,doubt=5",
    "bstar:select=pb,backup=product,dag=true",
    "bstar:after=verify",
    "bstar:select=pb,after=verify,dag=true",
    "bstar:after=widen,widen=30",
    "bstar:quiet=50",
    "pns:second=100,add=weak",
    "dfpn:tt=1,start=mobility,shortest=true",
)


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_keeps_its_contract(spec: str) -> None:
    games_, plies = (1, 40) if spec.startswith("chess") else (2, 80)
    if not COMPILED:
        plies //= 2
    assert check_game(spec, games=games_, plies=plies) > 100


class Heap(Nim):
    """A game whose bounds and solutions are true."""

    def moves_left(self) -> int | None:
        return self.heap

    def upper_bound(self, alpha: int) -> int:
        return games.WIN - 1

    def solve(self, alpha: int, beta: int, most: int) -> int:
        self.solve_nodes = 0
        worth = [games.LOSS]
        for heap in range(1, self.heap + 1):
            best = max(-worth[heap - take] for take in (1, 2, 3) if take <= heap)
            worth.append(best - 1 if best > 0 else best + 1)
        return worth[self.heap]


class Hopeless(Heap):
    def upper_bound(self, alpha: int) -> int:
        return 0


class Boasting(Heap):
    def solve(self, alpha: int, beta: int, most: int) -> int:
        return games.WIN - 1


class Undated(Heap):
    def solve(self, alpha: int, beta: int, most: int) -> int:
        return games.WIN if super().solve(alpha, beta, most) > 0 else games.LOSS


class Wasteful(Heap):
    def solve(self, alpha: int, beta: int, most: int) -> int:
        value = super().solve(alpha, beta, most)
        self.solve_nodes = most + 1
        return value


class Moving(Heap):
    def solve(self, alpha: int, beta: int, most: int) -> int:
        value = super().solve(alpha, beta, most)
        self.heap = 1
        return value


class Contradictory(Heap):
    def most_moves_left(self) -> int:
        return self.heap // 2


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Hopeless, "no line of play exceeds the upper_bound"),
        (Boasting, "solve returns the value of best play"),
        (Undated, "solve returns the value of best play"),
        (Wasteful, "solve makes at most as many moves as allowed"),
        (Moving, "upper_bound and solve keep"),
        (Contradictory, "most_moves_left is moves_left"),
    ],
)
def test_a_wrong_outcome_is_named(game: Any, message: str) -> None:
    assert check_game(Heap()) > 100
    with pytest.raises(ContractError, match=message):
        check_game(game())


class Rootless(Heap):
    """Writes the heap alone, and reads it as if the game had begun there."""

    def text(self) -> str:
        return str(self.heap)

    def at(self, text: str) -> Any:
        if not text.isdecimal():
            raise PositionError(f"{text!r} is no heap")
        position = type(self)()
        position.heap = int(text)
        return position


class Rooted(Rootless):
    start = ""

    def at(self, text: str) -> Any:
        position = super().at(text)
        position.start = "" if text == "9" else text
        return position


def test_positions_with_a_wrong_start_are_found() -> None:
    assert check_game(Rooted()) > 100
    with pytest.raises(ContractError, match=r"has its history, or a start \([0-8]\)"):
        check_game(Rootless())


class SameKey(Heap):
    """The key does not know the side to move."""

    KEYED = True

    def key(self) -> int:
        return self.heap


class FewKeys(Heap):
    KEYED = True

    def key(self) -> int:
        return 2 * (self.heap % 3) + self.turn


class Circle(Heap):
    """A heap that never ends."""

    def push(self, move: int) -> None:
        self.heap = (self.heap - move - 1) % 9 + 1

    def pop(self) -> None:
        self.heap = (self.heap + self.history[-1] - 1) % 9 + 1

    def most_moves_left(self) -> int:
        return 400

    def moves_left(self) -> int | None:
        return None

    def upper_bound(self, alpha: int) -> int:
        return INFINITY

    def solve(self, alpha: int, beta: int, most: int) -> int:
        self.solve_nodes = 0
        return ONGOING


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (SameKey, "positions with the same key have the same side to move .*key [0-9]: "),
        (FewKeys, "positions with the same key have the same (outcome|legal moves)"),
        (Circle, "every game ends .a random game has no outcome after 10,000 plies"),
    ],
)
def test_keys_of_different_positions_and_games_without_an_end_are_found(
    game: Any, message: str
) -> None:
    with pytest.raises(ContractError, match=message):
        check_game(game())


def test_a_game_may_declare_that_it_has_no_end() -> None:
    class Endless(Circle):
        INFO = GameInfo(endless=True)

    assert check_game(Endless()) > 100


class Twice(Heap):
    """Each side moves twice in a row, but at first."""

    @property
    def turn(self) -> int:  # type: ignore[override]  # a default that gives way
        return (len(self.history) + 1) // 2 % 2


def test_a_side_that_moves_twice_is_found() -> None:
    with pytest.raises(ContractError, match="sides alternate, or one makes all moves"):
        check_game(Twice())


@pytest.mark.parametrize(
    ("evaluator", "game"),
    [
        (name, game)
        for name in EVALUATORS.builtin
        for game in (*SMALL, *OTHERS)
        if (COMPILED or (name, game) != ("shallow", "chess"))
        if name != "values" and make_evaluator(name).serves(games.make(game))  # it needs a folder
    ],
)
def test_every_evaluator_keeps_its_contract(evaluator: str, game: str) -> None:
    games_, plies = (1, 20) if game == "chess" else (2, 60)
    if not COMPILED:
        games_, plies = 1, plies // 3
    assert check_evaluator(evaluator, game, games=games_, plies=plies) > 100


QUICK = set(SEARCHERS.builtin) - {"bpip", "bstar", "conspiracy"}
"""Those that play chess in the interpreter too."""


@pytest.mark.parametrize(
    ("searcher", "game"),
    [
        (searcher, game)
        for searcher in VARIED
        for game in SMALL
        if not ("dag" in searcher and game == "chess")  # whose positions can come up again
        and (COMPILED or game == SMALL[0] or (game == "chess" and searcher in QUICK))
    ],
)
def test_every_searcher_keeps_its_contract(searcher: str, game: str) -> None:
    base = (
        "calibrated:base=(quiescence:base=pst)"
        if searcher.startswith(("bpip", "bstar"))
        else "quiescence:base=pst"
    )
    player = f"{searcher}@{base}" if game == "chess" else searcher
    assert check_searcher(player, game) > 500


NESTED = [
    *(
        f"{outer}:base=({inner}base=({'static' if outer == 'invalid' else 'pst'}))"
        for outer in ("quiescence", "nullmove", "shallow", "fixed", "invalid")
        for inner in ("quiescence:", "nullmove:", "shallow:depths=1-1,", "fixed:")
        if not (outer == "invalid" and inner == "quiescence:")  # which gives no intervals
    ),
    "fixed:base=(quiescence:base=(fixed:base=(shallow:depths=2-2,base=(quiescence))))",
]


@pytest.mark.parametrize("evaluator", NESTED)
def test_parts_of_parts_keep_the_budget(evaluator: str) -> None:
    game = "ngame:b=2,d=7" if evaluator.startswith("invalid") else "chess"
    part, position = make_evaluator(evaluator), games.make(game)
    for text in ("e2e4", "d7d5", "b1c3", "d5e4") if game == "chess" else ():
        position.push(position.parse_move(text))
    list_ = Checklist(evaluator)
    assert part.serves(position)
    _check_nodes(part, position, list_)
    assert list_.close() >= 1
    with Budget() as free:
        part.value(position)
    for nodes in {0, free.used // 2, free.used - 1} if free.used else ():
        with Budget(nodes=nodes) as tight:
            part.value(position)
        assert (tight.used, tight.over) == (nodes, True)


@pytest.mark.parametrize(
    "searcher", ["alphabeta", "bfms", "bpip", "bstar", "conspiracy", "hybrid", "mgss", "mma", "pvs"]
)
def test_a_searcher_pays_for_parts_of_parts(searcher: str) -> None:
    outside = "fixed" if searcher in ("bpip", "bstar") else "quiescence"
    player = f"{searcher}@{outside}:base=(quiescence:base=(shallow:depths=1-2))"
    assert check_searcher(player, "ngame:b=3,d=9") > 500


def test_parts_of_parts_obey_the_clock() -> None:
    searcher = searchers.make("alphabeta@quiescence:base=(shallow:depths=1-5)")
    assert searcher.search(games.make("chess"), Limits(seconds=0.1)).seconds < 1


def test_mirror_images_of_captures_played_out_may_differ() -> None:
    """The captures that a search leaves out depend on their order."""
    assert check_evaluator("quiescence:base=pst", "chess", seed=1) > 2000


class Lopsided(Evaluator):
    def value(self, position: Any) -> int:
        return int(position.turn)


def test_mirror_images_that_differ_are_found() -> None:
    with pytest.raises(ContractError, match="the mirror image has the same value"):
        check_evaluator(Lopsided(), "chess", games=1, plies=2)


class TooMuch(Evaluator):
    def value(self, position: Any) -> int:
        return 2**29


class Fickle(Evaluator):
    calls = 0

    def value(self, position: Any) -> int:
        Fickle.calls += 1
        return Fickle.calls


class Valueless(Evaluator):
    """Has neither a value nor an interval."""


class Answering(Evaluator):
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def value(self, position: Any) -> Any:
        return self.answer[0]


class Inverted(Evaluator):
    def interval(self, position: Any) -> tuple[int, int]:
        return (1, -1)


class Wide(Evaluator):
    def interval(self, position: Any) -> tuple[int, int]:
        outcome = position.outcome()
        return (-9, 9) if outcome is None else (outcome, outcome)


class Falling(Wide):
    def quantile(self, share: float) -> int:
        return -int(share)


class Hasty(Evaluator):
    def value(self, position: Any) -> int:
        return 1

    def evaluate_children(
        self, position: Any, moves: Any, start: int, ply: int, enough: int, budget: Any, quick: bool
    ) -> int:
        return start + sum(budget.take() for _ in moves.since(start))


class Blurred(Wide):
    def find_child_intervals(self, position: Any, moves: Any, start: int, budget: Any) -> bool:
        return all(budget.take() for _ in moves.since(start))


class Thrifty(Evaluator):
    def value(self, position: Any) -> int:
        return 0

    def evaluate_children(self, position: Any, moves: Any, *_: Any) -> int:
        return int(moves.count)


class Peeking(Evaluator):
    """Looks one move ahead, and pays for none."""

    def value(self, position: Any) -> int:
        replies = 0
        for move in position.legal_moves():
            position.push(move)
            replies += len(position.legal_moves())
            position.pop()
        return replies


class Resting(Evaluator):
    """Calls another evaluator that only it has a reference to."""

    def __init__(self) -> None:
        self.held = [{"inner": make_evaluator("shallow:base=(quiescence:base=static)")}]

    def value(self, position: Any) -> int:
        return int(self.held[0]["inner"].value(position))


class Searching(Evaluator):
    """Calls a searcher."""

    def value(self, position: Any) -> int:
        found = searchers.make("alphabeta@static").search(position, Limits(nodes=7))
        return max(-(2**28), min(found.value or 0, 2**28))


class Greedy(Evaluator):
    def value(self, position: Any) -> int:
        if self.budget is not None:
            for _ in range(3):
                self.budget.take()
        return int(position.static())


def test_a_refused_node_is_no_node() -> None:
    assert check_evaluator(Greedy(), "ngame") > 0


@pytest.mark.parametrize("evaluator", [Resting, Searching])
def test_what_an_evaluator_asks_in_its_turn_spends_the_same_budget(evaluator: Any) -> None:
    assert check_evaluator(evaluator(), "ngame:b=3,d=9") > 200
    with Budget(nodes=5) as budget:
        evaluator().value(games.make("ngame:b=3,d=9"))
    assert (budget.used, budget.over) == (5, True)


class Double(Searcher):
    """A searcher whose answers are given to it."""

    def choose(self, moves: list[int]) -> int:
        return moves[0]

    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.improve(self.choose(answer.moves))


class Illegal(Double):
    def choose(self, moves: list[int]) -> int:
        return 99


class Forgetful(Double):
    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.root = answer.root[1:]


class Moody(Double):
    calls = 0

    def choose(self, moves: list[int]) -> int:
        Moody.calls += 1
        return moves[Moody.calls % 3 % len(moves)]


class Unpaid(Double):
    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        self.counts.generated += 5


class Prying(Double):
    def choose(self, moves: list[int]) -> int:
        self.seen.push(moves[0])
        self.seen.pop()
        return moves[0]

    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        self.seen = position
        super()._search(position, limits, answer)


class Halved(Searcher):
    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.improve(answer.moves[0], value=0.5)


class HalfBound(Searcher):
    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.improve(answer.moves[0], bounds=(0, 0.5))


@pytest.mark.parametrize(
    ("check", "part", "message"),
    [
        (check_evaluator, Valueless(), "Valueless lacks value"),
        (check_evaluator, Answering([None]), "value returned None: expected a whole number"),
        (check_evaluator, Answering(["7"]), "value returned '7': expected a whole number"),
        (check_evaluator, Answering([10**12]), "expected a number below 2\\^31 in size"),
        (check_evaluator, Answering([2**29]), "a value is a whole number below 2\\^29"),
        (
            check_evaluator,
            Answering([]),
            "value.* raised IndexError: .*, in line [0-9]+ of test_conformance.py",
        ),
        (check_searcher, Halved(), "values and bounds are whole numbers"),
        (check_searcher, HalfBound(), "values and bounds are whole numbers"),
        (check_searcher, Searcher(), "Searcher lacks _search"),
        (check_evaluator, TooMuch(), "below 2\\^29"),
        (check_evaluator, Fickle(), "the same position has the same value"),
        (check_evaluator, Inverted(), "pessimistic <= optimistic"),
        (check_evaluator, Falling(), "quantiles rise"),
        (check_evaluator, Hasty(), "evaluate_children stores the values"),
        (check_evaluator, Blurred(), "find_child_intervals stores the intervals"),
        (check_evaluator, Thrifty(), "every child evaluated is a node"),
        (check_evaluator, Peeking(), "every move that an evaluator makes is a node of the budget"),
        (check_searcher, Illegal(), "move 99 is not one to consider"),
        (check_searcher, Forgetful(), "the root list names every move once"),
        (check_searcher, Moody(), "the same searches after new_game give the same results"),
        (check_searcher, Unpaid(), "every child generated is a node"),
        (check_searcher, Prying(), "every move tried is a node"),
    ],
)
def test_a_broken_contract_is_named(check: Any, part: Any, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check(part, "ngame")


def test_a_searcher_of_four_lines_passes() -> None:
    assert check_searcher(Double(), "ngame") > 500
    assert searchers.make(Double()).player == "double"
