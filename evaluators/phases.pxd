from games.bits cimport popcount
from games.chess cimport Chess
from games.ngame cimport NGame
from games.othello cimport Othello
from games.position cimport Position

cpdef int phase_of(Position position) except -1
