from games.core cimport M64

cdef unsigned long long NOT_H, LEFT, RIGHT, BOTTOM

cdef unsigned long long around(unsigned long long discs) noexcept
cdef unsigned long long beside(unsigned long long corners, bint across) noexcept
cpdef unsigned long long stable(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long _beside(unsigned long long discs, int step) noexcept
cdef unsigned long long _up(unsigned long long discs, int step) noexcept
cdef unsigned long long _down(unsigned long long discs, int step) noexcept
cdef unsigned long long _full(unsigned long long taken, int step) noexcept
