"""Trains the evaluator `network` for chess from our own games: `python -m training.chess`."""
