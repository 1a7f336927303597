"""Constants of the evaluators of values."""

from __future__ import annotations

DEEPEST = 64
"""The most plies of a quiescence search."""

NIBBLES = 16
"""The rows of four squares of Othello's board."""
LANES = 64
"""The most images of patterns that one Othello position has."""
COUNTS = 5
"""The weights that its counts select: of moves, frontiers and empty squares."""

MOST_PIECES = 32
"""The most pieces on a board for which a network for chess has values: its sums have 16 bits."""
INPUTS = 768
"""The inputs of a network for chess: twelve pieces on 64 squares."""
BUCKETS = 8
"""The outputs of a network, of which the number of pieces selects one."""
ONE_UNIT, ONE_OUTPUT = 255, 64
"""The value 1 in the sums of hidden units, and in the output weights."""
SCALE = 400
"""The centipawns of an output of 1."""

UNIT_BITS, OUTPUT_BITS, STATIC_BITS = 7, 10, 16
"""The powers of 2 that represent 1 in trained values: in sums of hidden units, in the weights of
outputs, and in the weight of the static value."""
FEW_CHANGES = 8
"""The changed features up to which the sums of the position evaluated last are used at once."""
