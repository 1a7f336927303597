"""Text output that several commands share: tables, CSV cells, and the console."""
