"""Constants of Monte Carlo tree search."""

from __future__ import annotations

UNTRIED = -6
"""`first` of a node that is only listed: its move was not made yet."""

CERTAIN = 2**30
"""A prior of 1; priors are whole numbers, the same with every C library."""
LN_STEPS = 2**20
"""Logarithms are rounded to this part of 1, for the same reason."""

ENDED, GO_ON, REWARDED = 0, 1, 2
"""Results of an expansion: the budget is over; go on to a child; the leaf has a reward."""

MOST_SCALES = 100
"""The largest value that a mean reward is converted to, in units of the scale."""
MOST_REPEATED = 1000
"""The simulations in a row that may end at the depth limit."""
