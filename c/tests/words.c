/* Every word of the stream, hostile texts, and every filter; the output is compared by a script. */
#include <stdlib.h>

#include "../edagari.h"

static edagari_file file;
static edagari rec;
static char longest[3 * EDAGARI_LINE];

static void begin(const char *header)
{
    edagari_open(&file, stdout, header);
    edagari_thread(&rec, &file, -1);
}

static void every_word(void)
{
    static const char *const moves[] = {"a", "b"};
    static const char *const one[] = {"b"};
    static const char *const next[] = {"c"};
    begin("\"unit\":0.01");
    file.digits = 2;
    edagari_pass(&rec, "deepening", 2);
    edagari_text(&rec, "label", "first");
    if (edagari_enter_key(&rec, NULL, 7)) {
        edagari_text(&rec, "player", "max");
        edagari_window(&rec, -EDAGARI_INF, 50);
        edagari_texts(&rec, "moves", moves, 2);
        edagari_int(&rec, "depth", -3);
    }
    if (edagari_event(&rec, "lookup")) {
        edagari_bounds(&rec, 25, EDAGARI_INF);
        edagari_text(&rec, "result", "nothing");
        edagari_text(&rec, "move", "a");
    }
    if (edagari_event(&rec, "update")) {
        edagari_text(&rec, "why", "stand-pat");
        edagari_score(&rec, "value", -5);
    }
    edagari_enter(&rec, "a");
    edagari_number(&rec, "eval", 0.125);
    edagari_number(&rec, "nothing", 0.0 / (double)(rec.open - 2));
    edagari_leave(&rec, 30);
    edagari_text(&rec, "bound", "exact");
    edagari_event(&rec, "score");
    edagari_score(&rec, "score", 100);
    edagari_event(&rec, "update");
    edagari_flag(&rec, "cut", 1);
    edagari_event(&rec, "prune");
    edagari_texts(&rec, "children", one, 1);
    edagari_int(&rec, "count", 4);
    edagari_event(&rec, "skip");
    edagari_int(&rec, "count", 2);
    edagari_event(&rec, "moves");
    edagari_texts(&rec, "moves", next, 1);
    edagari_event(&rec, "store");
    edagari_bounds(&rec, -1, 123456);
    edagari_leave(&rec, EDAGARI_NO_SCORE);
    edagari_text(&rec, "why", "stopped");
    edagari_finish(&rec, "cancelled");
}

static void hostile(void)
{
    const char *const texts[] = {"\x01\x1b[31m\n\t", "\"},{\"event\":\"enter\"", "\\", "\xff\xfe", "\xed\xa0\x80", "\xc0\x80",
                                 "\xf4\x90\x80\x80", "\xe6\x9e\x9d", "\xe6\x9e", "\xf0\x9f\x8e\xb2", "", "</script>"};
    const char *const lists[] = {longest, longest};
    size_t i;
    memset(longest, 'x', sizeof longest - 1);
    longest[EDAGARI_LINE] = '\x02';
    begin("");
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        edagari_enter(&rec, i ? texts[i] : NULL);
        edagari_text(&rec, "label", texts[i]);
    }
    edagari_enter(&rec, "long");
    edagari_text(&rec, "label", longest + 5);
    edagari_int(&rec, "no_room", 3);
    edagari_leave(&rec, INT_MAX - 1);
    edagari_enter(&rec, "lists");
    edagari_texts(&rec, "moves", lists, 2);
    edagari_int(&rec, "room", INT64_MIN);
    edagari_leave(&rec, -INT_MAX + 1);
    while (i--)
        edagari_leave(&rec, 0);
    edagari_leave(&rec, 0); /* not open */
    edagari_text(&rec, "of_nothing", "x");
    edagari_finish(&rec, "complete");
}

/* Every control character, and numbers with a point: the stream of the Python recorder, byte for byte. */
static void values(void)
{
    const double numbers[] = {0.1, 1.0 / 3, -2.5, 100, -0.0, 123456789, 1e300, 0.0001, 1e-5, 1.7976931348623157e308, 2e-300};
    char text[] = "_\"\\\x7f";
    size_t i;
    begin("");
    for (i = 0; i < 31; i++) {
        text[0] = (char)(i + 1);
        edagari_enter(&rec, i ? text : NULL);
        if (i < sizeof numbers / sizeof *numbers)
            edagari_number(&rec, "number", numbers[i]);
    }
    while (i--)
        edagari_leave(&rec, 0);
    edagari_finish(&rec, "complete");
}

/* Texts of random bytes. */
static void random_texts(void)
{
    unsigned state = 7;
    int node, place;
    begin("");
    edagari_enter(&rec, NULL);
    for (node = 0; node < 5000; node++) {
        char text[48];
        int length = (int)(state >> 16) % 40;
        for (place = 0; place < length; place++) {
            state = state * 1103515245u + 12345u;
            /* Half of them begin or continue characters of several bytes. */
            text[place] = (char)((state >> 16) % 255 + 1);
            if (state >> 31)
                text[place] = (char)(0x80 | (unsigned char)text[place]);
        }
        text[place] = 0;
        state = state * 1103515245u + 12345u;
        edagari_enter(&rec, text);
        edagari_text(&rec, "label", text);
        edagari_leave(&rec, node);
    }
    edagari_leave(&rec, 0);
    edagari_finish(&rec, "complete");
}

static void walk(int depth, const char *move, uint64_t key)
{
    edagari_enter_key(&rec, move, key);
    if (depth > 0) {
        walk(depth - 1, "a", 2 * key);
        walk(depth - 1, "b", 2 * key + 1);
    }
    edagari_leave(&rec, 0);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    int search, depth;
    if (!strcmp(what, "words")) {
        every_word();
        return 0;
    }
    if (!strcmp(what, "hostile")) {
        hostile();
        return 0;
    }
    if (!strcmp(what, "values")) {
        values();
        return 0;
    }
    if (!strcmp(what, "random")) {
        random_texts();
        return 0;
    }
    begin("\"search\":\"minimax\"");
    if (!strcmp(what, "depth"))
        file.to_depth = 2;
    if (!strcmp(what, "one-in"))
        file.one_in = 3;
    if (!strcmp(what, "bytes"))
        file.at_most = 1000;
    if (!strcmp(what, "pass"))
        file.from_pass = 3;
    if (!strcmp(what, "key"))
        file.below_key = 5;
    if (!strcmp(what, "deep")) {
        for (depth = 0; depth < 10000; depth++)
            edagari_enter(&rec, depth ? "a" : NULL);
        while (depth--)
            edagari_leave(&rec, 0);
    } else if (!strcmp(what, "pass")) {
        for (depth = 1; depth < 5; depth++) {
            edagari_pass(&rec, "deepening", depth);
            walk(depth, NULL, 1);
        }
    } else {
        for (search = 0; search < 4; search++)
            walk(3, NULL, 1);
    }
    return edagari_finish(&rec, "complete") ? 1 : 0;
}
