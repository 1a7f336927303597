"""Srimani 1985, table 4.4 and figure 4.3."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

_ALGORITHMS = ("SSS*", "PS*(2)", "PS*(4)", "PS*(8)", "PS*(16)", "alpha-beta")

EXPERIMENT = leaves_table(
    "4.4",
    32,
    4,
    columns=[(1, 1.0), (2, 1.0), (4, 1.0), (8, 1.0), (32, 1.0)],
    rows={
        "SSS*": ([10816, 8493, 6424, 4633, 2045], 1024),
        "PS*(2)": ([13989, 8478, 6422, 4632, 2045], 273),
        "PS*(4)": ([16464, 11089, 6420, 4632, 2045], 73),
        "PS*(8)": ([18512, 12782, 8313, 4631, 2045], 21),
        "PS*(16)": ([20145, 13966, 9330, 6209, 2045], 7),
        "alpha-beta": ([20836, 14665, 10046, 6974, 2045], 4),
    },
    # A minimal tree has 2 w^2 - 1 leaves to read.
    misprints={(algorithm, 32): 2047 for algorithm in _ALGORITHMS},
    figure="4.3",
    minutes=0.5,
)
