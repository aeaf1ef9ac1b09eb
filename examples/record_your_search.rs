//! Records a search that does not depend on Edagari: the negamax below is the original code plus the lines that are
//! marked with `// recording`.
//!
//! `cargo run --example record_your_search --no-default-features > nim.jsonl`, then `edagari view nim.jsonl`.

use std::io::{self, Write};

use edagari::score::{Score, Window};
use edagari::trace::file::{Enter, StreamRecorder};
use edagari::trace::{Header, PointOfView};

/// Nim: a player who cannot take a stone loses.
#[derive(Clone)]
pub struct Nim {
    heaps: Vec<u32>,
}

/// The engine.
pub struct Engine<W> {
    recorder: StreamRecorder<W>, // recording
}

impl<W: Write> Engine<W> {
    /// The value of a position for the player to move.
    pub fn negamax(&mut self, nim: &Nim, mut alpha: i32, beta: i32, came_by: &str) -> i32 {
        self.recorder.enter(|| describe(nim, alpha, beta, came_by)); // recording
        let mut best = -1;
        'all: for heap in 0..nim.heaps.len() {
            for taken in 1..=nim.heaps[heap] {
                let mut next = nim.clone();
                next.heaps[heap] -= taken;
                let score = -self.negamax(&next, -beta, -alpha, &format!("{heap}:{taken}"));
                best = best.max(score);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break 'all;
                }
            }
        }
        self.recorder.leave(Score::new(best)); // recording
        best
    }
}

/// Describes a node for the recorder. It is called only for nodes that are recorded.
fn describe<'a>(nim: &Nim, alpha: i32, beta: i32, came_by: &'a str) -> Enter<'a> {
    let heaps: Vec<String> = nim.heaps.iter().map(u32::to_string).collect();
    Enter {
        mv: (!came_by.is_empty()).then(|| came_by.into()),
        label: Some(heaps.join("-").into()),
        window: Some(Window { alpha: Score::new(alpha), beta: Score::new(beta) }),
        ..Enter::default()
    }
}

/// Searches two positions and records them through the recorder that `filters` configures.
///
/// # Errors
/// Returns the first error of writing.
pub fn record<W: Write>(
    heaps: &[u32],
    file: W,
    filters: impl Fn(StreamRecorder<W>) -> StreamRecorder<W>,
) -> io::Result<(i32, W)> {
    let header = Header {
        program: Some("record_your_search".to_owned()),
        game: Some("nim".to_owned()),
        search: Some("negamax".to_owned()),
        scores: Some(PointOfView::Mover),
        ..Header::new()
    };
    let mut engine = Engine { recorder: filters(StreamRecorder::new(file, header)) };
    let value = engine.negamax(&Nim { heaps: heaps.to_vec() }, -1, 1, "");
    engine.negamax(&Nim { heaps: heaps.iter().map(|heap| heap + 1).collect() }, -1, 1, "");
    Ok((value, engine.recorder.finish()?))
}

fn main() -> io::Result<()> {
    let (value, _) = record(&[1, 2, 2], io::stdout().lock(), |recorder| recorder.one_in(2).at_most(64 << 20))?;
    eprintln!("value for the player to move: {value}");
    Ok(())
}
