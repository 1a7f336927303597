"""Srimani 1985, table 4.4 and figure 4.3."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

_ALGORITHMS = ("SSS*", "PS*(2)", "PS*(4)", "PS*(8)", "PS*(16)", "alpha-beta")

EXPERIMENT = leaves_table(
    "4.4",
    # A minimal tree has 2 w^2 - 1 leaves to read.
    misprints={(algorithm, 32): 2047 for algorithm in _ALGORITHMS},
    figure="4.3",
    minutes=0.5,
)
