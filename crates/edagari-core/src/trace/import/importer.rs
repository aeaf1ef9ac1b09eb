//! Importer of the events of a file, one by one.

use std::borrow::Cow;

use super::assemble::assemble;
use super::contents::NONE;
use super::event_taker::EventTaker;
use crate::trace::model::column::ColumnBuilder;
use crate::trace::model::meaning::{is_probe, is_speculative, kinds_in};
use crate::trace::model::recorded_tree::NULL_MOVES;
use crate::trace::model::threads::THREAD;
use crate::trace::stream::writer::events_of;
use crate::trace::stream::{Event, EventLine, EventReader, FileError};
use crate::trace::{
    ColumnValue, Ending, FrameKind, Header, MAX_COLUMNS, Meaning, Progress, RemarkKind, Trace, VisitKind,
};

/// Importer of the events of a file and of their additional fields, one by one. It builds a trace of the events so far.
#[derive(Clone, Debug)]
pub struct Importer {
    visits: EventTaker,
    /// Additional fields of the last `pass` event, until its first node is entered.
    of_pass: Vec<(Box<str>, ColumnValue<'static>)>,
    /// Index after the column that was set last.
    next_column: usize,
    /// Key of the position where the first pass starts, if stated.
    first_key: Option<String>,
    memory_limit: u64,
    events: u64,
    passed_over: SkippedLines,
}

/// Names of the field and of the column with the moves to a start position.
const AFTER: &str = "after";
const PASS_AFTER: &str = "pass.after";

/// Normalizes a list of moves to single spaces.
fn moves_in(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Importer {
    /// Creates an importer of the trace with this header. It ignores further events once the events and the trace need more than
    /// `memory_limit` bytes.
    #[must_use]
    pub fn new(header: Header, memory_limit: u64) -> Self {
        Self {
            visits: EventTaker::new(header),
            of_pass: Vec::new(),
            next_column: 0,
            first_key: None,
            memory_limit,
            events: 0,
            passed_over: SkippedLines::default(),
        }
    }

    /// Returns a reader for the events that follow the header.
    #[must_use]
    pub fn event_reader(&self) -> EventReader {
        EventReader { unit: self.visits.contents.header.unit }
    }

    /// Number of visits so far.
    #[must_use]
    pub fn visit_count(&self) -> usize {
        self.visits.contents.visits.len()
    }

    /// Number of events imported.
    #[must_use]
    pub fn event_count(&self) -> u64 {
        self.events
    }

    /// Lines that are no events; `None` if there are none.
    #[must_use]
    pub fn passed_over(&self) -> Option<&SkippedLines> {
        Some(&self.passed_over).filter(|passed_over| passed_over.count > 0)
    }

    pub(super) const fn passed_over_mut(&mut self) -> &mut SkippedLines {
        &mut self.passed_over
    }

    /// Whether the memory limit is reached, so that further events are ignored.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self.visits.contents.ending, Some(Ending::MemoryLimit(_))) && self.visits.memory > self.memory_limit
    }

    /// Imports the next event with its additional fields, from line `line` of the file.
    pub fn take_line(&mut self, parsed: &EventLine<'_>, line: u64) {
        let EventLine { event, others, has_rounded } = parsed;
        self.visits.contents.has_rounded_scores |= has_rounded;
        if !self.go_to_thread(event, others) {
            return self.visits.out_of_order(event, line);
        }
        let owner = if others.is_empty() { None } else { self.visits.visit_of(event) };
        let owner = owner.filter(|&visit| !self.visits.looks_up_again(event, visit));
        let child_of_update = self.visits.reason_beside_child(event);
        let visits = self.visits.contents.visits.len();
        self.take(event, line);
        if self.is_full() {
            return;
        }
        let owner = match event {
            Event::Enter(_) => {
                (self.visits.contents.visits.len() > visits).then(|| self.visits.contents.visits.len() as u32 - 1)
            }
            Event::Pass { .. } => {
                self.describe_pass(event, others);
                None
            }
            _ => owner,
        };
        if let Some((visit, why)) = child_of_update {
            self.keep(&event.column_of_field(Meaning::Why.name()), visit, &why);
        }
        let Some(visit) = owner else { return };
        let mut after = None;
        if let Event::Enter(enter) = event {
            self.visits.at(visit).is_same_place |= enter.mv.is_none() && self.is_of_same_place(visit, others);
        }
        let is_same_place = matches!(event, Event::Enter(_)) && self.visits.at(visit).is_same_place;
        if is_same_place && others.iter().all(|(name, _)| !Meaning::Counts.is_of(name)) {
            self.keep(Meaning::Counts.name(), visit, &ColumnValue::Boolean(false));
        }
        if matches!(event, Event::Enter(_)) {
            for (name, value) in std::mem::take(&mut self.of_pass) {
                self.keep(&name, visit, &value);
                after = if &*name == PASS_AFTER { Some(value.to_string()) } else { after };
            }
        }
        let kind = self.kind_of_null_move(event, visit, others);
        for (name, value) in others {
            if event.keeps(name) && (kind.is_none() || !Meaning::Kind.is_of(name)) {
                self.keep(&event.column_of_field(name), visit, value);
            }
        }
        if let Some(kind) = kind {
            self.keep(Meaning::Kind.name(), visit, &ColumnValue::Text(kind.into()));
        }
        if matches!(event, Event::Enter(_)) && self.visits.is_root(visit) {
            self.compare_start(visit, others, after, line);
        }
    }

    /// Whether the fields mark a visit without a move as a speculative search of its parent's
    /// position. If the program records moves, every other child has a move.
    fn is_of_same_place(&self, visit: u32, others: &[(Cow<'_, str>, ColumnValue<'_>)]) -> bool {
        let contents = &self.visits.contents;
        let above = contents.parents[visit as usize];
        let tells_moves = above != NONE
            && (contents.parents[above as usize] == NONE
                || contents.mv(above).is_some()
                || contents.visits[above as usize].is_same_place);
        let says = |meaning: Meaning| {
            others.iter().find(|(other, _)| meaning.is_of(other)).map(|(_, value)| value.to_string())
        };
        let kind = says(Meaning::Kind).unwrap_or_default();
        let is_speculative =
            says(Meaning::Counts).as_deref() == Some("false") && !kinds_in(&kind).any(VisitKind::is_speculative);
        let is_stated = is_speculative || kinds_in(&kind).any(VisitKind::is_of_same_place);
        // If the visit above is a root, the program may name no moves at all.
        let is_shown = || {
            let is_probcut = kinds_in(&kind).any(|kind| kind == VisitKind::Probcut);
            let may_be = !kind.is_empty() && !kinds_in(&kind).any(VisitKind::is_speculative);
            contents.parents[above as usize] != NONE
                && (is_probcut || (may_be && self.is_of_position_above(visit, above)))
        };
        tells_moves && (is_stated || is_shown())
    }

    /// Whether the facts that an `enter` states show that a visit has the position of the visit above, not that after one of its
    /// moves: the same label, or the same player to move.
    fn is_of_position_above(&self, visit: u32, above: u32) -> bool {
        let contents = &self.visits.contents;
        let [entered, before] = [visit, above].map(|visit| &contents.visits[visit as usize]);
        let is_same_player = entered.player.is_some() && entered.player == before.player;
        let is_same_label = entered.label.is_some() && entered.label == before.label;
        is_same_player || is_same_label
    }

    /// The kinds of a visit after a move that is named as a null move, if the event does not state that the visit is
    /// speculative, and the move is no listed move of the game.
    fn kind_of_null_move(
        &self,
        event: &Event<'_>,
        visit: u32,
        others: &[(Cow<'_, str>, ColumnValue<'_>)],
    ) -> Option<String> {
        let Event::Enter(enter) = event else { return None };
        enter.mv.as_ref().filter(|mv| NULL_MOVES.contains(&&***mv))?;
        let contents = &self.visits.contents;
        let above = contents.visits.get(contents.parents[visit as usize] as usize)?;
        let is_listed = contents.mv(visit).is_some_and(|mv| above.listed().contains(&mv));
        let states_it = others.iter().any(|(name, value)| Meaning::Counts.is_of(name) || is_speculative(name, value));
        if is_listed || states_it {
            return None;
        }
        let found = others.iter().find(|(name, _)| Meaning::Kind.is_of(name)).map(|(_, value)| value.to_string());
        Some(match found.filter(|found| kinds_in(found).next().is_some()) {
            Some(found) => format!("{found} {}", VisitKind::NullMove.name()),
            None => VisitKind::NullMove.name().to_owned(),
        })
    }

    /// Adds a remark on a pass that starts at another position than the first: by its `key`, or by the moves before it that its
    /// event states.
    fn compare_start(
        &mut self,
        visit: u32,
        others: &[(Cow<'_, str>, ColumnValue<'_>)],
        after: Option<String>,
        line: u64,
    ) {
        let key = others.iter().find(|(name, _)| Meaning::Key.is_of(name)).map(|(_, value)| value.to_string());
        let first = key.clone().map(|key| self.first_key.get_or_insert(key).clone());
        let of_header = self.visits.contents.header.after.as_deref().unwrap_or_default();
        let of_header = after.as_ref().map(|_| moves_in(of_header));
        for (field, found, first) in
            [(Meaning::Key.name(), key, first), (AFTER, after.map(|after| moves_in(&after)), of_header)]
        {
            let Some((found, first)) = found.zip(first).filter(|(found, first)| found != first) else { continue };
            let kind = RemarkKind::OtherStart { field: field.into(), told: found.into(), first: first.into() };
            self.visits.remark(visit, FrameKind::Start, line, kind);
        }
    }

    /// Switches to the thread of an event: the thread that it names, otherwise the thread with its open node, otherwise the current
    /// thread. Returns `false` if the maximum number of threads is exceeded.
    fn go_to_thread(&mut self, event: &Event<'_>, others: &[(Cow<'_, str>, ColumnValue<'_>)]) -> bool {
        if self.visits.contents.generates {
            return true;
        }
        let of_thread = |(name, value): &(Cow<'_, str>, ColumnValue<'_>)| (name == THREAD).then(|| value.to_string());
        if let Some(thread) = others.iter().find_map(of_thread) {
            return self.visits.contents.go_to_thread(&thread);
        }
        if self.visits.contents.threads.are_several() {
            let node = if let Event::Enter(enter) = event { enter.parent.as_ref() } else { event.node() };
            if let Some(node) = node {
                let ids = std::mem::take(&mut self.visits.contents.ids);
                self.visits.contents.go_to_thread_of(|visit| ids[visit as usize].as_ref() == Some(node));
                self.visits.contents.ids = ids;
            }
        }
        true
    }

    /// Stores the additional fields of a `pass` event until its first node is entered.
    fn describe_pass(&mut self, event: &Event<'_>, others: &[(Cow<'_, str>, ColumnValue<'_>)]) {
        self.of_pass.clear();
        let Some(pass) = &mut self.visits.pass else { return };
        for (name, value) in others {
            match (&**name, value) {
                ("kind", ColumnValue::Text(kind)) => pass.kind = Some((**kind).into()),
                ("depth", &ColumnValue::Integer(depth)) if u32::try_from(depth).is_ok() => {
                    pass.depth = u32::try_from(depth).ok();
                }
                _ if !event.keeps(name) => {}
                _ => self.of_pass.push((event.column_of_field(name).into(), value.clone().into_owned())),
            }
        }
    }

    /// Stores the value of a visit in the column of this name, unless the maximum number of columns is reached.
    fn keep(&mut self, name: &str, visit: u32, value: &ColumnValue<'_>) {
        self.visits.memory += value.memory();
        let entered = self.visits.at(visit);
        entered.is_speculative |= is_speculative(name, value);
        if is_probe(name, value) {
            entered.beside().is_probe = true;
        }
        let count = self.visits.contents.columns.len();
        // Programs write the same fields in the same order again and again.
        let mut likely = (self.next_column..count).chain(0..self.next_column.min(count));
        let known = likely.find(|&place| self.visits.contents.columns[place].name() == name);
        if known.is_none() && count == MAX_COLUMNS {
            self.visits.contents.has_left_out_columns = true;
            return;
        }
        let place = known.unwrap_or_else(|| {
            self.visits.contents.columns.push(ColumnBuilder::new(name.into()));
            count
        });
        self.visits.contents.columns[place].push(visit, value);
        self.next_column = place + 1;
    }

    /// Imports the next event, from line `line` of the file.
    pub fn take(&mut self, event: &Event<'_>, line: u64) {
        if self.is_full() {
            return;
        }
        self.events += 1;
        self.visits.take(event, line);
        if self.visits.memory > self.memory_limit || self.visits.contents.visits.len() >= (NONE >> 3) as usize {
            self.visits.memory = self.visits.memory.max(self.memory_limit.saturating_add(1));
            self.visits.contents.ending = Some(Ending::MemoryLimit(self.memory_limit));
        }
    }

    /// Ends the events: the run is complete, unless its ending was stated, nodes are still open, a pass has no node, or the program
    /// is Edagari, which always states the ending.
    pub fn close(&mut self) {
        let is_whole = !self.visits.contents.visits.is_empty()
            && !self.visits.contents.is_open()
            && self.visits.pass.is_none()
            && !self.visits.contents.header.is_own();
        self.visits.contents.ending.get_or_insert(if is_whole { Ending::Complete } else { Ending::CutShort });
    }

    /// Ends the events at the end of truncated data.
    pub(super) fn close_cut_short(&mut self) {
        self.close();
        if self.visits.contents.ending == Some(Ending::Complete) {
            self.visits.contents.ending = Some(Ending::CutShort);
            self.visits.contents.says_complete = false;
        }
    }

    /// Ends the events because the file in memory and its trace need more than `limit` bytes.
    pub(in crate::trace) fn close_at_limit(&mut self, limit: u64) {
        self.visits.contents.ending = Some(Ending::MemoryLimit(limit));
    }

    /// Builds the trace of the events so far.
    ///
    /// # Errors
    /// [`FileError::Setup`] if the header contains an invalid game, or a start position that cannot be reached, and
    /// [`FileError::Cancelled`] if `progress` is cancelled.
    pub fn trace(&self, progress: &Progress) -> Result<Trace, FileError> {
        assemble(&self.visits.contents, progress)
    }

    /// Prepares `progress` for the last call of [`Self::trace`]: visits are compared with the rules, walked, and then indexed.
    pub fn begin_indexing(&self, progress: &Progress) {
        progress.begin_indexing(self.visits.contents.visits.len(), 2);
    }
}

/// Lines of a stream that are no events (log output): skipped and counted.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct SkippedLines {
    /// Number of skipped lines.
    pub count: u64,
    /// Number of the last skipped line, from 1.
    pub line: u64,
    /// Start of the last skipped line, at most 80 characters.
    pub text: String,
}

impl SkippedLines {
    /// Counts another skipped line.
    pub(in crate::trace) fn take(&mut self, line: u64, text: &[u8]) {
        const MAX_LETTERS: usize = 80;
        self.count += 1;
        self.line = line;
        self.text = String::from_utf8_lossy(text.trim_ascii()).chars().take(MAX_LETTERS).collect();
    }
}

/// Builds the trace of the visits that one thread made; `thread` is a number as in [`Trace::thread_of`]. The trace ends before it
/// takes more than `memory_limit` bytes.
///
/// # Errors
/// [`FileError::Cancelled`] if `progress` is cancelled.
pub fn one_thread(trace: &Trace, thread: usize, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let name = trace.thread_name(thread);
    let mut importer = Importer::new(Header::of(trace), memory_limit);
    let found = events_of(trace, progress, |event, others| {
        let thread = others.iter().find(|(field, _)| *field == THREAD).map(|(_, value)| value);
        // Remarks belong to frames of the whole run.
        let is_of_thread = match event {
            Event::Remark { .. } => false,
            Event::Finish { .. } => true,
            _ => thread == name.as_ref(),
        };
        if is_of_thread {
            let others = others.iter().map(|(field, value)| ((*field).into(), value.clone())).collect();
            importer.take_line(&EventLine { event: event.clone(), others, has_rounded: false }, 0);
        }
        Ok(())
    });
    if progress.is_cancelled() {
        return Err(FileError::Cancelled);
    }
    found.map_err(FileError::Unreadable)?;
    importer.close();
    importer.begin_indexing(progress);
    importer.trace(progress)
}
