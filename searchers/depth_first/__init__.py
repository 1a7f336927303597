"""Depth-first searchers: alpha-beta, principal variation search, MTD(f)."""
