from games.chess.chess cimport Chess
from games.core.bits cimport popcount
from games.core.position cimport Position
from games.othello.othello cimport Othello
from games.synthetic.ngame cimport NGame

cpdef int phase_of(Position position) except -1
