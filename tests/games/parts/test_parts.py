from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Annotated, Any, Literal, TypedDict, Unpack

import pytest

import games
import searchers
from engine.cli.main import main
from evaluators.values.position import Static
from games.errors import SpecError
from games.parts.part import Option, Part
from games.parts.registry import Registry
from searchers import Searcher


class LampOptions(TypedDict, total=False):
    """The options of `Lamp`."""

    watts: Annotated[int, Option(40, low=1, high=100)]
    lit: Annotated[bool, Option(False)]
    colour: Annotated[Literal["white", "red"], Option("white")]
    dim: Annotated[float, Option(0.5)]


class Lamp(Part):
    NAME = "lamp"
    OPTIONS = LampOptions

    def __init__(self, **options: Unpack[LampOptions]) -> None:
        super().__init__(**options)


class Plain(Part):
    """An author's part: no table, keywords with defaults."""

    def __init__(self, size: int = 3, loud: bool = False) -> None:
        self.size, self.loud = size, loud


LAMPS = Registry("lamp", {"lamp": f"{__name__}:Lamp"}, group="starling.no-such-group")
LAMPS.register("lamp2", Lamp)
LAMPS.register("plain", Plain)


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("lamp2", {"watts": 40, "lit": False, "colour": "white", "dim": 0.5}),
        ("lamp2:watts=7,lit=TRUE", {"watts": 7, "lit": True, "colour": "white", "dim": 0.5}),
        ("lamp2:colour=red,dim=1", {"watts": 40, "lit": False, "colour": "red", "dim": 1.0}),
    ],
)
def test_options_are_read_in_their_type(spec: str, options: dict[str, Any]) -> None:
    assert LAMPS.make(spec).options == options


def test_a_part_prints_as_its_spec() -> None:
    lamp = Lamp(watts=7, lit=True, colour="white")
    assert lamp.spec == "lamp:watts=7,lit=true"
    assert lamp.clone().options == lamp.options
    assert LAMPS.make("plain:size=5,loud=true").spec == "plain:size=5,loud=true"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("lump", r"no lamp is named 'lump'. Did you mean 'lamp'\? There are: lamp"),
        ("lamp2:wats=1", r"no option of lamp is named 'wats'. Did you mean 'watts'\?"),
        ("lamp2:watts=0", "expected a whole number from 1 to 100"),
        ("lamp2:watts=1.5", "expected a whole number"),
        ("lamp2:lit=maybe", "expected true|false"),
        ("lamp2:colour=blue", "There are: red, white"),
        ("plain:size=many", "expected a whole number"),
        ("plain:weight=1", "There are: loud, size"),
    ],
)
def test_an_unknown_name_lists_the_known_ones(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        LAMPS.make(spec)


def test_python_keywords_are_checked_like_specs() -> None:
    with pytest.raises(SpecError, match="Did you mean 'order'"):
        searchers.make("alphabeta").__class__(ordre="none")
    with pytest.raises(SpecError, match="expected a whole number"):
        games.make("ngame").__class__(b=True)


def test_a_keyword_beside_a_literal_spec_is_refused() -> None:
    with pytest.raises(SpecError, match="file= is given twice: in 'explicit:"):
        games.make("explicit:a.json", file="b.json")


def test_a_name_can_be_registered_once() -> None:
    with pytest.raises(SpecError, match="taken"):
        LAMPS.register("lamp", Plain)
    with pytest.raises(SpecError, match="taken"):
        LAMPS.register("plain", Lamp)


def test_a_part_is_registered_by_its_kind() -> None:
    with pytest.raises(SpecError, match=r"Static.* as a game: expected the class of a game"):
        games.GAMES.register("statical", Static)  # type: ignore[type-var]  # an evaluator
    assert "statical" not in games.GAMES


class Alone(Searcher):
    """A searcher whose `__init__` has no evaluator."""

    def __init__(self, rank: int = 0) -> None:
        self.rank = rank


def test_a_searcher_need_not_take_an_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(searchers.SEARCHERS._found, "alone", Alone)
    assert searchers.make("alone:rank=3").rank == 3
    with pytest.raises(SpecError, match="alone takes no evaluator: its __init__ has no keyword"):
        searchers.make("alone@static")


def test_entry_points_add_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name = "candle"

        def load(self) -> type[Part]:
            return Lamp

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Entry()])
    registry = Registry("lamp", {}, group="starling.lamps")
    assert registry.names() == ["candle"]
    assert "candle" in registry
    assert "lantern" not in registry
    assert isinstance(registry.make("candle:watts=3"), Lamp)


def test_a_broken_entry_point_does_not_affect_others(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = EntryPoint("broken", "nowhere_to_be_found:Lamp", "starling.games")
    found = {"starling.games": [broken]}
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found.get(group, []))
    with pytest.raises(SpecError, match="'broken' is nowhere_to_be_found:Lamp: ModuleNotFound"):
        games.make("broken")
    assert main(["list"]) == 0
    assert main(["check", "mnk"]) == 0
    assert "broken      the game 'broken' is" in capfd.readouterr().out


@pytest.mark.parametrize("value", ["os:path", "os:PathLike", "evaluators.values.position:Static"])
def test_an_entry_point_must_name_the_class_of_a_part(
    value: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    found = {"starling.games": [EntryPoint("odd", value, "starling.games")]}
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found.get(group, []))
    with pytest.raises(SpecError, match=f"'odd' is {value}: expected the class of a game"):
        games.make("odd")
    assert main(["list", "games"]) == 0
    assert "othello" in capfd.readouterr().out


class NeedsSize(Part):
    def __init__(self, size: int, loud: bool = False) -> None:
        self.size, self.loud = size, loud


class Sealed(Part):
    """A part that stores none of its arguments."""

    def __init__(self, size: int) -> None:
        self._size = size


class Open(Part):
    """A part with an argument of any type."""

    def __init__(self, thing) -> None:  # type: ignore[no-untyped-def]  # as authors may write it
        self.thing = thing


def registry_of(**parts: type[Part]) -> Registry[Part]:
    registry: Registry[Part] = Registry("lamp", {}, group="starling.lamps")
    for name, part in parts.items():
        registry.register(name, part)
    return registry


def test_a_keyword_without_a_default_is_required() -> None:
    registry = registry_of(needs=NeedsSize)
    with pytest.raises(SpecError, match="'size': expected a default"):
        registry.make("needs")


def test_a_part_is_made_again_of_arguments_that_it_does_not_store() -> None:
    registry = registry_of(sealed=Sealed)
    for made in (Sealed(3), Sealed(3).clone(), registry.make("sealed:size=3")):
        assert (made.spec, made._size) == ("sealed:size=3", 3)


def test_a_keyword_without_a_default_is_in_the_spec() -> None:
    registry = registry_of(needssize=NeedsSize)
    made = registry.make(NeedsSize(5, loud=True).spec)
    assert (made.spec, made.size, made.clone().size) == ("needssize:size=5,loud=true", 5, 5)
    with pytest.raises(SpecError, match="size=many: expected a whole number"):
        registry.make("needssize:size=many")


@pytest.mark.parametrize(
    ("part", "spec", "message"),
    [
        (Open(len), "open:thing=?", "it was not stored"),
        (Open("a,b"), "open:thing=?", "it was not stored"),
        (Open(7), "open:thing=7", "thing=7: expected an annotation, to read text by"),
        (Open(Plain(4)), "open:thing=(plain:size=4)", "expected an annotation"),
    ],
)
def test_an_incomplete_spec_is_refused_with_the_missing_option(
    part: Part, spec: str, message: str
) -> None:
    registry = registry_of(**{spec.partition(":")[0]: type(part)})
    assert part.spec == spec
    with pytest.raises(SpecError, match=message):
        registry.make(spec)
