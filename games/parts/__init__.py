"""What a spec builds: parts, options, registries; and how text and files are read."""
