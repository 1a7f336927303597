"""An experiment, the measurement of its trees, the comparison with the text, and its files."""
