//! Benchmarks the cost of observing and recording a search: tic-tac-toe, minimax and α-β.
//!
//! Goals: the search with the empty observer takes at most 1.1 times a hand-written one (PVS and MTD(f) 1.15 times),
//! the recorder at most 1.5 times the empty observer, and a whole trace with its derived indexes at most 4 times. Cuts
//! and pruned nodes are counted lazily; that cost is printed separately. All ratios come from one run, measured in
//! alternation.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::game::{Game, GameSetup, Player, TicTacToe};
use edagari::score::Score;
use edagari::search::{Algorithm, Natural, Unobserved, search};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Recorder, Setup, Trace, record};

/// Hand-written minimax.
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

/// Hand-written minimax with a window.
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

/// Principal variation search, fail-soft: null windows for all children but the first.
fn pvs<G: Game>(
    game: &G,
    position: &G::Position,
    (mut alpha, mut beta): (Score, Score),
    moves: &mut Vec<G::Move>,
) -> Score {
    if let Some(score) = game.score(position) {
        return score;
    }
    let is_max = game.player(position) == Player::Max;
    let mut best = if is_max { Score::NEG_INFINITY } else { Score::INFINITY };
    let first = moves.len();
    game.moves(position, moves);
    for index in first..moves.len() {
        let below = game.play(position, moves[index]);
        let null = match is_max {
            true if alpha > Score::NEG_INFINITY => (alpha, alpha.next()),
            false if beta < Score::INFINITY => (beta.previous(), beta),
            _ => (alpha, beta),
        };
        let asked = if index > first { null } else { (alpha, beta) };
        let mut score = pvs(game, &below, asked, moves);
        if asked != (alpha, beta) && alpha < score && score < beta {
            score = pvs(game, &below, if is_max { (score, beta) } else { (alpha, score) }, moves);
        }
        if is_max {
            best = best.max(score);
            alpha = alpha.max(best);
        } else {
            best = best.min(score);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    moves.truncate(first);
    best
}

/// Fail-soft α-β with memory, the base of MTD(f): the table stores both bounds of each position.
fn with_memory<G: Game>(
    game: &G,
    position: &G::Position,
    (mut alpha, mut beta): (Score, Score),
    moves: &mut Vec<G::Move>,
    table: &mut HashMap<u128, (Score, Score)>,
) -> Score {
    if let Some(score) = game.score(position) {
        return score;
    }
    let key = game.class_key(position).expect("it knows equal positions");
    if let Some(&(lower, upper)) = table.get(&key) {
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
    }
    let (given_alpha, given_beta) = (alpha, beta);
    let is_max = game.player(position) == Player::Max;
    let mut best = if is_max { Score::NEG_INFINITY } else { Score::INFINITY };
    let first = moves.len();
    game.moves(position, moves);
    for index in first..moves.len() {
        let score = with_memory(game, &game.play(position, moves[index]), (alpha, beta), moves, table);
        if is_max {
            best = best.max(score);
            alpha = alpha.max(best);
        } else {
            best = best.min(score);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    moves.truncate(first);
    let entry = table.entry(key).or_insert((Score::NEG_INFINITY, Score::INFINITY));
    if best > given_alpha {
        entry.0 = entry.0.max(best);
    }
    if best < given_beta {
        entry.1 = entry.1.min(best);
    }
    best
}

fn mtd_f<G: Game>(game: &G, moves: &mut Vec<G::Move>) -> Score {
    let mut table = HashMap::new();
    let (mut lower, mut upper, mut guess) = (Score::NEG_INFINITY, Score::INFINITY, Score::new(0));
    while lower < upper {
        let beta = if guess <= lower { lower.next() } else { guess };
        guess = with_memory(game, &game.root(), (beta.previous(), beta), moves, &mut table);
        if guess < beta {
            upper = guess;
        } else {
            lower = guess;
        }
    }
    guess
}

fn hand_written(algorithm: Algorithm) -> Score {
    let game = black_box(TicTacToe::default());
    let mut moves = Vec::new();
    match algorithm {
        Algorithm::Pvs => pvs(&game, &game.root(), (Score::NEG_INFINITY, Score::INFINITY), &mut moves),
        Algorithm::MtdF => mtd_f(&game, &mut moves),
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

/// Returns the median time of each function, measured in alternation.
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
        // The traces are not freed, so each recording allocates fresh memory from the system.
        let [fresh] = medians(
            11,
            [&mut || {
                let since = Instant::now();
                kept.push(whole_trace(algorithm));
                since.elapsed()
            }],
        );
        let [cuts, pruned] = medians(
            11,
            [
                &mut || {
                    let trace = whole_trace(algorithm);
                    time(|| trace.cuts().len())
                },
                &mut || {
                    let trace = whole_trace(algorithm);
                    let _ = trace.cuts();
                    time(|| trace.nodes_pruned())
                },
            ],
        );
        let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
        println!(
            "{}: hand-written {by_hand:?}, empty observer {bare:?} = {:.2} of it (goal: 1.1), recorder {recording:?} = \
             {:.2} of the empty observer (goal: 1.5); a whole trace, in memory of an earlier one {whole:?} = {:.2} (goal: 4), in \
             fresh memory {fresh:?} = {:.2}; at the first question counting its cuts {cuts:?} ({:.2} with a whole trace), \
             and the nodes that they prune {pruned:?}",
            algorithm.name(),
            ratio(bare, by_hand),
            ratio(recording, bare),
            ratio(whole, bare),
            ratio(fresh, bare),
            ratio(whole + cuts, bare),
        );
    }
}

/// Compares PVS and MTD(f) with hand-written versions, with the empty observer.
fn searches_of_practice(_: &mut Criterion) {
    for algorithm in [Algorithm::Pvs, Algorithm::MtdF] {
        assert_eq!(Some(hand_written(algorithm)), unobserved(algorithm));
        let [by_hand, bare] =
            medians(101, [&mut || time(|| hand_written(algorithm)), &mut || time(|| unobserved(algorithm))]);
        let ratio = bare.as_secs_f64() / by_hand.as_secs_f64();
        println!(
            "{}: hand-written {by_hand:?}, empty observer {bare:?} = {ratio:.2} of it (goal: 1.15)",
            algorithm.name()
        );
    }
}

criterion_group!(benches, searches, searches_of_practice);
criterion_main!(benches);
