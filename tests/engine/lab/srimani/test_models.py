from __future__ import annotations

import pytest

from engine.lab.srimani.chapter_5 import alpha_beta, average_ratio, sss, sss_closed
from games.errors import SpecError

TABLE_5_1 = {
    2: (1.000, 1.000, 1.000, 1.000, 1.000),
    4: (1.060, 1.128, 1.190, 1.221, 1.241),
    6: (1.174, 1.346, 1.483, 1.543, 1.577),
    8: (1.342, 1.671),
    10: (1.581, 2.149),
    12: (1.923,),
    14: (2.416,),
}


@pytest.mark.parametrize("d", TABLE_5_1)
def test_table_5_1(d: int) -> None:
    for w, published in zip((4, 8, 16, 24, 32), TABLE_5_1[d], strict=False):
        assert round(average_ratio(w, d), 3) == published


def test_the_closed_form_solves_the_recurrences() -> None:
    for w, d in ((4, 0), (4, 2), (8, 6), (24, 10)):
        assert [sss(w, d, abf) for abf in range(1, w + 1)] == [
            sss_closed(w, d, abf) for abf in range(1, w + 1)
        ]


@pytest.mark.parametrize("model", [alpha_beta, sss])
def test_the_best_case_is_the_minimal_tree_and_the_worst_the_whole(model: object) -> None:
    assert callable(model)
    for w, d in ((3, 2), (8, 4), (5, 6)):
        assert model(w, d, 1) == 2 * w ** (d // 2) - 1
        assert model(w, d, w) == w**d


def test_the_peak_lies_near_the_square_root_of_the_width() -> None:
    for w in (16, 32, 64):
        ratios = [alpha_beta(w, 6, abf) / sss(w, 6, abf) for abf in range(1, w + 1)]
        assert abs(1 + ratios.index(max(ratios)) - w**0.5) <= 2


def test_depths_are_even() -> None:
    with pytest.raises(SpecError, match="even depths only"):
        sss(4, 3, 2)
