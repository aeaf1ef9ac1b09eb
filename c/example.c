/* Alpha-beta on tic-tac-toe, recorded with edagari.h: `cc c/example.c -o example && ./example > game.jsonl`, then
   `edagari check game.jsonl --against-minimax` and `edagari view game.jsonl`. The lines with `edagari_` are all that the
   recorder needs; `-DEDAGARI_OFF` compiles them to nothing. */

#include "edagari.h"

static edagari_file file;
static edagari rec;

static const char *const names[9] = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static int board[9]; /* 1: the first player, -1: the second, 0: empty */

/* Whether the player who has just moved has a line. */
static int is_lost(int mover)
{
    int i;
    for (i = 0; i < 8; i++)
        if (board[lines[i][0]] == -mover && board[lines[i][1]] == -mover && board[lines[i][2]] == -mover)
            return 1;
    return 0;
}

/* The value for the player to move. */
static int negamax(int mover, int empty, int alpha, int beta, const char *move)
{
    int best = -EDAGARI_INF, lost = is_lost(mover), square;
    if (edagari_enter(&rec, move)) {
        edagari_window(&rec, alpha, beta);
        if (!lost && empty > 0) {
            const char *moves[9];
            size_t count = 0;
            for (square = 0; square < 9; square++)
                if (!board[square])
                    moves[count++] = names[square];
            edagari_texts(&rec, "moves", moves, count);
        }
    }
    if (lost || empty == 0)
        best = -lost;
    for (square = 0; square < 9 && !lost && alpha < beta; square++) {
        if (!board[square]) {
            int score;
            board[square] = mover;
            score = -negamax(-mover, empty - 1, -beta, -alpha, names[square]);
            board[square] = 0;
            best = score > best ? score : best;
            alpha = best > alpha ? best : alpha;
        }
    }
    edagari_leave(&rec, best);
    return best;
}

int main(void)
{
    edagari_open(&file, stdout,
                 "\"program\":\"example.c\",\"game\":\"tic-tac-toe\",\"search\":\"alpha-beta\",\"scores\":\"mover\",\"fail\":\"soft\","
                 "\"cut\":\">=\",\"null_windows\":false,\"leaf\":\"game over\",\"order\":\"natural\",\"table\":\"none\"");
    edagari_thread(&rec, &file, -1);
    negamax(1, 9, -EDAGARI_INF, EDAGARI_INF, NULL);
    return edagari_finish(&rec, "complete") ? 1 : 0;
}
