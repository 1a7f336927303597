/* What a depth-first search does beside searching: keep to a node budget, count, keep its line. */
#include <stdio.h>
#include <string.h>

#include "trees.h"

static u64 nodes;
static u64 budget = 1ULL << 62, expanded, evaluated;
static int over, line[402][402], length[402];

static inline int take(void) {
    if (nodes >= budget) over = 1;
    else nodes++;
    return !over;
}

static void keep_line(int move, int level) {
    line[level][0] = move;
    memcpy(line[level] + 1, line[level + 1], length[level + 1] * sizeof(int));
    length[level] = length[level + 1] + 1;
}

static void tell_counts(void) {
    fprintf(stderr, "%llu expanded, %llu evaluated, line of %d\n", (unsigned long long)expanded,
            (unsigned long long)evaluated, length[0]);
}
