"""Results of a tournament, the files of its folder, and games read from files."""
