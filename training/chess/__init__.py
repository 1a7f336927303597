"""The training of `network` for chess: `python -m training.chess`."""
