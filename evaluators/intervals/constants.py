"""Constants of the evaluators of intervals."""

from __future__ import annotations

from games.core.constants import KNOWN_WIN

DEEPEST = 64
"""Plies of a search after a null move at most."""

DECIDED = KNOWN_WIN
"""Values from here on, on both sides, are not fitted: the game is decided."""

MOST_FEATURES = 32
"""Features of a position that a fit can use."""
VALUE, VALUE_SIZE, UNREST, UNREST_SIZE, CHECK, PHASE, MOVES, GAIN, GAINS, TRAIT = range(10)
"""Features of every game, by number; the traits of a game and of a base begin at TRAIT."""
SHARES = 11
"""Shares of errors for which a fit has a bound (`fits.COVERS`)."""
UNFITTED = -1
"""Margin of a phase without a fit."""

ONE, ONE_HIDDEN, ONE_OUTPUT = 17, 10, 12
"""Powers of 2 that represent 1: in sums of inputs, in hidden units, in output weights."""
BLOCK = 8
"""Weights that are multiplied and added in one step."""
OUTPUTS = 3
"""Outputs of a learned interval: the expected value, and how far it reaches below and above."""
MOST_HIDDEN = 256
"""Hidden units of a network at most."""
MOST_OF_HIDDEN = 2**15 - 1
"""Largest value of a hidden unit."""
REACH = 1023
"""Largest size of a network's input."""
OCTAVE = 64
"""Steps from a power of 2 to the next in the table of powers."""
