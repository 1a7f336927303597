"""What an experiment is, how it is run, and what it says of the text."""
