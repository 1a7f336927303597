"""Who asks: the UCI engine, the command line, matches and the laboratory. Imports all the rest."""
