use crate::game::{AnyPosition, Game, GameVisitor, play_all};
use crate::trace::{Progress, Trace, VisitId};

/// The key that identifies positions in a trace: up to the game's symmetries, unless its table distinguishes symmetric positions.
/// `None` if the game does not identify equal positions.
#[must_use]
pub fn position_key(trace: &Trace, position: &AnyPosition) -> Option<u128> {
    if keeps_symmetric_apart(trace) { position.key() } else { position.class_key() }
}

fn keeps_symmetric_apart(trace: &Trace) -> bool {
    trace.setup.table.is_some_and(|table| !table.symmetry)
}

/// The visits of nodes with the position at the end of `path`, in order; empty if the game does not identify equal positions.
/// Examines all visits, until `progress` is cancelled.
#[must_use]
pub fn equal_positions(trace: &Trace, path: &[u32], progress: &Progress) -> Vec<VisitId> {
    let Some(wanted) = trace.position(path).and_then(|position| position_key(trace, &position)) else {
        return Vec::new();
    };
    trace.game.visit(Search { trace, wanted, progress })
}

struct Search<'a> {
    trace: &'a Trace,
    wanted: u128,
    progress: &'a Progress,
}

impl GameVisitor for Search<'_> {
    type Output = Vec<VisitId>;

    fn visit<G: Game>(self, game: &G) -> Vec<VisitId> {
        let Self { trace, wanted, progress } = self;
        let apart = keeps_symmetric_apart(trace);
        progress.expect(trace.visit_count() as u64);
        let mut found = Vec::new();
        // The positions on the path to the current visit, each with its visit.
        let mut above: Vec<(VisitId, G::Position)> = Vec::new();
        let mut moves = Vec::new();
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            if progress.stops_at(visit.0.into()) {
                break;
            }
            let parent = trace.parent_visit(visit);
            while above.last().is_some_and(|&(last, _)| Some(last) != parent) {
                above.pop();
            }
            let mv = trace.move_of(trace.node_of(visit));
            let position = if let Some(((_, position), mv)) = above.last().zip(mv) {
                moves.clear();
                game.moves(position, &mut moves);
                game.play(position, moves[mv as usize])
            } else {
                // The start, or a node of a tree that was not generated depth first.
                let path: Vec<u32> = trace.start.iter().copied().chain(trace.path(trace.node_of(visit))).collect();
                let Some(position) = play_all(game, &path) else { continue };
                position
            };
            let key = if apart { game.key(&position) } else { game.class_key(&position) };
            if key == Some(wanted) {
                found.push(visit);
            }
            above.push((visit, position));
        }
        found
    }
}
