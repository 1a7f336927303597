"""The command `starling`: one subcommand a module."""
