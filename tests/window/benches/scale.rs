//! Measures how the cost of views grows from 10⁴ to 10⁸ frames, and the layout of a whole tree:
//! `cargo bench --bench scale`. The traces are minimax on random trees, in two orders of the children. It takes about 4
//! GiB of memory and plots the growth into `target/growth.svg`. With `-- 10000000`, the largest trace has that number
//! of frames.

mod driven;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use driven::Window;
use edagari::export::chart_svg;
use edagari::game::{GameSetup, RandomTree, TicTacToe};
use edagari::scene::{Chart, Color, Series, SeriesKind, Tidy, WholeTree};
use edagari::search::{Algorithm, Order};
use edagari::trace::file::{read_native, write_native};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Jump, NodeId, Place, Process, Progress, Setup, Trace, record};
use edagari::viewer::{Action, Command, RunId, Settings, TreeForm};

/// Pseudorandom numbers, the same in every run.
struct Mixed(u64);

impl Mixed {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

fn setup((branching, depth): (u32, u32), order: Order) -> Setup {
    let tree = RandomTree { branching, depth, ..RandomTree::default() };
    Setup { order, ..Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax)) }
}

/// Shortest time of several runs.
fn shortest<T>(times: usize, mut run: impl FnMut() -> T) -> Duration {
    let measured = (0..times).map(|_| {
        let since = Instant::now();
        black_box(run());
        since.elapsed()
    });
    measured.min().unwrap_or_default()
}

/// Average time of many queries, in nanoseconds.
fn average(questions: usize, mut ask: impl FnMut(&mut Mixed)) -> f64 {
    let mut mixed = Mixed(questions as u64);
    let since = Instant::now();
    for _ in 0..questions {
        ask(&mut mixed);
    }
    since.elapsed().as_nanos() as f64 / questions as f64
}

fn open(setups: Vec<Setup>) -> Window {
    Window::open(&Settings { setups, memory_limit_mib: 8 << 10, ..Settings::default() })
}

/// Median and maximum time of redraws at different frames. Each time is the minimum of three rounds, to exclude other
/// load of the machine.
fn redraws(window: &mut Window, form: Action, zoom: usize) -> (Duration, Duration) {
    window.apply(Command::Do(form));
    let count = window.app.session.runs[1].trace.frame_count();
    // Waits for results of background threads.
    for _ in 0..200 {
        window.redraw();
        if window.app.session.settings.tree_form != TreeForm::Whole
            || window.app.session.runs.iter().all(|run| window.app.has_whole_tree(run.id))
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    for _ in 0..zoom {
        window.apply(Command::Do(Action::ZoomIn));
        window.redraw();
    }
    let mut mixed = Mixed(7);
    let frames: Vec<usize> = (0..200).map(|_| mixed.below(count)).collect();
    let mut times = vec![Duration::MAX; frames.len()];
    for _ in 0..3 {
        for (&frame, least) in frames.iter().zip(&mut times) {
            let since = Instant::now();
            window.apply(Command::GoTo { run: RunId(1), frame });
            window.redraw();
            *least = since.elapsed().min(*least);
        }
    }
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() - 1])
}

struct Row {
    frames: usize,
    state: f64,
    step: f64,
    jump: f64,
    strip: Duration,
    redraw: [(Duration, Duration); 4],
}

fn measure(tree: (u32, u32)) -> Row {
    let since = Instant::now();
    let mut window = open(vec![setup(tree, Order::Natural), setup(tree, Order::Reversed)]);
    let both = since.elapsed();
    let trace = Arc::clone(&window.app.session.runs[0].trace);
    let (frames, visits) = (trace.frame_count(), trace.visit_count());
    let questions = 300_000;
    let state = average(questions, |mixed| {
        let place = Place { node: NodeId(mixed.below(visits) as u32), below: 0 };
        black_box(trace.state(place, mixed.below(frames)));
    });
    let step = average(questions, |mixed| {
        black_box(trace.step(mixed.below(frames)));
    });
    let jump = average(questions / 10, |mixed| {
        black_box(trace.next_jump(Jump::AlphaRise, mixed.below(frames)));
    });
    let mut mixed = Mixed(5);
    // Parts of the run: from one frame for each column to the whole run.
    let strip = (0..20)
        .map(|zoom| {
            let length = (1000.0 * (frames as f64 / 1000.0).powf(f64::from(zoom) / 19.0)) as usize;
            let first = mixed.below(frames - length.min(frames) + 1);
            shortest(1, || trace.strip(first..first + length, 1000))
        })
        .max()
        .unwrap_or_default();
    println!(
        "{frames} frames, {visits} visits: both recorded and shown after {both:?}; {:.1} bytes a frame, {:.1} a visited node",
        trace.memory() as f64 / frames as f64,
        trace.memory() as f64 / visits as f64,
    );
    let redraw = [
        redraws(&mut window, Action::FormFocus, 0),
        redraws(&mut window, Action::FormIcicle, 0),
        redraws(&mut window, Action::FormIcicle, 12),
        redraws(&mut window, Action::FormWhole, 0),
    ];
    println!("  state {state:.0} ns, frame {step:.0} ns, next rise of α {jump:.0} ns, slowest of 20 strips {strip:?}");
    for ((median, slowest), what) in redraw.iter().zip(["subtree", "icicle", "icicle zoomed in", "whole tree"]) {
        println!("  redraw, {what}: median {median:?}, slowest of 200 {slowest:?} (goal: 8 ms)");
    }
    Row { frames, state, step, jump, strip, redraw }
}

fn lay_out() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::Minimax));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let tree = WholeTree::new(&trace, 1, &Progress::default()).expect("not cancelled");
    let nodes = tree.nodes.len();
    let layout = shortest(9, || Tidy::new(&tree.sizes));
    let whole = shortest(5, || WholeTree::new(&trace, 1, &Progress::default()));
    println!(
        "layout of {nodes} nodes: {:.0} ns a node (goal: 100); with the walk over the trace {:.0}",
        layout.as_nanos() as f64 / nodes as f64,
        whole.as_nanos() as f64 / nodes as f64,
    );
}

/// Records a trace of 10⁸ frames, saves it and opens it.
fn largest(tree: (u32, u32)) {
    let since = Instant::now();
    let trace: Trace = record(&setup(tree, Order::Natural), 8 << 30, &Arc::default()).expect("a legal setup");
    let recorded = since.elapsed();
    let mut file = Vec::new();
    write_native(&trace, &mut file, &Progress::default()).expect("memory takes everything");
    let frames = trace.frame_count();
    drop(trace);
    let since = Instant::now();
    let read = read_native(file.as_slice(), 8 << 30).expect("a native file");
    println!(
        "{frames} frames: recorded in {recorded:?}, {:.2} bytes a frame as a file, opened in {:?}, {} MiB",
        file.len() as f64 / frames as f64,
        since.elapsed(),
        read.memory() >> 20,
    );
}

fn chart(rows: &[Row]) -> Chart {
    let series = |name: &str, color: Color, kind: SeriesKind, of: &dyn Fn(&Row) -> f64| Series {
        name: name.to_owned(),
        color,
        kind,
        points: rows.iter().map(|row| [(row.frames as f64).log10(), of(row).log10()]).collect(),
    };
    let nanoseconds = |time: Duration| time.as_nanos() as f64;
    let (line, dashed) = (SeriesKind::Line, SeriesKind::Dashed);
    Chart {
        title: "Cost against the length of the trace, powers of ten".to_owned(),
        x_axis: "frames".to_owned(),
        y_axis: "nanoseconds".to_owned(),
        y_range: Some([1.0, 9.6]),
        series: vec![
            series("state of a node", Color::Max, line, &|row| row.state),
            series("a frame", Color::Min, line, &|row| row.step),
            series("next rise of α", Color::Cut, line, &|row| row.jump),
            series("a strip of 1,000 columns", Color::Table, line, &|row| nanoseconds(row.strip)),
            series("redraw, subtrees", Color::Text, dashed, &|row| nanoseconds(row.redraw[0].0)),
            series("redraw, icicles", Color::Only, dashed, &|row| nanoseconds(row.redraw[1].0)),
            series("redraw, whole trees", Color::Current, dashed, &|row| nanoseconds(row.redraw[3].0)),
        ],
    }
}

fn main() {
    let most = std::env::args().find_map(|argument| argument.parse::<f64>().ok()).unwrap_or(2e8);
    lay_out();
    let trees = [(13, 3, 1e4), (29, 3, 1e5), (22, 4, 1e6), (19, 5, 1e7), (30, 5, 1e8)];
    let rows: Vec<Row> = trees
        .iter()
        .filter(|&&(.., frames)| frames <= most)
        .map(|&(branching, depth, _)| measure((branching, depth)))
        .collect();
    if most >= 1e8 {
        largest((30, 5));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/growth.svg");
    std::fs::write(path, chart_svg(&chart(&rows))).expect("written");
}
