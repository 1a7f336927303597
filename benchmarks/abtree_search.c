/* The baseline: plain alpha-beta on Lindstrom's trees of increments, in plain C, from scratch at each move.
 *
 * usage: abtree_search B SEED DEPTH MOVE...
 * Searches the root, and the position after every move; prints: nodes, sum of the values, CPU seconds.
 */
#include <stdio.h>
#include <stdlib.h>

#include "counting.h"
#include "trees.h"
#include "watch.h"

static int B;

static inline u64 child_of(u64 node, int move) { return mix(node * 0x100000001B3ULL + move + 1 + GOLDEN); }

static inline int increment(u64 node) { return (int)(((node >> 32) * 2001) >> 32) - 1000; }

/* Like ours, the search keeps to a node budget and counts what it does, and its cuts are strict;
 * `sum` is the node's value from its side to move. */
static int search(u64 node, int sum, int side, int level, int depth, int alpha, int beta) {
    int best = -2147483646;
    expanded++;
    for (int i = 0; i < B; i++) {
        u64 child = child_of(node, i);
        int below = -(sum + side * increment(child)), value;
        if (!take()) break;
        length[level + 1] = 0;
        if (depth == 1) { evaluated++; value = -below; }
        else value = -search(child, below, -side, level + 1, depth - 1, -beta, -alpha);
        if (over) break;
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                keep_line(i, level);
            }
            if (value > beta) break;
        }
    }
    return best;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    B = atoi(argv[1]);
    u64 node = mix(strtoull(argv[2], 0, 10) + GOLDEN);
    int depth = atoi(argv[3]), sum = 0, side = 1;
    long long values = 0;
    double began = cpu_seconds();
    for (int k = 3;; k++) {
        values += search(node, side * sum, side, 0, depth, -2147483646, 2147483646);
        if (k + 1 >= argc) break;
        node = child_of(node, atoi(argv[k + 1]));
        sum += increment(node);
        side = -side;
    }
    printf("%llu %lld %.9f\n", (unsigned long long)nodes, values, cpu_seconds() - began);
    tell_counts();
    return 0;
}
