"""Board games that many people know. Each is one short module, a model for the next game.

| module | games | base |
|---|---|---|
| `connect4` | Connect Four on boards of any size | `LineGame` |
| `mnk` | tic-tac-toe to gomoku | `LineGame` |
| `hex` | Hex | `Grid` |
| `breakthrough` | Breakthrough | `Grid` |
| `amazons` | the Game of the Amazons | `Grid` |
| `checkers` | American checkers | `Grid` |
| `clobber` | Clobber | `Grid` |
| `dots` | Dots and Boxes, where a side may move again | `Grid` |
| `kalah` | Kalah, where a side may move again | `Position` |

`grid` has what most of them share: pieces on squares, hash keys, history, text and diagrams.
"""
