"""Srimani 1985, table 4.3 and figure 4.2. Minimal trees stand in the table's title."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table("4.3", figure="4.2", minutes=0.3)
