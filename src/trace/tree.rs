use std::iter::Peekable;
use std::ops::Range;

use super::bits::Bits;
use super::guide::Guide;
use super::layers::Layers;
use super::table_log::TableLog;
use super::{Abandoned, NodeId, Progress, VisitId, visit_frames};
use crate::score::{Player, Score, Window};
use crate::search::Algorithm;

/// The value for "none" in the arrays below.
const NONE: u32 = u32::MAX;

/// The visited part of the tree, and the visits.
///
/// Children are numbered when their parent is visited, so the parents' ranges of children follow one another
/// in the order of the visits, and the parent of any node is found by a binary search.
///
/// While a search runs, only what cannot be derived is written, because writing is most of the cost of recording.
#[derive(Clone, Debug, Default)]
pub(super) struct Visits {
    list: Vec<Visit>,
    /// The window each visit was given; empty while all were given the full one. Made by [`Self::index`] if derived
    /// from the search.
    given: Vec<Window>,
    /// Whether the ends are frames already, not counts of visits.
    has_frames: bool,
    /// The number of numbered nodes.
    node_count: u32,
    /// For every node the index of its move in the game's order; empty if the search order is the game's everywhere.
    move_of_node: Vec<u16>,
    /// The node of each visit; made by [`Self::index`] for a search.
    nodes: Vec<u32>,
    /// The frame at which each visit was entered; made by [`Self::index`].
    starts: Vec<u32>,
    /// For every node its visit, or [`NONE`]; made by [`Self::index`].
    visit_of_node: Vec<u32>,
    /// The visits that have ended, in the order of their ends; made by [`Self::index`].
    ended: Vec<u32>,
    /// Indexes of the sorted lists, for runs so long that a plain binary search in them is slow: the frames at which visits
    /// were entered, those at which they ended, and the numbers of first children.
    guides: Guides,
    /// Present if nodes are entered several times. Then the nodes of visits are written, for they do not follow from the order.
    layers: Option<Box<Layers>>,
}

#[derive(Clone, Debug, Default)]
struct Guides {
    starts: Guide,
    ends: Guide,
    first_children: Guide,
}

impl Guides {
    fn each(&self) -> [&Guide; 3] {
        [&self.starts, &self.ends, &self.first_children]
    }
}

#[derive(Clone, Copy, Debug)]
struct Visit {
    /// The frame of its end, or [`NONE`] while it is open. While a search is recorded, the number of visits entered by
    /// then: the frames are derived from that.
    end: u32,
    /// The number of its first child, or the next number if it has none; with [`Layers`], the number of the expansion of its node,
    /// or [`NOT_EXPANDED`]. The highest bit is set at min nodes.
    first_child_and_player: u32,
    /// The score it returned, once it has ended.
    score: Score,
    /// The score its parent would return right after that.
    value_of_parent: Score,
}

/// A visit on the current path, while a search is retraced.
struct Open {
    visit: u32,
    /// The node of its next child.
    next_child: u32,
    /// The frame at which it enters its next child, if it does.
    next_frame: u32,
    /// The window with which it would search its next child, if windows are derived.
    window: Window,
}

/// What the frames of a search are derived from, in addition to its visits.
#[derive(Clone, Copy)]
pub(super) struct Besides<'a> {
    pub(super) table: &'a TableLog,
    /// The search whose rule gives the windows, if they were not kept.
    pub(super) windows_of: Option<Algorithm>,
}

impl<'a> Besides<'a> {
    /// With all windows kept.
    pub(super) fn of(table: &'a TableLog) -> Self {
        Self { table, windows_of: None }
    }
}

const MIN_PLAYER: u32 = 1 << 31;
/// The expansion of a visit whose node's children were not generated.
const NOT_EXPANDED: u32 = MIN_PLAYER - 1;

impl Visit {
    #[inline]
    fn first_child(&self) -> u32 {
        self.first_child_and_player & !MIN_PLAYER
    }

    fn set_expansion(&mut self, expansion: u32) {
        self.first_child_and_player = self.first_child_and_player & MIN_PLAYER | expansion;
    }
}

impl Visits {
    /// No visits, with their indexes.
    pub(super) fn none() -> Self {
        Self { node_count: 1, visit_of_node: vec![NONE], ..Self::default() }
    }

    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.given.clear();
        self.has_frames = false;
        self.node_count = 0;
        self.move_of_node.clear();
        for index in [&mut self.nodes, &mut self.starts, &mut self.visit_of_node, &mut self.ended] {
            index.clear();
        }
        for guide in [&mut self.guides.starts, &mut self.guides.ends, &mut self.guides.first_children] {
            guide.clear();
        }
        self.layers = None;
    }

    fn indexes(&self) -> [&Vec<u32>; 4] {
        [&self.nodes, &self.starts, &self.visit_of_node, &self.ended]
    }

    /// The largest number of nodes that fit.
    pub(super) const MAX_NODES: usize = MIN_PLAYER as usize;

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn node_count(&self) -> usize {
        self.node_count as usize
    }

    pub(super) fn memory(&self) -> u64 {
        (size_of_val(self.list.as_slice())
            + size_of_val(self.given.as_slice())
            + size_of_val(self.move_of_node.as_slice())
            // The size of the indexes, also before they are made.
            + (self.node_count() + 3 * self.len() + self.guides.each().map(Guide::len).iter().sum::<usize>())
                * size_of::<u32>()) as u64
            + self.layers.as_ref().map_or(0, |layers| layers.memory())
    }

    /// Bytes allocated for the arrays, filled or not.
    pub(super) fn capacity(&self) -> u64 {
        (self.list.capacity() * size_of::<Visit>()
            + self.given.capacity() * size_of::<Window>()
            + self.move_of_node.capacity() * size_of::<u16>()
            + self.indexes().map(Vec::capacity).iter().sum::<usize>() * size_of::<u32>()
            + self.guides.each().map(Guide::capacity).iter().sum::<usize>() * size_of::<u32>()) as u64
    }

    /// Numbers the root, which has no parent to do so.
    pub(super) fn number_root(&mut self) {
        self.number(1);
    }

    /// Enters the next node of a depth-first search.
    #[inline]
    pub(super) fn enter(&mut self, player: Player) -> VisitId {
        self.push(player, NONE, Score::NEG_INFINITY)
    }

    /// Enters and leaves the next node of a depth-first search, where the game is over.
    #[inline]
    pub(super) fn enter_leaf(&mut self, player: Player, score: Score) -> VisitId {
        self.push(player, self.list.len() as u32 + 1, score)
    }

    /// Adds a finished visit, in the order of entering. `end` is a frame.
    pub(super) fn take(
        &mut self,
        player: Player,
        end: Option<u32>,
        given: Window,
        score: Score,
        value_of_parent: Score,
    ) {
        self.has_frames = true;
        self.keep_window(self.list.len(), given);
        let visit = self.push(player, end.unwrap_or(NONE), score);
        self.update_parent(visit, value_of_parent);
    }

    /// Enters `node` of a tree that is only generated.
    pub(super) fn generate(&mut self, node: NodeId, player: Player) -> VisitId {
        self.nodes.push(node.0);
        self.push(player, NONE, Score::NEG_INFINITY)
    }

    #[inline]
    fn push(&mut self, player: Player, end: u32, score: Score) -> VisitId {
        let visit = self.list.len() as u32;
        let player = if player == Player::Min { MIN_PLAYER } else { 0 };
        let first_child_and_player = self.node_count | player;
        self.list.push(Visit { end, first_child_and_player, score, value_of_parent: Score::NEG_INFINITY });
        VisitId(visit)
    }

    /// From here on nodes can be entered again. The visits so far are those of a depth-first search that entered each node once.
    pub(super) fn begin_layers(&mut self) {
        if self.layers.is_some() {
            return;
        }
        let mut layers = Box::<Layers>::default();
        self.nodes = self.nodes_of_search();
        let children: Vec<Range<u32>> = (0..self.len() as u32).map(|visit| self.children(VisitId(visit))).collect();
        for (visit, children) in (0..).zip(children) {
            let expansion = if children.is_empty() { NOT_EXPANDED } else { layers.expand(visit, children.start) };
            self.list[visit as usize].set_expansion(expansion);
        }
        self.layers = Some(layers);
    }

    /// The nodes of the visits of a depth-first search whose ends are counts of visits.
    fn nodes_of_search(&self) -> Vec<u32> {
        let mut path: Vec<(u32, u32)> = Vec::new();
        let nodes = (0..).zip(&self.list).map(|(visit, entered)| {
            while path.pop_if(|&mut (above, _)| self.list[above as usize].end <= visit).is_some() {}
            let node = path.last_mut().map_or(NodeId::ROOT.0, |(_, next_child)| {
                *next_child += 1;
                *next_child - 1
            });
            path.push((visit, entered.first_child()));
            node
        });
        nodes.collect()
    }

    /// Whether each visit searches its node again; `None` if nodes are entered once.
    pub(super) fn searched_again(&self) -> Option<&Bits> {
        self.layers.as_ref().map(|layers| layers.searched_again())
    }

    /// Whether nodes can be entered several times.
    #[inline]
    pub(super) fn has_layers(&self) -> bool {
        self.layers.is_some()
    }

    /// Enters `node`, maybe not for the first time; needs [`Self::begin_layers`].
    pub(super) fn enter_layer(&mut self, node: NodeId, player: Player) -> VisitId {
        self.nodes.push(node.0);
        let visit = self.push(player, NONE, Score::NEG_INFINITY);
        self.list[visit.0 as usize].set_expansion(NOT_EXPANDED);
        visit
    }

    /// Adds a visit of `node` with its frames, as [`Self::take`] does.
    pub(super) fn take_layer(
        &mut self,
        node: NodeId,
        (start, end): (u32, Option<u32>),
        player: Player,
        given: Window,
        score: Score,
        value_of_parent: Score,
    ) {
        self.nodes.push(node.0);
        self.starts.push(start);
        self.take(player, end, given, score, value_of_parent);
        if let Some(visit) = self.list.last_mut() {
            visit.set_expansion(NOT_EXPANDED);
        }
    }

    /// Numbers the children of the node of `visit`, the first to expand it; returns the number of the expansion.
    pub(super) fn expand_first(&mut self, visit: VisitId, count: usize, order: Option<&[u16]>) -> u32 {
        let first = self.node_count;
        self.expand(count, order);
        let Some(layers) = &mut self.layers else { return NOT_EXPANDED };
        let expansion = layers.expand(visit.0, first);
        self.expand_again(visit, expansion);
        expansion
    }

    /// `visit` expands its node as `expansion` did.
    pub(super) fn expand_again(&mut self, visit: VisitId, expansion: u32) {
        self.list[visit.0 as usize].set_expansion(expansion);
    }

    /// The expansion of `visit`, if its node's children were generated; needs [`Self::begin_layers`].
    pub(super) fn expansion(&self, visit: VisitId) -> Option<u32> {
        Some(self.at(visit).first_child()).filter(|&expansion| self.layers.is_some() && expansion != NOT_EXPANDED)
    }

    /// The children that an expansion numbered.
    pub(super) fn numbered_by(&self, expansion: u32) -> Range<u32> {
        self.layers.as_ref().map_or(0..0, |layers| layers.numbered_by(expansion, self.node_count))
    }

    /// Keeps the window `given` of the visit numbered `visit`, and the full one for earlier visits without a kept window.
    pub(super) fn keep_window(&mut self, visit: usize, given: Window) {
        if given == Window::FULL && self.given.is_empty() {
            return;
        }
        if self.given.is_empty() {
            self.given.resize(visit, Window::FULL);
        }
        self.given.push(given);
    }

    /// Ends `visit`.
    #[inline]
    pub(super) fn leave(&mut self, visit: VisitId, score: Score) {
        let entered = self.list.len() as u32;
        let visit = &mut self.list[visit.0 as usize];
        visit.end = entered;
        visit.score = score;
    }

    /// Whether `visit` has ended.
    pub(super) fn has_left(&self, visit: VisitId) -> bool {
        self.at(visit).end != NONE
    }

    /// Stores the `value` that the parent of `child` would return now.
    #[inline]
    pub(super) fn update_parent(&mut self, child: VisitId, value: Score) {
        self.list[child.0 as usize].value_of_parent = value;
    }

    /// Numbers the `count` children of the node entered last.
    #[inline]
    pub(super) fn expand(&mut self, count: usize, order: Option<&[u16]>) {
        self.number(count);
        if let Some(order) = order {
            if self.move_of_node.len() < self.node_count() - count {
                self.write_natural_order(self.node_count() - count);
            }
            self.move_of_node.extend_from_slice(order);
        }
    }

    /// Writes the moves of the nodes numbered below `count` that are not written yet: their parents had the game's order.
    #[cold]
    #[inline(never)]
    fn write_natural_order(&mut self, count: usize) {
        let written = self.move_of_node.len() as u32;
        self.move_of_node.resize(count, 0);
        let firsts = |place: usize| match &self.layers {
            Some(layers) => layers.first_children.get(place).copied(),
            None => self.list.get(place).map(Visit::first_child),
        };
        let mut place = match &self.layers {
            Some(layers) => layers.first_children.partition_point(|&first| first < written),
            None => self.list.partition_point(|visit| visit.first_child() < written),
        };
        while let Some(first) = firsts(place).filter(|&first| (first as usize) < count) {
            place += 1;
            let end = firsts(place).map_or(count, |end| (end as usize).min(count));
            for (mv, child) in (0..).zip(first as usize..end) {
                self.move_of_node[child] = mv;
            }
        }
    }

    /// Gives numbers to `count` nodes.
    #[inline]
    fn number(&mut self, count: usize) {
        self.node_count += count as u32;
    }

    /// Derives what was not written, and makes the indexes that only readers need. Returns the number of frames.
    pub(super) fn index(&mut self, besides: Besides<'_>, progress: &Progress) -> Result<u32, Abandoned> {
        if !self.move_of_node.is_empty() && self.move_of_node.len() < self.node_count() {
            self.write_natural_order(self.node_count());
        }
        let generated = self.layers.is_none() && self.nodes.len() == self.list.len();
        let frame_count = if generated {
            // One frame per node.
            self.starts = (0..self.list.len() as u32).collect();
            self.list.len() as u32
        } else {
            self.follow_search(besides, progress)?
        };
        self.guides.starts.rebuild(self.starts.iter().copied());
        self.guides.ends.rebuild(self.ended.iter().map(|&visit| self.list[visit as usize].end));
        if let Some(layers) = &self.layers {
            self.guides.first_children.rebuild(layers.first_children.iter().copied());
            return Ok(frame_count);
        }
        self.visit_of_node.clear();
        self.visit_of_node.resize(self.node_count(), NONE);
        for (visit, &node) in self.nodes.iter().enumerate() {
            progress.step_at(visit)?;
            self.visit_of_node[node as usize] = visit as u32;
        }
        self.guides.first_children.rebuild(self.list.iter().map(Visit::first_child));
        Ok(frame_count)
    }

    /// Retraces a depth-first search: a visit enters its children one after another, each right after the `Update`
    /// for the one before. Returns the number of frames. If nodes are entered again, this also groups the visits by node and parent.
    fn follow_search(&mut self, besides: Besides<'_>, progress: &Progress) -> Result<u32, Abandoned> {
        let mut looked_up = besides.table.looked_up().peekable();
        let mut stored = besides.table.stored_by().peekable();
        let has_layers = self.layers.is_some();
        let has_starts = has_layers && self.has_frames;
        let mut parents = Vec::new();
        if !has_layers {
            self.nodes.clear();
            self.nodes.reserve_exact(self.list.len());
        }
        if !has_starts {
            self.starts.clear();
            self.starts.reserve_exact(self.list.len());
        }
        self.ended.clear();
        self.ended.reserve_exact(self.list.len());
        let mut path: Vec<Open> = Vec::new();
        let mut above = Open { visit: NONE, next_child: NodeId::ROOT.0, next_frame: 0, window: Window::FULL };
        for visit in 0..self.list.len() as u32 {
            progress.step_at(visit as usize)?;
            while let Some(done) = path.pop_if(|top| self.is_over(top, visit)) {
                self.close(&done, path.last_mut().unwrap_or(&mut above), &mut stored);
            }
            let parent = path.last_mut().unwrap_or(&mut above);
            if has_layers {
                parents.push(parent.visit);
            } else {
                self.nodes.push(parent.next_child);
                parent.next_child += 1;
            }
            if !has_starts {
                self.starts.push(parent.next_frame);
            }
            let mut window = parent.window;
            if let Some(algorithm) = besides.windows_of {
                if parent.visit != NONE {
                    window = algorithm.child_window(window, self.player(VisitId(visit)));
                }
                self.keep_window(visit as usize, window);
            }
            let has_lookup = looked_up.next_if_eq(&visit).is_some();
            let next_child = self.list[visit as usize].first_child();
            let next_frame = visit_frames::after_start(self.starts[visit as usize], has_lookup);
            path.push(Open { visit, next_child, next_frame, window });
        }
        while let Some(done) = path.pop_if(|top| self.list[top.visit as usize].end != NONE) {
            self.close(&done, path.last_mut().unwrap_or(&mut above), &mut stored);
        }
        self.has_frames = true;
        if let Some(layers) = &mut self.layers {
            layers.group(&self.nodes, self.node_count as usize, &parents, NONE);
        }
        Ok(path.last().unwrap_or(&above).next_frame)
    }

    /// Whether the visit of `open` has ended before the visit numbered `next` is entered.
    fn is_over(&self, open: &Open, next: u32) -> bool {
        let end = self.list[open.visit as usize].end;
        if self.has_frames && self.layers.is_some() {
            return end < self.starts[next as usize];
        }
        // In frames: no room for another child.
        if self.has_frames { end <= visit_frames::end(open.next_frame, true) } else { end <= next }
    }

    /// Ends the visit of `done`, and continues at `parent` after the `Score` and `Update`.
    fn close(&mut self, done: &Open, parent: &mut Open, stored: &mut Peekable<impl Iterator<Item = u32>>) {
        let has_store = stored.next_if_eq(&done.visit).is_some();
        let visit = &mut self.list[done.visit as usize];
        if !self.has_frames {
            visit.end = visit_frames::end(done.next_frame, has_store);
        }
        let (end, value) = (visit.end, visit.value_of_parent);
        self.ended.push(done.visit);
        if parent.visit == NONE {
            // Nothing is above a root, so no frames follow its end.
            parent.next_frame = visit_frames::count(end);
        } else {
            parent.next_frame = visit_frames::after_update(end);
            parent.window = parent.window.taking_in(self.player(VisitId(parent.visit)), value);
        }
    }

    #[inline]
    fn at(&self, visit: VisitId) -> &Visit {
        &self.list[visit.0 as usize]
    }

    pub(super) fn node(&self, visit: VisitId) -> NodeId {
        NodeId(self.nodes[visit.0 as usize])
    }

    #[inline]
    pub(super) fn player(&self, visit: VisitId) -> Player {
        if self.at(visit).first_child_and_player & MIN_PLAYER == 0 { Player::Max } else { Player::Min }
    }

    /// The visit from which this one was entered.
    pub(super) fn parent(&self, visit: VisitId) -> Option<VisitId> {
        // A depth-first search enters a first child right after its parent.
        let before = VisitId(visit.0.checked_sub(1)?);
        let node = self.node(visit);
        let Some(layers) = &self.layers else {
            return if self.children(before).contains(&node.0) { Some(before) } else { self.parent_of(node) };
        };
        if layers.entered_by(before.0).first() == Some(&visit.0) {
            return Some(before);
        }
        // The parent is open, so it is the last visit of its node.
        let above = layers.of_node(self.node(self.parent_of(node)?).0);
        let last = above.partition_point(|&above| above < visit.0).checked_sub(1)?;
        Some(VisitId(above[last]))
    }

    pub(super) fn start(&self, visit: VisitId) -> u32 {
        self.starts[visit.0 as usize]
    }

    pub(super) fn end(&self, visit: VisitId) -> Option<u32> {
        Some(self.at(visit).end).filter(|&end| end != NONE)
    }

    /// The window given to `visit`.
    pub(super) fn given(&self, visit: VisitId) -> Window {
        self.given.get(visit.0 as usize).copied().unwrap_or(Window::FULL)
    }

    /// The score of `visit`, if it has ended.
    pub(super) fn score(&self, visit: VisitId) -> Score {
        self.at(visit).score
    }

    /// The score its parent would return right after `visit`.
    pub(super) fn value_of_parent(&self, visit: VisitId) -> Score {
        self.at(visit).value_of_parent
    }

    /// The last visit entered at or before `frame`; visits are in the order of their starts.
    pub(super) fn entered_by(&self, frame: u32) -> Option<VisitId> {
        let count = self.entered_before(frame, |start| start <= frame);
        count.checked_sub(1).map(|last| VisitId(last as u32))
    }

    /// The last visit that ended at or before `frame`.
    pub(super) fn ended_by(&self, frame: u32) -> Option<VisitId> {
        let count = self.ended_before(frame, |end| end <= frame);
        count.checked_sub(1).map(|last| VisitId(self.ended[last]))
    }

    /// The number of visits entered before `frame`, and of those ended before it.
    pub(super) fn counts_before(&self, frame: u32) -> (usize, usize) {
        (self.entered_before(frame, |start| start < frame), self.ended_before(frame, |end| end < frame))
    }

    fn entered_before(&self, frame: u32, is_before: impl Fn(u32) -> bool) -> usize {
        let part = self.guides.starts.around(frame);
        part.start + self.starts[part].partition_point(|&start| is_before(start))
    }

    fn ended_before(&self, frame: u32, is_before: impl Fn(u32) -> bool) -> usize {
        let part = self.guides.ends.around(frame);
        part.start + self.ended[part].partition_point(|&visit| is_before(self.list[visit as usize].end))
    }

    /// The frames at which the visits were entered.
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The visit that ended after `index` others.
    #[inline]
    pub(super) fn ended_at(&self, index: usize) -> Option<VisitId> {
        self.ended.get(index).copied().map(VisitId)
    }

    /// The frame of the end of the visit that ended after `index` others.
    #[inline]
    pub(super) fn end_in_order(&self, index: usize) -> Option<u32> {
        self.ended.get(index).map(|&visit| self.list[visit as usize].end)
    }

    /// The number of nodes numbered before the children of `visit`, or in all.
    pub(super) fn first_child_at(&self, visit: usize) -> usize {
        debug_assert!(self.layers.is_none(), "children are numbered by their first visit");
        self.list.get(visit).map_or(self.node_count, Visit::first_child) as usize
    }

    /// The score of `visit`, if it has ended.
    #[inline]
    pub(super) fn score_if_ended(&self, visit: usize) -> Option<Score> {
        self.list.get(visit).filter(|visit| visit.end != NONE).map(|visit| visit.score)
    }

    /// The scores of all visits that have ended.
    pub(super) fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        self.list.iter().filter(|visit| visit.end != NONE).map(|visit| visit.score)
    }

    /// The numbers of the children of `visit`, in search order.
    #[inline]
    pub(super) fn children(&self, visit: VisitId) -> Range<u32> {
        if self.layers.is_some() {
            return self.numbered_again(visit);
        }
        let first = self.at(visit).first_child();
        let end = self.list.get(visit.0 as usize + 1).map_or(self.node_count, Visit::first_child);
        first..end
    }

    /// The visits of `node`, in the order of entering.
    #[inline]
    pub(super) fn of_node(&self, node: NodeId) -> &[u32] {
        if let Some(layers) = &self.layers {
            return layers.of_node(node.0);
        }
        let visit = self.visit_of_node.get(node.0 as usize).filter(|&&visit| visit != NONE);
        visit.map_or(&[], std::slice::from_ref)
    }

    /// The last visit of `node`.
    #[inline]
    pub(super) fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        match &self.layers {
            Some(layers) => layers.of_node(node.0).last().copied().map(VisitId),
            None => self.only_visit_of(node),
        }
    }

    /// The visit of `node` in a run that enters each node once.
    #[inline]
    pub(super) fn only_visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visit_of_node.get(node.0 as usize).copied().filter(|&visit| visit != NONE).map(VisitId)
    }

    /// The last visit of `node` that was entered at or before `frame`.
    #[inline]
    pub(super) fn layer_at(&self, node: NodeId, frame: u32) -> Option<VisitId> {
        if self.layers.is_none() {
            return self.visit_of(node).filter(|&visit| self.start(visit) <= frame);
        }
        let visits = self.of_node(node);
        let entered = visits.partition_point(|&visit| self.starts[visit as usize] <= frame);
        entered.checked_sub(1).map(|last| VisitId(visits[last]))
    }

    /// The children of `node`: numbered by one of its visits.
    #[inline]
    pub(super) fn children_of(&self, node: NodeId) -> Range<u32> {
        let children = self.of_node(node).iter().map(|&visit| self.children(VisitId(visit)));
        children.into_iter().find(|children| !children.is_empty()).unwrap_or(0..0)
    }

    /// The visit of the child that `visit` entered after `place` others.
    #[inline]
    pub(super) fn entered_child(&self, visit: VisitId, place: usize) -> Option<VisitId> {
        if let Some(layers) = &self.layers {
            return layers.entered_by(visit.0).get(place).copied().map(VisitId);
        }
        let node = self.children(visit).nth(place)?;
        Some(self.visit_of_node[node as usize]).filter(|&child| child != NONE).map(VisitId)
    }

    /// The number of children that `visit` entered before `child`.
    #[inline]
    pub(super) fn place_of_child(&self, visit: VisitId, child: VisitId) -> usize {
        match &self.layers {
            Some(layers) => layers.entered_by(visit.0).partition_point(|&other| other < child.0),
            None => (self.node(child).0 - self.children(visit).start) as usize,
        }
    }

    /// The depth of each visit, 0 being the root's.
    pub(super) fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0_u32; self.list.len()];
        for parent in 0..self.list.len() {
            let depth = depths[parent];
            if let Some(layers) = &self.layers {
                for &child in layers.entered_by(parent as u32) {
                    depths[child as usize] = depth + 1;
                }
                continue;
            }
            // A child is visited after its parent, so it comes later.
            let children = self.children(VisitId(parent as u32));
            for &child in &self.visit_of_node[children.start as usize..children.end as usize] {
                if child != NONE {
                    depths[child as usize] = depth + 1;
                }
            }
        }
        depths
    }

    /// The visit that numbered `node`: of its parent.
    pub(super) fn parent_of(&self, node: NodeId) -> Option<VisitId> {
        match &self.layers {
            Some(layers) if node != NodeId::ROOT => self.expanding_visit(layers, node),
            Some(_) => None,
            None => self.only_parent_of(node),
        }
    }

    /// The visit of the parent of `node` in a run that enters each node once.
    #[inline]
    pub(super) fn only_parent_of(&self, node: NodeId) -> Option<VisitId> {
        if node == NodeId::ROOT {
            return None;
        }
        let part = self.guides.first_children.around(node.0);
        let after = part.start + self.list[part].partition_point(|visit| visit.first_child() <= node.0);
        after.checked_sub(1).map(|parent| VisitId(parent as u32))
    }

    /// The index, in the game's order, of the move from `parent` to `child`.
    pub(super) fn move_of(&self, parent: VisitId, child: NodeId) -> u16 {
        if self.move_of_node.is_empty() {
            (child.0 - self.children(parent).start) as u16
        } else {
            self.move_of_node[child.0 as usize]
        }
    }

    /// The index, in the game's order, of the move to the child at `place` among its siblings.
    #[cfg(feature = "files")]
    pub(super) fn move_at(&self, parent: VisitId, place: u32) -> u16 {
        self.move_of(parent, NodeId(self.children(parent).start + place))
    }

    /// Whether any children are in another order than the game's.
    #[cfg(feature = "files")]
    pub(super) fn has_order(&self) -> bool {
        let is_natural =
            |visit| (0..).zip(self.children(visit)).all(|(mv, child)| self.move_of(visit, NodeId(child)) == mv);
        !self.move_of_node.is_empty() && !(0..self.len() as u32).map(VisitId).all(is_natural)
    }

    /// The child of `parent` that `mv` leads to.
    pub(super) fn child_by_move(&self, parent: VisitId, mv: u16) -> Option<NodeId> {
        let children = self.children(parent);
        if self.move_of_node.is_empty() {
            let child = children.start + u32::from(mv);
            children.contains(&child).then_some(NodeId(child))
        } else {
            children.map(NodeId).find(|child| self.move_of_node[child.0 as usize] == mv)
        }
    }

    /// The child that `visit` entered last at or before `frame`.
    #[inline]
    pub(super) fn last_entered(&self, visit: VisitId, frame: u32) -> Option<VisitId> {
        if let Some(layers) = &self.layers {
            let last = self.visits_entered_by(layers, visit, frame).checked_sub(1)?;
            return layers.entered_by(visit.0).get(last).copied().map(VisitId);
        }
        let first = self.at(visit).first_child() as usize;
        let end = self.list.get(visit.0 as usize + 1).map_or(self.node_count, Visit::first_child) as usize;
        let visits = &self.visit_of_node[first..end];
        let entered = visits.partition_point(|&child| child != NONE && self.starts[child as usize] <= frame);
        Some(VisitId(visits[entered.checked_sub(1)?]))
    }

    // What only runs with layers ask, out of the way of the others.

    #[cold]
    #[inline(never)]
    fn numbered_again(&self, visit: VisitId) -> Range<u32> {
        self.numbered_by(self.at(visit).first_child())
    }

    #[cold]
    #[inline(never)]
    fn expanding_visit(&self, layers: &Layers, node: NodeId) -> Option<VisitId> {
        let part = self.guides.first_children.around(node.0);
        let after = part.start + layers.first_children[part].partition_point(|&first| first <= node.0);
        after.checked_sub(1).map(|expansion| VisitId(layers.expanded_by[expansion]))
    }

    #[cold]
    #[inline(never)]
    fn visits_entered_by(&self, layers: &Layers, visit: VisitId, frame: u32) -> usize {
        layers.entered_by(visit.0).partition_point(|&child| self.starts[child as usize] <= frame)
    }

    /// The number of children entered at or before `frame`. Searches enter them one after another, in their order.
    pub(super) fn children_entered_by(&self, visit: VisitId, frame: u32) -> usize {
        if let Some(layers) = &self.layers {
            return self.visits_entered_by(layers, visit, frame);
        }
        let children = self.children(visit);
        let visits = &self.visit_of_node[children.start as usize..children.end as usize];
        visits.partition_point(|&child| child != NONE && self.starts[child as usize] <= frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_takes_16_bytes() {
        assert_eq!(size_of::<Visit>(), 16, "smaller is good: update this test; larger costs every trace");
    }
}
