"""Verdicts, on made-up numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lab.core.experiment import (
    Cell,
    Claim,
    Constant,
    Estimate,
    Experiment,
    Mean,
    Ratio,
    Tallies,
    Tally,
)
from engine.lab.core.laboratory import Outcome, Verdict, assess, measure_block, outcome_of


def made_up(value, *, holds=True, correction="", **cell):
    return Experiment(
        name="made-up",
        title="",
        source="",
        test="",
        trees=100,
        minutes=0,
        points=(),
        columns=("where",),
        cells=(Cell(("here",), Constant(value), **cell),),
        claims=(Claim("a claim", lambda measured: holds),),
        correction=correction,
    )


@pytest.mark.parametrize(
    ("value", "cell", "outcome"),
    [
        (108, {"published": 100, "tolerance": 0.08}, Outcome.AGREES),
        (108.1, {"published": 100, "tolerance": 0.08}, Outcome.DIFFERS),
        (92, {"published": 100, "tolerance": 0.08}, Outcome.AGREES),
        (100, {"published": 100}, Outcome.AGREES),
        (101, {"published": 100}, Outcome.DIFFERS),
        (1.2304, {"published": 1.230, "absolute": 0.0005}, Outcome.AGREES),
        (15, {"published": 1.5, "corrected": 15}, Outcome.CORRECTED),
        (1.5, {"published": 1.5, "corrected": 15}, Outcome.DIFFERS),
        (5, {}, Outcome.OURS),
        (5, {"known": 6}, Outcome.DIFFERS),
        (5, {"known": 5, "published": 6}, Outcome.DIFFERS),
    ],
)
def test_a_cell_is_compared_with_the_published_number(value, cell, outcome):
    finding = assess(made_up(value, **cell), {}, 100)
    assert [row.numbers.outcome for row in finding.rows] == [outcome]


def test_three_standard_errors_of_the_published_sample_are_allowed():
    cell = Cell(("here",), Constant(0), published=10, sample=25)
    assert outcome_of(cell, Estimate(13, deviation=5)) == Outcome.AGREES
    assert outcome_of(cell, Estimate(13.1, deviation=5)) == Outcome.DIFFERS
    assert outcome_of(cell, Estimate(10.1)) == Outcome.DIFFERS


@pytest.mark.parametrize(
    ("experiment", "trees", "verdict"),
    [
        (made_up(1, published=1), 100, Verdict.REPRODUCED),
        (made_up(1, published=1), 1, Verdict.REPRODUCED),
        (made_up(1, published=2), 100, Verdict.NOT),
        (made_up(1, published=2), 99, Verdict.UNDECIDED),
        (made_up(1, published=1, holds=False), 100, Verdict.NOT),
        (made_up(1, published=2, corrected=1), 100, Verdict.CORRECTED),
        (made_up(1, published=1, correction="this"), 100, Verdict.CORRECTED),
        (made_up(1, published=2, correction="this"), 100, Verdict.NOT),
        (replace(made_up(1, published=1), reading="that"), 100, Verdict.READING),
    ],
)
def test_the_whole_is_judged_by_its_worst_part(experiment, trees, verdict):
    finding = assess(experiment, {}, trees)
    assert finding.verdict == verdict
    assert bool(finding.failures()) == (verdict in (Verdict.NOT, Verdict.UNDECIDED))


def test_a_failure_names_the_cell_and_both_numbers():
    finding = assess(made_up(1.5, published=2, holds=False), {}, 100)
    assert finding.failures() == ["here: 1.5, published 2", "does not hold: a claim"]


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=30), st.integers(0, 30))
def test_blocks_add_up_to_the_whole(values, cut):
    whole, blocks = Tallies(), [Tallies(), Tallies()]
    for index, value in enumerate(values):
        whole.add({"x": value})
        blocks[index >= cut].add({"x": value})
    assert Tallies.sum(reversed(blocks)) == whole


def test_a_block_is_measured_tree_by_tree():
    def squares(power, seeds):
        for seed in seeds:
            yield {"x": seed**power, "odd": seed % 2 == 1}

    block = measure_block(squares, (2,), 3, 4)
    assert block == {"x": [4, 86, 81 + 256 + 625 + 1296, 36], "odd": [4, 2, 2, 1]}
    assert type(block["odd"][3]) is int


def test_a_mean_of_nothing_is_no_number():
    cell = Experiment("", "", "", "", 1, 0, (), ("where",), (Cell(("here",), Mean("p", "x")),))
    ((_, numbers),) = assess(cell, {"p": Tallies()}, 1).rows
    assert (numbers.ours, numbers.standard_error) == (None, None)


def test_a_tally_has_mean_and_errors():
    tally = Tally.of(2, 4, 4, 4)
    tally.merge(Tally.of(5, 5, 7, 9))
    assert (tally.mean, tally.largest) == (5, 9)
    assert tally.deviation == pytest.approx((32 / 7) ** 0.5)
    assert tally.error == pytest.approx((4 / 7) ** 0.5)
    assert Tally(1, 3, 9, 3).error is None


def test_quantities_are_scaled():
    tallies = Tallies(x=Tally(4, 8, 20, 3), y=Tally(4, 2, 2, 1), nothing=Tally(4, 0, 0, 0))
    measured = {"p": tallies}
    assert Mean("p", "x", 100)(measured).value == 200
    assert Ratio(Mean("p", "x"), Mean("p", "y"))(measured).value == 4
    assert Ratio(Mean("p", "x"), Mean("p", "nothing"))(measured).value == 0
