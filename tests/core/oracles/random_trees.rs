//! Random trees and stopped runs, for tests of invariants of all trees.

use std::ops::ControlFlow;

use edagari::game::{AnyGame, Game, GameVisitor, Player, TextbookNode, TextbookTree};
use edagari::score::{Answer, BoundKind, Bounds, Probability, Score, Window};
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

/// Random trees in which chance moves at some nodes.
pub(crate) fn chance_trees() -> impl Strategy<Value = TextbookTree> {
    let shape = (1_usize..4, prop::collection::vec((0_u8..3, 1_u64..5, -9..10_i32), 4..40));
    shape.prop_map(|(depth, drawn)| {
        let mut nodes: Vec<TextbookNode> = vec![];
        let mut drawn = drawn.into_iter().cycle();
        let mut open = vec![(None, 0_usize)];
        while let Some((parent, level)) = open.pop() {
            let (kind, count, score) = drawn.next().expect("endless");
            let index = nodes.len();
            let player = Some(if kind == 0 { Player::Min } else { Player::Max });
            let is_leaf = level > depth || (level > 0 && score == 9);
            nodes.push(TextbookNode {
                parent,
                player,
                chance: kind == 2 && !is_leaf,
                score: is_leaf.then_some(score),
                ..TextbookNode::default()
            });
            if !is_leaf {
                open.extend((0..count).map(|_| (Some(index), level + 1)));
            }
        }
        // Children of every second chance node have weights 1, 2, 3, … or 0, 1, 2, …
        for index in (0..nodes.len()).step_by(2) {
            if !nodes[index].chance {
                continue;
            }
            let children: Vec<usize> = (0..nodes.len()).filter(|&child| nodes[child].parent == Some(index)).collect();
            // Chance never makes the first move of some nodes.
            let first = u64::from(index % 4 != 0 || children.len() == 1);
            let whole: u64 = (first..).take(children.len()).sum();
            for (weight, child) in (first..).zip(children) {
                nodes[child].probability = Probability::new(weight, whole);
            }
        }
        if nodes.iter().all(|node| !node.chance) {
            nodes[0].chance = true;
            for child in &mut nodes {
                child.probability = None;
            }
        }
        TextbookTree::from_nodes(&nodes).expect("a tree")
    })
}
