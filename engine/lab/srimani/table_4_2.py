"""Srimani 1985, table 4.2 and figure 4.1."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table(
    "4.2",
    # Out of line with tables 4.1, 4.3 and 4.4, and above its neighbours by a seventh.
    misprints={("alpha-beta", 2): 2700},
    figure="4.1",
    minutes=0.1,
)
