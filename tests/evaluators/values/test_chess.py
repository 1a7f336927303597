"""Material and piece-square values: known answers, and the point of view."""

from __future__ import annotations

import pytest

from evaluators import default_for, make
from evaluators.check import check_evaluator
from games import make as make_game


@pytest.mark.parametrize(
    ("text", "material", "pst"),
    [
        ("startpos", 0, 0),
        # e2 to e4 is worth 17 - -15 in the midgame table.
        ("startpos moves e2e4", 0, -32),
        ("startpos moves e2e4 d7d5 e4d5", -100, None),
        # King e1 -28, king e8 -28, rook a1: 512 - 9, phase 2: (2 * mid + 22 * end) / 24.
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 500, (2 * (477 - 19) + 22 * (512 - 9)) // 24),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", -500, -(2 * (477 - 19) + 22 * (512 - 9)) // 24),
        # A knight on e4, and a queen that raises the weight of the midgame.
        (
            "4k3/8/8/8/4N3/8/8/3QK3 w - - 0 1",
            1200,
            (5 * (337 + 28 + 1025 + 10) + 19 * (281 + 16 + 936 - 43)) // 24,
        ),
    ],
)
def test_known_values(text: str, material: int, pst: int | None) -> None:
    position = make_game("chess").at(text)
    assert make("material").value(position) == material
    if pst is not None:
        assert make("pst").value(position) == pst


def test_more_than_all_pieces_count_as_midgame() -> None:
    queens = make_game("chess").at("QQQQQQQk/8/8/8/8/8/8/K7 b - - 0 1")
    midgame = 1025 * 7 + (-28 + 0 + 29 + 12 + 59 + 44 + 43) + (-15 - 14)
    assert make("pst").value(queens) == -midgame


@pytest.mark.parametrize("variant", ["antichess", "giveaway", "suicide"])
def test_material_is_negated_where_losing_all_pieces_wins(variant: str) -> None:
    position = make_game(f"chess:variant={variant}").at("8/8/8/8/8/1p6/8/RR6 w - - 0 1")
    assert make("material").value(position) == -900


def test_pockets_are_material() -> None:
    position = make_game("chess:variant=crazyhouse").at("k7/8/8/8/8/8/8/K7[Nq] b - - 0 1")
    assert make("material").value(position) == 600


def test_supported_variants() -> None:
    standard, atomic = make_game("chess"), make_game("chess:variant=atomic")
    assert make("material").serves(standard)
    assert make("material").serves(atomic)
    for name in ("pst", "network"):
        assert make(name).serves(standard)
        assert not make(name).serves(atomic)
        assert not make(name).serves(make_game("ngame"))
    assert (default_for(standard), default_for(atomic)) == ("quiescence:base=network", "material")
    assert default_for(standard, static=True) == "network"


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("pst", "chess:chess960=true"),
        ("network", "chess:chess960=true"),
        ("material", "chess:variant=atomic"),
    ],
)
def test_conformance(name: str, game: str) -> None:
    assert check_evaluator(name, game, games=1, plies=30)
