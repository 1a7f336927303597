from games.core cimport M64

cdef unsigned long long NOT_H, LEFT, RIGHT, TOP, BOTTOM

cdef unsigned long long around(unsigned long long discs) noexcept
cdef unsigned long long beside(unsigned long long corners, bint across) noexcept
cpdef unsigned long long stable(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long _safe(unsigned long long taken, int step, unsigned long long first, unsigned long long last) noexcept
