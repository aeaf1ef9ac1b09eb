/* Negamax with alpha-beta on Nim, which writes what it does as a stream for Edagari. */

#include <stdio.h>

static int heaps[3] = {1, 2, 2};
static int nodes = 0;

static int search(int alpha, int beta, int heap, int taken)
{
    int node = nodes++, best = -1000;
    printf("{\"event\":\"enter\",\"node\":%d", node);
    if (taken)
        printf(",\"move\":\"%c%d\"", 'a' + heap, taken);
    printf(",\"label\":\"%d-%d-%d\",\"window\":[%d,%d]}\n", heaps[0], heaps[1], heaps[2], alpha, beta);
    if (heaps[0] + heaps[1] + heaps[2] == 0)
        best = -1; /* Who finds nothing to take has lost. */
    for (int h = 0; h < 3; h++) {
        for (int t = 1, stones = heaps[h]; t <= stones && alpha < beta; t++) {
            heaps[h] = stones - t;
            int score = -search(-beta, -alpha, h, t);
            heaps[h] = stones;
            best = score > best ? score : best;
            alpha = best > alpha ? best : alpha;
        }
    }
    printf("{\"event\":\"leave\",\"node\":%d,\"score\":%d}\n", node, best);
    return best;
}

int main(void)
{
    puts("{\"edagari\":1,\"program\":\"search.c\",\"game\":\"nim\",\"search\":\"alpha-beta-soft\",\"scores\":\"mover\","
         "\"fail\":\"soft\",\"cut\":\">=\",\"null_windows\":false,\"leaf\":\"game over\",\"order\":\"heap by heap\","
         "\"table\":\"none\"}");
    search(-1000, 1000, 0, 0);
    return 0;
}
