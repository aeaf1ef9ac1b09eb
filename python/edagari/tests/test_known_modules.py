"""Searches of published packages, unchanged. Each test is skipped where its package is not installed."""

import pytest

import edagari


def test_open_spiel_alpha_beta_is_recorded(needs_program):
    spiel = pytest.importorskip("pyspiel")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    run = edagari.record(minimax.alpha_beta_search, spiel.load_game("tic_tac_toe"))
    figures, check = run.figures(), run.check()
    assert run.result[0] == figures.value == 0
    assert (figures.nodes_visited, figures.frames) == (18_297, 73_186)
    # The game is known: boards are drawn, and the rules are checked.
    assert check.verdict == "proved" and check.remarks == []
    assert run.frame(3).path and run.find("cut depth 5").count > 0


def test_open_spiel_depth_limits_are_recorded(needs_program):
    spiel = pytest.importorskip("pyspiel")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    game = spiel.load_game("connect_four")
    run = edagari.record(
        minimax.alpha_beta_search, game, value_function=lambda state: len(str(state)) % 7 / 10, maximum_depth=4
    )
    assert run.check().right and run.figures().max_depth == 4


def _monte_carlo(name, **options):
    """A search of OpenSpiel with fixed random numbers, and its game."""
    spiel = pytest.importorskip("pyspiel")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    numpy = pytest.importorskip("numpy")
    game = spiel.load_game(name)
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(3))
    formula = getattr(mcts.SearchNode, options.pop("formula", "uct_value"))
    random = numpy.random.RandomState(5)
    return mcts.MCTSBot(game, 2, 200, evaluator, random_state=random, child_selection_fn=formula, **options), game


@pytest.mark.parametrize("formula", ["uct_value", "puct_value"])
@pytest.mark.parametrize("solve", [True, False])
@pytest.mark.parametrize("moves", [(), (4, 0, 8)], ids=["start", "min moves"])
def test_open_spiel_monte_carlo_search_is_recorded_and_proved(needs_program, formula, solve, moves):
    bot, game = _monte_carlo("tic_tac_toe", formula=formula, solve=solve)
    state = game.new_initial_state()
    for action in moves:
        state.apply_action(action)
    run = edagari.record(bot.mcts_search, state)
    check, figures, root = run.check(), run.figures(), run.result
    assert check.findings == [] and "playouts" in check.sentence, check.findings[:2]
    assert len(figures.raw["passes"]) == root.explore_count
    assert run.warnings == ()


def test_open_spiel_monte_carlo_search_of_another_game_and_with_noise_is_recorded(needs_program):
    bot, game = _monte_carlo("breakthrough(rows=6,columns=4)", formula="puct_value", dirichlet_noise=(0.25, 1.0), solve=False)
    run = edagari.record(bot.mcts_search, game.new_initial_state())
    # Without the rules nobody knows where a finished game replaces the mean.
    assert run.check().findings == []
    assert len(run.figures().raw["passes"]) == 200


def test_wrong_selection_of_a_monte_carlo_search_is_found(needs_program):
    bot, game = _monte_carlo("tic_tac_toe")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

    def uct_value(node, above, constant):
        # The mean seen by the other player: the most reported fault of such programs.
        value = mcts.SearchNode.uct_value(node, above, constant)
        mean = node.total_reward / node.explore_count if node.explore_count else 0
        return value - 2 * mean if node.outcome is None else value

    bot._child_selection_fn = uct_value
    run = edagari.record(bot.mcts_search, game.new_initial_state())
    check = run.check()
    assert check.verdict != "proved" and check.findings


def test_monte_carlo_searches_that_are_no_duels_are_refused_and_only_one_is_recorded(needs_program):
    bot, game = _monte_carlo("tic_tac_toe")
    with pytest.warns(RuntimeWarning, match="record each of them by itself"), edagari.record() as both:
        bot.mcts_search(game.new_initial_state())
        bot.mcts_search(game.new_initial_state())
    assert len(both.figures().raw["passes"]) == 200
    bot, game = _monte_carlo("oh_hell(players=3,num_suits=3,num_cards_per_suit=3)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.warns(RuntimeWarning), pytest.raises(edagari.CannotRecord, match="what the other loses"):
        edagari.record(bot.mcts_search, state)


@pytest.mark.parametrize("search", ["alphabeta_search", "minimax_decision", "alphabeta_cutoff_search"])
def test_aima_searches_are_recorded(needs_program, search):
    games = pytest.importorskip("aima3.games")
    game = games.Fig52Game()
    run = edagari.record(getattr(games, search), game.initial, game)
    assert run.result == "a1" and run.figures().value == 3
    assert run.figures().nodes_visited == (13 if search == "minimax_decision" else 11)
    check = run.check()
    assert check.right and check.remarks == [], check.findings


def test_aima_tic_tac_toe_has_boards_and_its_root(needs_program):
    games = pytest.importorskip("aima3.games")
    game = games.TicTacToe()
    run = edagari.record(games.alphabeta_search, game.initial, game)
    figures = run.figures()
    assert (figures.nodes_visited, figures.frames, figures.best_moves) == (18_297, 73_186, ["a1"])
    assert run.check(against_minimax=True).verdict == "proved"


@pytest.mark.parametrize("name", ["Negamax", "SSS", "DUAL"])
@pytest.mark.parametrize("has_table", [False, True], ids=["plain", "table"])
def test_easy_ai_searches_are_recorded(needs_program, name, has_table):
    easy = pytest.importorskip("easyAI")
    tables = pytest.importorskip("easyAI.AI.TranspositionTable")
    games = pytest.importorskip("easyAI.games")
    ai = getattr(easy, name)(5, tt=tables.TranspositionTable() if has_table else None)
    game = games.Nim([easy.AI_Player(ai), easy.AI_Player(ai)])
    run = edagari.record(ai, game)
    check = run.check()
    assert check.right, check.findings[:3]
    figures = run.figures()
    assert figures.nodes_visited > 20
    # The entries of the table are seen, without a call in easyAI.
    assert (figures.raw["table_stores"] > 0) == (figures.raw["table_returns"] > 0) == has_table


def test_open_spiel_positions_within_a_game_are_known(needs_program):
    spiel = pytest.importorskip("pyspiel")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    game = spiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (4, 0):
        state.apply_action(action)
    run = edagari.record(minimax.alpha_beta_search, game, state=state)
    check = run.check(against_minimax=True)
    assert check.verdict == "proved" and check.minimax == run.figures().value == 0, check.sentence
    # A max player who moves second, and two positions in one recording: the game is left open.
    state.apply_action(8)
    second = edagari.record(minimax.alpha_beta_search, game, state=state)
    assert second.check().right
    with edagari.record() as both:
        minimax.alpha_beta_search(game, state=state)
        minimax.alpha_beta_search(game, state=state.child(1))
    assert both.check().right, both.check().findings[:2]
