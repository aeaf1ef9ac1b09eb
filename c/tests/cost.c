/* Nanoseconds of a visit: `cost FILE` records 2 million visits with a window and a depth, and one search in a hundred. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L
#endif
#include <stdlib.h>
#include <time.h>

#include "../edagari.h"

static edagari_file file;
static edagari rec;
static volatile int sink;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int walk(int depth, int alpha, int beta, const char *move)
{
    static const char *const moves[] = {"e2e4", "d2d4", "g1f3"};
    int best = -1000, i;
    if (edagari_enter(&rec, move)) {
        edagari_window(&rec, alpha, beta);
        edagari_int(&rec, "depth", depth);
    }
    for (i = 0; i < 3 && depth; i++) {
        int score = -walk(depth - 1, -beta, -alpha, moves[i]);
        best = score > best ? score : best;
    }
    if (!depth)
        sink = best = alpha ^ beta;
    edagari_leave(&rec, best);
    return best;
}

static double measure(const char *path, uint64_t one_in, int searches)
{
    double start;
    int i;
    edagari_open(&file, fopen(path, "wb"), "");
    edagari_thread(&rec, &file, -1);
    file.one_in = one_in;
    start = seconds();
    for (i = 0; i < searches; i++)
        walk(8, -31000, 31000, NULL);
    if (edagari_finish(&rec, "complete") || fclose(file.out))
        exit(1);
    return 1e9 * (seconds() - start) / (9841.0 * searches);
}

int main(int count, char **arguments)
{
    const char *path = count > 1 ? arguments[1] : "/dev/null";
    double whole = measure(path, 1, 200), none, sampled;
    none = measure("/dev/null", 1000000, 2000);
    sampled = measure("/dev/null", 100, 2000);
    printf("%.1f %.2f %.2f\n", whole, none, sampled);
    return 0;
}
