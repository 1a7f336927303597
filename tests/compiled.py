"""Whether the code under test is compiled. In the interpreter some tests take fewer examples."""

import games.core.position

COMPILED = not str(games.core.position.__file__).endswith(".py")
