"""Alpha-beta on evolving game trees (Lindstrom 1979)."""
