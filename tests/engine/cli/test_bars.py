from __future__ import annotations

from engine.cli.analyse import bars
from games.core.scores import LOSS, MATE_BOUND, WIN


def test_every_end_is_in_its_place_on_the_scale() -> None:
    scale, *drawn = bars([(0, 100, 50), (40, 60, None), (-100, 0, 0)], 41)
    assert scale == "-100" + "+100".rjust(37)
    assert drawn == [" " * 20 + "[=========o=========]", " " * 28 + "[===]", "[" + "=" * 19 + "]"]


def test_what_is_unknown_or_won_or_lost_goes_to_the_edge() -> None:
    drawn = bars([(0, 10, None), (None, 4, None), (6, WIN - 3, 7), (LOSS + 2, None, 5)], 11)[1:]
    assert drawn == ["[=========]", "<===]", "      [o==>", "<====o====>"]
    foreseen = bars([(0, 10, None), (-2, MATE_BOUND - 2, 7), (3 - MATE_BOUND, -2, None)], 13)[1:]
    assert foreseen == ["  [=========]", "[========o==>", "<"]
    assert bars([(None, None, None), (WIN - 1, WIN - 1, None), (LOSS, LOSS, None)], 5) == [
        "0   0",
        "",
        "    |",
        "|",
    ]
    assert bars([(None, -5, None), (9, None, None), (8, 9, 8), (3, 4, 3)], 3)[1:] == [
        "<",
        "  >",
        " []",
        " |",
    ]
