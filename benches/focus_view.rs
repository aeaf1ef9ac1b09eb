//! Benchmarks the layout and display list of the focus view, and the corresponding frame of another run:
//! `cargo bench --bench focus_view`.
//!
//! Goals: 0.5 ms for a layout, 16 ms for layout and display list of a root with 100,000 children, 1 µs for a
//! corresponding frame among more than 10⁷ and 10⁸ frames.

use std::collections::BTreeSet;

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::analysis::corresponding;
use edagari::game::{AnyGame, Board, ConnectFour, Game, GameSetup, Kalah, Player, RandomTree, Reversi, TicTacToe};
use edagari::language::Language;
use edagari::scene::{FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, draw_focus, focus_at};
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record, record_game};

/// A root with 100,000 children, whose moves have names of 30 letters.
#[derive(Clone)]
struct Wide;

impl Game for Wide {
    type Position = Option<usize>;
    type Move = usize;

    fn root(&self) -> Option<usize> {
        None
    }

    fn player(&self, at: &Option<usize>) -> Player {
        if at.is_some() { Player::Min } else { Player::Max }
    }

    fn score(&self, at: &Option<usize>) -> Option<Score> {
        at.map(|at| Score::new((at * 7919 % 1000) as i32))
    }

    fn moves(&self, at: &Option<usize>, moves: &mut Vec<usize>) {
        if at.is_none() {
            moves.extend(0..100_000);
        }
    }

    fn play(&self, _: &Option<usize>, mv: usize) -> Option<usize> {
        Some(mv)
    }

    fn move_text(&self, _: &Option<usize>, mv: usize) -> String {
        format!("指し手の名前が三十字もある場合の木のための長い名前{mv:06}")
    }

    fn board(&self, _: &Option<usize>) -> Board {
        Board::square(Vec::new())
    }
}

fn wide() -> Trace {
    let setup = Setup::new(GameSetup::Unknown { name: "wide".to_owned() }, Process::Search(Algorithm::AlphaBeta));
    record_game(AnyGame::other(Wide), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup")
}

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
        ("100,000-children", wide()),
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

/// Minimax of trees of 3.3 and 39 million nodes, against the α-β of the same trees.
fn linked(criterion: &mut Criterion) {
    for depth in [6, 7] {
        let tree = GameSetup::from(RandomTree { branching: 12, depth, ..RandomTree::default() });
        let record = |algorithm| {
            let setup = Setup::new(tree.clone(), Process::Search(algorithm));
            record(&setup, 4 * DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup")
        };
        let (minimax, alpha_beta) = (record(Algorithm::Minimax), record(Algorithm::AlphaBeta));
        for (name, one, two) in [("minimax to α-β", &minimax, &alpha_beta), ("α-β to minimax", &alpha_beta, &minimax)]
        {
            let count = one.frame_count();
            // From each frame to the next, as a person steps or plays, and between frames far apart.
            for (how, step) in [("next frame", 1), ("far frame", 7_654_321)] {
                let mut frame = 0;
                criterion.bench_function(&format!("corresponding/{name}, {count} frames, {how}"), |bencher| {
                    bencher.iter(|| {
                        frame = (frame + step) % count;
                        corresponding(one, frame, two)
                    });
                });
            }
        }
    }
}

criterion_group!(benches, focus_view, linked);
criterion_main!(benches);
