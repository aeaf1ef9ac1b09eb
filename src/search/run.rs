//! Which walk a search is.

use super::alpha_beta::{FailHard, FailSoft};
use super::arrangement::{GamesOwn, Given};
use super::horizon::Endless;
use super::minimax::Minimax;
use super::rule::Rule;
use super::table::{Forgetful, Table};
use super::walk::Walk;
use super::{Algorithm, MoveOrder, Observer, SearchSetup};
use crate::game::Game;
use crate::score::Score;

/// Searches the tree below `start` with the full window; the score of `start`, or `None` if the observer broke off.
///
/// A plain search of the whole tree in the game's own order runs in a walk that is compiled for its rule; every other setup
/// runs in one walk for all of them (`search_any`). Both tell the observer the same.
pub fn search<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: impl Into<SearchSetup>,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let setup = setup.into();
    if setup.limit.is_some() || setup.table.is_some() || !order.is_natural() {
        return search_any(game, start, setup, order, observer);
    }
    match setup.algorithm {
        Algorithm::Minimax => search_plain(game, start, Minimax, observer),
        Algorithm::AlphaBeta => search_plain(game, start, FailHard, observer),
        Algorithm::AlphaBetaSoft => search_plain(game, start, FailSoft, observer),
        Algorithm::AlphaBetaOneBound => search_any(game, start, setup, order, observer),
    }
}

fn search_plain<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    rule: impl Rule,
    observer: &mut O,
) -> Option<Score> {
    Walk::new(game, rule, Endless, Forgetful, GamesOwn, observer).run(start)
}

/// [`search`] in a walk that asks at each node which search it is, whether it has a table and a limit, and for the order of
/// the children: compiled once for each game and observer, however many searches there are.
pub(crate) fn search_any<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: SearchSetup,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let rule = setup.algorithm.with_table(setup.table);
    Walk::new(game, rule, setup.limit, setup.table.map(Table::new), Given::from(order), observer).run(start)
}
