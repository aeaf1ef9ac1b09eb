//! What observing and recording a search cost: tic-tac-toe, minimax and α-β.
//!
//! Goals: the search with the empty observer takes at most 1.1 times a hand-written one, with the recorder at most 1.5 times
//! that with the empty observer, and recording as a whole, with all that is derived afterwards, at most 4 times. The nodes that
//! cuts prune are counted when someone asks, which is told apart. The ratios are taken in one run, turn by turn.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::game::{Game, GameSetup, Player, TicTacToe};
use edagari::score::Score;
use edagari::search::{Algorithm, Natural, Unobserved, search};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Recorder, Setup, Trace, record};

/// What one would write by hand.
fn minimax<G: Game>(game: &G, position: &G::Position, moves: &mut Vec<G::Move>) -> Score {
    if let Some(score) = game.score(position) {
        return score;
    }
    let is_max = game.player(position) == Player::Max;
    let mut best = if is_max { Score::NEG_INFINITY } else { Score::INFINITY };
    let first = moves.len();
    game.moves(position, moves);
    for index in first..moves.len() {
        let score = minimax(game, &game.play(position, moves[index]), moves);
        best = if is_max { best.max(score) } else { best.min(score) };
    }
    moves.truncate(first);
    best
}

/// The same with a window.
fn alpha_beta<G: Game>(
    game: &G,
    position: &G::Position,
    mut alpha: Score,
    mut beta: Score,
    moves: &mut Vec<G::Move>,
) -> Score {
    if let Some(score) = game.score(position) {
        return score;
    }
    let is_max = game.player(position) == Player::Max;
    let first = moves.len();
    game.moves(position, moves);
    for index in first..moves.len() {
        let score = alpha_beta(game, &game.play(position, moves[index]), alpha, beta, moves);
        if is_max {
            alpha = alpha.max(score);
        } else {
            beta = beta.min(score);
        }
        if alpha >= beta {
            break;
        }
    }
    moves.truncate(first);
    if is_max { alpha } else { beta }
}

fn hand_written(algorithm: Algorithm) -> Score {
    let game = black_box(TicTacToe::default());
    let mut moves = Vec::new();
    match algorithm {
        Algorithm::Minimax => minimax(&game, &game.root(), &mut moves),
        _ => alpha_beta(&game, &game.root(), Score::NEG_INFINITY, Score::INFINITY, &mut moves),
    }
}

fn unobserved(algorithm: Algorithm) -> Option<Score> {
    let game = black_box(TicTacToe::default());
    search(&game, &game.root(), algorithm, &Natural, &mut Unobserved)
}

fn recorded(algorithm: Algorithm, recorder: &mut Recorder<'_>) -> Option<Score> {
    let game = black_box(TicTacToe::default());
    recorder.search(&game, &game.root(), algorithm, &Natural)
}

fn whole_trace(algorithm: Algorithm) -> Trace {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let since = Instant::now();
    let result = work();
    let elapsed = since.elapsed();
    black_box(&result);
    elapsed
}

/// The medians of the times of several works, done turn by turn.
fn medians<const N: usize>(rounds: usize, mut works: [&mut dyn FnMut() -> Duration; N]) -> [Duration; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..rounds {
        for (times, work) in times.iter_mut().zip(&mut works) {
            times.push(work());
        }
    }
    times.map(|mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    })
}

fn searches(criterion: &mut Criterion) {
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let progress = Progress::default();
        let mut recorder = Recorder::new(DEFAULT_MEMORY_LIMIT, &progress);
        let mut group = criterion.benchmark_group(algorithm.name());
        group.sample_size(30);
        group.bench_function("hand-written", |bencher| bencher.iter(|| hand_written(algorithm)));
        group.bench_function("empty observer", |bencher| bencher.iter(|| unobserved(algorithm)));
        group.bench_function("recorder", |bencher| bencher.iter(|| recorded(algorithm, &mut recorder)));
        group.finish();

        let mut kept = Vec::new();
        let [by_hand, bare, recording, whole] = medians(
            101,
            [
                &mut || time(|| hand_written(algorithm)),
                &mut || time(|| unobserved(algorithm)),
                &mut || time(|| recorded(algorithm, &mut recorder)),
                &mut || time(|| whole_trace(algorithm)),
            ],
        );
        // Nothing that was recorded is given back, so each recording gets memory that the process never had.
        let [fresh] = medians(
            11,
            [&mut || {
                let since = Instant::now();
                kept.push(whole_trace(algorithm));
                since.elapsed()
            }],
        );
        let [counting] = medians(
            11,
            [&mut || {
                let trace = whole_trace(algorithm);
                time(|| trace.nodes_pruned())
            }],
        );
        let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
        println!(
            "{}: hand-written {by_hand:?}, empty observer {bare:?} = {:.2} of it (goal: 1.1), recorder {recording:?} = \
             {:.2} of the empty observer (goal: 1.5); a whole trace, in memory of an earlier one {whole:?} = {:.2} (goal: 4), in \
             fresh memory {fresh:?} = {:.2}; counting what its cuts prune {counting:?}",
            algorithm.name(),
            ratio(bare, by_hand),
            ratio(recording, bare),
            ratio(whole, bare),
            ratio(fresh, bare),
        );
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
