//! Applies events to visits: finds the visit of each event and stores the event's data.

use std::borrow::Cow;
use std::collections::HashMap;

use super::contents::Turn;
use super::contents::{
    Beside, Entered, FileContents, Lookup, NONE, Pending, Pruned, PrunedBy, Returned, Skipped, Store, UpdatedByItself,
};
use crate::score::{Score, Window};
use crate::trace::stream::{EndingName, Enter, Event, LookupResult};
use crate::trace::{ColumnValue, Ending, FrameKind, Header, Id, KnownReason, Pass, RemarkKind, VisitId};

/// Applies events one by one to the visits so far.
#[derive(Clone, Debug)]
pub(super) struct EventTaker {
    pub(super) contents: FileContents,
    /// Last visit of each node of a generated tree.
    pub(super) generated: HashMap<Id, u32>,
    /// The pass that just started, until a node is entered.
    pub(super) pass: Option<Begun>,
    latest: (u32, FrameKind),
    /// Approximate number of bytes of the imported data and of the trace built from it.
    pub(super) memory: u64,
}

/// A pass that just started.
#[derive(Clone, Debug, Default)]
pub(super) struct Begun {
    pub(super) label: Option<Box<str>>,
    pub(super) kind: Option<Box<str>>,
    pub(super) depth: Option<u32>,
    pub(super) window: Option<Window>,
}

/// Reasons that always mark an update without a child.
const KNOWN_BY_ITSELF: [KnownReason; 3] = [KnownReason::StandPat, KnownReason::RuleBounds, KnownReason::MateDistance];

/// Number of innermost open nodes whose ids are compared with the id of an entered node. Paths can
/// be very long, and a program that confuses ids usually confuses those of nearby nodes.
const COMPARED: usize = 64;

/// Approximate number of bytes of a visit while its trace is imported.
const BYTES_PER_VISIT: u64 = size_of::<Entered>() as u64 + 196;

impl EventTaker {
    /// Creates an importer of the events after this header.
    pub(super) fn new(header: Header) -> Self {
        let generates = header.process().is_some_and(|process| !process.is_search());
        Self {
            contents: FileContents { header, generates, ..FileContents::default() },
            generated: HashMap::new(),
            pass: None,
            latest: (NONE, FrameKind::Start),
            memory: 0,
        }
    }

    /// Whether a visit is the first of a run from the root.
    pub(super) fn is_root(&self, visit: u32) -> bool {
        !self.contents.generates && self.contents.parents[visit as usize] == NONE
    }

    /// Applies the next event, from line `line` of the file.
    pub(super) fn take(&mut self, event: &Event<'_>, line: u64) {
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
            Event::Moves { moves, .. } => self.add_moves(event, moves, line),
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
            Event::Remark { remark } => self.contents.stated_remarks.push(remark.clone()),
            Event::Unknown => {}
        }
    }

    /// The visit to which an event applies; `None` for `enter`, which creates its visit.
    pub(super) fn visit_of(&self, event: &Event<'_>) -> Option<u32> {
        if self.contents.generates {
            return event.node().and_then(|node| self.generated.get(node).copied());
        }
        // The id of a newly entered node is not that of an open node; searching many open nodes for
        // it would be slow.
        if matches!(event, Event::Enter(_)) {
            return None;
        }
        let open = self.contents.open[self.open_at(event.node())?];
        match event {
            Event::Update { .. } if self.reason_of_own(event).is_some() => Some(open),
            Event::Score { .. } | Event::Update { .. } | Event::Prune { .. } => {
                self.contents.visits[open as usize].last_child
            }
            Event::Lookup { .. }
            | Event::Store { .. }
            | Event::Skip { .. }
            | Event::Moves { .. }
            | Event::Leave { .. } => Some(open),
            Event::Enter(_) | Event::Pass { .. } | Event::Finish { .. } | Event::Remark { .. } | Event::Unknown => None,
        }
    }

    pub(super) fn remark(&mut self, visit: u32, at: FrameKind, line: u64, kind: RemarkKind) {
        self.memory += 64;
        self.contents.remarks.push(Pending { visit, at, line, kind });
    }

    pub(super) fn at(&mut self, visit: u32) -> &mut Entered {
        &mut self.contents.visits[visit as usize]
    }

    /// Index on the path of the innermost open visit of `node`, or of the innermost one of all if `node` is `None`.
    fn open_at(&self, node: Option<&Id>) -> Option<usize> {
        let top = self.contents.open.len().checked_sub(1)?;
        let Some(node) = node else { return Some(top) };
        self.contents.open.iter().rposition(|&visit| self.contents.id(visit) == Some(node))
    }

    /// Ends the open visits below the one at index `place`, which the file did not end.
    fn close_within(&mut self, place: usize, line: u64) {
        while self.contents.open.len() > place + 1 {
            let Some(forgotten) = self.contents.open.pop() else { break };
            self.remark(forgotten, FrameKind::End, line, RemarkKind::EndMissing);
            self.has_returned(forgotten);
        }
    }

    /// Data of the parent's events after `visit` has ended, for modification.
    fn returned_mut(&mut self, visit: u32) -> &mut Returned {
        let returned = self.contents.returned_mut(visit);
        if !returned.has_score && !returned.has_update {
            self.memory += size_of::<Returned>() as u64;
        }
        returned
    }

    fn has_returned(&mut self, visit: u32) {
        self.at(visit).is_left = true;
        self.contents.threads.happens(Turn::Leave(visit));
        let parent = self.contents.parents[visit as usize];
        if parent != NONE {
            self.at(parent).last_child = Some(visit);
        }
        self.latest = (visit, FrameKind::End);
    }

    /// The visit of `event`; adds a remark and returns `None` if its node is not open.
    fn owner(&mut self, event: &Event<'_>, line: u64) -> Option<u32> {
        if let Some(place) = self.open_at(event.node()) {
            self.close_within(place, line);
            return Some(self.contents.open[place]);
        }
        let node = event.node().cloned().unwrap_or(Id::Text("".into()));
        let (visit, at) = self.latest;
        self.remark(visit, at, line, RemarkKind::NotOpen { event: event.name().into(), node });
        None
    }

    pub(super) fn out_of_order(&mut self, event: &Event<'_>, line: u64) {
        let (visit, at) = self.latest;
        self.remark(visit, at, line, RemarkKind::OutOfOrder { event: event.name().into() });
    }

    fn enter(&mut self, event: &Event<'_>, enter: &Enter<'_>, line: u64) {
        let visit = self.contents.visits.len() as u32;
        let mut stray = None;
        let parent = if self.contents.generates {
            enter.parent.as_ref().and_then(|parent| self.generated.get(parent).copied())
        } else {
            let place = self.open_at(enter.parent.as_ref());
            if let Some(place) = place {
                self.close_within(place, line);
            }
            stray = enter.parent.clone().filter(|_| place.is_none() && !self.contents.open.is_empty());
            self.contents.open.last().copied()
        };
        if parent.is_none() && visit > 0 && self.contents.generates {
            return self.out_of_order(event, line);
        }
        let (mut of_pass, mut begins_pass) = (None, false);
        if let Some(Begun { label, kind, depth, window }) = self.pass.take().filter(|_| !self.contents.generates) {
            (of_pass, begins_pass) = (window, true);
            self.memory += size_of::<Pass>() as u64 + 64;
            self.contents.passes.push(Pass { visit: VisitId(visit), kind, label, depth, within: None });
        }
        // If no move is stated, the child has the same place as its parent. But if it has the id of
        // the child entered last, that child is entered again.
        let last_child = parent.and_then(|parent| self.contents.visits[parent as usize].last_child);
        let is_same_child =
            last_child.is_some_and(|child| enter.node.is_some() && self.contents.id(child) == enter.node.as_ref());
        let is_same_place = begins_pass && parent.is_some() && enter.mv.is_none() && !is_same_child;
        let is_open = |open: &u32| enter.node.is_some() && self.contents.id(*open) == enter.node.as_ref();
        if !self.contents.generates && self.contents.open.iter().rev().take(COMPARED).any(is_open) {
            self.memory += 4;
            self.contents.in_use.push(visit);
        }
        let mut above = parent.and_then(|parent| self.contents.visits[parent as usize].beside.as_mut());
        if let Some(above) = &mut above {
            above.store.take_if(|store| store.is_vacuous());
        }
        let store = above.and_then(|above| above.store.as_mut()).filter(|store| !store.is_early);
        let early_store = store.map(|store| {
            store.is_early = true;
            store.line
        });
        let label = enter.label.as_ref().map(|label| self.contents.texts.number(label));
        let mv = enter.mv.as_ref().map(|mv| self.contents.texts.number(mv));
        self.memory += BYTES_PER_VISIT;
        self.contents.visits.push(Entered {
            label,
            player: enter.player,
            window: enter.window.or(of_pass),
            is_same_place,
            is_speculative: is_same_place,
            ..Entered::default()
        });
        self.contents.ids.push(enter.node.clone());
        self.contents.lines.push(u32::try_from(enter.log_line.unwrap_or(line)).unwrap_or(u32::MAX));
        self.contents.parents.push(parent.unwrap_or(NONE));
        self.contents.moves.push(mv.unwrap_or(NONE));
        if let Some(moves) = &enter.moves {
            let listed = self.list_moves(visit, moves).len() as u32;
            if listed > 0 {
                self.at(visit).beside().listed = listed;
            }
        }
        if self.contents.generates {
            self.generated.extend(enter.node.clone().map(|id| (id, visit)));
        } else {
            self.contents.open.push(visit);
            self.contents.threads.happens(Turn::Enter);
        }
        self.latest = (visit, FrameKind::Start);
        if let Some(line) = early_store {
            self.remark(visit, FrameKind::Start, line, RemarkKind::OutOfOrder { event: "store".into() });
        }
        if let Some(parent) = stray {
            self.remark(visit, FrameKind::Start, line, RemarkKind::ParentNotOpen { parent });
        }
    }

    /// Adds the texts of moves to the children of a visit; returns the numbers of the texts.
    fn list_moves(&mut self, visit: u32, moves: &[Cow<'_, str>]) -> Vec<u32> {
        let moves: Vec<u32> = moves.iter().map(|mv| self.contents.texts.number(mv)).collect();
        if !moves.is_empty() {
            self.memory += 4 * moves.len() as u64 + size_of::<Beside>() as u64;
            self.at(visit).beside().moves.extend(&moves);
        }
        moves
    }

    /// Adds moves that a program generates, in one or several parts, after the start of the visit;
    /// those that `enter` lists come before them.
    fn add_moves(&mut self, event: &Event<'_>, moves: &[Cow<'_, str>], line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let texts: Vec<u32> = moves.iter().map(|mv| self.contents.texts.number(mv)).collect();
        self.memory += 4 * texts.len() as u64 + size_of::<Beside>() as u64;
        let count = texts.len() as u32;
        let beside = self.at(visit).beside();
        let (listed, named) = (beside.listed, beside.moves.len() as u32);
        beside.moves.splice(listed as usize..listed as usize, texts);
        (beside.listed, beside.is_staged) = (listed + count, true);
        if named > listed {
            // The texts that a `prune` names come after those that are listed.
            for pruned in self.contents.pruned.iter_mut().filter(|pruned| pruned.visit == visit) {
                pruned.moves = (pruned.moves.0 + count, pruned.moves.1 + count);
            }
        }
    }

    /// Ends the visit of `event`, and returns its data so far.
    fn leave(&mut self, event: &Event<'_>, line: u64) -> Option<&mut Entered> {
        if self.contents.generates {
            // In a generated tree `leave` has no frame; it only contains the score of a leaf.
            let visit = event.node().and_then(|node| self.generated.get(node).copied())?;
            return Some(self.at(visit));
        }
        let visit = self.owner(event, line)?;
        self.contents.open.pop();
        self.has_returned(visit);
        Some(self.at(visit))
    }

    /// The visit of `event` and its child that returned last; adds a remark and returns `None` if that child is not `named`.
    fn returned_child(&mut self, event: &Event<'_>, named: Option<&Id>, line: u64) -> Option<(u32, u32)> {
        let visit = self.owner(event, line)?;
        let child = self.contents.visits[visit as usize].last_child;
        let fits = |&child: &u32| named.is_none() || self.contents.id(child) == named;
        let found = child.filter(fits);
        if found.is_none() {
            self.out_of_order(event, line);
        }
        Some((visit, found?))
    }

    fn score(&mut self, event: &Event<'_>, named: Option<&Id>, line: u64) -> Option<&mut Returned> {
        let (_, child) = self.returned_child(event, named, line)?;
        let returned = self.contents.returned(child);
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
        if self.contents.returned(child).has_update {
            self.out_of_order(event, line);
            return None;
        }
        self.latest = (child, FrameKind::Update);
        let returned = self.returned_mut(child);
        returned.has_update = true;
        Some(returned)
    }

    /// Reason of an update without a child: the event names no child and states `why`. If a child has returned and its update is
    /// missing, the reason must be one of [`KNOWN_BY_ITSELF`].
    pub(super) fn reason_of_own<'e>(&self, event: &'e Event<'_>) -> Option<&'e str> {
        let Event::Update { child: None, why: Some(why), .. } = event else { return None };
        let open = self.contents.open[self.open_at(event.node())?];
        let child = self.contents.visits[open as usize].last_child;
        let is_taken_in = child.is_none_or(|child| self.contents.returned(child).has_update);
        let is_known = || KnownReason::of(why).is_some_and(|reason| KNOWN_BY_ITSELF.contains(&reason));
        (is_taken_in || is_known()).then_some(why)
    }

    /// The child of an update whose event does not name it, and the reason that the update states.
    pub(super) fn reason_beside_child(&self, event: &Event<'_>) -> Option<(u32, ColumnValue<'static>)> {
        let Event::Update { child: None, why: Some(why), .. } = event else { return None };
        if self.contents.generates || self.reason_of_own(event).is_some() {
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
        let entered = self.contents.visits.len() as u32;
        self.contents.threads.happens(Turn::UpdateByItself);
        self.contents.own_updates.push(UpdatedByItself { visit, entered, window, value, cut, pruned: None, why });
    }

    /// Applies a `prune` to the last update if that is one of the node without a child; returns whether it is.
    fn prune_by_itself(&mut self, event: &Event<'_>, children: &[Cow<'_, str>], count: Option<u64>, line: u64) -> bool {
        let entered = self.contents.visits.len() as u32;
        let Some(place) = self.open_at(event.node()) else { return false };
        let visit = self.contents.open[place];
        let is_own = |own: &UpdatedByItself| own.visit == visit && own.entered == entered;
        if !self.contents.own_updates.last().is_some_and(is_own) {
            return false;
        }
        let place = self.contents.own_updates.len() as u32 - 1;
        let has_no_cut = self.contents.own_updates.last().is_some_and(|own| own.cut == Some(false));
        self.name_pruned(visit, PrunedBy::Own(place), children, (count, has_no_cut), line);
        if let Some(own) = self.contents.own_updates.last_mut() {
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
        let has_no_cut = self.contents.returned(child).cut == Some(false);
        self.name_pruned(visit, PrunedBy::Child(child), children, (count, has_no_cut), line);
        let returned = self.returned_mut(child);
        returned.cut = returned.cut.or(Some(true));
        returned.pruned = count;
    }

    /// Stores the moves and the count of a `prune`.
    fn name_pruned(
        &mut self,
        visit: u32,
        by: PrunedBy,
        children: &[Cow<'_, str>],
        (count, has_no_cut): (Option<u64>, bool),
        line: u64,
    ) {
        let from = self.contents.visits[visit as usize].moves().len() as u32;
        let to = from + self.list_moves(visit, children).len() as u32;
        self.memory += size_of::<Pruned>() as u64;
        self.contents.pruned.push(Pruned { visit, by, moves: (from, to), count, has_no_cut, line });
    }

    fn skip(&mut self, event: &Event<'_>, children: &[Cow<'_, str>], count: Option<u64>, why: Option<&str>, line: u64) {
        let Some(visit) = self.owner(event, line) else { return };
        let children = self.list_moves(visit, children);
        self.memory += 4 * children.len() as u64 + size_of::<Skipped>() as u64 + 32;
        let (latest, at) = self.latest;
        // The update with a returned child comes before the choice of the next move. A visit that another thread has left is no
        // such child.
        let is_child = at == FrameKind::End && self.contents.parents.get(latest as usize) == Some(&visit);
        let at = if is_child { FrameKind::Update } else { at };
        // The last event of another thread can have an earlier frame than the visit.
        let own = match self.at(visit).last_child {
            Some(child) if child != latest => (child, FrameKind::Update),
            Some(_) => (latest, at),
            None => (visit, FrameKind::Start),
        };
        // A store has its frame at the end of its visit, which another thread can reach much later.
        let is_of_later_frame = at == FrameKind::Store && latest != visit;
        let behind = [if is_of_later_frame { own } else { (latest, at) }, own];
        let why = why.map(Into::into);
        let entered = self.contents.visits.len() as u32;
        self.contents.skips.push(Skipped { visit, behind, entered, children, count, why });
    }

    fn lookup(&mut self, event: &Event<'_>, line: u64, lookup: Lookup) {
        let Some(visit) = self.owner(event, line) else { return };
        let last_child = self.at(visit).last_child;
        if last_child.is_some_and(|child| self.at(child).is_speculative) {
            return self.look_up_again(visit, &lookup);
        }
        let entered = self.at(visit);
        if last_child.is_some() || entered.lookup().is_some() {
            return self.out_of_order(event, line);
        }
        entered.beside().lookup = Some(lookup);
        self.memory += size_of::<Beside>() as u64 + 16;
        self.latest = (visit, FrameKind::Lookup);
    }

    /// Takes a lookup after a speculative search of the node, such as internal deepening, whose entry a program reads for its move.
    /// If it narrows or closes the window, that is an update without a child.
    fn look_up_again(&mut self, visit: u32, lookup: &Lookup) {
        let settles = match lookup.result {
            Some(LookupResult::Returned) => true,
            Some(LookupResult::Narrowed) => false,
            Some(LookupResult::Nothing) | None => return,
        };
        let by_bounds = || Some(self.contents.visits[visit as usize].window?.within(lookup.bounds?));
        let window = lookup.window.or_else(by_bounds);
        let (value, cut) = (None, settles.then_some(true));
        self.memory += size_of::<UpdatedByItself>() as u64 + 64;
        let entered = self.contents.visits.len() as u32;
        self.contents.threads.happens(Turn::UpdateByItself);
        let why = KnownReason::Table.name().into();
        self.contents.own_updates.push(UpdatedByItself { visit, entered, window, value, cut, pruned: None, why });
    }

    /// Whether a visit has a lookup already, so that the fields of another one are not its own.
    pub(super) fn looks_up_again(&self, event: &Event<'_>, visit: u32) -> bool {
        matches!(event, Event::Lookup { .. }) && self.contents.visits[visit as usize].lookup().is_some()
    }

    fn store(&mut self, event: &Event<'_>, line: u64, store: Store) {
        let Some(visit) = self.owner(event, line) else { return };
        let entered = self.at(visit);
        // A store without bounds, such as that of the static evaluation, can come before the search.
        if entered.store().is_some_and(|before| !before.is_vacuous()) {
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
        self.contents.says_complete = ending == Some(EndingName::Complete);
        self.contents.ending = Some(match ending {
            None | Some(EndingName::Complete) => Ending::Complete,
            Some(EndingName::Cancelled) => Ending::Cancelled,
            Some(EndingName::MemoryLimit) => Ending::MemoryLimit(limit.unwrap_or_default()),
            Some(EndingName::CutShort) => Ending::CutShort,
        });
    }
}
