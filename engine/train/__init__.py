"""Training: generations of weights from games of their own, for any game and for ours."""
