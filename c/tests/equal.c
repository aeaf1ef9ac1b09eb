/* Writes the stream that `examples/record_your_search.rs` writes. */
#include "nim.h"

int main(void)
{
    int first[] = {1, 2, 2}, second[] = {2, 3, 3};
    edagari_open(&file, stdout, "\"program\":\"record_your_search\",\"game\":\"nim\",\"search\":\"negamax\",\"scores\":\"mover\"");
    edagari_thread(&rec, &file, -1);
    file.one_in = 2;
    file.at_most = 64 << 20;
    nim(first, 3, -1, 1, NULL);
    nim(second, 3, -1, 1, NULL);
    return edagari_finish(&rec, "complete") ? 1 : 0;
}
