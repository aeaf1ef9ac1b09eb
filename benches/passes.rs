//! Benchmarks traces of many passes over one tree, with columns: opening and state queries:
//! `cargo bench --bench passes`.

use std::hint::black_box;
use std::io::{self, BufReader, Read, Write as _};
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::trace::file::{StreamReader, read_native, write_native};
use edagari::trace::{Jump, NodeId, Place, Progress, Trace};

const CHILDREN: u32 = 3;
const LIMIT: u64 = 16 << 30;

/// Stream of passes over a regular tree, generated lazily by the reads.
struct Source {
    depth: u32,
    passes_left: u32,
    /// Open visits: the number of children that each has entered.
    path: Vec<u32>,
    id: u32,
    line: Vec<u8>,
    at: usize,
}

impl Source {
    fn new(passes: u32, depth: u32) -> Self {
        let line = b"{\"edagari\":1,\"program\":\"bench\",\"search\":\"pvs\",\"null_windows\":true}\n".to_vec();
        Self { depth, passes_left: passes, path: Vec::new(), id: 0, line, at: 0 }
    }

    fn enter(&mut self, mv: u32) {
        self.id += 1;
        let (id, left) = (self.id, self.depth - self.path.len() as u32);
        let kind = ["pv", "cut", "all"][(id % 3) as usize];
        let (eval, time) = (i64::from(id % 200) - 100, f64::from(id) / 16.0);
        let check = if id.is_multiple_of(7) { ",\"check\":true" } else { "" };
        let order = if mv > 0 { ",\"order\":\"killer\"" } else { "" };
        writeln!(
            self.line,
            "{{\"event\":\"enter\",\"node\":{id},\"move\":\"m{mv}\",\"window\":[-9,9],\"depth\":{left},\"kind\":\"{kind}\",\"eval\":{eval},\"time\":{time}{order}{check}}}"
        )
        .expect("memory takes everything");
        self.path.push(0);
    }

    fn next_line(&mut self) {
        self.line.clear();
        self.at = 0;
        let Some(&entered) = self.path.last() else {
            if self.passes_left > 0 {
                self.passes_left -= 1;
                self.line.extend(b"{\"event\":\"pass\",\"kind\":\"deepening\"}\n");
                self.enter(0);
            }
            return;
        };
        // The last child of the last level is searched again.
        let is_last_level = self.path.len() as u32 == self.depth;
        let most = CHILDREN + u32::from(is_last_level);
        if self.path.len() as u32 > self.depth || entered == most {
            self.path.pop();
            self.line.extend(b"{\"event\":\"leave\",\"score\":1}\n");
            return;
        }
        if let Some(top) = self.path.last_mut() {
            *top += 1;
        }
        self.enter(entered.min(CHILDREN - 1));
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.line.len() {
            self.next_line();
        }
        let count = buffer.len().min(self.line.len() - self.at);
        buffer[..count].copy_from_slice(&self.line[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

fn read(passes: u32, depth: u32) -> Trace {
    let source = BufReader::with_capacity(1 << 16, Source::new(passes, depth));
    StreamReader::new(source, LIMIT).read(&Progress::default()).expect("a stream")
}

fn passes(criterion: &mut Criterion) {
    let trace = read(30, 11);
    let mut file = Vec::new();
    write_native(&trace, &mut file, &Progress::default()).expect("memory takes everything");
    println!(
        "{} visits of {} nodes in {} passes, {} columns: {:.1} bytes a visit in memory",
        trace.visit_count(),
        trace.node_count(),
        trace.passes().len(),
        trace.columns().len(),
        trace.memory() as f64 / trace.visit_count() as f64,
    );
    drop(trace);
    let since = Instant::now();
    let trace = read_native(file.as_slice(), LIMIT).expect("a native file");
    println!("native: {} MB, opened in {:?}", file.len() / 1_000_000, since.elapsed());
    jumps(criterion, &trace);
    drop(trace);
    let trace = read(64, 6);
    let (nodes, frames) = (trace.node_count() as u32, trace.frame_count());
    let mut at = 0_u32;
    criterion.bench_function("state of a node with 64 layers", |bencher| {
        bencher.iter(|| {
            at = at.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let place = Place { node: NodeId(at % nodes), below: 0 };
            black_box(trace.state(place, (at >> 7) as usize % frames))
        });
    });
}

fn jumps(criterion: &mut Criterion, trace: &Trace) {
    let frames = trace.frame_count();
    let mut at = 0_usize;
    for (name, jump) in [("pass", Jump::Pass), ("re-search", Jump::SearchedAgain)] {
        criterion.bench_function(&format!("jump to the next {name}"), |bencher| {
            bencher.iter(|| {
                at = (at + 7_654_321) % frames;
                black_box(trace.next_jump(jump, at))
            });
        });
    }
    criterion.bench_function("step", |bencher| {
        bencher.iter(|| {
            at = (at + 7_654_321) % frames;
            black_box(trace.step(at))
        });
    });
    criterion.bench_function("strip of 1,200 columns", |bencher| {
        bencher.iter(|| black_box(trace.strip(0..frames, 1200)));
    });
}

criterion_group!(benches, passes);
criterion_main!(benches);
