"""Starling inside other people's programs that play Othello."""
