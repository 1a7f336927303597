"""Srimani 1985, table 4.2 and figure 4.1."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table(
    "4.2",
    16,
    4,
    columns=[(1, 1.0), (2, 1.0), (4, 1.0), (16, 1.0)],
    rows={
        "SSS*": ([2250, 1637, 1146, 511], 256),
        "PS*(2)": ([2829, 1637, 1146, 511], 73),
        "PS*(4)": ([3363, 2114, 1146, 511], 21),
        "PS*(8)": ([3743, 2388, 1496, 511], 7),
        "alpha-beta": ([3952, 2981, 1664, 511], 4),
    },
    # Out of line with tables 4.1, 4.3 and 4.4, and above its neighbours by a seventh.
    misprints={("alpha-beta", 2): 2700},
    figure="4.1",
    minutes=0.1,
)
