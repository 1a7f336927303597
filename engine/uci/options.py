"""The options of the UCI engine, and the searchers that are built from them.

The body of `Settings` is the table of options. A new option is one row there: its name, default,
bounds, and, where the kind alone does not say it, the function that reads its value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine import VERSION
from engine.uci.strength import shipped
from evaluators import EVALUATORS
from games.chess import facts
from games.core.position import Position
from games.errors import FileError, SpecError, described, quoted, unknown
from games.parts.options import options_of
from games.parts.registry import Registry
from games.parts.specs import Spec, parse, parse_player
from searchers import SEARCHERS, default_for

if TYPE_CHECKING:
    from searchers import Searcher

AUTO = "auto"
"""The value of `Searcher` and `Evaluator` that selects the strongest part for the game."""
STANDARD = facts.NAME
"""The value of `UCI_Variant` for standard chess."""
ABOUT = (
    f"Starling {VERSION}, a game-playing engine and the laboratory for the searchers that "
    "alpha-beta pushed aside. Free software: GPL, version 3 or later."
)
_EMPTY = "<empty>"
_TABLE_SIZES = ("tt", "hash")
"""The searchers' options for the megabytes of their table."""
_MISSING_MATES = ("selective", "checks")
"""Options with which a searcher may miss a mate within its depth, or find a longer one first."""


# -- the kinds of options ------------------------------------------------------------------------


class Option(NamedTuple):
    """One row of the table: an option that a GUI sets by its name.

    :param kind: UCI's word for the kind.
    :param read: returns the value of a text; raises StarlingError if it is none.
    :param details: returns what follows the kind in the line that declares the option. It is called
        for every such line; third parties' parts may come late.
    :param rebuilds: whether a change needs another searcher.
    """

    kind: str
    name: str
    default: Any
    read: Callable[[str], Any]
    details: Callable[[], str]
    rebuilds: bool = False

    def line(self) -> str:
        """Return the line of UCI that declares the option."""
        return f"option name {self.name} type {self.kind} {self.details()}".rstrip()


# These return the rows of `Settings`, where an object has values in their place.


def _check(name: str, default: bool, rebuilds: bool = False) -> Any:
    """Return an option that is true or false, in upper or lower case."""

    def read(text: str) -> bool:
        """Return whether the text is true; a SpecError if it is not false either."""
        if text.lower() not in ("true", "false"):
            raise SpecError(f"{name}={quoted(text)}: expected true or false")
        return text.lower() == "true"

    return Option("check", name, default, read, lambda: f"default {default}".lower(), rebuilds)


def _spin(
    name: str, default: int, bounds: tuple[int, int], unit: str, rebuilds: bool = False
) -> Any:
    """Return an option that is a whole number.

    :param bounds: the least and the greatest value.
    :param unit: the noun of the error message.
    """
    least, most = bounds

    def read(text: str) -> int:
        """Return the number in a text; a SpecError if it is not whole, or out of bounds."""
        with suppress(ValueError):
            if least <= int(text) <= most:
                return int(text)
        raise SpecError(f"{name}={quoted(text)}: expected {unit} from {least} to {most}")

    details = f"default {default} min {least} max {most}"
    return Option("spin", name, default, read, lambda: details, rebuilds)


def _string(
    name: str, default: str = "", read: Callable[[str], str] = str, rebuilds: bool = False
) -> Any:
    """Return an option that is a text. No text and `<empty>` have the value "".

    :param read: returns the value of another text; raises StarlingError.
    """

    def read_any(text: str) -> str:
        """Return the value of a text by `read`, if there is a text."""
        return "" if text in ("", _EMPTY) else read(text)

    return Option(
        "string", name, default, read_any, lambda: f"default {default or _EMPTY}", rebuilds
    )


def _combo(
    name: str, default: str, choices: Callable[[], Iterable[str]], read: Callable[[str], str]
) -> Any:
    """Return an option that is one of several texts; a change needs another searcher.

    :param choices: returns the choices.
    :param read: returns the value of a text; it may accept more than the choices.
    """

    def details() -> str:
        """Return the default and the choices, the default first."""
        others = sorted(set(choices()) - {default})
        return " var ".join([f"default {default}", default, *others])

    return Option("combo", name, default, read, details, rebuilds=True)


def _button(name: str) -> Any:
    """Return an option without a value of its own: every request sets another number."""
    requests = count(1)
    return Option("button", name, 0, lambda _text: next(requests), str)


# -- the functions that read values --------------------------------------------------------------


def _searcher(text: str) -> str:
    """Return the value of the option Searcher: the spec with its name in lower case.

    The options in the spec are not checked.

    :raises SpecError: if there is no such searcher, or the spec has an evaluator.
    """
    if parse_player(text)[1] is not None:
        raise SpecError(f"{quoted(text)}: expected a searcher; Evaluator is set by itself")
    return _spec(SEARCHERS, text)


def _spec(registry: Registry[Any], text: str) -> str:
    """Return a spec with the name of its part in lower case, if it is `auto` or the part exists.

    The options in the spec stay as they are and are not checked.

    :raises SpecError: if the text is no spec, or the registry has no such part.
    """
    name, colon, rest = text.partition(":")
    spec = name.lower() + colon + rest
    if spec != AUTO:
        registry.find(parse(spec).name)
    return spec


def _evaluator_names() -> set[str]:
    """Return the names of the evaluators that chess recommends, and of those of third parties."""
    recommended = {
        parse(spec).name for spec in (*facts.INFO.evaluators, *facts.INFO.interval_evaluators)
    }
    return recommended | set(EVALUATORS.names()).difference(EVALUATORS.builtin)


def _options(text: str) -> str:
    """Return the text of options unchanged.

    :raises SpecError: if it has another form than `tt=16,deepen=false`; names are not checked.
    """
    _parsed_options(text)
    return text


def _parsed_options(text: str) -> dict[str, str | Spec]:
    """Return the options in a text such as `tt=16,deepen=false`, by name; none if it is empty.

    Values are text; one in brackets is a `Spec`.

    :raises SpecError: if the text has another form.
    """
    return parse(f"options:{text}").options if text else {}


def _variant(text: str) -> str:
    """Return a variant's name from any spelling, such as threeCheck; a SpecError for another."""
    name = re.sub(r"[\s_-]", "", text.lower())
    name = {"standard": STANDARD, "threecheck": "3check"}.get(name, name)
    if name not in facts.UCI_VARIANTS:
        raise SpecError(f"UCI_Variant={unknown('variant', text, facts.UCI_VARIANTS)}")
    return name


def _book(path: str) -> str:
    """Return the path of an opening book unchanged, after checking that it may be a Polyglot book.

    :raises FileError: if it cannot be read.
    :raises SpecError: if its size is not that of a book; the content is not read.
    """
    from games.chess.facts import size_fault
    from games.parts.files import path_text

    try:
        size = Path(path).stat().st_size
        with open(path, "rb"):
            pass
    except (OSError, ValueError) as error:  # a ValueError: the path is malformed
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"BookFile={path_text(path)}: {fault}") from None
    if fault := size_fault(size):
        raise SpecError(f"BookFile={path_text(path)} {fault}")
    return path


def _tablebases(path: str) -> str:
    """Return the path of tablebases unchanged, after checking its folders.

    :raises FileError: if a folder is missing, or none of them has tablebases.
    """
    from games.chess.tablebases import Tablebases

    Tablebases(path, "SyzygyPath")
    return path


# -- the table -----------------------------------------------------------------------------------


class Settings:
    """The values of all options. Its body is the table, in the order of `uci`.

    An attribute is an `Option` of the class, and the value of that option in an object.

    :param values: values by attribute, which are not checked; other options have their defaults.
    """

    searcher: str = _combo("Searcher", AUTO, SEARCHERS.names, _searcher)
    evaluator: str = _combo("Evaluator", AUTO, _evaluator_names, partial(_spec, EVALUATORS))
    options: str = _string("Options", read=_options, rebuilds=True)  # joins the searcher's spec
    hash: int = _spin("Hash", 16, (1, 2**16), "megabytes", rebuilds=True)
    game_number: int = _button("Clear Hash")  # with another number searchers forget the last game
    threads: int = _spin("Threads", 1, (1, 256), "threads", rebuilds=True)
    ponder: bool = _check("Ponder", False)  # without effect: `go ponder` says when
    lines: int = _spin("MultiPV", 1, (1, 218), "lines")  # no chess position has more legal moves
    overhead: int = _spin("Move Overhead", 30, (0, 5000), "milliseconds")
    own_book: bool = _check("OwnBook", False)
    book: str = _string("BookFile", read=_book)
    syzygy: str = _string("SyzygyPath", read=_tablebases, rebuilds=True)
    analysing: bool = _check("UCI_AnalyseMode", False)  # then the book and UCI_Elo have no effect
    chess960: bool = _check("UCI_Chess960", False, rebuilds=True)
    variant: str = _combo("UCI_Variant", STANDARD, lambda: facts.UCI_VARIANTS, _variant)
    limited: bool = _check("UCI_LimitStrength", False)
    elo: int = _spin("UCI_Elo", shipped().range[1], shipped().range, "a rating")
    wdl: bool = _check("UCI_ShowWDL", False)  # chances of a win, a draw and a loss
    about: str = _string("UCI_EngineAbout", ABOUT)  # a text to read

    def __init__(self, **values: Any) -> None:
        vars(self).update({field: option.default for field, option in OPTIONS.items()} | values)

    def __eq__(self, other: object) -> bool:
        """Return whether the other object is settings with the same values."""
        return isinstance(other, Settings) and vars(self) == vars(other)

    def replace(self, **values: Any) -> Settings:
        """Return new settings with some values, by attribute, replaced; nothing is checked."""
        return Settings(**vars(self) | values)

    def player(self) -> Settings:
        """Return the settings that the searcher is built from; the others have their defaults."""
        values = vars(self)
        return Settings(**{f: values[f] for f, option in OPTIONS.items() if option.rebuilds})

    @property
    def game(self) -> str:
        """The spec of the game."""
        options = []
        if self.variant != STANDARD:
            options.append(f"variant={facts.UCI_VARIANTS[self.variant]}")
        if self.chess960:
            options.append("chess960=true")
        return facts.NAME + (f":{','.join(options)}" if options else "")

    def node_budget(self) -> int | None:
        """Return the node budget of a move for `UCI_Elo`; None in analysis or at full strength."""
        if not self.limited or self.analysing:
            return None
        return shipped().nodes(self.elo)

    def spec(self, position: Position) -> Spec:
        """Return the spec of the searcher, or of the game's strongest, with `Options` merged in.

        `Hash` and `Threads` are not in it.
        """
        auto = self.searcher == AUTO
        spec = parse(default_for(position) if auto else self.searcher)
        return Spec(spec.name, {**spec.options, **_parsed_options(self.options)})

    def for_mates(self, position: Position) -> Settings:
        """Return settings for a search that misses no mate within its depth.

        Selective options are off; so are extensions, which find longer mates first. Options that
        were set explicitly stay. If any is switched off, `Hash` is at most its default, since the
        table of other searches remains beside.
        """
        spec = self.spec(position)
        known = {option.name for option in options_of(SEARCHERS.find(spec.name))}
        off = [
            f"{name}=false" for name in _MISSING_MATES if name in known and name not in spec.options
        ]
        if not off:
            return self
        options = ",".join([*filter(None, [self.options]), *off])
        return self.replace(options=options, hash=min(self.hash, OPTIONS["hash"].default))

    def build(self, position: Position) -> Searcher:
        """Return a new searcher for a game.

        Unless `Options` or its spec does, `Hash` sets the megabytes of its table, and `Threads` the
        number of processes of a searcher that retains them between moves. That number is at most
        the number of cores, or 2 on a machine with one core.

        :raises SpecError: if the settings do not fit each other.
        """
        spec = self.spec(position)
        given = dict(spec.options)
        part = SEARCHERS.find(spec.name)
        for option in options_of(part):
            if option.name in _TABLE_SIZES:
                given.setdefault(option.name, str(self.hash))
            if option.name == "workers" and part.KEEPS_WORKERS:
                given.setdefault(option.name, str(min(self.threads, max(2, os.cpu_count() or 1))))
        evaluator = None if self.evaluator == AUTO else self.evaluator
        searcher: Searcher = SEARCHERS.make(Spec(spec.name, given), evaluator=evaluator)
        return searcher

    def prepared(self, position: Position) -> Searcher:
        """Return a new searcher with its evaluator and the tables that searches of the game need.

        :raises SpecError: if the settings do not fit each other.
        :raises EvaluationError: if they do not fit the game.
        :raises MemoryError: if the tables do not fit into memory.
        """
        searcher = self.build(position)
        searcher.prepare(position)
        return searcher

    @property
    def fitting(self) -> tuple[str, ...]:
        """The values that have to fit each other: of searcher, evaluator, options and game."""
        return self.searcher, self.evaluator, self.options, self.game

    def check(self, position: Position) -> None:
        """Build a searcher with a small table for a game, and check that it needs no depth limit.

        :raises SpecError: if the settings do not fit each other.
        :raises EvaluationError: if they do not fit the game.
        :raises LimitsError: if the searcher needs other limits.
        """
        from searchers.core.limits import Limits  # loaded after `uciok`

        searcher = self.replace(hash=1, threads=1).prepared(position)
        searcher.check_limits(Limits(nodes=1), None)


OPTIONS: dict[str, Option] = {
    field: option for field, option in vars(Settings).items() if isinstance(option, Option)
}
"""The options that `Settings` declares, by the names of its attributes."""


def option_lines() -> list[str]:
    """Return the `option` lines that answer `uci`."""
    return [option.line() for option in OPTIONS.values()]


class Options:
    """The current settings of a dialogue, changed by one `setoption` after the other.

    Options come in any order: one that does not fit the earlier ones may fit the later ones. So a
    change that has to fit others is tried together with all requested changes first, then alone.
    """

    def __init__(self) -> None:
        self.settings = Settings()
        """The settings in use."""
        self._requested = Settings()

    def change(self, name: str, text: str, position: Callable[[Settings], Position]) -> None:
        """Apply `setoption name NAME value TEXT`.

        The change is used with all earlier requests if they work together, else alone if that
        works. Otherwise the settings stay.

        :param position: returns a position of the game of some settings.

        :raises StarlingError: if there is no such option, or the text is not a value of it; if
            neither works. The message then says why the change does not work alone, and names the
            kept player.
        """
        fields = {option.name.lower(): field for field, option in OPTIONS.items()}
        field = fields.get(name.lower())
        if field is None:
            raise SpecError(unknown("option", name, [option.name for option in OPTIONS.values()]))
        value = OPTIONS[field].read(text)
        known, self._requested = self._requested, self._requested.replace(**{field: value})
        if known.fitting != self._requested.fitting and not self._try(self._requested, position):
            return
        if fault := self._try(self.settings.replace(**{field: value}), position):
            kept = self.settings.spec(position(self.settings))
            raise SpecError(f"{fault}; kept: {kept}")

    def new_game(self) -> None:
        """Number another game, so that searchers forget the last one."""
        number = OPTIONS["game_number"].read("")
        self.settings = self.settings.replace(game_number=number)
        self._requested = self._requested.replace(game_number=number)

    def _try(self, settings: Settings, position: Callable[[Settings], Position]) -> str:
        """Use new settings if they work, and return ""; else keep the old ones, return the fault.

        They are checked only if the `fitting` ones differ.
        """
        if settings.fitting != self.settings.fitting:
            try:
                settings.check(position(settings))
            except Exception as error:  # any failure of a part: the old settings stay in use
                return described(error)
        self.settings = settings
        return ""


class SearcherCache:
    """The searchers in use, retained from move to move of one game.

    There is one for `go mate`, if its settings differ, beside that of other searches.

    :param inform: takes a message for the user.
    """

    def __init__(self, inform: Callable[[str], object]) -> None:
        self._inform = inform
        self._built: dict[bool, tuple[Settings, int, Searcher]] = {}
        self.debug = False
        """Whether to name the player of every search."""

    def get(self, settings: Settings, position: Position, mate: bool = False) -> Searcher:
        """Return the searcher for these settings.

        If those that need another searcher have changed since the last call, a new one is made.
        Else, if the number of the game has changed, the searcher's `new_game` is called. In debug
        mode a message names the player.

        :param position: a position of the game, for which a new searcher is prepared.
        :param mate: whether the search looks for a mate (`Settings.for_mates`).
        :raises StarlingError: if the settings do not fit each other or the game.
        :raises MemoryError: if the tables do not fit into memory, even with `Hash` at 1.
        """
        player = (settings.for_mates(position) if mate else settings).player()
        is_other = player != settings.player()
        known, game, searcher = self._built.pop(is_other, (None, 0, None))
        if searcher is None or known != player:
            searcher = None  # frees its tables first
            searcher = self._build(player, position)
        elif game != settings.game_number:
            searcher.new_game()
        self._built[is_other] = player, settings.game_number, searcher
        if self.debug:
            self._inform(f"player {searcher.player}")
        return searcher

    def _build(self, settings: Settings, position: Position) -> Searcher:
        """Build a searcher; halve `Hash` until its tables fit into memory, and inform the user.

        :raises MemoryError: if even a megabyte does not fit.
        """
        fitting = settings
        while True:
            try:
                searcher = fitting.prepared(position)
                break
            except MemoryError:
                if fitting.hash == 1:
                    raise
            fitting = fitting.replace(hash=fitting.hash // 2)
        if fitting is not settings:
            used = f"not enough memory; {fitting.hash} is used"
            self._inform(f"Hash={settings.hash}: {used}")
        return searcher
