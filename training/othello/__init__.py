"""The training of `patterns` for Othello: `python -m training.othello`."""
