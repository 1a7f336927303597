"""Srimani 1985, table 4.5."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table("4.5", misprints={("PS*(4)", "size"): 15}, minutes=0.2)
