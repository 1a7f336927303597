"""Depth-first searchers: alpha-beta and what came of it."""
