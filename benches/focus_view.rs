//! The layout of the focus view, and its display list; `cargo bench --bench focus_view`.

use std::collections::BTreeSet;

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::game::{ConnectFour, GameSetup, Kalah, RandomTree, Reversi, TicTacToe};
use edagari::language::Language;
use edagari::scene::{FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, draw_focus, focus_at};
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};

fn run(game: GameSetup, depth: Option<u32>) -> Trace {
    let mut setup = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
    setup.limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
    record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup")
}

fn focus_view(criterion: &mut Criterion) {
    let random = |branching, depth| GameSetup::from(RandomTree { branching, depth, ..RandomTree::default() });
    let connect_four = ConnectFour { width: 7, height: 6, ..ConnectFour::default() };
    let runs = [
        ("tic-tac-toe", run(GameSetup::from(TicTacToe { shortest_win: false }), None)),
        ("kalah", run(GameSetup::from(Kalah::default()), Some(5))),
        ("connect-four", run(GameSetup::from(connect_four), Some(5))),
        ("reversi", run(GameSetup::from(Reversi { size: 8 }), Some(4))),
        ("random-60", run(random(60, 3), None)),
        ("chain-1000", run(random(1, 1000), None)),
    ];
    for (name, trace) in &runs {
        let opened = BTreeSet::new();
        let options =
            FocusOptions { width: 1200.0, height: 800.0, scores: trace.finite_scores(), ..FocusOptions::default() };
        let frames: Vec<usize> = (0..64).map(|index| (index * 7919) % trace.frame_count()).collect();
        let layout_at = |frame: usize| {
            let focus = focus_at(trace, frame);
            let request = FocusRequest { trace, focus: &focus, in_sight: &[], opened: &opened, other: None, options };
            FocusLayout::new(&request).expect("there is a root")
        };
        let mut next = frames.iter().cycle();
        criterion.bench_function(&format!("layout/{name}"), |bencher| {
            bencher.iter(|| layout_at(*next.next().unwrap_or(&0)));
        });
        let layouts: Vec<(usize, FocusLayout)> = frames.iter().map(|&frame| (frame, layout_at(frame))).collect();
        let mut next = layouts.iter().cycle();
        criterion.bench_function(&format!("draw/{name}"), |bencher| {
            bencher.iter(|| {
                next.next().map(|(frame, layout)| {
                    let moment = Moment::of(trace, *frame);
                    let look = FocusLook::plain(*frame, &moment, Language::English);
                    draw_focus(trace, layout, &look)
                })
            });
        });
    }
}

criterion_group!(benches, focus_view);
criterion_main!(benches);
