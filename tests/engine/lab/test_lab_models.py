"""Srimani's analytic models, where other formulas give the same."""

from __future__ import annotations

import pytest

from engine.lab.models import alpha_beta, sss, sss_closed

TREES = [(width, depth) for width in (2, 3, 8) for depth in (2, 4, 6)]


@pytest.mark.parametrize(("width", "depth"), TREES)
def test_the_recurrence_has_a_closed_form(width, depth):
    for abf in range(1, width + 1):
        assert sss(width, depth, abf) == sss_closed(width, depth, abf)


@pytest.mark.parametrize("model", [sss, alpha_beta])
@pytest.mark.parametrize(("width", "depth"), TREES)
def test_best_and_worst_order_are_exact(model, width, depth):
    assert model(width, depth, 1) == 2 * width ** (depth // 2) - 1
    assert model(width, depth, width) == width**depth
