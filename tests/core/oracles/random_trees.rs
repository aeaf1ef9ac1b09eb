//! Random trees and stopped runs, for tests of invariants of all trees.

use std::ops::ControlFlow;

use edagari::game::{AnyGame, Game, GameVisitor, Player, TextbookNode};
use edagari::score::{Answer, BoundKind, Bounds, Score, Window};
use edagari::search::{Natural, Observer, Order, PassStart, SearchSetup, search};
use edagari::trace::{Ending, Entered, Process, Progress, Recorder, Setup, Trace};
use proptest::prelude::*;

/// Trees of all shapes: deep and thin, wide, with single children, with equal scores, with extra turns. Each node is
/// generated independently, so a failing tree shrinks to few nodes.
pub fn trees() -> impl Strategy<Value = Vec<TextbookNode>> {
    // A small range attaches each node to a recent one, which gives deep trees; a large range gives wide trees.
    let shape = prop_oneof![Just(1_usize), Just(2), Just(4), Just(30)];
    let shapes = (shape, 0_i32..6, any::<bool>());
    shapes.prop_flat_map(|(reach, spread, alternate)| {
        let node = (0..reach, any::<bool>(), -spread..=spread);
        prop::collection::vec(node, 2..61).prop_map(move |nodes| tree(&nodes, alternate))
    })
}

/// Builds a tree: the parent of each node except the first is `back` places before the previous node.
fn tree(nodes: &[(usize, bool, i32)], alternate: bool) -> Vec<TextbookNode> {
    let parent =
        |(index, &(back, _, _)): (usize, &(usize, bool, i32))| index.checked_sub(1 + back.min(index.max(1) - 1));
    let parents: Vec<Option<usize>> = nodes.iter().enumerate().map(parent).collect();
    let node = |(index, &(_, is_max, score)): (usize, &(usize, bool, i32))| TextbookNode {
        parent: parents[index],
        name: None,
        player: (!alternate).then_some(if is_max { Player::Max } else { Player::Min }),
        score: (!parents.contains(&Some(index))).then_some(score),
        ..TextbookNode::default()
    };
    nodes.iter().enumerate().map(node).collect()
}

/// Every move order that is offered.
pub fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Natural), Just(Order::Reversed), any::<u64>().prop_map(Order::Shuffled), Just(Order::Best)]
}

/// Observer that stops after a number of visits, because a memory limit is less precise.
struct Stopping<'a> {
    recorder: Recorder<'a>,
    visits_left: usize,
}

impl Stopping<'_> {
    fn count(&mut self) -> ControlFlow<()> {
        let Some(left) = self.visits_left.checked_sub(1) else { return ControlFlow::Break(()) };
        self.visits_left = left;
        ControlFlow::Continue(())
    }
}

impl Observer for Stopping<'_> {
    type Node = Entered;

    fn above(&self) -> Entered {
        self.recorder.above()
    }

    fn pass(&mut self, pass: PassStart<'_>) {
        self.recorder.pass(pass);
    }

    fn start(&mut self, parent: Entered, child: usize, player: Player, window: Window) -> ControlFlow<(), Entered> {
        self.count()?;
        self.recorder.start(parent, child, player, window)
    }

    fn start_again(
        &mut self,
        parent: Entered,
        child: usize,
        player: Player,
        window: Window,
    ) -> ControlFlow<(), Entered> {
        self.count()?;
        self.recorder.start_again(parent, child, player, window)
    }

    fn expand(&mut self, node: Entered, count: usize, order: Option<&[u32]>) {
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

/// A search in the natural order that was stopped after `visits` visits.
pub fn stopped_run(game: AnyGame, setup: &Setup, visits: usize) -> Trace {
    let start = game.parse_moves(&[], &setup.after).expect("legal moves");
    let progress = Progress::default();
    let recorder = Recorder::new(u64::MAX, &progress);
    let mut stopping = Stopping { recorder, visits_left: visits };
    let finished = game.visit(Run { setup, start: &start, stopping: &mut stopping });
    let ending = if finished { Ending::Complete } else { Ending::Cancelled };
    stopping.recorder.into_trace(setup.clone(), game, start, ending).expect("it is not abandoned")
}

struct Run<'a, 'progress> {
    setup: &'a Setup,
    start: &'a [u32],
    stopping: &'a mut Stopping<'progress>,
}

impl GameVisitor for Run<'_, '_> {
    /// Whether the search reached its end.
    type Output = bool;

    fn visit<G: Game>(self, game: &G) -> bool {
        let Process::Search(algorithm) = self.setup.process else { panic!("only searches are stopped") };
        let play = |position: G::Position, &mv: &u32| game.play(&position, game.legal_moves(&position)[mv as usize]);
        let start = self.start.iter().fold(game.root(), play);
        search(game, &start, SearchSetup { table: self.setup.table, ..algorithm.into() }, &Natural, self.stopping)
            .is_some()
    }
}
