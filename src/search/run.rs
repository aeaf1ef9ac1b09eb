//! The choice of the walk that runs a search.

use super::arrangement::{GamesOwn, Given};
use super::horizon::Endless;
use super::known::Compiled;
use super::table::{Forgetful, Table};
use super::walk::Walk;
use super::{Algorithm, MoveOrder, Natural, Observer, SearchSetup};
use crate::game::Game;
use crate::score::Score;

/// Searches the tree below `start` with the full window; the score of `start`, or `None` if the observer broke off.
///
/// A plain search of the whole tree in the game's own order runs in the walk that the list of searches says, most often one
/// that is compiled for its rule; every other setup runs in one walk for all of them (`search_any`). Both tell the observer the same.
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
    search_plain(game, start, setup.algorithm, observer)
}

macro_rules! plain {
    ($($file:ident::$Search:ident: $walk:ident,)+) => {
        fn search_plain<G: Game, O: Observer>(
            game: &G,
            start: &G::Position,
            algorithm: Algorithm,
            observer: &mut O,
        ) -> Option<Score> {
            match algorithm {
                $(Algorithm::$Search => $walk::<{ Algorithm::$Search as usize }, G, O>(game, start, observer),)+
            }
        }
    };
}

searches!(plain);

/// The search with this place in the list, in a walk of its own.
fn compiled<const PLACE: usize, G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    observer: &mut O,
) -> Option<Score> {
    Walk::new(game, Compiled::<PLACE>, Endless, Forgetful, GamesOwn, observer).run(start)
}

/// The search with this place in the list, in the walk that serves all.
fn shared<const PLACE: usize, G: Game, O: Observer>(game: &G, start: &G::Position, observer: &mut O) -> Option<Score> {
    search_any(game, start, Algorithm::ALL[PLACE].into(), &Natural, observer)
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
