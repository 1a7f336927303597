"""The command `starling`, and the modules of its subcommands."""
