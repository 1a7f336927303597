"""An experiment, the measurement of its trees, and the comparison with the text."""
