"""Monte Carlo tree search: UCT (Kocsis and Szepesvari 2006) and PUCT (Silver et al. 2017)."""
