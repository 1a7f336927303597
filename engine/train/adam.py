"""The optimiser Adam (Kingma & Ba 2015)."""

from __future__ import annotations

from typing import Any

import numpy as np

DECAY, DECAY_OF_SQUARES = 0.1, 0.001
"""The decay rates of the means of gradients and of their squares, 1 - beta of the paper."""


class Adam:
    """An optimiser that changes an array of parameters in place.

    :param parameters: floating-point numbers of any shape.
    """

    def __init__(self, parameters: Any) -> None:
        self.parameters = parameters
        self.mean, self.square = np.zeros_like(parameters), np.zeros_like(parameters)
        self.steps = 0

    def step(self, gradient: Any, rate: float) -> None:
        """Change the parameters by one step against the gradient, with a learning rate."""
        self.steps += 1
        self.mean += DECAY * (gradient - self.mean)
        self.square += DECAY_OF_SQUARES * (gradient * gradient - self.square)
        size = np.sqrt(self.square / (1 - (1 - DECAY_OF_SQUARES) ** self.steps)) + 1e-8
        self.parameters -= rate / (1 - (1 - DECAY) ** self.steps) * self.mean / size
