"""B* (Berliner 1979, Palay 1980): proofs by intervals or distributions."""
