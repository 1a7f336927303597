/* The baseline: recursive best-first minimax written for the N-game alone, and B* (Palay's version
 * AL) written for canonical trees alone, in plain C after the printed procedures.
 *
 * usage: best_first rbfms B D SEED EXPANSIONS   or   best_first bstar B RANGE EXPANSIONS SEED...
 * prints: expansions checksum seconds
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trees.h"
#include "watch.h"

static int B, D;
static u64 seed, expansions, limit;

/* BFMAX and BFMIN as one procedure, values from the side to move. Like ours, it keeps to a node
 * budget, counts what it does by both accounts, and knows its principal variation. */

static u64 nodes, budget, regenerated, by_value, evaluated;
static int move, over, deepest, line[402], done[402], known[402][1000];

static int best_first(u64 node, int fixed, int value, int alpha, int beta, int depth) {
    int m[1000], still[1000], at[1000], level = depth;
    for (int i = 0; i < B; i++) {
        int edge = ngame_cost(seed, node * B + 1 + i);
        if (nodes >= budget) { over = 1; return 0; }
        nodes++;
        still[i] = m[i] = fixed + (depth & 1 ? -edge : edge);
        if (value != fixed && value < m[i]) m[i] = value;
        at[i] = i;
        known[depth][i] = 0;
        evaluated++;
    }
    expansions++;
    if (depth + 1 > deepest) deepest = depth + 1;
    done[depth] = 1;
    while (level > 0 && done[level] > known[level - 1][line[level - 1]]) done[--level]++;
    if (level > 0) regenerated += B;
    if (value != fixed) by_value += B;
    /* sort in decreasing order of M[i] */
    for (int i = 1; i < B; i++) {
        int hole = i, value_i = m[i];
        for (; hole > 0 && m[hole - 1] < value_i; hole--) {
            m[hole] = m[hole - 1];
            at[hole] = at[hole - 1];
        }
        m[hole] = value_i;
        at[hole] = i;
    }
    for (;;) {
        int best = at[0], second = B > 1 ? m[1] : -2147483646, hole = 0, value_1;
        line[depth] = best;
        if (depth == 0) move = best;
        if (m[0] < alpha || m[0] > beta) return m[0];
        if (depth + 1 == D) { over = 1; return 0; }
        value_1 = -best_first(node * B + 1 + best, -still[best], -m[0], -beta,
                              -(alpha > second ? alpha : second), depth + 1);
        if (over) return 0;
        if (done[depth + 1] > known[depth][best]) known[depth][best] = done[depth + 1];
        /* insert Child[1] and M[1] in sorted order, equal ones in their own order */
        for (; hole + 1 < B && (m[hole + 1] > value_1 ||
                                (m[hole + 1] == value_1 && at[hole + 1] < best)); hole++) {
            m[hole] = m[hole + 1];
            at[hole] = at[hole + 1];
        }
        m[hole] = value_1;
        at[hole] = best;
    }
}

/* B*: a node's bounds are in the frame of the side that moved into it. */

typedef struct { u64 key; int high, low, first; } Node;

static Node *tree;
static int room, size;
static double player, opponent;

static inline int draw(u64 key, int j, int low, int high) {
    u64 width = high - low + 1;
    return low + (int)((mix(key + (j + 1) * GOLDEN) >> 32) * width >> 32);
}

static int expand(int at, int depth) {
    int p = -tree[at].high, o = -tree[at].low, any_p = 0, any_o = 0;
    u64 key = tree[at].key;
    if (expansions >= limit) { over = 1; return 0; }
    expansions++;
    if (size + B > room) {
        room += room / 2 + B + 1024;
        tree = realloc(tree, room * sizeof *tree);
    }
    for (int i = 0; i < B; i++) {
        int d[4] = {2 * i, 2 * i + 1, 2 * B + 4 + 16 * i, 2 * B + 5 + 16 * i};
        int low = 2147483647, high = -2147483647;
        for (int k = 0; k < 4; k++) {
            int drawn = draw(key, d[k], p, o);
            if (drawn < low) low = drawn;
            if (drawn > high) high = drawn;
        }
        tree[size + i] = (Node){mix(key ^ (i + 1) * 0xD1B54A32D192ED03ULL), high, low, 0};
        any_p |= low == p;
        any_o |= high == o;
    }
    if (!any_o) tree[size + draw(key, 2 * B + 1, 0, B - 1)].high = o;
    if (!any_p) tree[size + draw(key, 2 * B, 0, B - 1)].low = p;
    for (int i = size; i < size + B; i++)
        if (tree[i].high - tree[i].low <= 2) {
            int sum = tree[i].high + tree[i].low;
            tree[i].high = tree[i].low = depth & 1 ? -(-sum >> 1) : sum >> 1;
        }
    tree[at].first = size;
    size += B;
    return 1;
}

static int back_up(int at) {
    int first = tree[at].first, high = tree[first].high, low = tree[first].low;
    for (int i = first + 1; i < first + B; i++) {
        if (tree[i].high > high) high = tree[i].high;
        if (tree[i].low > low) low = tree[i].low;
    }
    if (tree[at].high == -low && tree[at].low == -high) return 0;
    tree[at].high = -low;
    tree[at].low = -high;
    return 1;
}

static int choose(int at, double target) {
    int first = tree[at].first, found = -1, any = -1, top = tree[first].low;
    double most = 0, any_most = 0;
    for (int i = first + 1; i < first + B; i++)
        if (tree[i].low > top) top = tree[i].low;
    for (int i = first; i < first + B; i++) {
        if (tree[i].high == tree[i].low) continue;
        double chance = (tree[i].high - target) / (tree[i].high - tree[i].low);
        if (tree[i].high > top) {
            if (found < 0 || chance > most) { found = i; most = chance; }
        } else if (any < 0 || chance > any_most) { any = i; any_most = chance; }
    }
    return found < 0 ? any : found;
}

static void lower_level(int at, int depth) {
    if (!tree[at].first && !expand(at, depth)) return;
    while (!back_up(at)) {
        lower_level(choose(at, depth & 1 ? opponent : player), depth + 1);
        if (over) return;
    }
}

static int top_level(int range) {
    if (!tree) tree = malloc((room = 1024) * sizeof *tree);
    size = 1;
    tree[0] = (Node){mix(seed), 0, -range, 0};
    if (!expand(0, 0)) return -1;
    for (;;) {
        int first = tree[0].first, best = first, second = -1, gamma = tree[first].low, chosen;
        for (int i = first + 1; i < first + B; i++) {
            if (tree[i].high > tree[best].high ||
                (tree[i].high == tree[best].high && tree[i].low > tree[best].low)) best = i;
            if (tree[i].low > gamma) gamma = tree[i].low;
        }
        for (int i = first; i < first + B; i++)
            if (i != best && (second < 0 || tree[i].high > tree[second].high)) second = i;
        int lambda = tree[second].high, high = tree[best].high, low = tree[best].low;
        if (low >= lambda) return best - first;
        if (lambda == high) {
            chosen = -1;
            for (int i = first; i < first + B; i++)
                if (i != best && tree[i].high == high &&
                    (chosen < 0 || tree[i].low < tree[chosen].low)) chosen = i;
        } else {
            double prove = (double)(lambda - low) / (high - low), disprove = 0;
            chosen = second;
            for (int i = first; i < first + B; i++) {
                int point = tree[i].low == tree[i].high && tree[i].low == gamma;
                if (i == best || (tree[i].high <= gamma && !point)) continue;
                if (tree[i].low >= low) { chosen = best; break; }
                disprove += (double)(tree[i].high - low) / (tree[i].high - tree[i].low);
            }
            if (prove < disprove) chosen = best;
        }
        double far = (lambda + gamma) / 2.0;
        player = chosen == best ? lambda : far;
        opponent = chosen == best ? -far : -gamma;
        lower_level(chosen, 1);
        if (over) return -1;
    }
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    B = atoi(argv[2]);
    u64 checksum = 0, total = 0;
    double began = cpu_seconds();
    if (!strcmp(argv[1], "rbfms")) {
        D = atoi(argv[3]);
        seed = strtoull(argv[4], 0, 10);
        budget = B * strtoull(argv[5], 0, 10);
        best_first(0, 0, 0, -2147483646, 2147483646, 0);
        checksum = (regenerated * 31 + by_value) * 31 + move;
        total = expansions;
    } else {
        limit = strtoull(argv[4], 0, 10);
        for (int i = 5; i < argc; i++) {
            seed = strtoull(argv[i], 0, 10);
            over = expansions = 0;
            checksum = checksum * 31 + 1 + top_level(atoi(argv[3]));
            total += expansions;
        }
    }
    printf("%llu %llu %.9f\n", (unsigned long long)total, (unsigned long long)checksum,
           cpu_seconds() - began);
    return 0;
}
