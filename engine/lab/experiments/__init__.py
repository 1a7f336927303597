"""One module for each experiment, or group that one run measures; each defines `EXPERIMENT`."""
