//! Random trees, and runs that stop early, for the tests that check what must hold on every tree.

use std::ops::ControlFlow;

use edagari::game::{AnyGame, Game, GameVisitor, Player, TextbookNode};
use edagari::score::{Answer, BoundKind, Bounds, Score, Window};
use edagari::search::{Algorithm, Natural, Observer, Order, SearchSetup, search};
use edagari::trace::{Ending, Entered, Process, Progress, Recorder, Setup, Trace};
use proptest::prelude::*;

/// Trees of all shapes: deep and thin, wide, with single children, with equal scores, with players who move twice.
pub fn trees() -> impl Strategy<Value = Vec<TextbookNode>> {
    let shape = prop_oneof![Just(1.0), Just(2.0), Just(4.0), Just(30.0)];
    (1_usize..60, shape, 0_i32..6, any::<bool>(), any::<u64>()).prop_map(|(inner, reach, spread, alternate, seed)| {
        let mut state = seed;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below.max(1)
        };
        let mut parents: Vec<Option<usize>> = vec![None];
        for index in 1..=inner {
            // A small reach hangs each node below one of the last ones: deep trees; a large one makes wide trees.
            let reach = (reach as usize).min(index);
            parents.push(Some(index - 1 - random(reach as u64) as usize));
        }
        let has_child: Vec<bool> = (0..parents.len()).map(|index| parents.contains(&Some(index))).collect();
        parents
            .into_iter()
            .zip(has_child)
            .map(|(parent, has_child)| TextbookNode {
                parent,
                name: None,
                player: (!alternate).then(|| if random(2) == 0 { Player::Max } else { Player::Min }),
                score: (!has_child).then(|| random(2 * spread as u64 + 1) as i32 - spread),
                noise: None,
            })
            .collect()
    })
}

/// The window that a search hands to a child, where `who` is to move.
pub fn handed_down(algorithm: Algorithm, window: Window, who: Player) -> Window {
    match (algorithm, who) {
        (Algorithm::Minimax, _) => Window::FULL,
        (Algorithm::AlphaBetaOneBound, Player::Max) => Window { alpha: Score::NEG_INFINITY, ..window },
        (Algorithm::AlphaBetaOneBound, Player::Min) => Window { beta: Score::INFINITY, ..window },
        _ => window,
    }
}

/// Every move order that is offered.
pub fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Natural), Just(Order::Reversed), any::<u64>().prop_map(Order::Shuffled), Just(Order::Best)]
}

/// Records until a number of visits, which a memory limit cannot set as finely.
struct Stopping<'a> {
    recorder: Recorder<'a>,
    visits_left: usize,
}

impl Observer for Stopping<'_> {
    type Node = Entered;

    fn above(&self) -> Entered {
        self.recorder.above()
    }

    fn start(&mut self, parent: Entered, child: usize, player: Player, window: Window) -> ControlFlow<(), Entered> {
        let Some(left) = self.visits_left.checked_sub(1) else { return ControlFlow::Break(()) };
        self.visits_left = left;
        self.recorder.start(parent, child, player, window)
    }

    fn expand(&mut self, node: Entered, count: usize, order: Option<&[u16]>) {
        self.recorder.expand(node, count, order);
    }

    fn update(&mut self, node: Entered, child: Entered, score: Score, value: Score, cut: bool) {
        self.recorder.update(node, child, score, value, cut);
    }

    fn lookup(&mut self, node: Entered, entry: u32, bounds: Bounds, answer: Answer) {
        self.recorder.lookup(node, entry, bounds, answer);
    }

    fn store(&mut self, node: Entered, entry: u32, bounds: Bounds) {
        self.recorder.store(node, entry, bounds);
    }

    fn end(&mut self, node: Entered, score: Score, kind: BoundKind) {
        self.recorder.end(node, score, kind);
    }
}

/// A search, in the game's own order, that was stopped after so many visits.
pub fn stopped_run(game: AnyGame, setup: &Setup, visits: usize) -> Trace {
    let start = game.parse_moves(&[], &setup.after).expect("legal moves");
    let progress = Progress::default();
    let recorder = Recorder::new(u64::MAX, &progress);
    let mut stopping = Stopping { recorder, visits_left: visits };
    let finished = game.visit(Run { setup, start: &start, stopping: &mut stopping });
    let ending = if finished { Ending::Complete } else { Ending::Cancelled };
    stopping.recorder.into_trace(setup.clone(), game, start, ending).expect("nobody gave it up")
}

struct Run<'a, 'progress> {
    setup: &'a Setup,
    start: &'a [u16],
    stopping: &'a mut Stopping<'progress>,
}

impl GameVisitor for Run<'_, '_> {
    /// Whether it came to the end.
    type Output = bool;

    fn visit<G: Game>(self, game: &G) -> bool {
        let Process::Search(algorithm) = self.setup.process else { panic!("only searches are stopped") };
        let play =
            |position: G::Position, &mv: &u16| game.play(&position, game.legal_moves(&position)[usize::from(mv)]);
        let start = self.start.iter().fold(game.root(), play);
        search(game, &start, SearchSetup { table: self.setup.table, ..algorithm.into() }, &Natural, self.stopping)
            .is_some()
    }
}
