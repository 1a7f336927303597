"""Srimani 1985, table 4.1."""

from engine.lab.srimani.common import leaves_table

__all__ = ["EXPERIMENT"]

EXPERIMENT = leaves_table("4.1", minutes=0.05)
