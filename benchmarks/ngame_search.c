/* The baseline: alpha-beta and best-first minimax written for the N-game alone, in plain C.
 *
 * usage: ngame_search alphabeta B D SEED DEPTH ORDER(0|1)   or   ngame_search bfms B D SEED NODES
 * prints: nodes value seconds
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "trees.h"
#include "watch.h"

static int B, D;
static u64 seed;

static inline int cost(u64 node) { return ngame_cost(seed, node); }

/* Like ours, the search keeps to a node budget, counts what it does and returns its principal
 * variation. Values are from the side to move; `sum` is the node's value from its side to move. */
static int plain(u64 node, int sum, int level, int depth, int alpha, int beta) {
    int best = -2147483646;
    expanded++;
    for (int i = 0; i < B; i++) {
        u64 child = node * B + 1 + i;
        int edge = cost(child), below = -(sum + (level & 1 ? -edge : edge)), value;
        if (!take()) break;
        length[level + 1] = 0;
        if (level + 1 == D || depth == 1) { evaluated++; value = -below; }
        else value = -plain(child, below, level + 1, depth - 1, -beta, -alpha);
        if (over) break;
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                keep_line(i, level);
                if (value >= beta) break;
            }
        }
    }
    return best;
}

static int sorted(u64 node, int sum, int level, int depth, int alpha, int beta) {
    int best = -2147483646, score[1000], at[1000];
    if (depth == 1) return plain(node, sum, level, 1, alpha, beta);
    expanded++;
    for (int i = 0; i < B; i++) {
        int edge = cost(node * B + 1 + i), value = sum + (level & 1 ? -edge : edge), k = i;
        if (!take()) return 0;
        while (k > 0 && score[k - 1] < value) { score[k] = score[k - 1]; at[k] = at[k - 1]; k--; }
        score[k] = value;
        at[k] = i;
    }
    for (int i = 0; i < B; i++) {
        int value;
        length[level + 1] = 0;
        if (level + 1 == D) { evaluated++; value = score[i]; }
        else value = -sorted(node * B + 1 + at[i], -score[i], level + 1, depth - 1, -beta, -alpha);
        if (over) break;
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                keep_line(at[i], level);
                if (value >= beta) break;
            }
        }
    }
    return best;
}

/* Best-first minimax keeps the tree as an array of structs; a leaf has first = 0. */
typedef struct { u64 id; int value, first, best, parent, level; } Node;

static int best_first(u64 limit) {
    u64 room = 1024, size = 1;
    Node *tree = malloc(room * sizeof *tree);
    memset(tree, 0, sizeof *tree);
    for (int at = 0;;) {
        while (tree[at].first) at = tree[at].first + tree[at].best;
        if (tree[at].level == D || nodes + B > limit) break;
        if (size + B > room) {
            room += room / 2 + B;
            tree = realloc(tree, room * sizeof *tree);
        }
        int level = tree[at].level;
        u64 id = tree[at].id;
        int sum = tree[at].value;
        for (int i = 0; i < B; i++) {
            Node *child = &tree[size + i];
            int edge = cost(id * B + 1 + i);
            nodes++;
            child->id = id * B + 1 + i;
            child->value = -(sum + (level & 1 ? -edge : edge));
            child->first = 0;
            child->parent = at;
            child->level = level + 1;
        }
        tree[at].first = size;
        size += B;
        for (;;) {
            int first = tree[at].first, best = 0, value;
            for (int i = 1; i < B; i++)
                if (tree[first + i].value < tree[first + best].value) best = i;
            value = -tree[first + best].value;
            tree[at].best = best;
            if (value == tree[at].value || at == 0) { tree[at].value = value; break; }
            tree[at].value = value;
            at = tree[at].parent;
        }
    }
    int value = tree[0].value;
    free(tree);
    return value;
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    B = atoi(argv[2]);
    D = atoi(argv[3]);
    seed = strtoull(argv[4], 0, 10);
    double began = cpu_seconds();
    int value;
    if (!strcmp(argv[1], "bfms")) value = best_first(strtoull(argv[5], 0, 10));
    else if (atoi(argv[6])) value = sorted(0, 0, 0, atoi(argv[5]), -2147483646, 2147483646);
    else value = plain(0, 0, 0, atoi(argv[5]), -2147483646, 2147483646);
    printf("%llu %d %.9f\n", (unsigned long long)nodes, value, cpu_seconds() - began);
    tell_counts();
    return 0;
}
