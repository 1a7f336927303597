"""SSS*, DUAL*, PS*(k) and hybrids (Srimani 1985)."""
