//! Records a run of a search, or generates a game tree without one, with one `Start` frame per node.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::guess_recorder::record_guesses;
use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::platform::stack::MAX_LEVELS;
use crate::score::Bounds;
use crate::search::{GameKnowledge, MoveOrder, Unavailable, arrange, expected_unit, prove, sample, search_expected};
use crate::trace::{Ending, NodeId, Process, Progress, RecordError, RecordedTree, Recorder, Setup, Trace, Traversal};

/// Records a run. The recording stops before the trace takes more than `memory_limit` bytes, or when `progress` is cancelled. The
/// data recorded by then is returned, and [`Trace::ending`] contains the reason.
///
/// ```
/// use edagari_core::game::{ConnectFour, GameSetup};
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::{Ending, Process, Progress, Setup, record};
///
/// let setup = Setup::new(GameSetup::from(ConnectFour::default()), Process::Search(Algorithm::AlphaBeta));
/// let trace = record(&setup, 1 << 20, &Progress::default())?;
/// assert_eq!(trace.ending, Ending::MemoryLimit(1 << 20));
/// assert!(trace.frame_count() > 0 && trace.value().is_none());
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
///
/// # Errors
/// [`RecordError`] if the setup cannot be run at all.
pub fn record(setup: &Setup, memory_limit: u64, progress: &Progress) -> Result<Trace, RecordError> {
    record_game(setup.game.open()?, setup, memory_limit, progress)
}

/// Records a run of an opened game; [`Setup::game`] is then only its description.
///
/// ```
/// use edagari_core::game::{GameSetup, TextbookNode, TextbookTree};
/// use edagari_core::score::Score;
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record_game};
///
/// let leaf = |score| TextbookNode { parent: Some(0), score: Some(score), ..TextbookNode::default() };
/// let tree = TextbookTree::from_nodes(&[TextbookNode::default(), leaf(3), leaf(7)])?;
/// let setup = Setup::new(GameSetup::unknown("two leaves"), Process::Search(Algorithm::Minimax));
/// let trace = record_game(tree.into(), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
/// assert_eq!((trace.visit_count(), trace.value()), (3, Some(Score::new(7))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RecordError`] if the setup cannot be run at all.
pub fn record_game(game: AnyGame, setup: &Setup, memory_limit: u64, progress: &Progress) -> Result<Trace, RecordError> {
    let start = game.parse_moves(&[], &setup.after)?;
    setup.check_for(&GameKnowledge::of_any(&game, &start))?;
    if !setup.guesses.is_nothing() {
        return record_guesses(&game, &start, setup, memory_limit, progress);
    }
    let run = Run { setup, start: &start, memory_limit, progress };
    let (recorder, ending) = game.visit(run)?;
    // The nodes of this run are numbered differently from those of the recorded tree that it
    // searched, so the tree is treated here like any other game.
    let game = match game {
        AnyGame::Other(tree) if tree.downcast_ref::<RecordedTree>().is_some() => AnyGame::other(tree),
        game => game,
    };
    let trace = recorder.into_trace(setup.clone(), game, start, ending)?;
    // Built here, where the window does not wait, because each redraw needs these indexes.
    let _ = (trace.samples(), trace.proofs());
    Ok(trace)
}

struct Run<'a, 'progress> {
    setup: &'a Setup,
    start: &'a [u32],
    memory_limit: u64,
    progress: &'progress Progress,
}

impl<'progress> GameVisitor for Run<'_, 'progress> {
    type Output = Result<(Recorder<'progress>, Ending), RecordError>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let mut recorder = Recorder::new(self.memory_limit, self.progress);
        let start = play_all(game, self.start).unwrap_or_else(|| game.root());
        let cancel = self.progress.cancel_flag();
        let order = match self.setup.order.prepare(game, &start, self.setup.limit, self.memory_limit, cancel) {
            Ok(order) => order,
            Err(Unavailable::Cancelled) => return Ok((recorder, Ending::Cancelled)),
            Err(Unavailable::TooLarge) => return Err(RecordError::TooLargeToOrder { limit: self.memory_limit }),
        };
        recorder.set_aside(order.memory());
        let finished = match self.setup.process {
            Process::Search(algorithm) => {
                recorder.search(game, &start, self.setup.search_with(algorithm), &*order).is_some()
            }
            Process::Sample(sampling) => {
                sample(game, &start, sampling, &self.setup.sampling, &mut recorder).is_continue()
            }
            Process::Prove(proof) => {
                // The first chosen child of a node need not be its first one.
                recorder.enters_in_any_order();
                prove(game, &start, proof, &self.setup.proof, &mut recorder).is_continue()
            }
            Process::Expect(_) => {
                let Some(finished) = self.record_expected(game, &start, &*order, &mut recorder) else {
                    return Ok((recorder, Ending::Cancelled));
                };
                finished
            }
            Process::Generate(traversal) => {
                generate(game, &start, traversal, &*order, &mut recorder) == ControlFlow::Continue(())
            }
        };
        let ending = match recorder.stopped() {
            Some(ending) if !finished => ending,
            None if !finished => return Err(RecordError::TooDeep { levels: MAX_LEVELS }),
            _ => Ending::Complete,
        };
        Ok((recorder, ending))
    }
}

impl Run<'_, '_> {
    /// Records a search for the expected score. Returns whether it finished; `None` if it was
    /// cancelled before it started.
    fn record_expected<G: Game>(
        &self,
        game: &G,
        start: &G::Position,
        order: &dyn MoveOrder,
        recorder: &mut Recorder<'_>,
    ) -> Option<bool> {
        let setup = self.setup.expectation()?;
        let range = expected_range(game, start);
        let unit = expected_unit(game, start, setup, range, self.progress.cancel_flag())?;
        recorder.set_unit(unit.unit);
        if setup.search.probes() {
            // The first probed child of a node need not be its first one.
            recorder.enters_in_any_order();
        }
        Some(search_expected(game, start, setup, (range, unit.scale), order, recorder).is_some())
    }
}

/// Bounds of all scores below a position, if the game knows any.
pub(in crate::trace) fn expected_range<G: Game>(game: &G, start: &G::Position) -> Option<Bounds> {
    let bounds = if game.score(start).is_none() { game.bounds(start, 0) } else { None };
    bounds.or_else(|| game.score_range())
}

struct Waiting<P> {
    position: P,
    node: NodeId,
    mark: u64,
}

/// Generates the tree below `start`; breaks if the recorder does.
pub(in crate::trace) fn generate<G: Game>(
    game: &G,
    start: &G::Position,
    traversal: Traversal,
    order: &dyn MoveOrder,
    recorder: &mut Recorder<'_>,
) -> ControlFlow<()> {
    let mut waiting = VecDeque::from([Waiting { position: start.clone(), node: NodeId::ROOT, mark: order.root() }]);
    let mut moves = Vec::new();
    let mut indexes: Vec<u32> = Vec::new();
    loop {
        let next = match traversal {
            Traversal::BreadthFirst => waiting.pop_front(),
            Traversal::DepthFirst => waiting.pop_back(),
        };
        let Some(Waiting { position, node, mark }) = next else {
            return ControlFlow::Continue(());
        };
        recorder.go_on()?;
        let player = game.player(&position);
        let visit = recorder.generate(node, player);
        if game.score(&position).is_some() {
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        indexes.clear();
        indexes.extend(0..moves.len() as u32);
        arrange(order, game, &position, &moves, mark, &mut indexes);
        recorder.number_children(moves.len(), (!order.is_natural()).then_some(&indexes));
        let first = waiting.len();
        waiting.extend(indexes.iter().enumerate().map(|(child, &index)| Waiting {
            position: game.play(&position, moves[index as usize]),
            node: recorder.child_of(visit, child),
            mark: order.child(mark, index as usize),
        }));
        if traversal == Traversal::DepthFirst {
            // The next node is taken from the back, so the first child has to be the last one in the queue.
            waiting.make_contiguous()[first..].reverse();
        }
    }
}
