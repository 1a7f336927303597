"""What a chess GUI can set, and the searcher that comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from evaluators import EVALUATORS
from games.errors import SpecError, unknown
from games.options import options_of
from games.position import Position
from games.registry import Registry
from games.specs import Spec, parse, parse_player
from searchers import SEARCHERS, Searcher, default_for

__all__ = ["Settings", "Workbench", "option_lines"]

AUTO = "auto"
"""The value of `Searcher` and `Evaluator` that takes the strongest there is."""
_NOT_FOR_CHESS = ("bounds", "discs", "intervals", "invalid", "positional", "static")
"""Evaluators that a GUI need not offer: they do not know chess, or call every position even."""
_EMPTY = "<empty>"
_NAMES = ("Searcher", "Evaluator", "Options", "Hash", "Ponder", "MultiPV", "UCI_Chess960")
_LARGEST_HASH = 2**16
_MOST_LINES = 218
"""No chess position has more legal moves."""
_HASH_OPTIONS = ("tt", "hash")
"""What a searcher calls the megabytes of its table."""


class Settings(NamedTuple):
    """What the GUI has set.

    :param searcher: the spec of a searcher, or auto.
    :param evaluator: the spec of an evaluator, or auto: the searcher's own choice.
    :param options: options merged into the searcher's spec, such as `order=tt,tt=16`.
    :param hash: megabytes for the searcher's table, if it has one and nobody else sets its size.
    :param lines: how many of the best moves are told, each with its line.
    :param chess960: whether castling is written, and moves are read, as in Chess960.
    """

    searcher: str = AUTO
    evaluator: str = AUTO
    options: str = ""
    hash: int = 16
    lines: int = 1
    chess960: bool = False

    def changed(self, name: str, value: str) -> Settings:
        """The settings after `setoption name NAME value VALUE`.

        :raises SpecError: saying what exists or what was expected.
        """
        match name.lower():
            case "searcher":
                if parse_player(value)[1] is not None:
                    raise SpecError(f"{value}: expected a searcher; Evaluator is set by itself")
                return self._replace(searcher=_spec(SEARCHERS, value))
            case "evaluator":
                return self._replace(evaluator=_spec(EVALUATORS, value))
            case "options":
                text = "" if value == _EMPTY else value
                _merged(text)
                return self._replace(options=text)
            case "hash":
                return self._replace(hash=_whole(name, value, "megabytes", _LARGEST_HASH))
            case "multipv":
                return self._replace(lines=_whole(name, value, "lines", _MOST_LINES))
            case "ponder":  # nothing to do: `go ponder` says when
                _truth(name, value)
                return self
            case "uci_chess960":
                return self._replace(chess960=_truth(name, value))
        raise SpecError(unknown("option", name, _NAMES))

    def build(self, position: Position) -> Searcher:
        """The searcher for a game.

        :raises SpecError: if the settings do not fit each other.
        """
        auto = self.searcher == AUTO
        spec = parse(default_for(position) if auto else self.searcher)
        given = {**({} if auto else spec.options), **_merged(self.options)}
        for option in options_of(SEARCHERS.find(spec.name)):
            if option.name in _HASH_OPTIONS:
                given.setdefault(option.name, str(self.hash))
        whole = Spec(spec.name, {**spec.options, **given})
        evaluator = None if self.evaluator == AUTO else self.evaluator
        searcher: Searcher = SEARCHERS.make(whole, evaluator=evaluator)
        return searcher


class Workbench:
    """Holds the searcher in use, which may remember things from move to move of one game."""

    def __init__(self) -> None:
        self._made_for: tuple[Settings, int] | None = None
        self._searcher: Searcher | None = None

    def searcher(self, settings: Settings, game: int, position: Position) -> Searcher:
        """The searcher for these settings, told if the game is not the one it knows.

        :raises SpecError: if the settings do not fit each other.
        """
        settings = settings._replace(lines=1)  # which the searcher need not know
        known, self._made_for = self._made_for, None
        if self._searcher is None or known is None or known[0] != settings:
            self._searcher = settings.build(position)
        elif known[1] != game:
            self._searcher.new_game()
        self._made_for = settings, game
        return self._searcher


def option_lines() -> list[str]:
    """The `option` lines that answer `uci`; third parties' parts may be set but are not listed."""
    settings = Settings()
    return [
        _combo("Searcher", SEARCHERS.builtin),
        _combo("Evaluator", set(EVALUATORS.builtin).difference(_NOT_FOR_CHESS)),
        f"option name Options type string default {_EMPTY}",
        f"option name Hash type spin default {settings.hash} min 1 max {_LARGEST_HASH}",
        "option name Ponder type check default false",
        f"option name MultiPV type spin default {settings.lines} min 1 max {_MOST_LINES}",
        "option name UCI_Chess960 type check default false",
    ]


def _combo(name: str, choices: Iterable[str]) -> str:
    words = "".join(f" var {choice}" for choice in (AUTO, *sorted(choices)))
    return f"option name {name} type combo default {AUTO}{words}"


def _spec(registry: Registry, value: str) -> str:
    """The value, if it is auto or the spec of a part that exists."""
    name, colon, rest = value.partition(":")
    text = name.lower() + colon + rest
    if text == AUTO:
        return AUTO
    registry.find(parse(text).name)
    return text


def _merged(options: str) -> dict[str, str | Spec]:
    return parse(f"options:{options}").options if options else {}


def _whole(name: str, value: str, unit: str, most: int) -> int:
    try:
        number = int(value)
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        raise SpecError(f"{name}={value}: expected {unit} from 1 to {most}")
    return number


def _truth(name: str, value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise SpecError(f"{name}={value}: expected true or false")
    return value.lower() == "true"
