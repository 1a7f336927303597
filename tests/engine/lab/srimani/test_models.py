from __future__ import annotations

import pytest

from engine.lab.srimani.chapter_5 import alpha_beta, sss, sss_closed
from games.errors import SpecError


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


def test_depths_are_even() -> None:
    with pytest.raises(SpecError, match="even depths only"):
        sss(4, 3, 2)
