//! Exact values of positions by a built-in search with a limit on the number of visits.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::{Algorithm, DepthLimit, Natural, Observer, SearchSetup, TableSetup, search_in_shared_walk};
use crate::trace::Progress;

/// The size of the table in entries: some dozens of MiB.
const TABLE_ENTRIES: NonZeroU32 = NonZeroU32::new(1 << 17).expect("not 0");
/// The number of visits between two checks for cancellation.
const VISITS_BETWEEN_LOOKS: u64 = 1 << 16;

/// Computes exact values until the visits are spent.
pub(super) struct LimitedSolver<'a> {
    visits_left: u64,
    most_visits: u64,
    most_levels: usize,
    progress: &'a Progress,
}

impl<'a> LimitedSolver<'a> {
    /// `progress` counts the visits.
    pub(super) fn new(most_visits: u64, progress: &'a Progress) -> Self {
        progress.expect(most_visits);
        Self { visits_left: most_visits, most_visits, most_levels: usize::MAX, progress }
    }

    /// Returns no value for positions deeper than this number of moves: in some games moves lead
    /// back to earlier positions, so lines never end.
    pub(super) const fn within_levels(self, most_levels: usize) -> Self {
        Self { most_levels, ..self }
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.visits_left == 0
    }

    /// The minimax value of the position after these moves, at a depth limit if one is given; `None` if the visits are spent before
    /// it is known, or if it is cancelled.
    pub(super) fn value(&mut self, game: &AnyGame, path: &[u32], limit: Option<DepthLimit>) -> Option<Score> {
        game.visit(Solve { path, limit, solver: self })
    }
}

struct Solve<'a, 'b> {
    path: &'a [u32],
    limit: Option<DepthLimit>,
    solver: &'a mut LimitedSolver<'b>,
}

impl GameVisitor for Solve<'_, '_> {
    type Output = Option<Score>;

    fn visit<G: Game>(self, game: &G) -> Option<Score> {
        let position = play_all(game, self.path)?;
        let table = Some(TableSetup { size: Some(TABLE_ENTRIES), ..TableSetup::default() });
        let setup = SearchSetup { table, limit: self.limit, ..Algorithm::AlphaBetaSoft.into() };
        search_in_shared_walk(game, &position, setup, &Natural, self.solver)
    }
}

impl Observer for LimitedSolver<'_> {
    /// The number of nodes on the path to the node, with it.
    type Node = usize;

    fn above(&self) -> usize {
        0
    }

    fn start(&mut self, above: usize, _: usize, _: Player, _: Window) -> ControlFlow<(), usize> {
        if self.visits_left.is_multiple_of(VISITS_BETWEEN_LOOKS) {
            self.progress.tell(self.most_visits - self.visits_left);
        }
        if self.visits_left == 0
            || above > self.most_levels
            || (self.visits_left.is_multiple_of(VISITS_BETWEEN_LOOKS) && self.progress.is_cancelled())
        {
            self.visits_left = 0;
            return ControlFlow::Break(());
        }
        self.visits_left -= 1;
        ControlFlow::Continue(above + 1)
    }

    fn expand(&mut self, _: usize, _: usize, _: Option<&[u32]>) {}

    fn update(&mut self, _: usize, _: usize, _: Score, _: Score, _: bool) {}

    fn end(&mut self, _: usize, _: Score, _: BoundKind) {}
}
