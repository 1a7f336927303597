"""Games of other libraries as games of Starling."""
