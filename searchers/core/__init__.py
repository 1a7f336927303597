"""The contract of searchers: limits, counts, results, traces."""
