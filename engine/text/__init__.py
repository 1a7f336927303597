"""Words for people that several commands share."""
