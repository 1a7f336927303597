"""Who asks: the command line, chess GUIs, matches. Imports all the other rooms."""
