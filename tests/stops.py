"""Stop flags that count how often a search looks at them."""

from __future__ import annotations


class Countdown:
    """A stop flag that is set once it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


class Interrupting(Countdown):
    """A stop flag at whose look of that number the user has had enough."""

    def is_set(self) -> bool:
        self.looks -= 1
        if self.looks == 0:
            raise KeyboardInterrupt
        return False
