//! The location of a cut, valid in every run of a tree, and an observer of a search that records the cuts there.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use edagari_core::game::{Game as _, Player, TextbookTree};
use edagari_core::score::{Answer, BoundKind, Bounds, Fail, Score, Window};
use edagari_core::search::{Observer, PassStart};
use edagari_core::trace::{FrameKind, Trace};

/// Number of visits between two checks for cancellation.
const LOOKS: u32 = 1_024;

/// Observer that records the outcome of a search.
///
/// [`Self::turns`] is a hash of the results of all comparisons of the search: below, equal or above. Scores are only compared,
/// shifted by constants and used as ends of windows. Therefore the scores of one leaf with equal results form an interval: if two
/// scores have the same hash, all scores between them have it too.
pub(super) struct Outcome<'a> {
    tree: &'a TextbookTree,
    /// Node of the cut, and the child after which it may be cut off.
    place: (u32, u32),
    fail: Fail,
    requested: Window,
    cancel: &'a AtomicBool,
    looks: u32,
    orders: HashMap<u32, Box<[u32]>>,
    open: Vec<OpenVisit>,
    entries: HashMap<u32, Bounds>,
    last_window: Option<Window>,
    turns: DefaultHasher,
    seen: SeenCuts,
    /// Leaves in the order of their visits, if they are recorded.
    leaves: Option<Vec<u32>>,
}

#[derive(Clone, Copy, Default)]
struct SeenCuts {
    is_cut_there: bool,
    is_cut_by_then: bool,
    goes_on: bool,
}

/// Visit that has not ended.
struct OpenVisit {
    window: Window,
    value: Option<Score>,
    player: Player,
    children: u32,
    searched: u32,
    /// Whether the child of the observed location has been updated without a cut.
    has_passed: bool,
}

/// Node that was entered.
#[derive(Clone, Copy)]
pub(super) struct Entered {
    node: u32,
    depth: u32,
    child: u32,
}

impl<'a> Outcome<'a> {
    pub(super) fn new(
        tree: &'a TextbookTree,
        place: (u32, u32),
        (fail, requested): (Fail, Window),
        cancel: &'a AtomicBool,
    ) -> Self {
        Self {
            tree,
            place,
            fail,
            requested,
            cancel,
            looks: 0,
            orders: HashMap::new(),
            open: Vec::new(),
            entries: HashMap::new(),
            last_window: None,
            turns: DefaultHasher::new(),
            seen: SeenCuts::default(),
            leaves: None,
        }
    }

    pub(super) fn listing_leaves(mut self) -> Self {
        self.leaves = Some(Vec::new());
        self
    }

    pub(super) fn into_leaves(self) -> Vec<u32> {
        self.leaves.unwrap_or_default()
    }

    pub(super) fn turns(&self) -> u64 {
        self.turns.finish()
    }

    /// Returns whether the wanted change of the cut has occurred.
    pub(super) const fn is(&self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Vanish => self.seen.goes_on && !self.seen.is_cut_by_then,
            Wanted::Appear => self.seen.is_cut_there,
        }
    }

    fn compare(&mut self, score: Score, window: Window) {
        (score.cmp(&window.alpha) as i8, score.cmp(&window.beta) as i8).hash(&mut self.turns);
    }

    fn compare_bounds(&mut self, bounds: Bounds, window: Window) {
        self.compare(bounds.lower, window);
        self.compare(bounds.upper, window);
        (bounds.lower.cmp(&bounds.upper) as i8).hash(&mut self.turns);
    }

    fn enter(&mut self, parent: Entered, child: usize, window: Window) -> Entered {
        if parent.depth == 0 {
            let of_last = self.last_window.replace(window).unwrap_or(self.requested);
            for of in [self.requested, of_last] {
                self.compare(window.alpha, of);
                self.compare(window.beta, of);
            }
            return Entered { node: self.tree.root(), depth: 1, child: 0 };
        }
        let natural = self.orders.get(&parent.node).map_or(child as u32, |order| order[child]);
        Entered { node: self.tree.play(&parent.node, natural), depth: parent.depth + 1, child: natural }
    }
}

impl Observer for Outcome<'_> {
    type Node = Entered;

    fn above(&self) -> Entered {
        Entered { node: 0, depth: 0, child: 0 }
    }

    fn pass(&mut self, _: PassStart<'_>) {
        7_u8.hash(&mut self.turns);
    }

    fn start(&mut self, parent: Entered, child: usize, player: Player, window: Window) -> ControlFlow<(), Entered> {
        self.looks += 1;
        if self.looks.is_multiple_of(LOOKS) && self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let entered = self.enter(parent, child, window);
        (1_u8, entered.node).hash(&mut self.turns);
        if parent.depth > 0 && parent.node == self.place.0 {
            let above = &self.open[parent.depth as usize - 1];
            if above.has_passed && entered.child != self.place.1 {
                self.seen.goes_on = true;
            }
        }
        self.open.truncate(entered.depth as usize - 1);
        self.open.push(OpenVisit { window, value: None, player, children: 0, searched: 0, has_passed: false });
        if let Some(leaves) = &mut self.leaves
            && self.tree.score(&entered.node).is_some()
        {
            leaves.push(entered.node);
        }
        ControlFlow::Continue(entered)
    }

    fn expand(&mut self, node: Entered, count: usize, order: Option<&[u32]>) {
        self.open[node.depth as usize - 1].children = count as u32;
        match order {
            Some(order) => {
                order.hash(&mut self.turns);
                self.orders.insert(node.node, order.into());
            }
            None => {
                self.orders.remove(&node.node);
            }
        }
    }

    fn update(&mut self, node: Entered, child: Entered, score: Score, value: Score, cut: bool) {
        let at = node.depth as usize - 1;
        let OpenVisit { window, value: before, player, children, .. } = self.open[at];
        let before = before.unwrap_or_else(|| self.fail.initial_value(player, window));
        (2_u8, cut, score.cmp(&before) as i8).hash(&mut self.turns);
        self.compare(score, window);
        self.compare(value, window);
        let is_speculative = value == before && score != before && player.better(score, before) == score;
        let open = &mut self.open[at];
        open.value = Some(value);
        open.window = window.taking_in(player, value);
        // If the better score of a child is ignored, the child was searched with a null window and
        // is re-searched.
        open.searched += u32::from(!is_speculative);
        if node.node != self.place.0 || open.has_passed || is_speculative {
            return;
        }
        let is_there = child.child == self.place.1;
        let leaves_out = cut && open.searched < children;
        open.has_passed = is_there && !cut;
        self.seen.is_cut_there |= is_there && leaves_out;
        self.seen.is_cut_by_then |= leaves_out;
    }

    fn lookup(&mut self, node: Entered, entry: u32, bounds: Bounds, answer: Answer) {
        let at = node.depth as usize - 1;
        (3_u8, entry, std::mem::discriminant(&answer)).hash(&mut self.turns);
        self.compare_bounds(bounds, self.open[at].window);
        if let Answer::Narrowed(window) = answer {
            self.open[at].window = window;
        }
    }

    fn store(&mut self, _: Entered, entry: u32, bounds: Bounds) {
        (4_u8, entry).hash(&mut self.turns);
        if let Some(before) = self.entries.insert(entry, bounds) {
            self.compare_bounds(bounds, Window { alpha: before.lower, beta: before.upper });
        }
    }

    fn end(&mut self, _: Entered, _: Score, kind: BoundKind) {
        (5_u8, std::mem::discriminant(&kind)).hash(&mut self.turns);
    }
}

/// Location at which a search can cut: a node, and the child after which it would skip the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct CutSite {
    /// Moves to the node, from the start of the run.
    pub path: Vec<u32>,
    /// Move to the child, as an index in the game's order.
    pub after: u32,
}

/// Requested change of a cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// The cut disappears: the search visits the node and continues after the child, and no visit of the node
    /// is cut off after this child or an earlier one.
    Vanish,
    /// The cut appears: some visit of the node is cut off directly after the child and skips others.
    Appear,
}

impl CutSite {
    /// Returns the location of the update at a frame, and whether it is a cut that skips children. `None` at other frames.
    #[must_use]
    pub fn at(trace: &Trace, frame: usize) -> Option<(Self, bool)> {
        let step = trace.step(frame).filter(|step| step.kind == FrameKind::Update)?;
        let child = trace.visited_children(step.visit).take_while(|&child| trace.span(child).0 < frame).last()?;
        let site = Self { path: trace.path(step.node), after: trace.move_of(trace.node_of(child))? };
        let is_cut = step.cut.is_some() && trace.pruned_children(step.visit).len() > 0;
        Some((site, is_cut))
    }
}
