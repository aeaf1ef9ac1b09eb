//! Takes the events of a file one after another.

use std::collections::HashMap;

use super::assemble::assemble;
use super::taken::{At, Entered, Lookup, NONE, Pending, Store, Taken};
use super::{EndingName, Event, FileError};
use crate::trace::{Ending, Header, Id, Progress, RemarkKind, Trace};

/// Takes the events of a file one after another, and makes a trace of those so far.
#[derive(Clone, Debug)]
pub struct Importer {
    taken: Taken,
    /// The last visit of each node, where a tree is generated.
    generated: HashMap<Id, u32>,
    /// The pass that has begun, until a node is entered.
    pass: Option<Pass>,
    latest: (u32, At),
    memory_limit: u64,
    memory: u64,
    events: u64,
}

/// A pass that has begun.
#[derive(Clone, Copy, Debug)]
struct Pass {
    label: Option<u32>,
}

/// Bytes that a visit takes while its trace is read and made, about.
const BYTES_PER_VISIT: u64 = size_of::<Entered>() as u64 + 160;

impl Importer {
    /// An importer of the trace with this header; it takes no more events once they and the trace need more than
    /// `memory_limit` bytes.
    #[must_use]
    pub fn new(header: Header, memory_limit: u64) -> Self {
        let generates = header.process().is_some_and(|process| !process.is_search());
        Self {
            taken: Taken { header, generates, ..Taken::default() },
            generated: HashMap::new(),
            pass: None,
            latest: (NONE, At::Start),
            memory_limit,
            memory: 0,
            events: 0,
        }
    }

    /// How many visits there are so far.
    #[must_use]
    pub fn visit_count(&self) -> usize {
        self.taken.visits.len()
    }

    /// How many events were taken.
    #[must_use]
    pub fn event_count(&self) -> u64 {
        self.events
    }

    /// Whether the memory limit is reached, so that nothing more is taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self.taken.ending, Some(Ending::MemoryLimit(_))) && self.memory > self.memory_limit
    }

    /// Takes the next event, from this line of the file.
    pub fn take(&mut self, event: &Event<'_>, line: u64) {
        if self.is_full() {
            return;
        }
        self.events += 1;
        match &*event.event {
            "enter" => self.enter(event, line),
            "leave" => self.leave(event, line),
            "score" => self.score(event, line),
            "update" => self.update(event, line),
            "prune" => self.prune(event, line),
            "lookup" => self.lookup(event, line),
            "store" => self.store(event, line),
            "pass" => self.pass(event),
            "finish" => self.finish(event),
            "remark" => self.taken.kept_remarks.extend(event.remark.clone()),
            _ => {}
        }
        if self.memory > self.memory_limit || self.taken.visits.len() >= (NONE >> 3) as usize {
            self.memory = self.memory.max(self.memory_limit.saturating_add(1));
            self.taken.ending = Some(Ending::MemoryLimit(self.memory_limit));
        }
    }

    /// Notes that nothing follows: the run is complete, unless it was said how it ended or nodes are still open.
    pub fn close(&mut self) {
        let is_whole = !self.taken.visits.is_empty() && !self.taken.is_open();
        self.taken.ending.get_or_insert(if is_whole { Ending::Complete } else { Ending::CutShort });
    }

    /// The trace of the events so far.
    ///
    /// # Errors
    /// [`FileError::Setup`] where the header names a game that cannot be, or a start that cannot be reached, and
    /// [`FileError::Cancelled`] where the progress says that nobody wants it any more.
    pub fn trace(&self, progress: &Progress) -> Result<Trace, FileError> {
        assemble(&self.taken, progress)
    }

    /// Says that what follows is the last [`Self::trace`]: the visits are compared with the rules and walked through, and then
    /// indexed.
    pub(crate) fn begin_indexing(&self, progress: &Progress) {
        progress.begin_indexing(self.taken.visits.len(), 2);
    }

    fn remark(&mut self, visit: u32, at: At, line: u64, kind: RemarkKind) {
        self.memory += 64;
        self.taken.remarks.push(Pending { visit, at, line, kind });
    }

    fn at(&mut self, visit: u32) -> &mut Entered {
        &mut self.taken.visits[visit as usize]
    }

    /// The open visit of a node, the innermost if there are several; the innermost of all if no node is named.
    fn open_at(&self, node: Option<&Id>) -> Option<usize> {
        let top = self.taken.open.len().checked_sub(1)?;
        let Some(node) = node else { return Some(top) };
        self.taken.open.iter().rposition(|&visit| self.taken.visits[visit as usize].id.as_ref() == Some(node))
    }

    /// Leaves what is open within the open visit at this place: the file forgot to.
    fn close_within(&mut self, place: usize, line: u64) {
        while self.taken.open.len() > place + 1 {
            let Some(forgotten) = self.taken.open.pop() else { break };
            self.remark(forgotten, At::End, line, RemarkKind::EndMissing);
            self.has_returned(forgotten);
        }
    }

    fn has_returned(&mut self, visit: u32) {
        self.at(visit).is_left = true;
        let parent = self.taken.visits[visit as usize].parent;
        if parent != NONE {
            self.at(parent).last_child = Some(visit);
        }
        self.latest = (visit, At::End);
    }

    /// The visit that an event belongs to; `None` with a remark where its node is not open.
    fn owner(&mut self, event: &Event<'_>, line: u64) -> Option<u32> {
        if let Some(place) = self.open_at(event.node.as_ref()) {
            self.close_within(place, line);
            return Some(self.taken.open[place]);
        }
        let node = event.node.clone().unwrap_or(Id::Text("".into()));
        let (visit, at) = self.latest;
        self.remark(visit, at, line, RemarkKind::NotOpen { event: event.event.as_ref().into(), node });
        None
    }

    fn out_of_order(&mut self, event: &Event<'_>, line: u64) {
        let (visit, at) = self.latest;
        self.remark(visit, at, line, RemarkKind::OutOfOrder { event: event.event.as_ref().into() });
    }

    fn enter(&mut self, event: &Event<'_>, line: u64) {
        let visit = self.taken.visits.len() as u32;
        let mut stray = None;
        let parent = if self.taken.generates {
            event.parent.as_ref().and_then(|parent| self.generated.get(parent).copied())
        } else {
            let place = self.open_at(event.parent.as_ref());
            if let Some(place) = place {
                self.close_within(place, line);
            }
            stray = event.parent.clone().filter(|_| place.is_none() && !self.taken.open.is_empty());
            self.taken.open.last().copied()
        };
        if parent.is_none() && visit > 0 {
            if self.taken.generates {
                return self.out_of_order(event, line);
            }
            self.stand_above();
        } else if visit == 0 && self.pass.is_some() {
            self.stand_above();
        }
        let visit = self.taken.visits.len() as u32;
        let parent = if self.taken.generates { parent } else { self.taken.open.last().copied() };
        let label = self
            .pass
            .take()
            .and_then(|pass| pass.label)
            .or_else(|| event.label.as_ref().map(|label| self.taken.texts.number(label)));
        let mv = event.mv.as_ref().map(|mv| self.taken.texts.number(mv));
        let moves = event.moves.iter().flatten().map(|mv| self.taken.texts.number(mv)).collect::<Vec<_>>();
        self.memory += BYTES_PER_VISIT + 4 * moves.len() as u64;
        self.taken.visits.push(Entered {
            id: event.node.clone(),
            parent: parent.unwrap_or(NONE),
            mv,
            label,
            player: event.player,
            window: event.window,
            moves,
            ..Entered::default()
        });
        if self.taken.generates {
            self.generated.extend(event.node.clone().map(|id| (id, visit)));
        } else {
            self.taken.open.push(visit);
        }
        self.latest = (visit, At::Start);
        if let Some(parent) = stray {
            self.remark(visit, At::Start, line, RemarkKind::ParentNotOpen { parent });
        }
    }

    /// Puts a visit above all others, whose children are the passes.
    fn stand_above(&mut self) {
        if self.taken.has_passes {
            return;
        }
        self.taken.has_passes = true;
        for visit in &mut self.taken.visits {
            visit.parent = if visit.parent == NONE { 0 } else { visit.parent + 1 };
            visit.last_child = visit.last_child.map(|child| child + 1);
        }
        for remark in &mut self.taken.remarks {
            remark.visit = remark.visit.saturating_add(1);
        }
        self.taken.visits.insert(0, Entered { parent: NONE, ..Entered::default() });
        self.taken.open.insert(0, 0);
        self.latest.0 = self.latest.0.saturating_add(1);
    }

    fn leave(&mut self, event: &Event<'_>, line: u64) {
        if self.taken.generates {
            return;
        }
        let Some(visit) = self.owner(event, line) else { return };
        if self.taken.has_passes && visit == 0 {
            return self.out_of_order(event, line);
        }
        let entered = self.at(visit);
        (entered.score, entered.bound, entered.end_window) = (event.score, event.bound, event.window);
        self.taken.open.pop();
        self.has_returned(visit);
    }

    /// The child whose return a `score` or `update` of a visit is about; `None` with a remark where it is another one.
    fn returned_child(&mut self, visit: u32, event: &Event<'_>, line: u64) -> Option<u32> {
        let child = self.taken.visits[visit as usize].last_child;
        let fits = |child: &u32| event.child.is_none() || self.taken.visits[*child as usize].id == event.child;
        let found = child.filter(fits);
        if found.is_none() {
            self.out_of_order(event, line);
        }
        found
    }

    fn score(&mut self, event: &Event<'_>, line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let Some(child) = self.returned_child(visit, event, line) else { return };
        let returned = &mut self.at(child).returned;
        if returned.has_score || returned.has_update {
            return self.out_of_order(event, line);
        }
        returned.has_score = true;
        (returned.score, returned.score_window) = (event.score, event.window);
        self.latest = (child, At::Score);
    }

    fn update(&mut self, event: &Event<'_>, line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let Some(child) = self.returned_child(visit, event, line) else { return };
        let returned = &mut self.at(child).returned;
        if returned.has_update {
            return self.out_of_order(event, line);
        }
        returned.has_update = true;
        (returned.window, returned.value, returned.cut) = (event.window, event.value, event.cut);
        self.latest = (child, At::Update);
    }

    fn prune(&mut self, event: &Event<'_>, line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let Some(child) = self.returned_child(visit, event, line) else { return };
        let children = event.children.iter().flatten().map(|mv| self.taken.texts.number(mv)).collect::<Vec<_>>();
        self.memory += 4 * children.len() as u64;
        self.at(visit).moves.extend(children);
        let returned = &mut self.at(child).returned;
        returned.cut = returned.cut.or(Some(true));
        returned.pruned = event.count;
    }

    fn lookup(&mut self, event: &Event<'_>, line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let entered = self.at(visit);
        if entered.last_child.is_some() || entered.lookup.is_some() {
            return self.out_of_order(event, line);
        }
        entered.lookup = Some(Box::new(Lookup {
            bounds: event.bounds,
            entry: event.entry.clone(),
            result: event.result,
            window: event.window,
        }));
        self.memory += size_of::<Lookup>() as u64 + 16;
        self.latest = (visit, At::Lookup);
    }

    fn store(&mut self, event: &Event<'_>, line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let entered = self.at(visit);
        if entered.store.is_some() {
            return self.out_of_order(event, line);
        }
        entered.store = Some(Box::new(Store { bounds: event.bounds, entry: event.entry.clone() }));
        self.memory += size_of::<Store>() as u64 + 64;
        self.latest = (visit, At::Store);
    }

    fn pass(&mut self, event: &Event<'_>) {
        self.pass = Some(Pass { label: event.label.as_deref().map(|label| self.taken.texts.number(label)) });
    }

    fn finish(&mut self, event: &Event<'_>) {
        self.taken.ending = Some(match event.ending {
            None | Some(EndingName::Complete) => Ending::Complete,
            Some(EndingName::Cancelled) => Ending::Cancelled,
            Some(EndingName::MemoryLimit) => Ending::MemoryLimit(event.limit.unwrap_or_default()),
            Some(EndingName::CutShort) => Ending::CutShort,
        });
    }
}
