//! Exact values of the nodes of a trace, from the rules of its game, within a limit of visits.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

use super::known::Left;
use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::search::{Algorithm, DepthLimit, Natural, Observer, SearchSetup, TableSetup, search_any};
use crate::trace::{Progress, RecordedTree, Trace};

/// The size of the table for exact values in entries: some dozens of MiB.
const TABLE_ENTRIES: NonZeroU32 = NonZeroU32::new(1 << 17).expect("not 0");

/// Computes and caches exact values, within a limit of visits.
pub(super) struct ExactScores<'a> {
    trace: &'a Trace,
    progress: &'a Progress,
    most_visits: u64,
    visits_left: u64,
    /// The bounds of each node from the scored leaves, if the tree is known only from the trace; otherwise empty.
    recorded: Vec<Bounds>,
    /// The computed values by position key and remaining depth limit.
    known: HashMap<(u128, Left), Option<Score>>,
}

impl<'a> ExactScores<'a> {
    pub(super) fn new(trace: &'a Trace, most_visits: u64, progress: &'a Progress) -> Self {
        progress.expect(most_visits);
        let recorded = trace.recorded_tree().filter(|_| !trace.knows_rules()).map(bounds_of).unwrap_or_default();
        Self { trace, progress, visits_left: most_visits, most_visits, recorded, known: HashMap::new() }
    }

    /// The minimax value of the node at `path`, searched with the remaining depth `left`; `None` if it cannot be computed.
    pub(super) fn of(&mut self, path: &[u32], left: Left) -> Option<Score> {
        let Some((game, start)) = self.trace.rules() else {
            let node = self.trace.place(path).recorded()?;
            let bounds = self.recorded.get(node.0 as usize)?;
            return (bounds.lower == bounds.upper).then_some(bounds.lower);
        };
        let whole: Vec<u32> = start.iter().chain(path).copied().collect();
        let key = game.position(&whole)?.class_key().map(|key| (key, left));
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            return *known;
        }
        if self.visits_left == 0 {
            return None;
        }
        let evaluation = self.trace.setup.limit.map_or(0, |limit| limit.evaluation);
        let limit = match left {
            Left::All => None,
            Left::Changes(depth) => Some(DepthLimit { depth, evaluation }),
            Left::Unknown => return None,
        };
        let mut counting =
            VisitLimit { visits_left: self.visits_left, most_visits: self.most_visits, progress: self.progress };
        let value = solve(game, &whole, limit, &mut counting).map(|value| self.trace.of_rules(value));
        self.visits_left = counting.visits_left;
        self.known.extend(key.map(|key| (key, value)));
        value
    }
}

/// The bounds of each node's value that follow from the scored leaves of a tree, parts of which were never searched.
fn bounds_of(tree: &RecordedTree) -> Vec<Bounds> {
    let nodes = tree.nodes();
    let unknown = Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY };
    let mut bounds = vec![unknown; nodes.len()];
    // Children have higher indexes than their parents.
    for (number, node) in nodes.iter().enumerate().rev() {
        let children = node.first_child as usize..node.first_child as usize + node.child_count as usize;
        bounds[number] = match node.score {
            Some(score) => Bounds { lower: score, upper: score },
            None => bounds[children]
                .iter()
                .copied()
                .reduce(|one, other| match node.player {
                    Player::Max => Bounds { lower: one.lower.max(other.lower), upper: one.upper.max(other.upper) },
                    Player::Min => Bounds { lower: one.lower.min(other.lower), upper: one.upper.min(other.upper) },
                })
                .unwrap_or(unknown),
        };
    }
    bounds
}

fn solve(game: &AnyGame, path: &[u32], limit: Option<DepthLimit>, counting: &mut VisitLimit<'_>) -> Option<Score> {
    struct Solve<'a, 'b> {
        path: &'a [u32],
        limit: Option<DepthLimit>,
        counting: &'a mut VisitLimit<'b>,
    }
    impl GameVisitor for Solve<'_, '_> {
        type Output = Option<Score>;
        fn visit<G: Game>(self, game: &G) -> Option<Score> {
            let position = play_all(game, self.path)?;
            let table = Some(TableSetup { size: Some(TABLE_ENTRIES), ..TableSetup::default() });
            let setup = SearchSetup { table, limit: self.limit, ..Algorithm::AlphaBetaSoft.into() };
            search_any(game, &position, setup, &Natural, self.counting)
        }
    }
    game.visit(Solve { path, limit, counting })
}

/// The number of visits between two checks for cancellation.
const VISITS_BETWEEN_LOOKS: u64 = 1 << 16;

/// Stops a search that takes too long.
struct VisitLimit<'a> {
    visits_left: u64,
    most_visits: u64,
    progress: &'a Progress,
}

impl Observer for VisitLimit<'_> {
    type Node = ();

    fn above(&self) {}

    fn start(&mut self, (): (), _: usize, _: Player, _: Window) -> ControlFlow<()> {
        if self.visits_left.is_multiple_of(VISITS_BETWEEN_LOOKS) {
            self.progress.tell(self.most_visits - self.visits_left);
        }
        if self.visits_left == 0
            || (self.visits_left.is_multiple_of(VISITS_BETWEEN_LOOKS) && self.progress.is_cancelled())
        {
            self.visits_left = 0;
            return ControlFlow::Break(());
        }
        self.visits_left -= 1;
        ControlFlow::Continue(())
    }

    fn expand(&mut self, (): (), _: usize, _: Option<&[u32]>) {}

    fn update(&mut self, (): (), (): (), _: Score, _: Score, _: bool) {}

    fn end(&mut self, (): (), _: Score, _: BoundKind) {}
}
