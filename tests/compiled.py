"""Whether the code under test is compiled. In the interpreter some tests take fewer examples."""

import pytest

import games.core.position

COMPILED = not str(games.core.position.__file__).endswith(".py")
NEEDS_SPEED = pytest.mark.skipif(not COMPILED, reason="takes long in the interpreter")
"""For cases whose code other cases run in the interpreter too."""
