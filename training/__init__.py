"""The programs that train the shipped weights and fits. No other package imports them."""
