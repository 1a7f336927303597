"""What fuzzers draw from: specs with random options, positions, limits, broken text."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from evaluators import EVALUATORS
from games import GAMES
from games import make as make_game
from games.core.position import Position
from games.errors import StarlingError
from games.parts.options import Option, options_of
from games.parts.registry import Registry
from searchers import SEARCHERS, Clock, Limits

NASTY = (
    "", "0", "1", "-1", "1e308", "1.5", "nan", "inf", "-inf", "9" * 30, "9" * 5000, "true",
    "none", "x" * 300, "é☃", "\x1b[31m", "\x00", "\u202e", "(" * 200 + ")" * 200, "=", ",", "@",
    ":",
)  # fmt: skip
"""Words that a user may write where another is expected."""

_CAPS = {"tt": 8, "hash": 8, "workers": 1, "retain": 100_000, "nodes": 1000, "b": 60, "w": 60}
"""Options whose largest values take more memory, processes or time than a fuzzer should."""

_WORDS = {
    "top": ("probability", "depth", "best", "smaller", "pb", "rubbish"),
    "lower": ("optimistic", "probability", "pb", "rubbish"),
    "depths": ("1-2", "1-1", "2-3", "0-1", "3-1", "1-99", "2"),
    "sizes": ("", "1/2", "1/1/4", "0", "1/x", "3/2/1"),
    "tiles": ("283164705", "123804765", "123456780", "012345678", "1"),
    "fits": ("", "/dev/null", "no-such-file"),
    "weights": ("", "/dev/null", "no-such-file"),
}
"""What is written for options that take any text."""

_FAULTY = ("fix",)
"""Options that repeat the known errors of a paper, for its tables: wrong proofs are expected."""

_NOT_DRAWN = ("explicit", "fairy", "openspiel", "values")  # they need a file, or a package


def games() -> st.SearchStrategy[str]:
    """Specs of games, chess and Othello among them more often than others."""
    names = [name for name in GAMES.builtin if name not in _NOT_DRAWN]
    return st.one_of(
        st.sampled_from(("chess", "othello", "chess:chess960=true")),
        st.sampled_from(("ngame:b=3,d=6", "uniform:w=3,d=5", "canonical:b=3,d=6", "increments")),
        st.sampled_from(names).flatmap(lambda name: _specs(GAMES, name, 0)),
    )


def evaluators(nested: int = 2, game: str = "") -> st.SearchStrategy[str]:
    """Specs of evaluators, with others inside so deep.

    :param game: if it is given, most of them know it.
    """
    return st.sampled_from(_knowing(game)).flatmap(
        lambda name: _specs(EVALUATORS, name, nested, game)
    )


@cache
def _knowing(game: str) -> tuple[str, ...]:
    """The evaluators that know a game; all if none is given, or it cannot be made."""
    names = tuple(sorted(set(EVALUATORS.builtin) - set(_NOT_DRAWN)))
    try:
        position = make_game(game)
        return tuple(name for name in names if EVALUATORS.make(name).serves(position)) or names
    except StarlingError:
        return names


def searchers(nested: int = 1) -> st.SearchStrategy[str]:
    """Specs of searchers."""
    return st.sampled_from(sorted(SEARCHERS.builtin)).flatmap(
        lambda name: _specs(SEARCHERS, name, nested)
    )


def players(game: str = "") -> st.SearchStrategy[str]:
    """Specs of searchers, most of them with an evaluator, which mostly knows the game."""
    return st.builds(
        lambda searcher, evaluator: searcher + (f"@{evaluator}" if evaluator else ""),
        searchers(),
        st.one_of(st.just(""), evaluators(game=game), evaluators(game=game)),
    )


class Seat(NamedTuple):
    """A player of a game, so many random moves into it."""

    game: str
    player: str
    plies: int
    seed: int

    def position(self) -> Position:
        """Return the position where the player is to move.

        :raises StarlingError: if there is no such game.
        """
        return line_of(self.game, self.plies, self.seed)


def seats(most_plies: int) -> st.SearchStrategy[Seat]:
    """Players of games at most so many moves into them."""
    plies, seed = st.integers(0, most_plies), st.integers(0, 2**32)
    return games().flatmap(lambda game: st.builds(Seat, st.just(game), players(game), plies, seed))


def _specs(registry: Registry, name: str, nested: int, game: str = "") -> st.SearchStrategy[str]:
    """Specs of one part, with a few of its options at random values."""
    options = options_of(registry.find(name))
    table = [option for option in options if not option.literal and option.name not in _FAULTY]
    if not table:
        return st.just(name)
    chosen = st.lists(st.sampled_from(table), max_size=4, unique_by=lambda option: option.name)

    def written(options: list[Option]) -> st.SearchStrategy[str]:
        values = [_values(option, nested, game) for option in options]
        return st.tuples(*values).map(
            lambda texts: (
                name
                + "".join(
                    f"{',' if index else ':'}{option.name}={text}"
                    for index, (option, text) in enumerate(zip(options, texts, strict=True))
                )
            )
        )

    return chosen.flatmap(written)


def _values(option: Option, nested: int, game: str) -> st.SearchStrategy[str]:
    """Return values to write for an option."""
    if option.kind == "attention":
        return st.sampled_from(("cheapest", "narrow", "(narrow:most=2)", "(cheapest:ply=0)"))
    if option.kind:
        if nested < 1:
            return _simple(option.kind, game)
        within = nested - 1
        inner = evaluators(within, game) if option.kind == "evaluator" else searchers(within)
        return inner.map(lambda spec: f"({spec})")
    if option.choices:
        return st.sampled_from(option.choices)
    if isinstance(option.default, bool):
        return st.sampled_from(("true", "false"))
    if isinstance(option.default, int):
        low = option.low or 0
        most = min(_CAPS.get(option.name, 2**62), 2**62 if option.high is None else option.high)
        near = st.integers(low, max(low, min(low + 6, most)))
        return st.one_of(near, near, st.integers(low, max(low, most))).map(str)
    if isinstance(option.default, float):
        return st.floats(option.low or 0, option.high or 1e6, width=32).map(str)
    return st.sampled_from(_WORDS.get(option.name, ("",))).filter(bool)


def _simple(kind: str, game: str) -> st.SearchStrategy[str]:
    if kind == "searcher":
        return st.sampled_from(("alphabeta", "sss", "dual", "ps", "bfms"))
    return st.sampled_from(_knowing(game))


def line_of(game: str | Position, plies: int, seed: int) -> Position:
    """A position some random moves into a game, which goes on there if it had begun."""
    position = make_game(game).copy()
    rng = random.Random(seed)
    for _ in range(plies):
        if position.outcome() is not None:
            break
        position.push(rng.choice(position.legal_moves()))
    while position.outcome() is not None and position.ply and rng.random() < 0.9:
        position.pop()
    return position


def limits(most_nodes: int) -> st.SearchStrategy[Limits]:
    """Limits that end: by nodes always, by others as well at times."""
    few = st.integers(0, 3)
    nodes = st.one_of(few, st.integers(0, most_nodes), st.integers(0, most_nodes))
    none = st.none()
    return st.builds(
        Limits,
        nodes=nodes,
        depth=st.one_of(none, none, st.integers(1, 4), st.sampled_from((50, 400, 100_000))),
        seconds=st.one_of(none, none, none, st.sampled_from((0, 0.001, 100.0))),
        cpu=st.one_of(none, none, none, st.sampled_from((0, 0.001, 100.0))),
        clock=st.one_of(none, none, none, st.builds(Clock, st.sampled_from((-1.0, 0.01, 1e5)))),
    )


@st.composite
def mutated(draw: Any, text: str, separators: str = " ") -> str:
    """A text with some of its words dropped, doubled, exchanged or replaced, or its letters."""
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(1, 3))):
        separator = rng.choice(separators)
        words = text.split(separator)
        index = rng.randrange(len(words))
        match rng.randrange(6):
            case 0:
                del words[index]
            case 1:
                words.insert(index, words[rng.randrange(len(words))])
            case 2:
                words[index] = rng.choice(NASTY)
            case 3:
                other = rng.randrange(len(words))
                words[index], words[other] = words[other], words[index]
            case 4:
                words[index] = words[index][: rng.randrange(len(words[index]) + 1)]
            case 5:
                letters = list(words[index]) or [""]
                letters[rng.randrange(len(letters))] = rng.choice("0aZ/-(é\x1b:=.")
                words[index] = "".join(letters)
        text = separator.join(words)
    return text
