use std::ops::ControlFlow;

use super::PassStart;
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};

/// Receives each step of a search, in the order of the frames (see `Frame`).
///
/// The methods of the empty observer, [`Unobserved`], do nothing and leave nothing in the compiled search.
pub trait Observer {
    /// The observer's data for an entered node. The search hands it back with each step there, so an
    /// observer needs no stack of its own.
    type Node: Copy;

    /// The data that stands for the parent of the node that the search starts from.
    fn above(&self) -> Self::Node;

    /// A pass begins; the node that is entered next is its first. A search that runs once from the root need not say so.
    fn pass(&mut self, pass: PassStart<'_>) {
        let _ = pass;
    }

    /// The search enters a child of `parent` that has returned before under the same visit, as in a re-search: `child` is the index
    /// that it had then. In a new pass nodes are entered by [`Self::start`].
    ///
    /// # Errors
    /// Breaking ends the search at once.
    #[inline]
    fn start_again(
        &mut self,
        parent: Self::Node,
        child: usize,
        player: Player,
        window: Window,
    ) -> ControlFlow<(), Self::Node> {
        self.start(parent, child, player, window)
    }

    /// The search enters a node: the child with this index, in search order, of `parent` (0 for the first node).
    /// Breaking ends the search at once.
    fn start(
        &mut self,
        parent: Self::Node,
        child: usize,
        player: Player,
        window: Window,
    ) -> ControlFlow<(), Self::Node>;

    /// The node, entered just now, has `count` children; `order` lists their indexes in the game's order as they will
    /// be searched, and is `None` where that is the game's order itself.
    fn expand(&mut self, node: Self::Node, count: usize, order: Option<&[u32]>);

    /// A child has returned `score`, and the node has been updated with it: `value` is what the node would return now, `cut`
    /// whether its window has closed.
    fn update(&mut self, node: Self::Node, child: Self::Node, score: Score, value: Score, cut: bool);

    /// A node updates its window by what it knows itself, without a child: `searched` is the window that it is searched within from
    /// here on, as far as that does not follow from scores, `value` what it would return now if it knows a score, `cut` whether the
    /// children not searched yet are left out, and `why` the reason, as a word of the column `why`.
    fn update_by_itself(
        &mut self,
        node: Self::Node,
        searched: Window,
        value: Option<Score>,
        cut: bool,
        why: &'static str,
    ) {
        let _ = (node, searched, value, cut, why);
    }

    /// The node, entered just now, is searched at its place among its siblings for this reason, a word of the column `order`.
    #[inline]
    fn placed(&mut self, node: Self::Node, source: &'static str) {
        let _ = (node, source);
    }

    /// The table holds an entry for the node, entered just now: `entry` is its number, `bounds` its bounds, and `answer` what
    /// they do at the node.
    fn lookup(&mut self, node: Self::Node, entry: u32, bounds: Bounds, answer: Answer) {
        let _ = (node, entry, bounds, answer);
    }

    /// Bounds were written to the table: the entry with the number `entry` now holds `bounds`. Before an entry is first written,
    /// its number has no meaning.
    fn store(&mut self, node: Self::Node, entry: u32, bounds: Bounds) {
        let _ = (node, entry, bounds);
    }

    /// The node's score is settled, and the search goes back to its parent.
    fn end(&mut self, node: Self::Node, score: Score, kind: BoundKind);

    /// The search enters a node where the game is over, and leaves it: [`Self::start`] and [`Self::end`] in one. About
    /// half of all nodes are leaves, so an observer may have a shorter way for them.
    #[inline]
    fn leaf(
        &mut self,
        parent: Self::Node,
        child: usize,
        player: Player,
        window: Window,
        score: Score,
    ) -> ControlFlow<(), Self::Node> {
        let node = self.start(parent, child, player, window)?;
        self.end(node, score, BoundKind::Exact);
        ControlFlow::Continue(node)
    }
}

/// The empty observer: it ignores every step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    type Node = ();

    #[inline]
    fn above(&self) {}

    #[inline]
    fn start(&mut self, (): (), _: usize, _: Player, _: Window) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn expand(&mut self, (): (), _: usize, _: Option<&[u32]>) {}

    #[inline]
    fn update(&mut self, (): (), (): (), _: Score, _: Score, _: bool) {}

    #[inline]
    fn end(&mut self, (): (), _: Score, _: BoundKind) {}
}
