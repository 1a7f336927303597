"""Traces of searches as one self-contained page that plays them.

In the order of their imports: `tree` (the nodes of all traces), `recording` (the events of one
searcher in columns), `sources` (trace files, or searches run now), `words` (explanations of events
from the papers), `page` (boards, and all of it as one file), and `serving` (the page on 127.0.0.1).
The scripts of the browser are in `assets`.
"""

from engine.explore.page import page_of
from engine.explore.sources import Scene, from_files, from_searches

__all__ = ["Scene", "from_files", "from_searches", "page_of"]
