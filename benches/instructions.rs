//! Counts instructions of the hot paths with valgrind's callgrind: a regression guard that does not depend on the load
//! of the machine. `cargo bench --features mcp,parquet --profile dev --bench instructions` uses features and profile of
//! the tests, for which the limits below are set; the release profile takes fewer. It fails if a path exceeds its limit.

use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use edagari::analysis::check;
use edagari::game::{Game as _, GameSetup, RandomTree, TicTacToe};
use edagari::lesson::note::blocks;
use edagari::scene::{Tidy, WholeTree};
use edagari::search::{Algorithm, Natural, Unobserved, search};
use edagari::trace::file::StreamReader;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Jump, NodeId, Place, Process, Progress, Recorder, Setup, Trace, record};

/// A measured path.
struct Path {
    name: &'static str,
    /// Name of the unit by which the instructions are divided.
    unit: &'static str,
    /// Largest number of instructions for each unit: about a sixth to a quarter more than at the time of writing.
    limit: f64,
    /// Prepares the input uncounted, runs the counted part, and returns its number of units.
    run: fn() -> usize,
}

const PATHS: [Path; 14] = [
    Path { name: "bare minimax", unit: "node", limit: 215.0, run: || bare(Algorithm::Minimax, 549_946) },
    Path { name: "bare α-β", unit: "node", limit: 230.0, run: || bare(Algorithm::AlphaBeta, 18_297) },
    Path { name: "recording minimax", unit: "node", limit: 228.0, run: || recording(Algorithm::Minimax) },
    Path { name: "recording α-β", unit: "node", limit: 248.0, run: || recording(Algorithm::AlphaBeta) },
    Path { name: "the end of a recording", unit: "node", limit: 500.0, run: ending },
    Path { name: "the state of a node", unit: "question", limit: 193.0, run: states },
    Path { name: "a frame", unit: "question", limit: 1100.0, run: steps },
    Path { name: "the next rise of α", unit: "question", limit: 870.0, run: jumps },
    Path { name: "a strip of 1,000 columns", unit: "column", limit: 27_000.0, run: strips },
    Path { name: "the layout of a whole tree", unit: "node", limit: 1040.0, run: layout },
    Path { name: "a stream with many moves at a node", unit: "move", limit: 20_000.0, run: many_moves },
    Path { name: "a stream with many skips at a node", unit: "skip", limit: 52_000.0, run: many_skips },
    Path { name: "a check of many short passes", unit: "pass", limit: 45_000.0, run: many_passes },
    Path { name: "a text full of signs of emphasis", unit: "sign", limit: 720.0, run: emphasis },
];

/// Callgrind collects only inside this function.
#[inline(never)]
fn in_the_counted_part(work: &mut dyn FnMut()) {
    work();
}

fn counted<T>(mut work: impl FnMut() -> T) {
    in_the_counted_part(&mut || {
        black_box(work());
    });
}

fn bare(algorithm: Algorithm, nodes: usize) -> usize {
    let game = black_box(TicTacToe::default());
    counted(|| search(&game, &game.root(), algorithm, &Natural, &mut Unobserved));
    nodes
}

fn recorder_after(algorithm: Algorithm, mut recorder: Recorder<'_>) -> Recorder<'_> {
    let game = black_box(TicTacToe::default());
    counted(|| recorder.search(&game, &game.root(), algorithm, &Natural));
    recorder
}

fn recording(algorithm: Algorithm) -> usize {
    let game = TicTacToe::default();
    let progress = Progress::default();
    let mut recorder = Recorder::new(DEFAULT_MEMORY_LIMIT, &progress);
    // A first run, uncounted, allocates the memory.
    recorder.search(&game, &game.root(), algorithm, &Natural);
    let trace = recorder_after(algorithm, recorder).into_trace(
        setup(algorithm),
        setup(algorithm).game.open().expect("a game"),
        Vec::new(),
        edagari::trace::Ending::Complete,
    );
    trace.expect("it is not abandoned").visit_count()
}

fn setup(algorithm: Algorithm) -> Setup {
    Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm))
}

fn ending() -> usize {
    let game = TicTacToe::default();
    let progress = Progress::default();
    let mut recorder = Recorder::new(DEFAULT_MEMORY_LIMIT, &progress);
    recorder.search(&game, &game.root(), Algorithm::AlphaBeta, &Natural);
    let mut recorder = Some(recorder);
    let mut count = 0;
    counted(|| {
        let setup = setup(Algorithm::AlphaBeta);
        let game = setup.game.open().expect("a game");
        let recorder = recorder.take().expect("it ends once");
        let trace = recorder.into_trace(setup, game, Vec::new(), edagari::trace::Ending::Complete);
        count = trace.expect("it is not abandoned").visit_count();
    });
    count
}

/// Records a run of about a million frames.
fn trace() -> Trace {
    let tree = RandomTree { branching: 22, depth: 4, ..RandomTree::default() };
    let setup = Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

const QUESTIONS: usize = 20_000;

/// Pseudorandom numbers, the same in every run, generated before the counted part.
fn numbers(limit: usize) -> Vec<usize> {
    let mut state = 1_u64;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % limit
    };
    std::iter::repeat_with(next).take(QUESTIONS).collect()
}

fn states() -> usize {
    let trace = trace();
    let (nodes, frames) = (numbers(trace.visit_count()), numbers(trace.frame_count()));
    counted(|| {
        for (&node, &frame) in nodes.iter().zip(&frames) {
            black_box(trace.state(Place { node: NodeId(node as u32), below: 0 }, frame));
        }
    });
    QUESTIONS
}

fn steps() -> usize {
    let trace = trace();
    let frames = numbers(trace.frame_count());
    counted(|| frames.iter().filter_map(|&frame| trace.step(frame)).count());
    QUESTIONS
}

fn jumps() -> usize {
    let trace = trace();
    let frames = numbers(trace.frame_count());
    counted(|| frames.iter().filter_map(|&frame| trace.next_jump(Jump::AlphaRise, frame)).count());
    QUESTIONS
}

fn strips() -> usize {
    let trace = trace();
    // Cuts are counted lazily; this call keeps that out of the measurement.
    let _ = trace.cuts();
    // Each column covers about one block, so column ends are inside blocks.
    counted(|| trace.strip(0..trace.frame_count() / 2, 1000));
    1000
}

fn layout() -> usize {
    let trace = trace();
    let tree = WholeTree::new(&trace, 1, &Progress::default()).expect("not cancelled");
    counted(|| Tidy::new(&tree.sizes));
    tree.sizes.len()
}

/// Size of inputs that took quadratic time once: if they do again, their paths exceed any limit.
const MANY: usize = 20_000;

/// Reads a stream with these events of a node that has `MANY` moves.
fn reading(events: &str) -> usize {
    let moves: Vec<String> = (0..MANY).map(|number| format!("\"m{number}\"")).collect();
    let stream = format!(
        "{{\"edagari\":1}}\n{{\"event\":\"enter\",\"node\":0,\"moves\":[{}]}}\n{events}{{\"event\":\"leave\",\"node\":0,\"score\":1}}\n",
        moves.join(",")
    );
    counted(|| {
        StreamReader::new(stream.as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default()).expect("a stream")
    });
    MANY
}

fn many_moves() -> usize {
    reading("")
}

fn many_skips() -> usize {
    let skip = |number| format!("{{\"event\":\"skip\",\"node\":0,\"children\":[\"m{number}\"],\"why\":\"late\"}}\n");
    reading(&(0..MANY).map(skip).collect::<String>())
}

fn many_passes() -> usize {
    let of_pass = "{\"event\":\"enter\",\"node\":0}\n{\"event\":\"enter\",\"node\":1,\"move\":\"a\"}\n\
                   {\"event\":\"leave\",\"node\":1,\"score\":1}\n{\"event\":\"leave\",\"node\":0,\"score\":1}\n";
    let stream = "{\"edagari\":1}\n".to_owned() + &of_pass.repeat(MANY / 4);
    let trace =
        StreamReader::new(stream.as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default()).expect("a stream");
    counted(|| check(&trace, false, &Progress::default()));
    MANY / 4
}

fn emphasis() -> usize {
    let text = "*a_ ".repeat(MANY);
    counted(|| blocks(&text));
    MANY
}

/// Runs one path of this program under callgrind and returns its instructions for each unit.
fn count(path: &Path) -> Result<f64, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*in_the_counted_part*"])
        .arg(own)
        .args(["--run", path.name])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split("Collected :").nth(1)?.trim().parse::<f64>().ok());
    let units = String::from_utf8_lossy(&output.stdout).trim().parse::<f64>();
    match (collected, units) {
        (Some(collected), Ok(units)) if collected > 0.0 => Ok(collected / units),
        _ => Err(format!("callgrind told no count:\n{said}")),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--run") {
        let path = PATHS.iter().find(|path| arguments.get(at + 1).is_some_and(|name| name == path.name));
        println!("{}", path.map_or(0, |path| (path.run)()));
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: instructions are counted by valgrind, which is not installed here");
        return ExitCode::SUCCESS;
    }
    let mut is_within = true;
    for path in &PATHS {
        let Path { name, unit, limit, .. } = path;
        match count(path) {
            Ok(instructions) if instructions <= *limit => {
                println!("{name}: {instructions:.1} instructions a {unit} (limit: {limit:.0})");
            }
            Ok(instructions) => {
                println!("{name}: {instructions:.1} instructions a {unit}, more than the limit of {limit:.0}");
                is_within = false;
            }
            Err(error) => {
                println!("{name}: not counted: {error}");
                is_within = false;
            }
        }
    }
    if is_within { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
