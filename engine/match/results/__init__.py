"""Results of a tournament, and the files of its folder."""
