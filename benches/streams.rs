//! Benchmarks opening streams of other programs: `cargo bench --bench streams`.

use std::fmt::{self, Arguments, Display, Formatter, Write as _};
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::trace::Progress;
use edagari::trace::file::{ArrivingStream, StreamReader};

const LIMIT: u64 = 16 << 30;

/// Fields and events of a generated stream.
#[derive(Clone, Copy)]
enum Saying {
    /// `enter` and `leave` only, as in the smallest stream of the documents.
    Plain,
    /// Like `Plain`, with text ids.
    TextIds,
    /// Also windows and depths, and a `score` and an `update` after each child.
    Windows,
    /// Ten fields for each `enter`, six of them columns.
    Columns,
}

/// Writes the stream of α-β on a regular tree.
struct Writer {
    saying: Saying,
    children: u32,
    depth: u32,
    id: u32,
    lines: String,
    /// Length of the stream, in bytes, from which on no further node is expanded.
    most: usize,
}

const HEADER: &str = "{\"edagari\": 1, \"program\": \"bench\", \"search\": \"alpha-beta-soft\", \"scores\": \"max\"}";

impl Writer {
    /// Generates a stream of `passes` passes.
    fn stream(saying: Saying, passes: u32, children: u32, depth: u32, most: usize) -> String {
        let mut writer = Self { saying, children, depth, id: 0, lines: String::new(), most };
        writer.say(format_args!("{HEADER}"));
        for pass in 1..=passes {
            if passes > 1 {
                writer.say(format_args!("{{\"event\": \"pass\", \"kind\": \"deepening\", \"depth\": {pass}}}"));
            }
            writer.visit(1, [i32::MIN, i32::MAX], 0);
        }
        writer.lines
    }

    fn say(&mut self, line: Arguments<'_>) {
        writeln!(self.lines, "{line}").expect("memory takes everything");
    }

    fn enter(&mut self, path: u32, window: [i32; 2], depth: u32) -> u32 {
        self.id += 1;
        let (id, left, mv, window) = (self.id, self.depth - depth, path % self.children, Ends(window));
        match self.saying {
            Saying::Plain => self.say(format_args!("{{\"event\": \"enter\", \"node\": {id}, \"move\": \"m{mv}\"}}")),
            Saying::TextIds => {
                self.say(format_args!("{{\"event\": \"enter\", \"node\": \"n{id}\", \"move\": \"m{mv}\"}}"));
            }
            Saying::Windows => self.say(format_args!(
                "{{\"event\": \"enter\", \"node\": {id}, \"move\": \"m{mv}\", \"window\": {window}, \"depth\": {left}}}"
            )),
            Saying::Columns => {
                let kind = ["pv", "cut", "all"][(id % 3) as usize];
                let (eval, time) = (i64::from(id % 200) - 100, f64::from(id) / 16.0);
                let check = if id.is_multiple_of(7) { ", \"check\": true" } else { "" };
                let order = if mv > 0 { ", \"order\": \"killer\"" } else { "" };
                self.say(format_args!(
                    "{{\"event\": \"enter\", \"node\": {id}, \"move\": \"m{mv}\", \"window\": {window}, \"depth\": {left}, \
                     \"kind\": \"{kind}\", \"eval\": {eval}, \"time\": {time}{order}{check}}}"
                ));
            }
        }
        id
    }

    /// Searches a node and returns its score; max moves at even depths.
    fn visit(&mut self, path: u32, window: [i32; 2], depth: u32) -> i32 {
        let id = self.enter(path, window, depth);
        let [mut alpha, mut beta] = window;
        let is_max = depth.is_multiple_of(2);
        let mut best = None;
        for mv in 0..if depth < self.depth && self.lines.len() < self.most { self.children } else { 0 } {
            let child = self.id + 1;
            let score = self.visit(path.wrapping_mul(self.children).wrapping_add(mv), [alpha, beta], depth + 1);
            let before = Ends([alpha, beta]);
            let value = best.map_or(score, |best: i32| if is_max { best.max(score) } else { best.min(score) });
            best = Some(value);
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            let cut = alpha >= beta;
            if let Saying::Windows = self.saying {
                let after = Ends([alpha, beta]);
                self.say(format_args!(
                    "{{\"event\": \"score\", \"node\": {id}, \"child\": {child}, \"window\": {before}, \"score\": {score}}}"
                ));
                self.say(format_args!(
                    "{{\"event\": \"update\", \"node\": {id}, \"child\": {child}, \"window\": {after}, \"value\": {value}, \
                     \"cut\": {cut}}}"
                ));
            }
            if cut {
                break;
            }
        }
        let score = best.unwrap_or_else(|| (path.wrapping_mul(2_654_435_761) >> 12) as i32 % 200 - 100);
        match self.saying {
            Saying::TextIds => {
                self.say(format_args!("{{\"event\": \"leave\", \"node\": \"n{id}\", \"score\": {score}}}"));
            }
            Saying::Plain | Saying::Windows | Saying::Columns => {
                self.say(format_args!("{{\"event\": \"leave\", \"node\": {id}, \"score\": {score}}}"));
            }
        }
        score
    }
}

/// Formats a window as the trace format requires.
struct Ends([i32; 2]);

impl Display for Ends {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            [i32::MIN, i32::MAX] => f.write_str("[\"-inf\", \"inf\"]"),
            [i32::MIN, beta] => write!(f, "[\"-inf\", {beta}]"),
            [alpha, i32::MAX] => write!(f, "[{alpha}, \"inf\"]"),
            [alpha, beta] => write!(f, "[{alpha}, {beta}]"),
        }
    }
}

fn streams(_: &mut Criterion) {
    for (name, saying, passes, children, depth) in [
        ("enter and leave", Saying::Plain, 1, 5, 13),
        ("enter and leave, texts as ids", Saying::TextIds, 1, 5, 13),
        ("windows, depths, scores and updates", Saying::Windows, 1, 5, 13),
        ("four passes with six columns", Saying::Columns, 4, 5, 11),
    ] {
        let stream = Writer::stream(saying, passes, children, depth, usize::MAX);
        let events = stream.lines().count() as f64 - 1.0;
        let times = (0..5).map(|_| {
            let since = Instant::now();
            let trace = StreamReader::new(stream.as_bytes(), LIMIT).read(&Progress::default()).expect("a stream");
            let time = since.elapsed();
            drop(trace);
            time
        });
        let shortest = times.min().unwrap_or_default().as_secs_f64();
        println!(
            "{name}: {:.1} million events of {:.0} bytes, {:.2} million events a second, {:.0} MB a second",
            events / 1e6,
            stream.len() as f64 / events,
            events / 1e6 / shortest,
            stream.len() as f64 / 1e6 / shortest,
        );
    }
}

/// Number of events that arrive between two updates of the picture.
const NEW: usize = 100_000;

/// Times an update of the picture of a growing stream: new events are read, and the trace so far is built.
fn following(_: &mut Criterion) {
    let progress = Progress::default();
    let stream = Writer::stream(Saying::Plain, 1, 5, 17, 1 << 30);
    let ends: Vec<usize> = stream.match_indices('\n').map(|(at, _)| at + 1).collect();
    for visits in [100_000, 1_000_000, 10_000_000] {
        let Some((&before, &now)) = ends.get(2 * visits).zip(ends.get(2 * visits + NEW)) else { continue };
        let mut arriving = ArrivingStream::new(LIMIT);
        let mut take = |part: &str| {
            let since = Instant::now();
            arriving.take(part.as_bytes(), &progress).expect("events");
            let read = since.elapsed();
            let importer = arriving.importer().expect("a header");
            drop(importer.trace(&progress).expect("a trace"));
            (read, since.elapsed(), importer.visit_count())
        };
        take(&stream[..before]);
        let (read, updated, count) = take(&stream[before..now]);
        let [read, updated] = [read, updated].map(|time| time.as_secs_f64() * 1e3);
        println!("following, {count} visits: {updated:.0} ms for {NEW} new events, {read:.0} ms of them to read these");
    }
}

criterion_group!(benches, following, streams);
criterion_main!(benches);
