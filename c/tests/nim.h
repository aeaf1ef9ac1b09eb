/* Negamax with alpha-beta on Nim: the search that the recorders of all languages record. The calls of the recorder are
   the lines with `edagari_`. */
#ifndef PLAIN
#include "../edagari.h"
static edagari_file file;
static edagari rec;
#endif
#include <stdio.h>

static int nim(int *heaps, int count, int alpha, int beta, const char *move)
{
    int best = -1, heap, taken;
#ifndef PLAIN
    if (edagari_enter(&rec, move)) {
        char label[64];
        int length = 0;
        for (heap = 0; heap < count; heap++)
            length += snprintf(label + length, sizeof label - (size_t)length, heap ? "-%d" : "%d", heaps[heap]);
        edagari_text(&rec, "label", label);
        edagari_window(&rec, alpha, beta);
    }
#else
    (void)move;
#endif
    for (heap = 0; heap < count; heap++) {
        for (taken = 1; taken <= heaps[heap]; taken++) {
            char name[24];
            int score;
            snprintf(name, sizeof name, "%d:%d", heap, taken);
            heaps[heap] -= taken;
            score = -nim(heaps, count, -beta, -alpha, name);
            heaps[heap] += taken;
            best = score > best ? score : best;
            alpha = score > alpha ? score : alpha;
            if (alpha >= beta)
                goto done;
        }
    }
done:
#ifndef PLAIN
    edagari_leave(&rec, best);
#endif
    return best;
}
