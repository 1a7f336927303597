"""Constants of the evaluators of intervals."""

from __future__ import annotations

from games.core.constants import KNOWN_WIN

DEEPEST = 64
"""The most plies of a shallow search."""

DECIDED = KNOWN_WIN
"""Values of this size or above are not fitted: the game is decided."""

MOST_FEATURES = 32
"""The most features that a fit can use."""
VALUE, VALUE_SIZE, UNREST, UNREST_SIZE, CHECK, PHASE, MOVES, GAIN, GAINS, TRAIT = range(10)
"""The features of every game, by number; the traits of the game and the base start at TRAIT."""
SHARES = 11
"""The number of bounds of a fit (`fits.COVERS`)."""
UNFITTED = -1
"""The margin of a phase without a fit."""

ONE, ONE_HIDDEN, ONE_OUTPUT = 17, 10, 12
"""The powers of 2 that represent 1: in sums of inputs, in hidden units, in output weights."""
BLOCK = 8
"""The number of weights that one step multiplies and adds."""
OUTPUTS = 3
"""The outputs of a learned interval: the expected value and the scales below and above it."""
MOST_HIDDEN = 256
"""The most hidden units of a network."""
MOST_OF_HIDDEN = 2**15 - 1
"""The largest value of a hidden unit."""
REACH = 1023
"""The largest input of a network."""
OCTAVE = 64
"""The steps from one power of 2 to the next in the table of powers."""
