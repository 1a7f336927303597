/* The baseline of games/othello/othello.py: the same algorithms in C. Usage: othello_perft DEPTH BULK
 * Prints the lines, 0 and the seconds. */
#include <stdio.h>
#include <stdlib.h>

#include "watch.h"

typedef unsigned long long Board;
typedef struct { Board own, opponent; } Position;

enum { PASS = 64, PLIES = 256 };
static const Board INNER = 0x7E7E7E7E7E7E7E7EULL;
static Board rays[64][8];
static Position stack[PLIES];
static int depth_made;
static Position position;
static int moves[PLIES * 40];
static int moves_made;

static void fill_rays(void) {
    static const int steps[8][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}};
    for (int square = 0; square < 64; square++)
        for (int number = 0; number < 8; number++) {
            int row = square / 8 + steps[number][0], file = square % 8 + steps[number][1];
            for (; row >= 0 && row < 8 && file >= 0 && file < 8; row += steps[number][0], file += steps[number][1])
                rays[square][number] |= 1ULL << (8 * row + file);
        }
}

static inline Board reach(Board own, Board through, int step) {
    Board up = through & own << step, down = through & own >> step;
    Board up_pairs = through & through << step, down_pairs = through & through >> step;
    up |= through & up << step;
    down |= through & down >> step;
    for (int i = 0; i < 2; i++) {
        up |= up_pairs & up << 2 * step;
        down |= down_pairs & down >> 2 * step;
    }
    return up << step | down >> step;
}

static Board mobility(Board own, Board opponent) {
    Board inner = opponent & INNER;
    return (reach(own, inner, 1) | reach(own, inner, 7) | reach(own, opponent, 8) | reach(own, inner, 9)) & ~(own | opponent);
}

static Board flips(int square, Board own, Board opponent) {
    Board flipped = 0;
    for (int i = 0; i < 4; i++) {
        Board ray = rays[square][i], end = ((opponent | ~ray) + 1) & ray & own;
        flipped |= (end - (end != 0)) & ray;
    }
    for (int i = 4; i < 8; i++) {
        Board ray = rays[square][i];
        Board end = 1ULL << (63 - __builtin_clzll((ray & ~opponent) | 1)) & ray & own;
        flipped |= -end << 1 & ray;
    }
    return flipped;
}

static int generate(void) {
    Board squares = mobility(position.own, position.opponent);
    int count = 0;
    if (!squares) {
        if (!mobility(position.opponent, position.own)) return 0;
        moves[moves_made++] = PASS;
        return 1;
    }
    for (; squares; squares &= squares - 1, count++) moves[moves_made++] = __builtin_ctzll(squares);
    return count;
}

static void push(int move) {
    Position before = stack[depth_made++] = position;
    Board flipped = move == PASS ? 0 : flips(move, before.own, before.opponent);
    position.own = before.opponent ^ flipped;
    position.opponent = before.own ^ flipped;
    if (move != PASS) position.opponent |= 1ULL << move;
}

static void pop(void) { position = stack[--depth_made]; }

static long long perft(int depth, int bulk) {
    int start = moves_made, end = start + generate();
    long long lines = 0;
    if (bulk && depth == 1) {
        lines = end - start;
    } else {
        for (int index = start; index < end; index++) {
            push(moves[index]);
            lines += depth == 1 ? 1 : perft(depth - 1, bulk);
            pop();
        }
    }
    moves_made = start;
    return lines;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    fill_rays();
    position.own = 1ULL << 28 | 1ULL << 35;
    position.opponent = 1ULL << 27 | 1ULL << 36;
    double began = cpu_seconds();
    long long lines = perft(atoi(words[1]), atoi(words[2]));
    printf("%lld 0 %f\n", lines, cpu_seconds() - began);
    return 0;
}
