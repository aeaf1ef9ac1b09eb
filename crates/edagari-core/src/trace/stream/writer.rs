//! Writer of streams: one JSON object per line, the header first; positions and labels are computed on the way. The format
//! is described in `docs/trace-format.md`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};

use super::event::EventInUnit;
use super::{EndingName, Enter, Event, LookupResult};
use crate::game::AnyPosition;
use crate::score::{Answer, Score, Unit, Window};
use crate::trace::model::foreign::RemarkKind;
use crate::trace::model::threads::THREAD;
use crate::trace::{
    ColumnValue, Ending, Fact, FrameKind, Header, Id, KnownReason, Meaning, NodeId, Pass, Process, Progress, Skip,
    Step, Trace, VisitId,
};

/// Writes a trace as a stream. `progress` counts the frames done, and their total.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_core::trace::file::{StreamReader, write_stream};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let mut stream = Vec::new();
/// write_stream(&trace, &mut stream, &Progress::default())?;
/// let read = StreamReader::new(stream.as_slice(), 1 << 20).read(&Progress::default())?;
/// assert_eq!((&read.setup, read.frame_count()), (&trace.setup, trace.frame_count()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The write error of the system, or [`io::ErrorKind::Interrupted`] if `progress` was cancelled.
pub fn write_stream(trace: &Trace, file: &mut dyn Write, progress: &Progress) -> io::Result<()> {
    let header = Header::of(trace);
    let mut line = serde_json::to_vec(&header)?;
    line.push(b'\n');
    file.write_all(&line)?;
    events_of(trace, progress, |event, others| {
        line.clear();
        write_json(&mut line, event, others, header.unit)?;
        line.push(b'\n');
        file.write_all(&line)
    })
}

/// Appends an event, with scores in `unit`, and its additional fields as one JSON object.
pub(super) fn write_json(
    line: &mut Vec<u8>,
    event: &Event<'_>,
    others: &Others<'_>,
    unit: Option<Unit>,
) -> serde_json::Result<()> {
    match unit {
        None => serde_json::to_writer(&mut *line, event)?,
        Some(unit) => serde_json::to_writer(&mut *line, &EventInUnit { event, unit })?,
    }
    // The additional fields are in the same object.
    line.pop();
    for (name, value) in others {
        line.push(b',');
        serde_json::to_writer(&mut *line, name)?;
        line.push(b':');
        serde_json::to_writer(&mut *line, value)?;
    }
    line.push(b'}');
    Ok(())
}

/// Additional fields of an event: names and values of columns.
pub(in crate::trace) type Others<'a> = [(&'a str, ColumnValue<'a>)];

/// Calls `take` with all events of a trace in order, until it fails or `progress` is cancelled.
pub(in crate::trace) fn events_of(
    trace: &Trace,
    progress: &Progress,
    mut take: impl FnMut(&Event<'_>, &Others<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = EventWriter {
        trace,
        positions: Positions::of(trace),
        has_passes: trace.foreign().is_some_and(|foreign| foreign.has_passes),
        has_windows_of_updates_alone: trace.has_windows_of_updates_alone(),
        has_rising_moves: Header::of(trace).has_rising_moves(),
        enters_illegal_moves: parents_of_illegal_moves(trace),
        take: &mut take,
    };
    progress.expect(trace.frame_count() as u64);
    for frame in 0..trace.frame_count() {
        if progress.stops_at(frame as u64) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let Some(step) = trace.step(frame) else { break };
        writer.frame(frame, &step)?;
        for skip in trace.skips_at(frame) {
            writer.skip(skip)?;
        }
    }
    for remark in trace.remarks() {
        take(&Event::Remark { remark: remark.clone() }, &[])?;
    }
    let (ending, limit) = match trace.ending {
        // Another program ended without the statement that its run is complete.
        Ending::Complete if trace.origin().is_some() && !trace.says_complete() => (None, None),
        Ending::Complete => (Some(EndingName::Complete), None),
        Ending::NotStarted | Ending::Cancelled => (Some(EndingName::Cancelled), None),
        Ending::MemoryLimit(limit) => (Some(EndingName::MemoryLimit), Some(limit)),
        Ending::CutShort => (Some(EndingName::CutShort), None),
    };
    take(&Event::Finish { ending, limit }, &[])
}

/// The field with the thread of a visit, if there are several threads.
fn thread_of(trace: &Trace, visit: VisitId) -> Option<(&'static str, ColumnValue<'_>)> {
    Some((THREAD, trace.column_of(Meaning::Thread).filter(|_| trace.has_threads())?.value(visit)?))
}

/// Whether the stream contains an event of this name that can contain columns of `visit`.
fn has_event(trace: &Trace, visit: VisitId, event: &str) -> bool {
    match event {
        "lookup" => trace.table().lookup_of(visit).is_some(),
        "store" => trace.table().store_of(visit).is_some(),
        "score" => trace.score_frame(visit).is_some(),
        "update" => trace.update_frame(visit).is_some() || trace.own_updates_of(visit).next().is_some(),
        "prune" => prunes(trace, visit) || cuts_itself_off(trace, visit),
        "pass" => trace.passes().binary_search_by_key(&visit, |pass| pass.visit).is_ok(),
        _ => false,
    }
}

/// Whether the score of `visit` makes a cut of its parent that prunes at least one child.
fn prunes(trace: &Trace, visit: VisitId) -> bool {
    let Some((above, update)) = trace.parent_visit(visit).zip(trace.update_frame(visit)) else { return false };
    trace.source_of(Fact::Cuts).is_program()
        && trace.cut_frame(above) == Some(update)
        && trace.pruned_children(above).len() > 0
}

/// Whether `visit` makes a cut by an update without a child that prunes at least one child.
fn cuts_itself_off(trace: &Trace, visit: VisitId) -> bool {
    trace.own_updates_of(visit).any(|own| own.cut) && trace.pruned_children(visit).len() > 0
}

struct EventWriter<'a, F> {
    trace: &'a Trace,
    positions: Positions<'a>,
    has_passes: bool,
    /// Whether the header specifies that the moves of a node are in the game's order, or in the opposite one.
    has_rising_moves: Option<bool>,
    has_windows_of_updates_alone: bool,
    enters_illegal_moves: HashSet<VisitId>,
    take: &'a mut F,
}

/// Visits that entered a move that is illegal there. Their other moves do not follow from the rules, so that the file lists them.
fn parents_of_illegal_moves(trace: &Trace) -> HashSet<VisitId> {
    let illegal = trace.remarks().iter().filter(|remark| matches!(remark.kind, RemarkKind::IllegalMove { .. }));
    illegal.filter_map(|remark| trace.parent_visit(trace.step(remark.frame as usize)?.visit)).collect()
}

impl<F: FnMut(&Event<'_>, &Others<'_>) -> io::Result<()>> EventWriter<'_, F> {
    /// An event at a visit, from the point of view in which the program writes scores.
    fn as_written<'e>(&self, visit: VisitId, event: Event<'e>) -> Event<'e> {
        if self.trace.is_written_negated(visit) { event.negated() } else { event }
    }

    /// Writes an event of a visit, with its columns.
    fn write(&mut self, event: &Event<'_>, visit: VisitId) -> io::Result<()> {
        let mut others: Vec<(&str, ColumnValue<'_>)> = self
            .trace
            .column_values(visit)
            .filter_map(|(name, value)| {
                // An `update` without a child and with a reason is one of the node itself.
                let is_misread = name == "update.why" && self.id(visit).is_none();
                let follows = |event: &str| has_event(self.trace, visit, event) && !is_misread;
                let is_here = !(is_misread && matches!(event, Event::Update { .. }));
                Some((event.field_of_column(name, follows).filter(|_| is_here)?, value))
            })
            .collect();
        if !matches!(event, Event::Enter(_)) {
            others.extend(thread_of(self.trace, visit));
        }
        (self.take)(event, &others)
    }

    /// Id of the node of a visit; `None` if the program named none: then the event belongs to the innermost open node.
    fn id(&self, visit: VisitId) -> Option<Id> {
        match self.trace.foreign() {
            Some(foreign) if !foreign.ids.is_empty() => foreign.ids.get(visit.0 as usize).cloned().flatten(),
            Some(foreign) if !foreign.header.is_own() && !self.has_passes => None,
            _ => Some(Id::Number(self.trace.node_of(visit).0.into())),
        }
    }

    fn frame(&mut self, frame: usize, step: &Step) -> io::Result<()> {
        if self.has_passes && step.visit == VisitId(0) {
            if step.kind == FrameKind::Start {
                self.positions.go_to(step.visit);
            }
            return Ok(());
        }
        let node = self.id(step.visit);
        let window = self.window(frame, step);
        match step.kind {
            FrameKind::Start => self.enter(step, node),
            FrameKind::Lookup => {
                let lookup = self.lookup(step, node, window.filter(|_| self.trace.states_window(frame)));
                self.write(&self.as_written(step.visit, lookup), step.visit)
            }
            FrameKind::Score => {
                let returned = self.trace.returned_child(frame);
                let child = returned.and_then(|child| self.id(child));
                let score = Event::Score { node, child, window, score: step.score };
                self.write(&self.as_written(step.visit, score), returned.unwrap_or(step.visit))
            }
            FrameKind::Update => self.update(frame, step, node),
            FrameKind::Store => {
                let entry = self.entry(step);
                let store = Event::Store { node, bounds: step.bounds, entry };
                self.write(&self.as_written(step.visit, store), step.visit)
            }
            FrameKind::End => {
                let window = window.filter(|_| self.trace.foreign().is_some());
                let leave = Event::Leave { node, window, score: step.score, bound: step.bound };
                self.write(&self.as_written(step.visit, leave), step.visit)
            }
        }
    }

    /// The window to write at a frame: `None` if it can be derived again, unless the file stated another one there.
    fn window(&self, frame: usize, step: &Step) -> Option<Window> {
        let is_stated = self.trace.source_of(Fact::Window(step.visit)).is_program()
            || self.trace.states_window(frame)
            || self.has_windows_of_updates_alone && matches!(step.kind, FrameKind::Score | FrameKind::Update);
        is_stated.then_some(step.window)
    }

    fn entry(&self, step: &Step) -> Option<Id> {
        let stored = step.store.and_then(|store| self.trace.table().stored(store))?;
        Some(Id::Number(stored.entry.0.into()))
    }

    fn enter(&mut self, step: &Step, node: Option<Id>) -> io::Result<()> {
        let above = self.positions.go_to(step.visit);
        let label = self.positions.label();
        let is_pass = self.has_passes && above.is_some_and(|(parent, _)| parent == VisitId(0));
        if is_pass {
            let label = label.as_deref().map(Cow::Borrowed);
            self.write(&Event::Pass { label, window: None }, step.visit)?;
        } else if let Ok(place) = self.trace.passes().binary_search_by_key(&step.visit, |pass| pass.visit) {
            self.pass(&self.trace.passes()[place])?;
        }
        let above = above.filter(|_| !is_pass);
        let place = self.positions.last_place();
        let moves = self
            .trace
            .lists_moves(step.visit)
            .then(|| self.move_texts(place, self.trace.listed_children(step.visit, self.has_rising_moves)));
        // A program can omit the move of a node, even in a game whose moves have names.
        let mv = above.and_then(|(_, place)| self.positions.move_text(place, step.node)).filter(|mv| !mv.is_empty());
        let own = Enter {
            node: node.clone(),
            parent: above.and_then(|(parent, _)| self.id(parent)),
            mv: mv.map(Cow::Owned),
            label: label.filter(|_| !is_pass).map(Cow::Owned),
            player: Some(step.player),
            window: Some(step.window)
                .filter(|_| self.trace.is_search() && self.trace.source_of(Fact::Window(step.visit)).is_program()),
            moves,
            log_line: self.trace.line_of(step.visit).map(u64::from),
        };
        self.write(&self.as_written(step.visit, Event::Enter(own)), step.visit)?;
        match self.positions.generated_score() {
            None => Ok(()),
            score => (self.take)(&Event::Leave { node, window: None, score, bound: None }, &[]),
        }
    }

    /// The moves to children of a position on the current path. A child whose move the program omitted cannot be named.
    fn move_texts(&self, place: OnPath, children: impl IntoIterator<Item = NodeId>) -> Vec<Cow<'static, str>> {
        let texts = children.into_iter().filter_map(|child| self.positions.move_text(place, child));
        texts.filter(|text| !text.is_empty()).map(Cow::Owned).collect()
    }

    /// Writes the moves skipped after a frame.
    fn skip(&mut self, skip: &Skip) -> io::Result<()> {
        let place = self.positions.place_of(skip.visit());
        let children = self.move_texts(place, skip.children());
        let count = Some(skip.count).filter(|&count| count != children.len() as u64);
        let children = Some(children).filter(|children| !children.is_empty());
        let why = skip.why.as_deref().map(Cow::Borrowed);
        let event = Event::Skip { node: self.id(skip.visit()), children, count, why };
        let thread = thread_of(self.trace, skip.visit());
        (self.take)(&event, thread.as_slice())
    }

    /// Writes the event of a pass before the event of its first visit.
    fn pass(&mut self, pass: &'_ Pass) -> io::Result<()> {
        let event = Event::Pass { label: pass.label.as_deref().map(Cow::Borrowed), window: None };
        let mut others: Vec<(&str, ColumnValue<'_>)> = Vec::new();
        others.extend(pass.kind.as_deref().map(|kind| (Meaning::Kind.name(), ColumnValue::Text(kind.into()))));
        others.extend(pass.depth.map(|depth| (Meaning::Depth.name(), ColumnValue::Integer(depth.into()))));
        let columns = self.trace.column_values(pass.visit);
        others.extend(columns.filter_map(|(name, value)| Some((event.field_of_column(name, |_| true)?, value))));
        others.extend(thread_of(self.trace, pass.visit));
        (self.take)(&event, &others)
    }

    /// The lookup of a frame; `stated` is the window that the file states there.
    fn lookup(&self, step: &Step, node: Option<Id>, stated: Option<Window>) -> Event<'static> {
        let (result, window) = match step.answer {
            Some(Answer::Returned { .. }) => (LookupResult::Returned, stated),
            Some(Answer::Narrowed(_)) => (LookupResult::Narrowed, Some(step.window)),
            Some(Answer::Nothing) | None => (LookupResult::Nothing, stated),
        };
        let entry = self.entry(step);
        Event::Lookup { node, window, bounds: step.bounds, entry, result: Some(result) }
    }

    /// Whether `frame` is the last update of a visit whose other children nothing else in the file
    /// names. In a file with faults, a visit may enter children after it pruned the others; there,
    /// only the remarks count as faults of the program.
    fn names_others(&self, frame: usize, visit: VisitId) -> bool {
        let trace = self.trace;
        // The last child may not have returned.
        let last_update = || {
            let last = trace.last_child(visit, u32::MAX)?;
            trace.update_frame(last).or_else(|| {
                let before = trace.last_child(visit, (trace.span(last).0 as u32).checked_sub(1)?)?;
                trace.update_frame(before)
            })
        };
        !trace.remarks().is_empty()
            && last_update() == Some(frame)
            && (trace.recorded_tree().is_some()
                || trace.is_of_other_game()
                || self.enters_illegal_moves.contains(&visit))
            && !trace.lists_moves(visit)
    }

    /// Whether the file has a remark at a frame.
    fn has_remark(&self, frame: usize, is_it: fn(&RemarkKind) -> bool) -> bool {
        let remarks = self.trace.remarks();
        let first = remarks.partition_point(|remark| (remark.frame as usize) < frame);
        let mut here = remarks[first..].iter().take_while(|remark| remark.frame as usize == frame);
        here.any(|remark| is_it(&remark.kind))
    }

    fn update(&mut self, frame: usize, step: &Step, node: Option<Id>) -> io::Result<()> {
        let returned = self.trace.returned_child(frame);
        let own = self.trace.own_update_at(frame);
        // If a program marks none of its cuts, a reader must not expect a reason for each of them.
        let tells_cut = own.is_some() || self.trace.source_of(Fact::Cuts).is_program();
        let update = Event::Update {
            node: node.clone(),
            child: returned.and_then(|child| self.id(child)),
            window: self.window(frame, step).or_else(|| own.map(|_| step.window)),
            value: own.map_or_else(|| self.trace.value_at_update(frame), |own| own.value),
            cut: Some(step.cut.is_some()).filter(|cut| tells_cut || !cut),
            why: own.map(|own| own.why.as_deref().unwrap_or(KnownReason::RuleBounds.name()).into()),
        };
        let child = returned.unwrap_or(step.visit);
        self.write(&self.as_written(step.visit, update), child)?;
        let is_cut = tells_cut && self.trace.cut_frame(step.visit) == Some(frame);
        let is_without_cut = self.has_remark(frame, |kind| *kind == RemarkKind::PrunedWithoutCut);
        let has_others = is_cut || is_without_cut || self.names_others(frame, step.visit);
        let pruned = self.trace.children_left_out(step.visit, has_others);
        if pruned.len() == 0 {
            return Ok(());
        }
        let place = self.positions.place_of(step.visit);
        let children = self.move_texts(place, pruned);
        let count = self.trace.nodes_pruned_at(frame).filter(|_| is_cut);
        if children.is_empty() && count.is_none() {
            return Ok(());
        }
        // The program can have searched a child without naming its move. That child is among the children not entered, but the
        // program did not count it as pruned.
        let is_unnamed = count.is_some_and(|count| count < children.len() as u64)
            && !self.has_remark(frame, |kind| matches!(kind, RemarkKind::PrunedCount { .. }));
        let children = Some(children).filter(|_| !is_unnamed);
        self.write(&Event::Prune { node, child: None, children, count }, child)
    }
}

/// Visits on the current path of each thread with their positions; in a generated tree, all visits so far.
pub(in crate::trace) struct Positions<'a> {
    trace: &'a Trace,
    paths: Vec<Vec<(VisitId, Option<AnyPosition>)>>,
    /// Place of the visit that was entered last.
    last: OnPath,
}

/// Place of a visit on the path of its thread.
#[derive(Clone, Copy, Default)]
pub(in crate::trace) struct OnPath {
    thread: usize,
    place: usize,
}

impl<'a> Positions<'a> {
    pub(in crate::trace) fn of(trace: &'a Trace) -> Self {
        let paths = std::iter::repeat_with(Vec::new).take(trace.thread_count()).collect();
        Self { trace, paths, last: OnPath::default() }
    }

    /// Moves to a visit that was just entered. Its position is known if the position of its parent is. Returns the parent, with its
    /// place.
    pub(in crate::trace) fn go_to(&mut self, visit: VisitId) -> Option<(VisitId, OnPath)> {
        let parent = self.trace.parent_visit(visit);
        let place = parent.map(|parent| self.place_of(parent));
        let mv = self.trace.move_of(self.trace.node_of(visit));
        let position = match place.and_then(|place| self.at(place)) {
            Some((_, above)) => above.as_ref().zip(mv).and_then(|(above, mv)| above.play(mv)),
            None => self.trace.position(&[]),
        };
        let thread = self.trace.thread_of(visit);
        let path = &mut self.paths[thread];
        if self.trace.is_search() {
            path.truncate(place.map_or(0, |place| place.place + 1));
        }
        self.last = OnPath { thread, place: path.len() };
        path.push((visit, position));
        parent.zip(place)
    }

    fn at(&self, place: OnPath) -> Option<&(VisitId, Option<AnyPosition>)> {
        self.paths.get(place.thread)?.get(place.place)
    }

    /// Place of a visit on the path.
    pub(in crate::trace) fn place_of(&self, visit: VisitId) -> OnPath {
        let thread = self.trace.thread_of(visit);
        let place = match self.trace.setup.process {
            Process::Generate(_) => visit.0 as usize,
            Process::Search(_) | Process::Sample(_) | Process::Expect(_) | Process::Prove(_) => {
                self.paths[thread].partition_point(|(above, _)| *above < visit)
            }
        };
        OnPath { thread, place }
    }

    /// Place of the current visit.
    pub(in crate::trace) const fn last_place(&self) -> OnPath {
        self.last
    }

    /// Text of the move from the visit at `place` to one of its children, as the trace writes it.
    pub(in crate::trace) fn move_text(&self, place: OnPath, child: NodeId) -> Option<String> {
        if let Some(text) = self.trace.recorded_move_text(child) {
            return Some(text.to_owned());
        }
        let mv = self.trace.move_of(child)?;
        Some(self.at(place)?.1.as_ref()?.move_text(mv as usize))
    }

    /// Label of the current visit's node, if it does not follow from rules that a reader knows.
    pub(in crate::trace) fn label(&self) -> Option<String> {
        let (visit, position) = self.at(self.last)?;
        if self.trace.is_of_other_game() {
            return position.as_ref()?.label();
        }
        self.trace.label_of(*visit).map(str::to_owned)
    }

    /// Score of the current visit, if it is a leaf of a generated tree and a reader does not know the rules; no frame contains that
    /// score.
    pub(in crate::trace) fn generated_score(&self) -> Option<Score> {
        let (visit, position) = self.at(self.last)?;
        if self.trace.is_search() {
            return None;
        }
        match self.trace.recorded_tree() {
            Some(tree) => tree.nodes().get(self.trace.node_of(*visit).0 as usize)?.score,
            None if self.trace.is_of_other_game() => position.as_ref()?.score(),
            None => None,
        }
    }
}
