"""What a chess GUI can set, and the searcher that comes of it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from engine import VERSION
from engine.uci.strength import shipped
from evaluators import EVALUATORS
from games.chess import facts
from games.core.position import Position
from games.errors import SpecError, described, quoted, unknown
from games.parts.options import options_of
from games.parts.registry import Registry
from games.parts.specs import Spec, parse, parse_player
from searchers import SEARCHERS, default_for

if TYPE_CHECKING:
    from searchers import Searcher

__all__ = ["Settings", "Workbench", "option_lines"]

AUTO = "auto"
"""The value of `Searcher` and `Evaluator` that takes the strongest there is."""
STANDARD = facts.NAME
"""The value of `UCI_Variant` that is no variant."""
_EMPTY = "<empty>"
ABOUT = (
    f"Starling {VERSION}, a game-playing engine and the laboratory for the searchers that "
    "alpha-beta pushed aside. Free software: GPL, version 3 or later."
)
_LARGEST_HASH = 2**16
_MOST_THREADS = 256
_MOST_LINES = 218
"""No chess position of a game has more legal moves."""
_LARGEST_OVERHEAD = 5000
_HASH_OPTIONS = ("tt", "hash")
"""What a searcher calls the megabytes of its table."""
_MISSING = ("selective", "checks")
"""Options with which a searcher may miss a mate within its depth, or find a longer one first."""


class Settings(NamedTuple):
    """What the GUI has set.

    :param searcher: the spec of a searcher, or auto.
    :param evaluator: the spec of an evaluator, or auto: the searcher's own choice.
    :param options: options merged into the searcher's spec, such as `order=tt,tt=16`.
    :param hash: megabytes for the searcher's table, if it has one and nobody else sets its size.
    :param threads: processes that search together, if the searcher has any that stay from move to
        move and nobody else says how many; no more than there are cores, where they would wait for
        each other.
    :param lines: how many of the best moves are told, each with its line.
    :param variant: the game, by its name in `UCI_Variant`.
    :param chess960: whether castling is written, and moves are read, as in Chess960.
    :param own_book: whether moves are taken from the book, if there is one.
    :param book: the file of a Polyglot book; "" for none.
    :param syzygy: folders of tablebases; "" for none.
    :param analysing: whether nobody plays: then the book is not asked.
    :param wdl: whether the chances of a win, a draw and a loss are told.
    :param limited: whether we play no stronger than `elo`; 0 is the strongest that is known.
    :param overhead: milliseconds of every move that are kept back for the way to the GUI.
    """

    searcher: str = AUTO
    evaluator: str = AUTO
    options: str = ""
    hash: int = 16
    threads: int = 1
    lines: int = 1
    variant: str = STANDARD
    chess960: bool = False
    overhead: int = 30
    own_book: bool = False
    book: str = ""
    syzygy: str = ""
    analysing: bool = False
    wdl: bool = False
    limited: bool = False
    elo: int = 0

    def changed(self, name: str, value: str) -> Settings:
        """The settings after `setoption name NAME value VALUE`.

        :raises SpecError: saying what exists or what was expected.
        """
        match name.lower():
            case "searcher":
                if parse_player(value)[1] is not None:
                    fault = "expected a searcher; Evaluator is set by itself"
                    raise SpecError(f"{quoted(value)}: {fault}")
                return self._replace(searcher=_spec(SEARCHERS, value))
            case "evaluator":
                return self._replace(evaluator=_spec(EVALUATORS, value))
            case "options":
                text = "" if value == _EMPTY else value
                _merged(text)
                return self._replace(options=text)
            case "hash":
                return self._replace(hash=_whole(name, value, "megabytes", 1, _LARGEST_HASH))
            case "threads":
                return self._replace(threads=_whole(name, value, "threads", 1, _MOST_THREADS))
            case "multipv":
                return self._replace(lines=_whole(name, value, "lines", 1, _MOST_LINES))
            case "move overhead":
                overhead = _whole(name, value, "milliseconds", 0, _LARGEST_OVERHEAD)
                return self._replace(overhead=overhead)
            case "ponder":  # nothing to do: `go ponder` says when
                _truth(name, value)
                return self
            case "uci_chess960":
                return self._replace(chess960=_truth(name, value))
            case "uci_variant":
                return self._replace(variant=_variant(value))
            case "ownbook":
                return self._replace(own_book=_truth(name, value))
            case "bookfile":
                return self._replace(book=_known(value, "expect_book"))
            case "syzygypath":
                return self._replace(syzygy=_known(value, "expect_tablebases"))
            case "uci_analysemode":
                return self._replace(analysing=_truth(name, value))
            case "uci_showwdl":
                return self._replace(wdl=_truth(name, value))
            case "uci_limitstrength":
                return self._replace(limited=_truth(name, value))
            case "uci_elo":
                low, high = shipped().range
                return self._replace(elo=_whole(name, value, "a rating", low, high))
            case "clear hash" | "uci_engineabout":  # an action, and a text to read
                return self
        names = [
            line.removeprefix("option name ").partition(" type ")[0] for line in option_lines()
        ]
        raise SpecError(unknown("option", name, names))

    def build(self, position: Position) -> Searcher:
        """The searcher for a game.

        :raises SpecError: if the settings do not fit each other.
        """
        spec = self.spec(position)
        given = dict(spec.options)
        part = SEARCHERS.find(spec.name)
        for option in options_of(part):
            if option.name in _HASH_OPTIONS:
                given.setdefault(option.name, str(self.hash))
            if option.name == "workers" and part.KEEPS_WORKERS:
                given.setdefault(option.name, str(min(self.threads, max(2, os.cpu_count() or 1))))
        evaluator = None if self.evaluator == AUTO else self.evaluator
        searcher: Searcher = SEARCHERS.make(Spec(spec.name, given), evaluator=evaluator)
        return searcher

    def prepared(self, position: Position) -> Searcher:
        """`build`, with all that searches of the game need, such as tables.

        :raises SpecError: if the settings do not fit each other.
        :raises MemoryError: if the tables do not fit into memory.
        """
        searcher = self.build(position)
        searcher.prepare(position)
        return searcher

    def spec(self, position: Position) -> Spec:
        """The searcher for a game with the options that were set, its `hash` aside."""
        auto = self.searcher == AUTO
        spec = parse(default_for(position) if auto else self.searcher)
        return Spec(spec.name, {**spec.options, **_merged(self.options)})

    def for_mates(self, position: Position) -> Settings:
        """The same for a search that is to miss no mate within its depth, which guesses nothing,
        and extends no line: it would end with a longer mate. What was set by name stays."""
        spec = self.spec(position)
        known = {option.name for option in options_of(SEARCHERS.find(spec.name))}
        off = [f"{name}=false" for name in _MISSING if name in known and name not in spec.options]
        return self._replace(options=",".join([*filter(None, [self.options]), *off]))

    def player(self) -> Settings:
        """What of the settings makes the searcher."""
        made_of = (
            *("searcher", "evaluator", "options", "hash", "threads"),
            *("variant", "chess960", "syzygy"),
        )
        return Settings(**{name: getattr(self, name) for name in made_of})

    @property
    def game(self) -> str:
        """The spec of the game that is played."""
        options = []
        if self.variant != STANDARD:
            options.append(f"variant={facts.UCI_VARIANTS[self.variant]}")
        if self.chess960:
            options.append("chess960=true")
        return facts.NAME + (f":{','.join(options)}" if options else "")

    def most_nodes(self) -> int | None:
        """The nodes that a move may take; None where strength is not limited."""
        if not self.limited or self.analysing:
            return None
        return shipped().nodes(self.elo or shipped().range[1])

    def check(self, position: Position) -> None:
        """Try a searcher for a game, under limits as clocks give them.

        :raises SpecError: if the settings do not fit each other.
        :raises EvaluationError: if they do not fit the game.
        :raises LimitsError: if it searches under other limits only.
        """
        from searchers.core.limits import Limits  # what a search needs comes after `uciok`

        searcher = self._replace(hash=1, threads=1).prepared(position)
        searcher.check_limits(Limits(nodes=1), None)


class Choice:
    """What the GUI has set, one option after the other, and the last of it that works.

    Options may come in any order: one that does not fit those before it may fit those to come.
    What works is tried first with everything that was asked for, then with this change alone.
    """

    def __init__(self) -> None:
        self.settings = Settings()
        """What is used."""
        self._asked = Settings()

    def change(self, name: str, value: str, position: Callable[[Settings], Position]) -> None:
        """Obey `setoption name NAME value VALUE`.

        :param position: gives a position of the game that settings name.

        :raises SpecError: saying what exists or was expected; if it is that the settings do not fit
            each other or the game, with the player that is kept.
        """
        self._asked = self._asked.changed(name, value)
        alone = self.settings.changed(name, value)
        fault = self._try(self._asked, position)
        if fault and self._try(alone, position):
            kept = self.settings.spec(position(self.settings))
            raise SpecError(f"{fault}; kept: {kept}")

    def _try(self, settings: Settings, position: Callable[[Settings], Position]) -> str:
        """Use these settings if they work; what is wrong with them."""
        if settings.player() != self.settings.player():
            try:
                settings.check(position(settings))
            except Exception as error:  # whatever breaks, what was set before goes on
                return described(error)
        self.settings = settings
        return ""


class Workbench:
    """Holds the searcher in use, which may remember things from move to move of one game.

    :param inform: takes what the GUI's user should know.
    """

    def __init__(self, inform: Callable[[str], object]) -> None:
        self._inform = inform
        self._made_for: tuple[Settings, int] | None = None
        self._searcher: Searcher | None = None

    def searcher(self, settings: Settings, game: int, position: Position) -> Searcher:
        """The searcher for these settings, told if the game is not the one it knows.

        :raises SpecError: if the settings do not fit each other.
        """
        settings = settings.player()
        known, self._made_for = self._made_for, None
        if self._searcher is None or known is None or known[0] != settings:
            self._searcher = None  # whose tables may be in the way
            self._searcher = self._built(settings, position)
        elif known[1] != game:
            self._searcher.new_game()
        self._made_for = settings, game
        return self._searcher

    def _built(self, settings: Settings, position: Position) -> Searcher:
        """A searcher with its tables; with smaller ones where those asked for do not fit into
        memory."""
        with suppress(MemoryError):
            return settings.prepared(position)
        less = settings._replace(hash=Settings().hash)
        self._inform(f"Hash={settings.hash}: not enough memory; {less.hash} is used")
        return less.prepared(position)


def option_lines() -> list[str]:
    """The `option` lines that answer `uci`: the evaluators that the game says are good for it, and
    third parties' parts, among the choices."""
    settings = Settings()
    low, high = shipped().range
    good = {parse(spec).name for spec in (*facts.INFO.evaluators, *facts.INFO.interval_evaluators)}
    others = set(EVALUATORS.names()).difference(EVALUATORS.builtin)
    return [
        _combo("Searcher", SEARCHERS.names()),
        _combo("Evaluator", good | others),
        f"option name Options type string default {_EMPTY}",
        f"option name Hash type spin default {settings.hash} min 1 max {_LARGEST_HASH}",
        "option name Clear Hash type button",
        f"option name Threads type spin default {settings.threads} min 1 max {_MOST_THREADS}",
        "option name Ponder type check default false",
        f"option name MultiPV type spin default {settings.lines} min 1 max {_MOST_LINES}",
        f"option name Move Overhead type spin default {settings.overhead} min 0"
        f" max {_LARGEST_OVERHEAD}",
        "option name OwnBook type check default false",
        f"option name BookFile type string default {_EMPTY}",
        f"option name SyzygyPath type string default {_EMPTY}",
        "option name UCI_AnalyseMode type check default false",
        "option name UCI_Chess960 type check default false",
        _combo("UCI_Variant", facts.UCI_VARIANTS, STANDARD),
        "option name UCI_LimitStrength type check default false",
        f"option name UCI_Elo type spin default {high} min {low} max {high}",
        "option name UCI_ShowWDL type check default false",
        f"option name UCI_EngineAbout type string default {ABOUT}",
    ]


def _combo(name: str, choices: Iterable[str], default: str = AUTO) -> str:
    others = sorted(set(choices) - {default})
    words = "".join(f" var {choice}" for choice in (default, *others))
    return f"option name {name} type combo default {default}{words}"


def _variant(value: str) -> str:
    """The name of a variant, however it is written; 3check is also threeCheck, as on lichess."""
    name = re.sub(r"[\s_-]", "", value.lower())
    name = {"standard": STANDARD, "threecheck": "3check"}.get(name, name)
    if name not in facts.UCI_VARIANTS:
        raise SpecError(f"UCI_Variant={unknown('variant', value, facts.UCI_VARIANTS)}")
    return name


def _spec(registry: Registry[Any], value: str) -> str:
    """The value, if it is auto or the spec of a part that exists."""
    name, colon, rest = value.partition(":")
    text = name.lower() + colon + rest
    if text == AUTO:
        return AUTO
    registry.find(parse(text).name)
    return text


def _known(value: str, expected: str) -> str:
    """A path, if what `engine.uci.knowledge` expects is there; "" for none."""
    if value in ("", _EMPTY):
        return ""
    getattr(import_module("engine.uci.knowledge"), expected)(value)
    return value


def _merged(options: str) -> dict[str, str | Spec]:
    return parse(f"options:{options}").options if options else {}


def _whole(name: str, value: str, unit: str, least: int, most: int) -> int:
    try:
        number = int(value)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise SpecError(f"{name}={quoted(value)}: expected {unit} from {least} to {most}")
    return number


def _truth(name: str, value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise SpecError(f"{name}={quoted(value)}: expected true or false")
    return value.lower() == "true"
