//! Rust searches that enter nodes several times, recorded by the library's recorder.

use std::ops::ControlFlow;

use crate::oracles::cases;
use edagari::game::{Game, GameSetup, Player, TicTacToe};
use edagari::score::{Score, Window};
use edagari::search::{Algorithm, Observer, PassStart};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Ending, NodeId, Process, Progress, Recorder, Setup, Trace, VisitId};
use proptest::prelude::*;

use super::round_trips::check_round_trips;

/// A deepening search with null windows for all children except the first, and re-searches. The order of children
/// differs between passes.
struct Deepening<'a, G, O> {
    game: &'a G,
    observer: O,
    depth: usize,
}

/// A finite window bound plus `by`.
fn beside(score: Score, by: i32) -> Option<Score> {
    score.finite().map(|score| Score::new(score + by))
}

impl<G: Game, O: Observer> Deepening<'_, G, O> {
    fn search(&mut self, position: &G::Position, node: O::Node, given: Window, left: usize) -> ControlFlow<(), Score> {
        let moves = self.game.legal_moves(position);
        let mut order: Vec<u32> = (0..moves.len() as u32).collect();
        let turns = self.depth % moves.len();
        order.rotate_left(turns);
        self.observer.expand(node, moves.len(), (self.depth > 1).then_some(&order[..]));
        let order: Vec<u32> = if self.depth > 1 { order } else { (0..moves.len() as u32).collect() };
        let player = self.game.player(position);
        let mut window = given;
        let mut value = if player == Player::Max { Score::NEG_INFINITY } else { Score::INFINITY };
        for (child, &mv) in order.iter().enumerate() {
            let below = self.game.play(position, moves[mv as usize]);
            let mut asks = vec![window];
            let null = match player {
                Player::Max => beside(window.alpha, 1).map(|beta| Window { beta, ..window }),
                Player::Min => beside(window.beta, -1).map(|alpha| Window { alpha, ..window }),
            };
            if let Some(null) = null.filter(|&null| child > 0 && null != window) {
                asks.insert(0, null);
            }
            for number in 0..asks.len() {
                let is_again = number > 0;
                let (entered, score) = self.child(&below, (node, child, is_again), asks[number], left)?;
                let is_aside = number + 1 < asks.len() && window.alpha < score && score < window.beta;
                if !is_aside {
                    value = player.better(value, score);
                    window = window.taking_in(player, value);
                }
                self.observer.update(node, entered, score, value, window.is_closed());
                if !is_aside {
                    break;
                }
            }
            if window.is_closed() {
                break;
            }
        }
        self.observer.end(node, value, given.judge(value));
        ControlFlow::Continue(value)
    }

    fn child(
        &mut self,
        below: &G::Position,
        (node, child, is_again): (O::Node, usize, bool),
        ask: Window,
        left: usize,
    ) -> ControlFlow<(), (O::Node, Score)> {
        let player = self.game.player(below);
        let settled = self.game.score(below).or((left == 1).then(|| Score::new(0)));
        if let Some(score) = settled.filter(|_| !is_again) {
            return ControlFlow::Continue((self.observer.leaf(node, child, player, ask, score)?, score));
        }
        let entered = if is_again {
            self.observer.start_again(node, child, player, ask)?
        } else {
            self.observer.start(node, child, player, ask)?
        };
        let score = match settled {
            Some(score) => {
                self.observer.end(entered, score, edagari::score::BoundKind::Exact);
                score
            }
            None => self.search(below, entered, ask, left - 1)?,
        };
        ControlFlow::Continue((entered, score))
    }

    fn run(&mut self, start: &G::Position, passes: usize) -> ControlFlow<()> {
        for depth in 1..=passes {
            self.depth = depth;
            self.observer.pass(PassStart {
                kind: Some("deepening"),
                depth: Some(depth as u32),
                ..PassStart::default()
            });
            let above = self.observer.above();
            let root = self.observer.start(above, 0, self.game.player(start), Window::FULL)?;
            self.search(start, root, Window::FULL, depth)?;
        }
        ControlFlow::Continue(())
    }
}

fn recorded(after: &str, passes: usize) -> Trace {
    let game = TicTacToe { shortest_win: true };
    let mut setup = Setup::new(GameSetup::from(game), Process::Search(Algorithm::AlphaBetaSoft));
    after.clone_into(&mut setup.after);
    let opened = setup.game.open().expect("a game");
    let start = opened.parse_moves(&[], after).expect("legal moves");
    let progress = Progress::default();
    let mut search = Deepening { game: &game, observer: Recorder::new(DEFAULT_MEMORY_LIMIT, &progress), depth: 0 };
    let play = |position, &mv: &u32| game.play(&position, game.legal_moves(&position)[mv as usize]);
    let position = start.iter().fold(game.root(), play);
    assert_eq!(search.run(&position, passes), ControlFlow::Continue(()));
    search.observer.into_trace(setup, opened, start, Ending::Complete).expect("not abandoned")
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_recorder_knows_passes_and_enters_children_again(passes in 1_usize..5, square in 0_usize..3) {
        let trace = recorded(["a1 b2 c3", "b2 a1 c3 a3", "a1 c3 b1 c1"][square], passes);
        prop_assert_eq!(trace.passes().len(), passes);
        prop_assert_eq!(trace.frame_count(), 4 * trace.visit_count() - 2 * passes);
        prop_assert_eq!(trace.layers(NodeId::ROOT).len(), passes);
        let mut paths = std::collections::HashSet::new();
        for node in (0..trace.node_count() as u32).map(NodeId) {
            prop_assert!(paths.insert(trace.path(node)), "a node is a path");
            prop_assert!(trace.position(&trace.path(node)).is_some());
        }
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let parent = trace.parent_visit(visit).map(|parent| trace.node_of(parent));
            prop_assert_eq!(parent, trace.parent(trace.node_of(visit)));
        }
        check_round_trips(&trace);
    }
}

#[test]
fn some_children_are_searched_again() {
    let trace = recorded("a1 b2 c3", 4);
    assert!((0..trace.visit_count() as u32).any(|visit| trace.searched_again(VisitId(visit)).is_some()));
}
