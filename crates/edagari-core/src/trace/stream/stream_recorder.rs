//! Recorder for searches of other programs: it writes a stream while they run.

use std::io::{self, Write};

use super::fields::FIELDS;
use super::writer::{Others, write_json};
use super::{EndingName, Enter, Event};
use crate::score::{Score, Unit};
use crate::trace::model::threads::THREAD;
use crate::trace::{ColumnValue, Header, Id};

/// Records a search of another program as a stream, from a few calls in the search; see `examples/record_your_search.rs`.
///
/// It can stay in a program permanently: for a node that its filters skip, a call costs one comparison, nothing is written beyond
/// [`Self::at_most`], and a write error ends the recording, not the search.
///
/// ```
/// use edagari_core::score::Score;
/// use edagari_core::trace::Header;
/// use edagari_core::trace::file::{Enter, StreamReader, StreamRecorder};
///
/// let header = Header { game: Some("two leaves".to_owned()), ..Header::new() };
/// let mut recorder = StreamRecorder::new(Vec::new(), header);
/// recorder.enter(Enter::default);
/// for (name, score) in [("a", 3), ("b", 7)] {
///     recorder.enter(|| Enter { mv: Some(name.into()), ..Enter::default() });
///     recorder.leave(Score::new(score));
/// }
/// recorder.leave(Score::new(7));
/// let stream = recorder.finish().expect("memory takes everything");
///
/// let trace = StreamReader::new(stream.as_slice(), 1 << 20).read(&Default::default()).expect("a stream");
/// assert_eq!((trace.frame_count(), trace.value()), (10, Some(Score::new(7))));
/// ```
#[derive(Debug)]
pub struct StreamRecorder<W> {
    file: W,
    header: Option<Header>,
    unit: Option<Unit>,
    to_depth: u32,
    below: Vec<String>,
    one_in: u64,
    at_most: u64,
    written: u64,
    nodes: u64,
    threads: Vec<Thread>,
    /// Index of the thread to which the next call belongs.
    at_hand: usize,
    failed: Option<io::Error>,
}

/// State of a thread of the program.
#[derive(Debug, Default)]
struct Thread {
    /// Name of the thread; `None` until one is set.
    name: Option<ColumnValue<'static>>,
    searches: u64,
    /// Nodes that are written and not left.
    open: Vec<u64>,
    /// Values to be written at open nodes, each with the number of open nodes when it was set.
    values: Vec<(usize, Box<str>, ColumnValue<'static>)>,
    /// Number of unwritten nodes entered on the way to the position where recording starts.
    above: usize,
    /// Number of nodes that are entered, not written, and not left.
    left_out: u64,
}

impl<W: Write> StreamRecorder<W> {
    /// Creates a recorder without filters: it records every node.
    pub fn new(file: W, header: Header) -> Self {
        Self {
            file,
            unit: header.unit,
            header: Some(header),
            to_depth: u32::MAX,
            below: Vec::new(),
            one_in: 1,
            at_most: u64::MAX,
            written: 0,
            nodes: 0,
            threads: vec![Thread::default()],
            at_hand: 0,
            failed: None,
        }
    }

    /// Skips nodes more than `depth` moves below the first recorded node.
    #[must_use]
    pub fn to_depth(mut self, depth: u32) -> Self {
        self.to_depth = depth;
        self
    }

    /// Skips nodes outside the subtree of the position that `moves` reach from the start of the search.
    #[must_use]
    pub fn below(mut self, moves: &[&str]) -> Self {
        self.below = moves.iter().map(|&mv| mv.to_owned()).collect();
        self
    }

    /// Records one in `searches` searches of each thread, starting with the first. A search is a node entered while none is open.
    #[must_use]
    pub fn one_in(mut self, searches: u64) -> Self {
        self.one_in = searches.max(1);
        self
    }

    /// Limits the stream to about `bytes` bytes; after that, only one last line is written, which
    /// reports the limit.
    #[must_use]
    pub fn at_most(mut self, bytes: u64) -> Self {
        self.at_most = bytes;
        self
    }

    /// Whether nothing more is written: the limit is reached, or writing failed.
    pub fn is_full(&self) -> bool {
        self.failed.is_some() || self.written >= self.at_most
    }

    /// Assigns the following calls to a thread, named by an integer or a text, until another one is named. Each thread enters and
    /// leaves its own nodes. Threads that share a recorder lock it for each call, and pass their name with each call.
    ///
    /// ```
    /// # use edagari_core::score::Score;
    /// # use edagari_core::trace::Header;
    /// # use edagari_core::trace::file::{Enter, StreamRecorder};
    /// # let shared = std::sync::Mutex::new(StreamRecorder::new(Vec::new(), Header::new()));
    /// # let thread = 2;
    /// shared.lock().expect("no thread panicked").thread(thread).enter(Enter::default);
    /// # let score = Score::new(0);
    /// shared.lock().expect("no thread panicked").thread(thread).leave(score);
    /// ```
    pub fn thread<'v>(&mut self, name: impl Into<ColumnValue<'v>>) -> &mut Self {
        let name = thread_name(name.into());
        if self.threads[self.at_hand].name.as_ref() != Some(&name) {
            let known = |thread: &Thread| thread.name.as_ref().is_none_or(|known| *known == name);
            self.at_hand = self.threads.iter().position(known).unwrap_or(self.threads.len());
            if self.at_hand == self.threads.len() {
                self.threads.push(Thread::default());
            }
            // Calls before the first name belong to the first thread.
            self.threads[self.at_hand].name.get_or_insert_with(|| name.into_owned());
        }
        self
    }

    /// Records that the search enters a node. `describe` is called only if the node is recorded; it returns the move, and any other
    /// field of an `enter`. The recorder sets the ids of the node and its parent.
    pub fn enter<'e>(&mut self, describe: impl FnOnce() -> Enter<'e>) {
        let is_full = self.is_full();
        let thread = &mut self.threads[self.at_hand];
        if thread.left_out > 0 || is_full || thread.open.len() as u64 > u64::from(self.to_depth) {
            thread.left_out += 1;
            return;
        }
        if thread.open.is_empty() && thread.above == 0 {
            thread.searches += 1;
            if !(thread.searches - 1).is_multiple_of(self.one_in) {
                thread.left_out = 1;
                return;
            }
            if !self.below.is_empty() {
                thread.above = 1;
                return;
            }
        }
        let mut enter = describe();
        if thread.open.is_empty() && thread.above > 0 {
            if enter.mv.as_deref() != Some(self.below[thread.above - 1].as_str()) {
                thread.left_out = 1;
                return;
            }
            if thread.above < self.below.len() {
                thread.above += 1;
                return;
            }
            // Recording starts here, so no move leads to this node.
            enter.mv = None;
        }
        enter.node = Some(Id::Number(self.nodes));
        enter.parent = thread.open.last().copied().map(Id::Number);
        let label = (thread.open.is_empty() && self.one_in > 1).then(|| format!("search {}", thread.searches));
        thread.open.push(self.nodes);
        self.nodes += 1;
        if let Some(label) = label {
            self.write(&Event::Pass { label: Some(label.into()), window: None });
        }
        self.write(&Event::Enter(enter));
    }

    /// Writes another event of the node entered last: a `lookup`, `score`, `update`, `prune`, `skip` or `store`. `describe` is
    /// called only if the node is recorded. Other events are ignored, because they have methods of their own.
    pub fn say<'e>(&mut self, describe: impl FnOnce() -> Event<'e>) {
        if !self.is_written() {
            return;
        }
        let event = describe();
        if event.is_within_visit() {
            self.write(&event);
        }
    }

    /// Records a value of the open node entered last: it becomes a column of this name, such as `eval`, `depth` or `why`. `value`
    /// is called only if the node is recorded. Names of event fields are ignored, including `thread` (see [`Self::thread`]), and so
    /// are numbers that are not finite.
    ///
    /// ```
    /// # use edagari_core::trace::Header;
    /// # use edagari_core::trace::file::{Enter, StreamRecorder};
    /// # let mut recorder = StreamRecorder::new(Vec::new(), Header::new());
    /// recorder.enter(Enter::default);
    /// recorder.value("eval", || 0.25.into());
    /// recorder.value("why", || "stand-pat".into());
    /// ```
    pub fn value<'v>(&mut self, name: &str, value: impl FnOnce() -> ColumnValue<'v>) {
        if !self.is_written() || FIELDS.contains(&name) || name == THREAD {
            return;
        }
        let value = value();
        if !matches!(value, ColumnValue::Float(value) if !value.is_finite()) {
            let Thread { values, open, .. } = &mut self.threads[self.at_hand];
            values.retain(|(level, known, _)| (*level, &**known) != (open.len(), name));
            values.push((open.len(), name.into(), value.into_owned()));
        }
    }

    /// Records that the search leaves the open node entered last, with `score`, which is in the header's unit if it has one.
    pub fn leave(&mut self, score: Score) {
        let thread = &mut self.threads[self.at_hand];
        if thread.left_out > 0 {
            thread.left_out -= 1;
        } else if let Some(node) = thread.open.pop() {
            let own = thread.values.partition_point(|&(level, ..)| level <= thread.open.len());
            let values = thread.values.split_off(own);
            if !self.is_full() {
                let node = Some(Id::Number(node));
                let others: Vec<_> = values.iter().map(|(_, name, value)| (&**name, value.clone())).collect();
                self.write_with(&Event::Leave { node, window: None, score: Some(score), bound: None }, &others);
            }
            // The nodes above the start of recording are left after those below it.
        } else {
            thread.above = thread.above.saturating_sub(1);
        }
    }

    /// Writes the last line and returns the file.
    ///
    /// # Errors
    /// The first write error.
    pub fn finish(mut self) -> io::Result<W> {
        let is_cut = self.written >= self.at_most;
        let ending = if is_cut { EndingName::MemoryLimit } else { EndingName::Complete };
        let limit = is_cut.then_some(self.at_most);
        if self.threads.iter().all(|thread| thread.open.is_empty()) || is_cut {
            self.write(&Event::Finish { ending: Some(ending), limit });
        }
        match self.failed {
            Some(error) => Err(error),
            None => self.file.flush().map(|()| self.file),
        }
    }

    /// Whether the open node entered last is written.
    fn is_written(&self) -> bool {
        let thread = &self.threads[self.at_hand];
        thread.left_out == 0 && !thread.open.is_empty() && !self.is_full()
    }

    fn write(&mut self, event: &Event<'_>) {
        self.write_with(event, &[]);
    }

    fn write_with(&mut self, event: &Event<'_>, others: &Others<'_>) {
        if self.failed.is_some() {
            return;
        }
        let header = self.header.take().map(|mut header| {
            // The trace starts where recording starts.
            let moves = header.after.iter().map(String::as_str).chain(self.below.iter().map(String::as_str));
            let after = moves.collect::<Vec<_>>().join(" ");
            header.after = (!after.is_empty()).then_some(after);
            header
        });
        let thread = self.threads[self.at_hand].name.iter().map(|name| (THREAD, name.clone()));
        let others: Vec<_> = thread.chain(others.iter().cloned()).collect();
        let mut lines = Vec::new();
        let written = header
            .map_or(Ok(()), |header| {
                serde_json::to_writer(&mut lines, &header)?;
                lines.push(b'\n');
                Ok(())
            })
            .and_then(|()| write_json(&mut lines, event, &others, self.unit))
            .map_err(io::Error::from)
            .and_then(|()| {
                lines.push(b'\n');
                self.file.write_all(&lines)
            });
        self.written += lines.len() as u64;
        self.failed = written.err();
    }
}

/// Normalizes the name of a thread: the number 2 and the text `2` are the same in files.
fn thread_name(name: ColumnValue<'_>) -> ColumnValue<'_> {
    let text = match name {
        ColumnValue::Integer(_) => return name,
        ColumnValue::Text(text) => text,
        ColumnValue::Float(_) | ColumnValue::Boolean(_) => name.to_string().into(),
    };
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => ColumnValue::Integer(number),
        _ => ColumnValue::Text(text),
    }
}
