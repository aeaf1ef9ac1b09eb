/* Four threads search at the same time into one stream. */
#include <pthread.h>

#include "../edagari.h"

static edagari_file file;
static edagari recorders[4];

static int negamax(edagari *rec, int stones, int alpha, int beta, const char *move)
{
    static const char *const names[] = {"0", "1", "2", "3"};
    int best = -1, taken;
    if (edagari_enter(rec, move))
        edagari_window(rec, alpha, beta);
    for (taken = 1; taken <= 3 && taken <= stones && alpha < beta; taken++) {
        int score = -negamax(rec, stones - taken, -beta, -alpha, names[taken]);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    edagari_leave(rec, best);
    return best;
}

static void *search(void *rec)
{
    negamax((edagari *)rec, 11, -1, 1, NULL);
    edagari_end((edagari *)rec);
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    int i;
    edagari_open(&file, stdout, "\"search\":\"alpha-beta\",\"scores\":\"mover\"");
    for (i = 0; i < 4; i++) {
        edagari_thread(&recorders[i], &file, i);
        if (pthread_create(&threads[i], NULL, search, &recorders[i]))
            return 1;
    }
    for (i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return edagari_finish(&recorders[0], "complete") ? 1 : 0;
}
