/* How long a search takes. */
#pragma once
#include <time.h>

/* CPU seconds of this process so far. */
static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}
