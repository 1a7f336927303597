"""Srimani 1985, table 4.5."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table(
    "4.5",
    8,
    6,
    columns=[(1, 1.0), (2, 1.0), (4, 1.0), (8, 1.0)],
    rows={
        "SSS*": ([6044, 3475, 1932, 1023], 512),
        "PS*(2)": ([9984, 3437, 1921, 1023], 85),
        "PS*(4)": ([11283, 5213, 1915, 1023], 1.5),
        "alpha-beta": ([11565, 5555, 2659, 1023], 6),
    },
    misprints={("PS*(4)", "size"): 15},
    minutes=0.2,
)
