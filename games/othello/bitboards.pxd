from games.core cimport M64, ONE, msb

cdef unsigned long long RAYS[512]
cdef unsigned long long NOT_H, INNER, LEFT, RIGHT, BOTTOM

cdef unsigned long long mobility(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long around(unsigned long long discs) noexcept
cdef unsigned long long beside(unsigned long long corners, bint across) noexcept
cdef unsigned long long _reach(unsigned long long own, unsigned long long through, int step) noexcept
cdef unsigned long long flips(int square, unsigned long long own, unsigned long long opponent) noexcept
cpdef unsigned long long stable(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long _beside(unsigned long long discs, int step) noexcept
cdef unsigned long long _up(unsigned long long discs, int step) noexcept
cdef unsigned long long _down(unsigned long long discs, int step) noexcept
cdef unsigned long long _full(unsigned long long taken, int step) noexcept
