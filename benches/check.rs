//! Time and memory of opening and checking a stream, by its number of visits: `cargo bench --bench check`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufReader, Write as _};
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::analysis::{Verdict, check};
use edagari::trace::Progress;
use edagari::trace::file::StreamReader;

const LIMIT: u64 = 16 << 30;
const HEADER: &str = r#"{"edagari": 1, "search": "alpha-beta-soft", "scores": "max", "fail": "soft", "cut": ">=", "null_windows": false, "leaf": "game over", "order": "by place", "table": "none"}"#;

/// Fields of the nodes of a stream in addition to moves, windows and scores.
#[derive(Clone, Copy)]
struct Shape {
    name: &'static str,
    children: u32,
    /// Six columns.
    has_columns: bool,
    /// Lists of moves, of which the last one is skipped on a guess.
    has_skips: bool,
    /// Number of visits of each pass, if there are several.
    pass: Option<u64>,
}

const SHAPES: [Shape; 4] = [
    Shape { name: "windows", children: 5, has_columns: false, has_skips: false, pass: None },
    Shape { name: "columns and passes", children: 5, has_columns: true, has_skips: false, pass: Some(5_000) },
    Shape { name: "skips and lists of moves", children: 5, has_columns: false, has_skips: true, pass: None },
    Shape { name: "wide nodes", children: 1_000, has_columns: false, has_skips: true, pass: None },
];

/// Writes α-β on a regular tree, pass after pass, until there are enough visits.
struct Writer {
    shape: Shape,
    depth: u32,
    visits: u64,
    file: std::io::BufWriter<File>,
    line: String,
}

impl Writer {
    fn say(&mut self) {
        self.file.write_all(self.line.as_bytes()).expect("a temporary file");
        self.line.clear();
    }

    /// Searches a node and returns its score; max moves at even depths.
    fn visit(&mut self, (path, mv): (u32, u32), [mut alpha, mut beta]: [i32; 2], depth: u32) -> i32 {
        self.visits += 1;
        let (id, shape) = (self.visits, self.shape);
        let is_inner = depth < self.depth;
        let end = |bound: i32| match bound {
            i32::MIN => "\"-inf\"".to_owned(),
            i32::MAX => "\"inf\"".to_owned(),
            bound => bound.to_string(),
        };
        let _ =
            write!(self.line, "{{\"event\": \"enter\", \"node\": {id}, \"window\": [{}, {}]", end(alpha), end(beta));
        if depth > 0 {
            let _ = write!(self.line, ", \"move\": \"m{mv}\"");
        }
        if shape.has_columns {
            let kind = ["pv", "cut", "all"][(id % 3) as usize];
            let _ = write!(
                self.line,
                ", \"kind\": \"{kind}\", \"eval\": {}, \"time\": {}.5, \"order\": \"killer\", \"ply\": {depth}, \"check\": {}",
                id % 200,
                id,
                id.is_multiple_of(7)
            );
        }
        if shape.has_skips && is_inner {
            let moves: Vec<String> = (0..shape.children).map(|mv| format!("\"m{mv}\"")).collect();
            let _ = write!(self.line, ", \"moves\": [{}]", moves.join(","));
        }
        self.line.push_str("}\n");
        self.say();
        let is_max = depth.is_multiple_of(2);
        let mut best = None;
        let searched = shape.children - u32::from(shape.has_skips);
        for mv in 0..if is_inner { searched } else { 0 } {
            let score = self.visit((path.wrapping_mul(shape.children).wrapping_add(mv), mv), [alpha, beta], depth + 1);
            let value = best.map_or(score, |best: i32| if is_max { best.max(score) } else { best.min(score) });
            best = Some(value);
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if shape.has_skips && is_inner && alpha < beta {
            let _ =
                writeln!(self.line, "{{\"event\": \"skip\", \"children\": [\"m{searched}\"], \"why\": \"late move\"}}");
        }
        let score = best.unwrap_or_else(|| (path.wrapping_mul(2_654_435_761) >> 12) as i32 % 200 - 100);
        let _ = writeln!(self.line, "{{\"event\": \"leave\", \"node\": {id}, \"score\": {score}}}");
        self.say();
        score
    }
}

/// Writes a stream of about `visits` visits and returns their number.
fn write(shape: Shape, visits: u64, path: &std::path::Path) -> u64 {
    let file = std::io::BufWriter::new(File::create(path).expect("a temporary file"));
    let of_pass = shape.pass.unwrap_or(visits);
    // With leaves in no order, α-β visits about the power 3/4 of the tree.
    let depth = ((of_pass as f64).ln() / f64::from(shape.children).ln() / 0.75).round().max(1.0) as u32;
    let mut writer = Writer { shape, depth, visits: 0, file, line: format!("{HEADER}\n") };
    loop {
        if shape.pass.is_some() || writer.visits > 0 {
            writer.line.push_str("{\"event\": \"pass\"}\n");
        }
        writer.visit((1, 0), [i32::MIN, i32::MAX], 0);
        if writer.visits >= visits {
            break;
        }
    }
    writer.line.push_str("{\"event\": \"finish\", \"ending\": \"complete\"}\n");
    writer.say();
    writer.file.flush().expect("a temporary file");
    writer.visits
}

/// Forgets the greatest memory of the process so far, and returns the memory that it has now or had at most since, in bytes.
fn forget_peak() -> f64 {
    let _ = fs::write("/proc/self/clear_refs", "5");
    peak()
}

fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or_default() * 1024.0
}

fn checks(_: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stream.jsonl");
    let most: u64 = std::env::var("VISITS").ok().and_then(|most| most.parse().ok()).unwrap_or(1_000_000);
    for shape in SHAPES {
        for visits in [10_000, 100_000, 1_000_000, 10_000_000].into_iter().filter(|&visits| visits <= most) {
            let count = write(shape, visits, &path) as f64;
            let before = forget_peak();
            let since = Instant::now();
            let file = BufReader::with_capacity(1 << 16, File::open(&path).expect("the file"));
            let trace = StreamReader::new(file, LIMIT).read(&Progress::default()).expect("a stream");
            let opened = since.elapsed().as_secs_f64();
            let report = check(&trace, false, &Progress::default());
            let whole = since.elapsed().as_secs_f64();
            assert_ne!(report.verdict(), Verdict::Wrong, "{}", shape.name);
            println!(
                "{}: {count} visits, {:.2} µs a visit ({:.2} to open), {:.0} bytes a visit",
                shape.name,
                1e6 * whole / count,
                1e6 * opened / count,
                (peak() - before) / count,
            );
        }
    }
}

criterion_group!(benches, checks);
criterion_main!(benches);
