"""Who asks: the UCI engine, the command line, matches and the laboratory. Imports all the rest."""

VERSION = "0.1.0"
"""What `starling --version` says, and UCI."""
