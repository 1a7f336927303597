"""Adam (Kingma & Ba 2015): changes numbers step by step against their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Adam"]

FORGETS, FORGETS_SQUARES = 0.1, 0.001
"""What a step takes off the means of gradients and of their squares."""


class Adam:
    """Changes an array of parameters, in place.

    :param parameters: floating-point numbers of any shape.
    """

    def __init__(self, parameters: Any) -> None:
        self.parameters = parameters
        self.mean, self.square = np.zeros_like(parameters), np.zeros_like(parameters)
        self.steps = 0

    def step(self, gradient: Any, rate: float) -> None:
        """One step of a length."""
        self.steps += 1
        self.mean += FORGETS * (gradient - self.mean)
        self.square += FORGETS_SQUARES * (gradient * gradient - self.square)
        size = np.sqrt(self.square / (1 - (1 - FORGETS_SQUARES) ** self.steps)) + 1e-8
        self.parameters -= rate / (1 - (1 - FORGETS) ** self.steps) * self.mean / size
