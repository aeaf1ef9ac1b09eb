"""Searches of tic-tac-toe by easyAI and OpenSpiel."""

import time

import pyspiel
from easyAI import AI_Player, Negamax
from easyAI.games.TicTacToe import TicTacToe


class Counted(TicTacToe):
    count = 0

    def make_move(self, move):
        Counted.count += 1
        super().make_move(move)


def easy_ai():
    search = Negamax(9)
    since = time.perf_counter()
    search(TicTacToe([AI_Player(search), AI_Player(search)]))
    seconds = time.perf_counter() - since
    search(Counted([AI_Player(search), AI_Player(search)]))
    print(f"easyAI's Negamax: {Counted.count / seconds / 1e6:.2f} M nodes/s ({Counted.count} nodes)")


def open_spiel():
    game = pyspiel.load_game("tic_tac_toe")
    policy = pyspiel.UniformRandomPolicy(game)
    since = time.perf_counter()
    pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)
    seconds = time.perf_counter() - since
    print(f"OpenSpiel's walk in C++ (expected_returns): {549_946 / seconds / 1e6:.2f} M nodes/s")

    def walk(state):
        if state.is_terminal():
            return 1
        return 1 + sum(walk(state.child(action)) for action in state.legal_actions())

    since = time.perf_counter()
    nodes = walk(game.new_initial_state())
    seconds = time.perf_counter() - since
    print(f"OpenSpiel's walk from Python: {nodes / seconds / 1e6:.2f} M nodes/s ({nodes} nodes)")


easy_ai()
open_spiel()
