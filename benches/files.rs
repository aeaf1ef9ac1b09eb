//! Benchmarks saving and opening traces of tic-tac-toe: `cargo bench --bench files`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::game::{GameSetup, TicTacToe};
use edagari::search::Algorithm;
use edagari::trace::file::{StreamReader, read_native, write_native, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};

fn recorded(algorithm: Algorithm) -> Trace {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

fn native(trace: &Trace) -> Vec<u8> {
    let mut file = Vec::new();
    write_native(trace, &mut file, &Progress::default()).expect("memory takes everything");
    file
}

fn stream(trace: &Trace) -> Vec<u8> {
    let mut file = Vec::new();
    write_stream(trace, &mut file, &Progress::default()).expect("memory takes everything");
    file
}

fn open(file: &[u8]) -> Trace {
    read_native(file, DEFAULT_MEMORY_LIMIT).expect("a native file")
}

fn read(file: &[u8]) -> Trace {
    StreamReader::new(file, DEFAULT_MEMORY_LIMIT).read(&Progress::default()).expect("a stream")
}

/// Shortest time of several runs.
fn shortest<T>(mut run: impl FnMut() -> T) -> Duration {
    let times = (0..5).map(|_| {
        let since = Instant::now();
        black_box(run());
        since.elapsed()
    });
    times.min().unwrap_or_default()
}

fn files(criterion: &mut Criterion) {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
        let name = algorithm.name();
        let trace = recorded(algorithm);
        let (compact, lines) = (native(&trace), stream(&trace));
        let frames = trace.frame_count() as f64;
        let recording = shortest(|| recorded(algorithm));
        println!(
            "{name}: {} frames, native {:.3} bytes a frame, stream {:.1}; opening native {:?} ({:.2} of recording), \
             stream {:?}; saving native {:?}, stream {:?}",
            trace.frame_count(),
            compact.len() as f64 / frames,
            lines.len() as f64 / frames,
            shortest(|| open(&compact)),
            shortest(|| open(&compact)).as_secs_f64() / recording.as_secs_f64(),
            shortest(|| read(&lines)),
            shortest(|| native(&trace)),
            shortest(|| stream(&trace)),
        );
        criterion.bench_function(&format!("open native {name}"), |bencher| bencher.iter(|| open(&compact)));
        criterion.bench_function(&format!("save native {name}"), |bencher| bencher.iter(|| native(&trace)));
    }
}

criterion_group!(benches, files);
criterion_main!(benches);
