//! Reads the events of a file one by one.

use std::borrow::Cow;
use std::collections::HashMap;

use super::assemble::assemble;
use super::taken::{
    Beside, Entered, Lookup, NONE, Pending, Pruned, PrunedBy, Returned, Skipped, Store, Taken, UpdatedByItself,
};
use super::taken_threads::Turn;
use super::{EndingName, Enter, Event, EventLine, EventReader, FileError};
use crate::score::{Score, Window};
use crate::trace::column_builder::ColumnBuilder;
use crate::trace::only_asked::is_only_asked;
use crate::trace::threads::THREAD;
use crate::trace::{
    ColumnValue, Ending, FrameKind, Header, Id, MOST_COLUMNS, Pass, Progress, RemarkKind, Trace, VisitId,
};

/// Takes the events of a file one by one, and makes a trace of those so far.
#[derive(Clone, Debug)]
pub struct Importer {
    taken: Taken,
    /// The last visit of each node of a generated tree.
    generated: HashMap<Id, u32>,
    /// The pass just begun, until a node is entered.
    pass: Option<Begun>,
    latest: (u32, FrameKind),
    /// What the event of that pass says beyond its label.
    of_pass: Vec<(Box<str>, ColumnValue<'static>)>,
    /// The place of the column behind the last one that was given a value.
    next_column: usize,
    memory_limit: u64,
    memory: u64,
    events: u64,
    passed_over: PassedOver,
}

/// Lines of a stream that are no events, and were passed over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PassedOver {
    /// How many there are.
    pub count: u64,
    /// The number of the last one, from 1.
    pub line: u64,
    /// How the last one begins.
    pub text: String,
}

impl PassedOver {
    /// Takes another line.
    pub(super) fn take(&mut self, line: u64, text: &[u8]) {
        const MOST_LETTERS: usize = 80;
        self.count += 1;
        self.line = line;
        self.text = String::from_utf8_lossy(text.trim_ascii()).chars().take(MOST_LETTERS).collect();
    }
}

/// A pass just begun.
#[derive(Clone, Debug, Default)]
struct Begun {
    label: Option<Box<str>>,
    kind: Option<Box<str>>,
    depth: Option<u32>,
    window: Option<Window>,
}

/// The reasons of updates by what a node itself knows.
const KNOWN_BY_ITSELF: [&str; 3] = ["stand-pat", "rules", "mate-distance"];

/// How many of the innermost open nodes are compared with the id of one that is entered: a program that mixes ids up does so with
/// its neighbours, and lines can be very long.
const COMPARED: usize = 64;

/// About the bytes of a visit while its trace is read and made.
const BYTES_PER_VISIT: u64 = size_of::<Entered>() as u64 + 196;

impl Importer {
    /// An importer of the trace with this header; it takes no more events when they and the trace need more than
    /// `memory_limit` bytes.
    #[must_use]
    pub fn new(header: Header, memory_limit: u64) -> Self {
        let generates = header.process().is_some_and(|process| !process.is_search());
        Self {
            taken: Taken { header, generates, ..Taken::default() },
            generated: HashMap::new(),
            pass: None,
            latest: (NONE, FrameKind::Start),
            of_pass: Vec::new(),
            next_column: 0,
            memory_limit,
            memory: 0,
            events: 0,
            passed_over: PassedOver::default(),
        }
    }

    /// Reads the events that follow the header.
    #[must_use]
    pub fn event_reader(&self) -> EventReader {
        EventReader { unit: self.taken.header.unit }
    }

    /// The number of visits so far.
    #[must_use]
    pub fn visit_count(&self) -> usize {
        self.taken.visits.len()
    }

    /// The number of events taken.
    #[must_use]
    pub fn event_count(&self) -> u64 {
        self.events
    }

    /// The lines that are no events; nothing if there are none.
    #[must_use]
    pub fn passed_over(&self) -> Option<&PassedOver> {
        Some(&self.passed_over).filter(|passed_over| passed_over.count > 0)
    }

    pub(super) const fn passed_over_mut(&mut self) -> &mut PassedOver {
        &mut self.passed_over
    }

    /// Whether the memory limit is reached and no more events are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self.taken.ending, Some(Ending::MemoryLimit(_))) && self.memory > self.memory_limit
    }

    /// Takes the next event and what else its line says, from line `line` of the file.
    pub fn take_line(&mut self, said: &EventLine<'_>, line: u64) {
        let EventLine { event, others } = said;
        if !self.go_to_thread(event, others) {
            return self.out_of_order(event, line);
        }
        let owner = if others.is_empty() { None } else { self.visit_of(event) };
        let child_of_update = self.reason_beside_child(event);
        let visits = self.taken.visits.len();
        self.take(event, line);
        if self.is_full() {
            return;
        }
        let owner = match event {
            Event::Enter(_) => (self.taken.visits.len() > visits).then(|| self.taken.visits.len() as u32 - 1),
            Event::Pass { .. } => {
                self.describe_pass(event, others);
                None
            }
            _ => owner,
        };
        if let Some((visit, why)) = child_of_update {
            self.keep(&event.column_of_field("why"), visit, &why);
        }
        let Some(visit) = owner else { return };
        if matches!(event, Event::Enter(_)) {
            for (name, value) in std::mem::take(&mut self.of_pass) {
                self.keep(&name, visit, &value);
            }
        }
        for (name, value) in others {
            if event.keeps(name) {
                self.keep(&event.column_of_field(name), visit, value);
            }
        }
    }

    /// Goes to the thread of an event: the one that it names, else the one that searches its node, else that of the event before. False
    /// if it is one more than can be told apart.
    fn go_to_thread(&mut self, event: &Event<'_>, others: &[(Cow<'_, str>, ColumnValue<'_>)]) -> bool {
        if self.taken.generates {
            return true;
        }
        let of_thread = |(name, value): &(Cow<'_, str>, ColumnValue<'_>)| (name == THREAD).then(|| value.to_string());
        if let Some(thread) = others.iter().find_map(of_thread) {
            return self.taken.go_to_thread(&thread);
        }
        if self.taken.threads.are_several() {
            let node = if let Event::Enter(enter) = event { enter.parent.as_ref() } else { event.node() };
            if let Some(node) = node {
                let ids = std::mem::take(&mut self.taken.ids);
                self.taken.go_to_thread_of(|visit| ids[visit as usize].as_ref() == Some(node));
                self.taken.ids = ids;
            }
        }
        true
    }

    /// Keeps what the event of a pass says beyond its label, until its first node is entered.
    fn describe_pass(&mut self, event: &Event<'_>, others: &[(Cow<'_, str>, ColumnValue<'_>)]) {
        self.of_pass.clear();
        let Some(pass) = &mut self.pass else { return };
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

    /// The visit that an event says something of, unless it enters it.
    fn visit_of(&self, event: &Event<'_>) -> Option<u32> {
        if self.taken.generates {
            return event.node().and_then(|node| self.generated.get(node).copied());
        }
        let open = self.taken.open[self.open_at(event.node())?];
        match event {
            Event::Update { .. } if self.reason_of_own(event).is_some() => Some(open),
            Event::Score { .. } | Event::Update { .. } | Event::Prune { .. } => {
                self.taken.visits[open as usize].last_child
            }
            Event::Lookup { .. } | Event::Store { .. } | Event::Skip { .. } | Event::Leave { .. } => Some(open),
            Event::Enter(_) | Event::Pass { .. } | Event::Finish { .. } | Event::Remark { .. } | Event::Unknown => None,
        }
    }

    /// Keeps the value of a visit in the column of this name, if there is room for the column.
    fn keep(&mut self, name: &str, visit: u32, value: &ColumnValue<'_>) {
        self.memory += value.memory();
        self.at(visit).is_only_asked |= is_only_asked(name, value);
        let count = self.taken.columns.len();
        // Programs say the same fields in the same order again and again.
        let mut likely = (self.next_column..count).chain(0..self.next_column.min(count));
        let known = likely.find(|&place| self.taken.columns[place].name() == name);
        if known.is_none() && count == MOST_COLUMNS {
            self.taken.has_left_out_columns = true;
            return;
        }
        let place = known.unwrap_or_else(|| {
            self.taken.columns.push(ColumnBuilder::new(name.into()));
            count
        });
        self.taken.columns[place].push(visit, value);
        self.next_column = place + 1;
    }

    /// Takes the next event, from line `line` of the file.
    pub fn take(&mut self, event: &Event<'_>, line: u64) {
        if self.is_full() {
            return;
        }
        self.events += 1;
        match event {
            Event::Enter(enter) => self.enter(event, enter, line),
            Event::Lookup { window, bounds, entry, result, .. } => {
                let (entry, result) = (entry.clone(), *result);
                self.lookup(event, line, Lookup { bounds: *bounds, entry, result, window: *window });
            }
            Event::Score { child, window, score, .. } => {
                if let Some(returned) = self.score(event, child.as_ref(), line) {
                    (returned.score, returned.score_window) = (*score, *window);
                }
            }
            Event::Update { window, value, cut, .. } if self.reason_of_own(event).is_some() => {
                self.update_by_itself(event, (*window, *value, *cut), line);
            }
            Event::Update { child, window, value, cut, .. } => {
                if let Some(returned) = self.update(event, child.as_ref(), line) {
                    (returned.window, returned.value, returned.cut) = (*window, *value, *cut);
                }
            }
            Event::Prune { child, children, count, .. } => {
                let children = children.as_deref().unwrap_or_default();
                if child.is_some() || !self.prune_by_itself(event, children, *count, line) {
                    self.prune(event, child.as_ref(), children, *count, line);
                }
            }
            Event::Skip { children, count, why, .. } => {
                self.skip(event, children.as_deref().unwrap_or_default(), *count, why.as_deref(), line);
            }
            Event::Store { bounds, entry, .. } => {
                self.store(event, line, Store { bounds: *bounds, entry: entry.clone(), line, is_early: false });
            }
            Event::Leave { window, score, bound, .. } => {
                if let Some(left) = self.leave(event, line) {
                    (left.score, left.bound, left.end_window) = (*score, *bound, *window);
                }
            }
            Event::Pass { label, window } => self.pass(label.as_deref(), *window),
            Event::Finish { ending, limit } => self.finish(*ending, *limit),
            Event::Remark { remark } => self.taken.kept_remarks.push(remark.clone()),
            Event::Unknown => {}
        }
        if self.memory > self.memory_limit || self.taken.visits.len() >= (NONE >> 3) as usize {
            self.memory = self.memory.max(self.memory_limit.saturating_add(1));
            self.taken.ending = Some(Ending::MemoryLimit(self.memory_limit));
        }
    }

    /// Ends the events: the run is complete, unless its end was stated or nodes are still open.
    pub fn close(&mut self) {
        let is_whole = !self.taken.visits.is_empty() && !self.taken.is_open();
        self.taken.ending.get_or_insert(if is_whole { Ending::Complete } else { Ending::CutShort });
    }

    /// The trace of the events so far.
    ///
    /// # Errors
    /// [`FileError::Setup`] if the header names an invalid game, or a start that cannot be reached, and
    /// [`FileError::Cancelled`] if `progress` is cancelled.
    pub fn trace(&self, progress: &Progress) -> Result<Trace, FileError> {
        assemble(&self.taken, progress)
    }

    /// Announces the last [`Self::trace`] to `progress`: visits are compared with the rules and walked through, and then
    /// indexed.
    pub(crate) fn begin_indexing(&self, progress: &Progress) {
        progress.begin_indexing(self.taken.visits.len(), 2);
    }

    fn remark(&mut self, visit: u32, at: FrameKind, line: u64, kind: RemarkKind) {
        self.memory += 64;
        self.taken.remarks.push(Pending { visit, at, line, kind });
    }

    fn at(&mut self, visit: u32) -> &mut Entered {
        &mut self.taken.visits[visit as usize]
    }

    /// The innermost open visit of `node`, or of all nodes if it is `None`, by its place.
    fn open_at(&self, node: Option<&Id>) -> Option<usize> {
        let top = self.taken.open.len().checked_sub(1)?;
        let Some(node) = node else { return Some(top) };
        self.taken.open.iter().rposition(|&visit| self.taken.id(visit) == Some(node))
    }

    /// Ends the open visits below that at `place`: the file forgot to.
    fn close_within(&mut self, place: usize, line: u64) {
        while self.taken.open.len() > place + 1 {
            let Some(forgotten) = self.taken.open.pop() else { break };
            self.remark(forgotten, FrameKind::End, line, RemarkKind::EndMissing);
            self.has_returned(forgotten);
        }
    }

    /// What the parent says after a visit has ended, to be added to.
    fn returned_mut(&mut self, visit: u32) -> &mut Returned {
        let returned = self.taken.returned_mut(visit);
        if !returned.has_score && !returned.has_update {
            self.memory += size_of::<Returned>() as u64;
        }
        returned
    }

    fn has_returned(&mut self, visit: u32) {
        self.at(visit).is_left = true;
        self.taken.threads.happens(Turn::Leave(visit));
        let parent = self.taken.parents[visit as usize];
        if parent != NONE {
            self.at(parent).last_child = Some(visit);
        }
        self.latest = (visit, FrameKind::End);
    }

    /// The visit of `event`; `None` and a remark if its node is not open.
    fn owner(&mut self, event: &Event<'_>, line: u64) -> Option<u32> {
        if let Some(place) = self.open_at(event.node()) {
            self.close_within(place, line);
            return Some(self.taken.open[place]);
        }
        let node = event.node().cloned().unwrap_or(Id::Text("".into()));
        let (visit, at) = self.latest;
        self.remark(visit, at, line, RemarkKind::NotOpen { event: event.name().into(), node });
        None
    }

    fn out_of_order(&mut self, event: &Event<'_>, line: u64) {
        let (visit, at) = self.latest;
        self.remark(visit, at, line, RemarkKind::OutOfOrder { event: event.name().into() });
    }

    fn enter(&mut self, event: &Event<'_>, enter: &Enter<'_>, line: u64) {
        let visit = self.taken.visits.len() as u32;
        let mut stray = None;
        let parent = if self.taken.generates {
            enter.parent.as_ref().and_then(|parent| self.generated.get(parent).copied())
        } else {
            let place = self.open_at(enter.parent.as_ref());
            if let Some(place) = place {
                self.close_within(place, line);
            }
            stray = enter.parent.clone().filter(|_| place.is_none() && !self.taken.open.is_empty());
            self.taken.open.last().copied()
        };
        if parent.is_none() && visit > 0 && self.taken.generates {
            return self.out_of_order(event, line);
        }
        let mut of_pass = None;
        if let Some(Begun { label, kind, depth, window }) = self.pass.take().filter(|_| !self.taken.generates) {
            of_pass = window;
            self.memory += size_of::<Pass>() as u64 + 64;
            self.taken.passes.push(Pass { visit: VisitId(visit), kind, label, depth, within: None });
        }
        let is_open = |open: &u32| enter.node.is_some() && self.taken.id(*open) == enter.node.as_ref();
        if !self.taken.generates && self.taken.open.iter().rev().take(COMPARED).any(is_open) {
            self.memory += 4;
            self.taken.in_use.push(visit);
        }
        let above = parent.and_then(|parent| self.taken.visits[parent as usize].beside.as_mut());
        let store = above.and_then(|above| above.store.as_mut()).filter(|store| !store.is_early);
        let early_store = store.map(|store| {
            store.is_early = true;
            store.line
        });
        let label = enter.label.as_ref().map(|label| self.taken.texts.number(label));
        let mv = enter.mv.as_ref().map(|mv| self.taken.texts.number(mv));
        self.memory += BYTES_PER_VISIT;
        self.taken.visits.push(Entered {
            label,
            player: enter.player,
            window: enter.window.or(of_pass),
            ..Entered::default()
        });
        self.taken.ids.push(enter.node.clone());
        self.taken.lines.push(u32::try_from(enter.log_line.unwrap_or(line)).unwrap_or(u32::MAX));
        self.taken.parents.push(parent.unwrap_or(NONE));
        self.taken.moves.push(mv.unwrap_or(NONE));
        if let Some(moves) = &enter.moves {
            let listed = self.list_moves(visit, moves).len() as u32;
            if listed > 0 {
                self.at(visit).beside().listed = listed;
            }
        }
        if self.taken.generates {
            self.generated.extend(enter.node.clone().map(|id| (id, visit)));
        } else {
            self.taken.open.push(visit);
            self.taken.threads.happens(Turn::Enter);
        }
        self.latest = (visit, FrameKind::Start);
        if let Some(line) = early_store {
            self.remark(visit, FrameKind::Start, line, RemarkKind::OutOfOrder { event: "store".into() });
        }
        if let Some(parent) = stray {
            self.remark(visit, FrameKind::Start, line, RemarkKind::ParentNotOpen { parent });
        }
    }

    /// Adds the texts of moves to the children of a visit; their numbers.
    fn list_moves(&mut self, visit: u32, moves: &[Cow<'_, str>]) -> Vec<u32> {
        let moves: Vec<u32> = moves.iter().map(|mv| self.taken.texts.number(mv)).collect();
        if !moves.is_empty() {
            self.memory += 4 * moves.len() as u64 + size_of::<Beside>() as u64;
            self.at(visit).beside().moves.extend(&moves);
        }
        moves
    }

    /// Ends the visit of `event`, and returns its data so far.
    fn leave(&mut self, event: &Event<'_>, line: u64) -> Option<&mut Entered> {
        if self.taken.generates {
            // No frame: it only gives the score of a leaf.
            let visit = event.node().and_then(|node| self.generated.get(node).copied())?;
            return Some(self.at(visit));
        }
        let visit = self.owner(event, line)?;
        self.taken.open.pop();
        self.has_returned(visit);
        Some(self.at(visit))
    }

    /// The visit of `event` and its child that returned last; `None` and a remark if that is not `named`.
    fn returned_child(&mut self, event: &Event<'_>, named: Option<&Id>, line: u64) -> Option<(u32, u32)> {
        let visit = self.owner(event, line)?;
        let child = self.taken.visits[visit as usize].last_child;
        let fits = |&child: &u32| named.is_none() || self.taken.id(child) == named;
        let found = child.filter(fits);
        if found.is_none() {
            self.out_of_order(event, line);
        }
        Some((visit, found?))
    }

    fn score(&mut self, event: &Event<'_>, named: Option<&Id>, line: u64) -> Option<&mut Returned> {
        let (_, child) = self.returned_child(event, named, line)?;
        let returned = self.taken.returned(child);
        if returned.has_score || returned.has_update {
            self.out_of_order(event, line);
            return None;
        }
        self.latest = (child, FrameKind::Score);
        let returned = self.returned_mut(child);
        returned.has_score = true;
        Some(returned)
    }

    fn update(&mut self, event: &Event<'_>, named: Option<&Id>, line: u64) -> Option<&mut Returned> {
        let (_, child) = self.returned_child(event, named, line)?;
        if self.taken.returned(child).has_update {
            self.out_of_order(event, line);
            return None;
        }
        self.latest = (child, FrameKind::Update);
        let returned = self.returned_mut(child);
        returned.has_update = true;
        Some(returned)
    }

    /// The reason of an update that no child makes: it names none, and says why. Where a child has returned and is not taken in
    /// yet, the reason must be one that a node has by itself.
    fn reason_of_own<'e>(&self, event: &'e Event<'_>) -> Option<&'e str> {
        let Event::Update { child: None, why: Some(why), .. } = event else { return None };
        let open = self.taken.open[self.open_at(event.node())?];
        let child = self.taken.visits[open as usize].last_child;
        let is_taken_in = child.is_none_or(|child| self.taken.returned(child).has_update);
        (is_taken_in || KNOWN_BY_ITSELF.contains(&&**why)).then_some(why)
    }

    /// The child that an update takes in, and the reason that the update gives for it.
    fn reason_beside_child(&self, event: &Event<'_>) -> Option<(u32, ColumnValue<'static>)> {
        let Event::Update { child: None, why: Some(why), .. } = event else { return None };
        if self.taken.generates || self.reason_of_own(event).is_some() {
            return None;
        }
        Some((self.visit_of(event)?, ColumnValue::Text(why.clone().into_owned().into())))
    }

    fn update_by_itself(
        &mut self,
        event: &Event<'_>,
        (window, value, cut): (Option<Window>, Option<Score>, Option<bool>),
        line: u64,
    ) {
        let why = self.reason_of_own(event).unwrap_or_default().into();
        let Some(visit) = self.owner(event, line) else { return };
        self.memory += size_of::<UpdatedByItself>() as u64 + 64;
        let entered = self.taken.visits.len() as u32;
        self.taken.threads.happens(Turn::UpdateByItself);
        self.taken.own_updates.push(UpdatedByItself { visit, entered, window, value, cut, pruned: None, why });
    }

    /// Takes what the last update prunes, if it is the node's own; whether it is.
    fn prune_by_itself(&mut self, event: &Event<'_>, children: &[Cow<'_, str>], count: Option<u64>, line: u64) -> bool {
        let entered = self.taken.visits.len() as u32;
        let Some(place) = self.open_at(event.node()) else { return false };
        let visit = self.taken.open[place];
        let is_own = |own: &UpdatedByItself| own.visit == visit && own.entered == entered;
        if !self.taken.own_updates.last().is_some_and(is_own) {
            return false;
        }
        let place = self.taken.own_updates.len() as u32 - 1;
        let has_no_cut = self.taken.own_updates.last().is_some_and(|own| own.cut == Some(false));
        self.name_pruned(visit, PrunedBy::Own(place), children, (count, has_no_cut), line);
        if let Some(own) = self.taken.own_updates.last_mut() {
            own.cut = own.cut.or(Some(true));
            own.pruned = count;
        }
        true
    }

    fn prune(
        &mut self,
        event: &Event<'_>,
        named: Option<&Id>,
        children: &[Cow<'_, str>],
        count: Option<u64>,
        line: u64,
    ) {
        let Some((visit, child)) = self.returned_child(event, named, line) else { return };
        let has_no_cut = self.taken.returned(child).cut == Some(false);
        self.name_pruned(visit, PrunedBy::Child(child), children, (count, has_no_cut), line);
        let returned = self.returned_mut(child);
        returned.cut = returned.cut.or(Some(true));
        returned.pruned = count;
    }

    /// Keeps what a `prune` names.
    fn name_pruned(
        &mut self,
        visit: u32,
        by: PrunedBy,
        children: &[Cow<'_, str>],
        (count, has_no_cut): (Option<u64>, bool),
        line: u64,
    ) {
        let from = self.taken.visits[visit as usize].moves().len() as u32;
        let to = from + self.list_moves(visit, children).len() as u32;
        self.memory += size_of::<Pruned>() as u64;
        self.taken.pruned.push(Pruned { visit, by, moves: (from, to), count, has_no_cut, line });
    }

    fn skip(&mut self, event: &Event<'_>, children: &[Cow<'_, str>], count: Option<u64>, why: Option<&str>, line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let children = self.list_moves(visit, children);
        self.memory += 4 * children.len() as u64 + size_of::<Skipped>() as u64 + 32;
        let (latest, at) = self.latest;
        // The score of a child that has returned is taken in before the next is chosen.
        let is_child = latest != visit && at == FrameKind::End;
        let at = if is_child { FrameKind::Update } else { at };
        let why = why.map(Into::into);
        let entered = self.taken.visits.len() as u32;
        self.taken.skips.push(Skipped { visit, behind: (latest, at), entered, children, count, why });
    }

    fn lookup(&mut self, event: &Event<'_>, line: u64, lookup: Lookup) {
        let Some(visit) = self.owner(event, line) else { return };
        let entered = self.at(visit);
        if entered.last_child.is_some() || entered.lookup().is_some() {
            return self.out_of_order(event, line);
        }
        entered.beside().lookup = Some(lookup);
        self.memory += size_of::<Beside>() as u64 + 16;
        self.latest = (visit, FrameKind::Lookup);
    }

    fn store(&mut self, event: &Event<'_>, line: u64, store: Store) {
        let Some(visit) = self.owner(event, line) else { return };
        let entered = self.at(visit);
        if entered.store().is_some() {
            return self.out_of_order(event, line);
        }
        entered.beside().store = Some(store);
        self.memory += size_of::<Beside>() as u64 + 64;
        self.latest = (visit, FrameKind::Store);
    }

    fn pass(&mut self, label: Option<&str>, window: Option<Window>) {
        self.pass = Some(Begun { label: label.map(Into::into), window, ..Begun::default() });
    }

    fn finish(&mut self, ending: Option<EndingName>, limit: Option<u64>) {
        self.taken.says_complete = ending == Some(EndingName::Complete);
        self.taken.ending = Some(match ending {
            None | Some(EndingName::Complete) => Ending::Complete,
            Some(EndingName::Cancelled) => Ending::Cancelled,
            Some(EndingName::MemoryLimit) => Ending::MemoryLimit(limit.unwrap_or_default()),
            Some(EndingName::CutShort) => Ending::CutShort,
        });
    }
}
