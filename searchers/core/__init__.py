"""The base class of searchers: limits, counts, results, traces."""
