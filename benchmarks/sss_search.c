/* The baseline: SSS* and PS*(k) written for Srimani's uniform trees alone, in plain C.
 *
 * usage: sss_search W D TREES K
 * searches the trees of seeds 0 to TREES-1 and prints: leaves, sum of values, seconds
 *
 * Every state carries its node's number and value, so that nothing is ever walked to, and its Dewey
 * number in one word; K divides W, W is at most 16 and D even and at most 16.
 */
#include <stdio.h>
#include <stdlib.h>

#include "trees.h"
#include "watch.h"

enum { LIVE_MIN, LIVE_MAX, SOLVED_MIN, SOLVED_MAX, SPREAD, HELD, GONE };
enum { RANGE = 128, NONE = -1 };

/* A MIN node with the child of it that is being searched. */
typedef struct {
    u64 node, child, dewey;
    int value, child_value;
    int parent, level, status, merit, lower, reply, children, next, at;
} State;

static int W, D, K, SIZE, used, freed, open_size;
static long leaves;
static State *s;
static int *heap, room;

/* Order 1 of the thesis's generator: the best child may be any one and has its parent's value. */
static inline int child(u64 node, int value, int maximal, int move, u64 *number) {
    int best = (int)((mix(node + (u64)(W + 1) * GOLDEN) >> 32) * (u64)W >> 32);
    *number = mix(node + (u64)(move + 1) * GOLDEN);
    if (move == best) return value;
    if (maximal) return (int)((*number >> 32) * (u64)(value + 1) >> 32);
    return value + (int)((*number >> 32) * (u64)(RANGE - value) >> 32);
}

static inline int before(int a, int b) {
    if (s[a].merit != s[b].merit) return s[a].merit > s[b].merit;
    return s[a].dewey < s[b].dewey;
}

static void rise(int n, int index) {
    while (index > 0 && before(n, heap[(index - 1) / 2])) {
        heap[index] = heap[(index - 1) / 2];
        s[heap[index]].at = index;
        index = (index - 1) / 2;
    }
    heap[index] = n;
    s[n].at = index;
}

static void sink(int n, int index) {
    for (int below; (below = 2 * index + 1) < open_size; index = below) {
        if (below + 1 < open_size && before(heap[below + 1], heap[below])) below++;
        if (!before(heap[below], n)) break;
        heap[index] = heap[below];
        s[heap[index]].at = index;
    }
    heap[index] = n;
    s[n].at = index;
}

static void insert(int n) { rise(n, open_size++); }

static void take_out(int n) {
    int index = s[n].at, last = heap[--open_size];
    s[n].at = -1;
    if (last == n) return;
    rise(last, index);
    sink(last, s[last].at);
}

static int add(void) {
    int first = freed;
    if (first != NONE) {
        freed = s[first].parent;
        return first;
    }
    if (used + SIZE > room) {
        room = 2 * room + SIZE;
        s = realloc(s, room * sizeof *s);
        heap = realloc(heap, room * sizeof *heap);
    }
    first = used;
    used += SIZE;
    return first;
}

static void drop_children(int i) {
    if (s[i].children == NONE) return;
    s[s[i].children].parent = freed;
    freed = s[i].children;
    s[i].children = NONE;
}

static void forget(int n);

static void close_node(int i) {
    if (s[i].children != NONE)
        for (int j = 0; j < SIZE; j++)
            if (s[s[i].children + j].status != GONE) forget(s[i].children + j);
    drop_children(i);
}

static void forget(int n) {
    if (s[n].at >= 0) take_out(n);
    close_node(n);
    s[n].status = GONE;
}

static int purge(int i) {
    int kept = 0;
    if (s[i].children != NONE)
        for (int j = 0; j < SIZE; j++) {
            int n = s[i].children + j;
            if (s[n].status == GONE) continue;
            if (s[n].status >= SPREAD && s[n].merit > s[i].lower && purge(n)) kept = 1;
            else forget(n);
        }
    s[i].status = HELD;
    if (!kept) drop_children(i);
    return kept || s[i].next < W;
}

static int resumable(int i, int lower) {
    if (s[i].lower < lower) s[i].lower = lower;
    if (s[i].children != NONE)
        for (int j = 0; j < SIZE; j++) {
            int n = s[i].children + j, found;
            if (s[n].status == GONE) continue;
            if (s[n].merit > s[i].lower && (found = resumable(n, s[i].lower)) != NONE) return found;
            forget(n);
        }
    drop_children(i);
    return s[i].next < W ? i : NONE;
}

static int add_partition(int i) {
    int first = add();
    s[i].children = first;
    s[i].status = SPREAD;
    for (int j = 0; j < SIZE; j++) {
        State *n = s + first + j;
        n->value = child(s[i].child, s[i].child_value, 1, s[i].next + j, &n->node);
        n->parent = i;
        n->level = s[i].level + 2;
        n->dewey = s[i].dewey | (u64)(s[i].next + j) << (60 - 4 * n->level);
        n->status = LIVE_MIN;
        n->merit = s[i].merit;
        n->children = NONE;
        n->at = -1;
        if (j) insert(first + j);
    }
    s[i].next += SIZE;
    return first;
}

static int live(int n) {
    int i = s[n].parent, last = n == s[i].children + SIZE - 1, score;
    if (s[n].status == LIVE_MIN) {
        s[n].reply = 0;
        s[n].status = LIVE_MAX;
        return n;
    }
    if (s[n].level >= 0)
        s[n].child_value = child(s[n].node, s[n].value, 0, s[n].reply, &s[n].child);
    if (s[n].level + 1 < D) {
        s[n].next = 0;
        if (n) s[n].lower = s[i].lower;
        return add_partition(n);
    }
    leaves++;
    score = s[n].child_value < s[n].merit ? s[n].child_value : s[n].merit;
    s[n].status = score > s[i].lower ? SOLVED_MAX : SOLVED_MIN;
    s[n].merit = score <= s[i].lower && last ? s[i].lower : score;
    insert(n);
    return NONE;
}

static int solved(int n) {
    int i = s[n].parent, m;
    if (s[n].status == SOLVED_MAX) {
        s[n].status = ++s[n].reply < W && s[n].merit > s[i].lower ? LIVE_MAX : SOLVED_MIN;
        return n;
    }
    if (s[n].merit > s[i].lower) s[i].lower = s[n].merit;
    forget(n);
    if (s[i].lower < s[i].merit) {
        if (s[i].status == SPREAD) purge(i);
        m = resumable(i, s[i].lower);
        if (m != NONE) return add_partition(m);
        s[i].merit = s[i].lower;
    }
    close_node(i);
    s[i].status = SOLVED_MAX;
    return i;
}

static int search(u64 seed) {
    used = open_size = 0;
    freed = NONE;
    int n = add();
    s[n] = (State){.child = mix(seed + GOLDEN), .child_value = RANGE / 2, .parent = NONE,
                   .level = -1, .status = LIVE_MAX, .merit = INT32_MAX, .lower = -INT32_MAX,
                   .children = NONE, .at = -1};
    while (s[0].status != SOLVED_MAX) {
        if (n == NONE) take_out(n = heap[0]);
        n = s[n].status <= LIVE_MAX ? live(n) : solved(n);
    }
    return s[0].merit;
}

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    W = atoi(argv[1]);
    D = atoi(argv[2]);
    K = atoi(argv[4]);
    SIZE = W / K;
    long sum = 0;
    double began = cpu_seconds();
    for (int seed = 0; seed < atoi(argv[3]); seed++) sum += search(seed);
    printf("%ld %ld %.9f\n", leaves, sum, cpu_seconds() - began);
    return 0;
}
