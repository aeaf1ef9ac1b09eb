/* Compiled with EDAGARI_OFF, and with PLAIN, which has no calls at all: both have the same instructions. */
#include "nim.h"

int search(int *heaps, int count)
{
    return nim(heaps, count, -1, 1, NULL);
}
