"""The abstract evaluator, and the node budget that it shares with the search."""
