"""Srimani 1985, table 4.3 and figure 4.2. Minimal trees stand in the table's title."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table(
    "4.3",
    24,
    4,
    columns=[(1, 1.0), (2, 1.0), (4, 1.0), (24, 1.0), (2, 0.9), (4, 0.9)],
    rows={
        "SSS*": ([5805, 4423, 3206, 1151, 4702, 3513], 576),
        "PS*(2)": ([7345, 4423, 3203, 1151, 4956, 3690], 157),
        "PS*(4)": ([8650, 5718, 3201, 1151, 6460, 3940], 43),
        "PS*(6)": ([9207, 6222, 3950, 1151, 7126, 4649], 21),
        "PS*(8)": ([9753, 6652, 4300, 1151, 7517, 4938], 13),
        "alpha-beta": ([10602, 7437, 5031, 1151, 8364, 5660], 4),
    },
    figure="4.2",
    minutes=0.3,
)
