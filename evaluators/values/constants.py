"""Constants of the evaluators of values."""

from __future__ import annotations

DEEPEST = 64
"""Plies of captures that quiescence search plays out at most."""

FEATURES = 53
"""Weights that one Othello position selects."""

INPUTS = 768
"""Inputs of a network for chess: twelve pieces on 64 squares."""
BUCKETS = 8
"""Outputs of a network, of which the number of pieces selects one."""
ONE_UNIT, ONE_OUTPUT = 255, 64
"""The value 1 in the sums of hidden units, and in the output weights."""
SCALE = 400
"""Centipawns of an output of 1."""
