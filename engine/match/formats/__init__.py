"""Who meets whom in the next round, by the results of those before."""
