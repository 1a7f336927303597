"""The conformance tests over variants of games; tests/test_conformance.py has the usual ones."""

from __future__ import annotations

import pytest

from games.check import check_game
from games.chess.variants import VARIANTS
from tests.compiled import COMPILED

ELSEWHERE = ("standard", "atomic", "crazyhouse", "threecheck")  # which is 3check
SPECS = (
    *("breakthrough:height=4,width=3", "breakthrough:height=6,width=6", "checkers:draw=10"),
    *("clobber:width=5,height=4", "connect4:connect=3,height=3,width=4", "hex:size=4"),
    *("mnk:k=4,m=5,n=4", "dots:width=2,height=2", "dots:width=3,height=1", "dots:width=1,height=1"),
    *("kalah:houses=2,seeds=5", "kalah:houses=8,seeds=6", "kalah:seeds=3,empty=true"),
    *("canonical:b=2,range=9", "canonical:d=3,b=9", "increments:b=3,seed=9"),
    *("ngame:b=1,d=3", "ngame:b=40,d=4,edge=9", "uniform:w=1,d=2,range=2"),
    *("uniform:d=3", "uniform:w=4,d=5,kind=iid,order=2"),
    *(f"chess:variant={name}" for name in VARIANTS if name not in ELSEWHERE),
)


@pytest.mark.parametrize("spec", SPECS)
def test_variants_of_games_keep_the_contract(spec: str) -> None:
    short = spec.startswith("chess")
    plies = 12 if short else 30 if COMPILED else 8
    assert check_game(spec, games=1 if short else 2, plies=plies) > 20
