//! Benchmarks replay queries: the state of a node at a frame, and a frame itself, in the 2,199,782 frames of minimax on
//! tic-tac-toe.
//!
//! Goals: under 200 ns on average, as fast at the end as at the start; at most 12 bytes for a frame and 48 bytes for a
//! visit.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::game::{GameSetup, LayeredGraph, RandomTree, TicTacToe};
use edagari::search::{Algorithm, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeId, Place, Process, Setup, Trace, record};

fn trace(algorithm: Algorithm) -> Trace {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

/// Pseudorandom numbers, the same in every run.
struct Mixed(u64);

impl Mixed {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Measures a frame query on a chain, where the path is as long as the tree is large: on the way down and on the way
/// up.
fn going_deep() {
    let chain = RandomTree { depth: 100_000, branching: 1, ..RandomTree::default() };
    let setup = Setup::new(GameSetup::from(chain), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run");
    let tenth = trace.frame_count() / 10;
    let [start, end] = [0, trace.frame_count() - tenth].map(|first| {
        let mut mixed = Mixed(4);
        let since = Instant::now();
        for _ in 0..1000 {
            black_box(trace.step(first + mixed.below(tenth)));
        }
        since.elapsed().as_nanos() as f64 / 1000.0
    });
    println!("a frame of a chain of 100,000 levels: {start:.0} ns in the first tenth, {end:.0} ns in the last");
}

/// Measures state queries of random nodes at any frame, and at both ends of the run.
fn tell_states(what: &str, trace: &Trace) {
    let (nodes, frames) = (trace.visit_count(), trace.frame_count());
    let average = |first: usize, count: usize| {
        let mut mixed = Mixed(3);
        let questions: Vec<_> =
            (0..1_000_000).map(|_| (NodeId(mixed.below(nodes) as u32), first + mixed.below(count))).collect();
        let since = Instant::now();
        for &(node, frame) in &questions {
            black_box(trace.state(Place { node, below: 0 }, frame));
        }
        since.elapsed().as_nanos() as f64 / questions.len() as f64
    };
    let tenth = frames / 10;
    let [all, start, end] = [average(0, frames), average(0, tenth), average(frames - tenth, tenth)];
    println!(
        "{what}: state of a node: {all:.0} ns on average, {start:.0} ns in the first tenth, {end:.0} ns in the last \
         (goal: 200)"
    );
}

/// Records a run whose table answers a third of its visits.
fn with_table() -> Trace {
    let graph = LayeredGraph { depth: 18, width: 20_000, branching: 4, ..LayeredGraph::default() };
    let mut setup = Setup::new(GameSetup::from(graph), Process::Search(Algorithm::AlphaBeta));
    setup.table = Some(TableSetup::default());
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

fn replay(criterion: &mut Criterion) {
    let minimax = trace(Algorithm::Minimax);
    let frames = minimax.frame_count();
    let nodes = minimax.visit_count();
    let tenth = frames / 10;

    let mut group = criterion.benchmark_group("state of a random node");
    for (name, first, count) in
        [("at any frame", 0, frames), ("in the first tenth", 0, tenth), ("in the last tenth", frames - tenth, tenth)]
    {
        let mut mixed = Mixed(1);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let node = NodeId(mixed.below(nodes) as u32);
                black_box(minimax.state(Place { node, below: 0 }, first + mixed.below(count)))
            });
        });
    }
    group.finish();
    let mut mixed = Mixed(2);
    criterion.bench_function("a random frame", |bencher| bencher.iter(|| black_box(minimax.step(mixed.below(frames)))));

    tell_states("minimax", &minimax);
    tell_states("a table", &with_table());
    going_deep();
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let trace = trace(algorithm);
        println!(
            "{}: {:.1} bytes a frame (goal: 12), {:.1} a visit (goal: 48), the tree, the visits and the indexes included",
            algorithm.name(),
            trace.memory() as f64 / trace.frame_count() as f64,
            trace.memory() as f64 / trace.visit_count() as f64,
        );
    }
}

criterion_group!(benches, replay);
criterion_main!(benches);
