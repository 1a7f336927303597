"""Watching a search think: traces as one self-contained page that plays them.

From the ground up: `tree` (the nodes that a page's traces speak of), `recording` (the events of
one searcher, in columns), `sources` (from trace files, or from live searches), `boards` (what nodes
look like), `words` (what the papers say to an event), `packing` and `page` (all of it as one file),
and `serving` (the same over 127.0.0.1). What happens in the browser stands in `assets`.
"""

from engine.explore.page import page_of
from engine.explore.sources import Scene, from_files, from_searches

__all__ = ["Scene", "from_files", "from_searches", "page_of"]
