"""How the pattern weights of Othello were fitted."""
