"""Srimani 1985, table 4.1."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table(
    "4.1",
    8,
    4,
    columns=[(1, 1.0), (2, 1.0), (4, 1.0), (8, 1.0)],
    rows={
        "SSS*": ([439, 287, 190, 127], 64),
        "PS*(2)": ([571, 286, 190, 127], 21),
        "PS*(4)": ([634, 375, 190, 127], 7),
        "alpha-beta": ([689, 415, 248, 127], 4),
    },
    minutes=0.05,
)
