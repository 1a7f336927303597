"""The files and the page of results."""
