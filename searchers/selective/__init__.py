"""Selective best-first searches of the 1980s: min/max approximation, conspiracy numbers, MGSS*."""
