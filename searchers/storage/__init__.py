"""The transposition table, and trees that are kept between searches."""
