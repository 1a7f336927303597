"""Typed records: the error for data that do not fit has the place, in one line."""

from __future__ import annotations

import math
from typing import Annotated, Any

import pytest
from msgspec import Meta

from games.parts.records import Number, Plain, Record, plain, record


class Move(Record, frozen=True, array_like=True):
    side: int
    text: str
    depth: int | None = None


class Game(Record, frozen=True):
    round: Annotated[int, Meta(ge=1, le=9)]
    moves: tuple[Move, ...]
    pair: tuple[Number, str | None] = (0.0, None)
    by: dict[str, tuple[int, Plain]] = {}  # noqa: RUF012  # msgspec copies it
    drawn: bool = False
    tables: Annotated[list[int], Meta(description="tables [[player]]")] = []  # noqa: RUF012

    def __post_init__(self) -> None:
        if self.drawn and self.moves:
            raise ValueError("drawn, with moves")


GOOD: dict[str, Any] = {"round": 3, "moves": [[0, "e4"], [1, "e5", 7]], "by": {"x": [1, 2.5]}}


def test_a_record_keeps_the_data() -> None:
    game = record(GOOD, Game)
    assert game == Game(3, (Move(0, "e4"), Move(1, "e5", 7)), by={"x": (1, 2.5)})
    assert record(plain(game), Game) == game
    assert type(record({"x": [1, 10**150]}, dict[str, tuple[int, Plain]])["x"][1]) is int


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"round": "3"}, "it: round='3': expected a whole number from 1 to 9"),
        ({"round": True}, "it: round=True: expected a whole number from 1 to 9"),
        ({"round": 10}, "it: round=10: expected a whole number from 1 to 9"),
        ({"moves": 1}, "it: moves=1: expected a list"),
        ({"moves": [[0]]}, "it: moves[0]=[0]: expected 2 to 3 entries"),
        ({"moves": [[0, "e4", 1, 2]]}, "it: moves[0]=[0, 'e4', 1, 2]: expected 2 to 3 entries"),
        ({"moves": [[0, "e4"], [1, 5]]}, "it: moves[1][1]=5: expected text in quotes"),
        ({"moves": [[0, "e4", "x"]]}, "it: moves[0][2]='x': expected a whole number"),
        ({"pair": [1]}, "it: pair=[1]: expected 2 entries"),
        ({"pair": [math.nan, "a"]}, "it: pair[0]=nan: expected a number"),
        ({"pair": [-math.inf, "a"]}, "it: pair[0]=-inf: expected a number"),
        ({"pair": [1, ["\x1b" * 900]]}, "it: pair[1]=[" + r"'\x1b"),
        ({"by": {"x": [1, math.inf]}}, "it: by[...][1]: expected a number"),
        ({"tables": {}}, "it: tables={}: expected tables [[player]]"),
        ({"rond": 1}, "it: no key is named 'rond'. Did you mean 'round'? There are: by, drawn"),
        ({"\n": 1}, r"it: no key is named '\n'. There are: "),
        ({"x` - at `$.y": 1}, "it: Object contains unknown field"),
        ({"drawn": True}, "it: drawn, with moves"),
    ],
)
def test_an_error_has_the_place_of_the_fault(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="it") as caught:
        record(GOOD | change, Game)
    said = str(caught.value)
    assert said.startswith(message)
    assert said.isprintable()
    assert len(said) < 500


def test_an_error_names_the_missing_field() -> None:
    with pytest.raises(ValueError, match=r"^it lacks moves: expected moves = a list$"):
        record({"round": 1}, Game)
    with pytest.raises(ValueError, match=r"^the file: \[\]: expected a table$"):
        record([], Game, "the file")


def test_deeply_nested_data_are_refused() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match=r"moves=\(list, too large to show\)|moves\[0\]"):
        record(GOOD | {"moves": deep}, Game)
