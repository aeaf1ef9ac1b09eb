//! Selects the walk that runs a search.

use super::arrangement::{GamesOwn, Given};
use super::driver::Driver;
use super::horizon::Endless;
use super::known::Compiled;
use super::move_memory::MoveMemory;
use super::rule_setup::MovesAlone;
use super::table::{Forgetful, Table};
use super::walk::Walk;
use super::{Algorithm, MoveOrder, Natural, Observer, PassStart, SearchSetup};
use crate::game::Game;
use crate::score::{Score, Window};

/// Searches the tree below `start`. Returns the score of `start`, or `None` if the observer stopped the search. Options that do
/// not fit the search ([`SearchSetup::check`]) are ignored.
///
/// A plain search of the whole tree in the game's own order runs in the walk specified in the list of searches, usually one that
/// is compiled for its rule. Every other setup runs in one shared walk (`search_any`). Both call the observer identically.
pub fn search<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: impl Into<SearchSetup>,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let setup = setup.into();
    let is_plain = setup == SearchSetup { table: None, ..setup.algorithm.into() };
    if !is_plain || !order.is_natural() {
        return search_any(game, start, setup, order, observer);
    }
    search_plain(game, start, setup.algorithm, observer)
}

macro_rules! plain {
    ($($Search:ident ($kind:ident): $walk:ident,)+) => {
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

/// Runs the search at this index in the list in its own compiled walk.
fn compiled<const PLACE: usize, G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    observer: &mut O,
) -> Option<Score> {
    let mut walk = Walk::new(game, (Compiled::<PLACE>, MovesAlone), Endless, Forgetful, GamesOwn, observer);
    walk.run(start, Window::FULL).map(|(score, _)| score)
}

/// Runs the search at this index in the list in the shared walk.
fn shared<const PLACE: usize, G: Game, O: Observer>(game: &G, start: &G::Position, observer: &mut O) -> Option<Score> {
    let setup = SearchSetup { table: None, ..Algorithm::ALL[PLACE].into() };
    search_any(game, start, setup, &Natural, observer)
}

/// [`search`] in the shared walk, which selects the rule, the table, the limit and the order at run time: compiled once per game
/// and observer, independent of the number of searches.
pub fn search_any<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: SearchSetup,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let rule = setup.algorithm.with_table(setup.table);
    let has_passes = setup.has_passes();
    // If a game has no keys for positions, a search that visits nodes again still identifies them by their path.
    let comes_back = has_passes || setup.algorithm.kind().null_windows;
    let knows_nodes = comes_back && game.key(start).is_none();
    let memory = (!setup.order_by.is_nothing())
        .then(|| Box::new(MoveMemory::new(setup.order_by, setup.table.and_then(|table| table.size))));
    let arrangement = Given::new(order, memory, !setup.rules.skip_losing);
    let table = setup.table.map(|table| Table::new(table, knows_nodes));
    let mut walk = Walk::new(game, (rule, setup.rules), setup.limit, table, arrangement, observer);
    let mut driver = Driver::new(&setup.in_range_of(game, start));
    let mut last = None;
    while let Some(run) = driver.run() {
        if has_passes {
            let depth = run.limit.map(|limit| limit.depth);
            walk.pass(PassStart { kind: Some(driver.kind()), depth, ..PassStart::default() }, run.limit);
        }
        let (score, kind) = walk.run(start, run.window)?;
        driver.take(score, kind);
        last = Some(score);
    }
    last
}
