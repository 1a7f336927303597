"""Tables, bars and lines for people that several commands share."""
