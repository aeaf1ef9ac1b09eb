/* edagari.h: records what a game-tree search does, as a stream that Edagari replays and checks. C99 and C++11.
 *
 *     static edagari_file file;                       // one for each stream
 *     static edagari rec;                             // one for each thread
 *     edagari_open(&file, fopen("run.jsonl", "wb"), "\"game\":\"nim\",\"scores\":\"mover\"");
 *     edagari_thread(&rec, &file, -1);                // the name of the thread; -1 if there is only one
 *     if (edagari_enter(&rec, move)) {                // in the search; 0 if the node is not recorded
 *         edagari_window(&rec, alpha, beta);          // fields of the event; unknown names become columns
 *         edagari_int(&rec, "depth", depth);
 *     }
 *     edagari_leave(&rec, score);
 *     edagari_finish(&rec, "complete");               // at the end, after edagari_end of the other threads; 0 if written
 *
 * The words of the stream are in docs/trace-format.md. A field belongs to the call before it; a line is written when the
 * next event of its thread begins. Nothing is allocated. With EDAGARI_OFF defined, calls compile to nothing and do not
 * evaluate their arguments. Threads need gcc or clang. Licence: MIT or Apache-2.0. */
#ifndef EDAGARI_H
#define EDAGARI_H
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define EDAGARI_INF INT_MAX      /* an infinite score; -EDAGARI_INF is the other one */
#define EDAGARI_NO_SCORE INT_MIN /* a score that is not known */
#ifndef EDAGARI_LINE
#define EDAGARI_LINE 8192 /* bytes of a line: a text is shortened to fit, another field that does not fit is omitted */
#endif
#ifndef EDAGARI_DEPTH
#define EDAGARI_DEPTH 1024 /* open nodes of a thread; deeper ones are skipped */
#endif
#define EDAGARI__BUFFER (8 * EDAGARI_LINE)
/* A stream, with its filters: set them after edagari_open. */
typedef struct {
    int to_depth;       /* skips nodes more than this many moves below the first recorded one */
    uint64_t one_in;    /* records one in this many searches of each thread, the first one first */
    uint64_t from_pass; /* skips the passes of each thread before this one, counted from 1 */
    uint64_t below_key; /* records only nodes with this key and those below, see edagari_enter_key; 0 for all */
    uint64_t at_most;   /* bytes after which only a line that reports the limit is written */
    int digits;         /* digits after the point of scores, which are then in 10^-digits; state the "unit" too */
    FILE *out;
    uint64_t written, nodes;
    size_t used;
    char failed, stopped, lock, buffer[EDAGARI__BUFFER];
} edagari_file;
/* The recorder of a thread. */
typedef struct {
    edagari_file *file;
    uint64_t skipped, outside, searches, passes; /* nodes that are not written: below a skipped one, above the key */
    int open, thread;                            /* nodes that are written and not left */
    uint64_t path[EDAGARI_DEPTH];
    size_t length;
    char line[EDAGARI_LINE];
} edagari;
#ifndef EDAGARI_OFF
#ifdef __GNUC__
#define EDAGARI__GNU(shared, alone) shared
#else
#define EDAGARI__GNU(shared, alone) alone
#endif
#define EDAGARI__STOPPED(f) EDAGARI__GNU(__atomic_load_n(&(f)->stopped, __ATOMIC_RELAXED), (f)->stopped)
#define EDAGARI__STOP(f) EDAGARI__GNU(__atomic_store_n(&(f)->stopped, 1, __ATOMIC_RELAXED), (f)->stopped = 1)
static inline void edagari__flush(edagari_file *f) {
    if (f->used && fwrite(f->buffer, 1, f->used, f->out) != f->used) f->failed = 1, EDAGARI__STOP(f);
    f->used = 0;
}
static inline void edagari__put(edagari_file *f, const char *bytes, size_t length) {
    if (length > EDAGARI__BUFFER - f->used) edagari__flush(f);
    memcpy(f->buffer + f->used, bytes, length);
    f->used += length;
    f->written += length;
    if (f->written >= f->at_most) EDAGARI__STOP(f);
}
/* Writes the line of the thread's last event now. */
static inline void edagari_end(edagari *r) {
    if (!r->length) return;
    memcpy(r->line + r->length, "}\n", 2);
    while (r->thread >= 0 && EDAGARI__GNU(__atomic_test_and_set(&r->file->lock, __ATOMIC_ACQUIRE), 0)) { }
    edagari__put(r->file, r->line, r->length + 2);
    EDAGARI__GNU(__atomic_clear(&r->file->lock, __ATOMIC_RELEASE), (void)0);
    r->length = 0;
}
static inline int edagari__fits(const edagari *r, size_t more) { return r->length + more + 16 <= EDAGARI_LINE; }
static inline void edagari__raw(edagari *r, const char *text, size_t length) {
    memcpy(r->line + r->length, text, length);
    r->length += length;
}
/* Begins a field. Returns 0 if there is no event to which it belongs, or no room. */
static inline int edagari__field(edagari *r, const char *name, size_t room) {
    size_t length = strlen(name);
    if (!r->length || !edagari__fits(r, length + room)) return 0;
    edagari__raw(r, ",\"", 2);
    edagari__raw(r, name, length);
    edagari__raw(r, "\":", 2);
    return 1;
}
/* Appends a number with `point` digits after its point. */
static inline void edagari__number(edagari *r, int64_t value, int point) {
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char text[40];
    int place = 40;
    do {
        text[--place] = (char)('0' + size % 10);
        if (40 - place == point) text[--place] = '.';
        size /= 10;
    } while (size || 40 - place < point + 2 * (point > 0));
    if (value < 0) text[--place] = '-';
    edagari__raw(r, text + place, (size_t)(40 - place));
}

/* Bytes of the UTF-8 character at `c`; 0 if there is none. */
static inline size_t edagari__character(const unsigned char *c) {
    size_t more = *c < 0x80 ? 0 : *c < 0xC2 ? 9 : *c < 0xE0 ? 1 : *c < 0xF0 ? 2 : *c < 0xF5 ? 3 : 9, i;
    for (i = 1; i <= more; i++)
        if (more == 9 || (c[i] & 0xC0) != 0x80) return 0;
    return (*c == 0xE0 && c[1] < 0xA0) || (*c == 0xED && c[1] > 0x9F) || (*c == 0xF0 && c[1] < 0x90)
        || (*c == 0xF4 && c[1] > 0x8F) ? 0 : more + 1;
}

/* Appends a text in quotation marks. Bytes that are no UTF-8 become U+FFFD. Returns 0 if it is shortened. */
static inline int edagari__quote(edagari *r, const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    r->line[r->length++] = '"';
    while (*c && edagari__fits(r, 8)) {
        size_t bytes = edagari__character(c);
        if (*c < 0x20) {
            int is_short = *c >= 8 && *c <= 13 && *c != 11;
            edagari__raw(r, is_short ? "\\" : *c < 0x10 ? "\\u000" : "\\u001", is_short ? 1 : 5);
            r->line[r->length++] = is_short ? "btn fr"[*c - 8] : "0123456789abcdef"[*c & 15];
        } else {
            if (*c == '"' || *c == '\\') r->line[r->length++] = '\\';
            edagari__raw(r, bytes ? (const char *)c : "\xEF\xBF\xBD", bytes ? bytes : 3);
        }
        c += bytes ? bytes : 1;
    }
    r->line[r->length++] = '"';
    return !*c;
}
static inline void edagari__score(edagari *r, int score) {
    if (score < EDAGARI_INF && score > -EDAGARI_INF) edagari__number(r, score, r->file->digits);
    else edagari__raw(r, score < 0 ? "\"-inf\"" : "\"inf\"", score < 0 ? 6 : 5);
}

/* Fields of the last event. Without one, as of a node that is not recorded, they do nothing. */
static inline void edagari_int(edagari *r, const char *name, int64_t value) {
    if (edagari__field(r, name, 24)) edagari__number(r, value, 0);
}
static inline void edagari_number(edagari *r, const char *name, double value) {
    char text[40] = "", *c;
    int digits, length = 0;
    for (digits = 15; digits < 18 && (!length || strtod(text, NULL) != value); digits++) /* as few as make this number */
        length = snprintf(text, sizeof text, "%.*g", digits, value);
    if (!strpbrk(text, ".,en")) length += snprintf(text + length, 3, ".0");
    for (c = text; *c; c++) *c = *c == ',' ? '.' : *c; /* of the locale */
    if (value - value == 0 && edagari__field(r, name, 40)) edagari__raw(r, text, (size_t)length); /* JSON has no NaN */
}
static inline void edagari_flag(edagari *r, const char *name, int value) {
    if (edagari__field(r, name, 8)) edagari__raw(r, value ? "true" : "false", value ? 4 : 5);
}
static inline void edagari_text(edagari *r, const char *name, const char *text) {
    if (text && edagari__field(r, name, 8)) (void)edagari__quote(r, text);
}
static inline void edagari_texts(edagari *r, const char *name, const char *const *texts, size_t count) {
    size_t start = r->length, i;
    if (!edagari__field(r, name, 8)) return;
    for (i = 0; i < count && start; i++) {
        r->line[r->length++] = i ? ',' : '[';
        if (!edagari__quote(r, texts[i]) || !edagari__fits(r, 8)) r->length = start, start = 0;
    }
    if (start) edagari__raw(r, count ? "]" : "[]", count ? 1 : 2);
}
static inline void edagari_score(edagari *r, const char *name, int score) {
    if (score != EDAGARI_NO_SCORE && edagari__field(r, name, 24)) edagari__score(r, score);
}
static inline void edagari_pair(edagari *r, const char *name, int low, int high) {
    if (!edagari__field(r, name, 48)) return;
    edagari__raw(r, "[", 1);
    edagari__score(r, low);
    edagari__raw(r, ",", 1);
    edagari__score(r, high);
    edagari__raw(r, "]", 1);
}

static inline int edagari__begin(edagari *r, const char *event) {
    edagari_end(r);
    if (EDAGARI__STOPPED(r->file)) return 0;
    edagari__raw(r, "{\"event\":\"", 10);
    edagari__raw(r, event, strlen(event));
    r->line[r->length++] = '"';
    if (r->thread >= 0) edagari_int(r, "thread", r->thread);
    return 1;
}

/* A lookup, score, update, prune, skip, moves or store of the open node. Returns 0 if the node is not recorded. */
static inline int edagari_event(edagari *r, const char *event) {
    edagari_end(r);
    return !r->skipped && r->open && edagari__begin(r, event);
}

/* A pass begins with the node that is entered next. `kind` can be NULL, and `depth` negative, if there is none. */
static inline void edagari_pass(edagari *r, const char *kind, int depth) {
    edagari_end(r);
    if (++r->passes < r->file->from_pass || r->skipped || !edagari__begin(r, "pass")) return;
    edagari_text(r, "kind", kind);
    if (depth >= 0) edagari_int(r, "depth", depth);
}
static inline int edagari__enter(edagari *r, const char *move, uint64_t key) {
    edagari_file *f = r->file;
    int is_first = !r->open;
    if (EDAGARI__STOPPED(f) || r->open > f->to_depth || r->open >= EDAGARI_DEPTH) return 0;
    if (is_first && !r->outside && (r->searches++ % f->one_in || (f->from_pass > 1 && r->passes < f->from_pass)))
        return 0;
    if (is_first && f->below_key && key != f->below_key) return r->outside++, -1;
    if (is_first && f->one_in > 1 && edagari__begin(r, "pass")) {
        edagari__raw(r, ",\"label\":\"search ", 17);
        edagari__number(r, (int64_t)r->searches, 0);
        edagari__raw(r, "\"", 1);
    }
    if (!edagari__begin(r, "enter")) return 0;
    r->path[r->open] = EDAGARI__GNU(__atomic_fetch_add(&f->nodes, 1, __ATOMIC_RELAXED), f->nodes++);
    edagari_int(r, "node", (int64_t)r->path[r->open]);
    if (!is_first) edagari_int(r, "parent", (int64_t)r->path[r->open - 1]);
    if (!is_first || !f->below_key) edagari_text(r, "move", move); /* no move leads to the start of recording */
    return ++r->open;
}

/* The search enters a node by `move`, NULL at the root. `key` is that of the position, for the filter below_key. */
static inline int edagari_enter_key(edagari *r, const char *move, uint64_t key) {
    int entered = r->skipped ? 0 : edagari__enter(r, move, key);
    if (entered <= 0) edagari_end(r); /* fields of this node are none of the last event */
    r->skipped += entered == 0;
    return entered > 0;
}
static inline int edagari_enter(edagari *r, const char *move) { return edagari_enter_key(r, move, 0); }

/* The search leaves the open node, with EDAGARI_NO_SCORE if it was stopped. Fields of the `leave` can follow. */
static inline void edagari_leave(edagari *r, int score) {
    edagari_end(r);
    if (r->skipped) r->skipped--;
    else if (!r->open) r->outside -= r->outside > 0;
    else if (r->open--, edagari__begin(r, "leave")) {
        edagari_int(r, "node", (int64_t)r->path[r->open]);
        edagari_score(r, "score", score);
    }
}

/* Begins a stream. `header`: the fields of the header after its version, as JSON; can be empty. */
static inline void edagari_open(edagari_file *f, FILE *out, const char *header) {
    memset(f, 0, offsetof(edagari_file, buffer));
    f->to_depth = EDAGARI_DEPTH;
    f->one_in = 1;
    f->at_most = UINT64_MAX;
    f->failed = f->stopped = !(f->out = out);
    if (out) f->written = (uint64_t)fprintf(out, "{\"edagari\":1%s%s}\n", *header ? "," : "", header);
}
static inline void edagari_thread(edagari *r, edagari_file *f, int name) {
    memset(r, 0, offsetof(edagari, path));
    r->length = 0;
    r->file = f;
    r->thread = name;
}

/* Writes the last line. `ending`: complete, cancelled or cut-short. Returns 0 if everything was written. */
static inline int edagari_finish(edagari *r, const char *ending) {
    edagari_file *f = r->file;
    char line[96];
    edagari_end(r);
    if (f->failed || !f->out) return -1;
    snprintf(line, sizeof line, "{\"event\":\"finish\",\"ending\":\"%.20s\"", f->stopped ? "memory-limit" : ending);
    edagari__put(f, line, strlen(line));
    snprintf(line, sizeof line, f->stopped ? ",\"limit\":%llu}\n" : "}\n", (unsigned long long)f->at_most);
    edagari__put(f, line, strlen(line));
    edagari__flush(f);
    return f->failed || fflush(f->out) ? -1 : 0;
}

#else /* EDAGARI_OFF */
static inline int edagari__no(void) { return 0; }
#define EDAGARI__NOT(a, b, c) (0 ? ((void)(a), (void)(b), (void)(c), 0) : edagari__no())
#define edagari_open(f, out, header) (void)EDAGARI__NOT(f, out, header)
#define edagari_thread(r, f, name) (void)EDAGARI__NOT(r, f, name)
#define edagari_enter(r, move) EDAGARI__NOT(r, move, 0)
#define edagari_enter_key(r, move, key) EDAGARI__NOT(r, move, key)
#define edagari_event(r, event) EDAGARI__NOT(r, event, 0)
#define edagari_pass(r, kind, depth) (void)EDAGARI__NOT(r, kind, depth)
#define edagari_leave(r, score) (void)EDAGARI__NOT(r, score, 0)
#define edagari_end(r) (void)EDAGARI__NOT(r, 0, 0)
#define edagari_finish(r, ending) EDAGARI__NOT(r, ending, 0)
#define edagari_int(r, name, value) (void)EDAGARI__NOT(r, name, value)
#define edagari_number(r, name, value) (void)EDAGARI__NOT(r, name, value)
#define edagari_flag(r, name, value) (void)EDAGARI__NOT(r, name, value)
#define edagari_text(r, name, text) (void)EDAGARI__NOT(r, name, text)
#define edagari_texts(r, name, texts, count) (void)EDAGARI__NOT(r, texts, count)
#define edagari_score(r, name, score) (void)EDAGARI__NOT(r, name, score)
#define edagari_pair(r, name, low, high) (void)EDAGARI__NOT(r, low, high)
#endif
#define edagari_window(r, alpha, beta) edagari_pair(r, "window", alpha, beta)
#define edagari_bounds(r, lower, upper) edagari_pair(r, "bounds", lower, upper)
#endif
