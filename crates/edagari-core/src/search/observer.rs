//! The interface between a search and its observer.

use std::ops::ControlFlow;

use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};

/// Receives each step of a search, in the order of the frames (see `Frame`).
///
/// The methods of the empty observer, [`Unobserved`], do nothing and add no code to the compiled search.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use edagari_core::game::{Game, TextbookTree};
/// use edagari_core::score::{BoundKind, Player, Score, Window};
/// use edagari_core::search::{Algorithm, Natural, Observer, search};
///
/// /// Counts the cutoffs.
/// struct Cuts(u32);
///
/// impl Observer for Cuts {
///     type Node = ();
///
///     fn above(&self) {}
///     fn start(&mut self, (): (), _: usize, _: Player, _: Window) -> ControlFlow<()> {
///         ControlFlow::Continue(())
///     }
///     fn expand(&mut self, (): (), _: usize, _: Option<&[u32]>) {}
///     fn update(&mut self, (): (), (): (), _: Score, _: Score, cut: bool) {
///         self.0 += u32::from(cut);
///     }
///     fn end(&mut self, (): (), _: Score, _: BoundKind) {}
/// }
///
/// let (tree, mut cuts) = (TextbookTree::three_move_figure(), Cuts(0));
/// search(&tree, &tree.root(), Algorithm::AlphaBeta, &Natural, &mut cuts);
/// assert_eq!(cuts.0, 2);
/// ```
pub trait Observer {
    /// The observer's data for an entered node. The search passes it back with each step at the node, so an observer needs no
    /// stack of its own.
    type Node: Copy;

    /// The data for the parent of the start node.
    fn above(&self) -> Self::Node;

    /// A pass starts; the node that is entered next is its first. Optional for a search that runs only once from the root.
    fn pass(&mut self, pass: PassStart<'_>) {
        let _ = pass;
    }

    /// The search re-enters a child of `parent` that has already returned under the same visit, as
    /// in a re-search; `child` is the index that it had then. In a new pass, nodes are entered with
    /// [`Self::start`].
    ///
    /// # Errors
    /// Breaking ends the search immediately.
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

    /// The node that [`Self::start_again`] has just entered is a leaf, which is evaluated again.
    #[inline]
    fn evaluated_again(&mut self, node: Self::Node) {
        let _ = node;
    }

    /// The search enters a node: the child of `parent` with this index in search order (0 for the start node). Breaking ends the
    /// search immediately.
    fn start(
        &mut self,
        parent: Self::Node,
        child: usize,
        player: Player,
        window: Window,
    ) -> ControlFlow<(), Self::Node>;

    /// The node, just entered, has `count` children. `order` lists their indexes in the game's order, in search order; `None` if
    /// the search order is the game's order.
    fn expand(&mut self, node: Self::Node, count: usize, order: Option<&[u32]>);

    /// Chance moves at the node, just entered, instead of a player. Until the last child has
    /// returned, or a cutoff, its value is the worst score for its player.
    #[inline]
    fn chance(&mut self, node: Self::Node) {
        let _ = node;
    }

    /// Only the first move of the node, just entered, is searched: its score is a bound for its parent, a chance node.
    #[inline]
    fn probe(&mut self, node: Self::Node) {
        let _ = node;
    }

    /// A child has returned `score`, and the node has been updated with it. `value` is the score that the node would return now,
    /// `cut` whether its window has closed.
    fn update(&mut self, node: Self::Node, child: Self::Node, score: Score, value: Score, cut: bool);

    /// The node updates its window without a child. `searched` is the window in which it is
    /// searched from now on, without the effect of returned scores; `value` the score it would
    /// return now, if it has one; `cut` whether the children not yet searched are skipped; and
    /// `why` the reason, as a word of the column `why`.
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

    /// The reason why the node, just entered, has its place among its siblings: a word of the column `order`.
    #[inline]
    fn placed(&mut self, node: Self::Node, source: &'static str) {
        let _ = (node, source);
    }

    /// The reason for the score of the node, just left, if the score comes neither from its
    /// children nor from the end of the game: a word of the column `why`.
    #[inline]
    fn settled(&mut self, node: Self::Node, why: &'static str) {
        let _ = (node, why);
    }

    /// Facts of the visit that begins next, from a search that guesses.
    #[inline]
    fn announce(&mut self, entering: Entering) {
        let _ = entering;
    }

    /// The child with this index in search order is skipped by a guess; `why` is a word of the column `why`.
    fn skip(&mut self, node: Self::Node, child: usize, why: &'static str) {
        let _ = (node, child, why);
    }

    /// A child has returned a score that is not used, because the child is searched again at once. `value` is the score that the node
    /// would return now.
    fn returned(&mut self, node: Self::Node, child: Self::Node, score: Score, value: Score) {
        self.update(node, child, score, value, false);
    }

    /// A speculative visit has returned. Its node is not a child, so the node does not use the
    /// score.
    fn speculated(&mut self, node: Self::Node, child: Self::Node, score: Score) {
        let _ = (node, child, score);
    }

    /// [`Self::end`] of a node that a guess settles; `why` is a word of the column `why`.
    fn end_because(&mut self, node: Self::Node, score: Score, kind: BoundKind, why: &'static str) {
        self.end(node, score, kind);
        self.settled(node, why);
    }

    /// The table contains an entry for the node, just entered: `entry` is its number, `bounds` its bounds, and `answer` their
    /// effect at the node.
    fn lookup(&mut self, node: Self::Node, entry: u32, bounds: Bounds, answer: Answer) {
        let _ = (node, entry, bounds, answer);
    }

    /// Bounds were written to the table: the entry with the number `entry` now contains `bounds`. The number is defined by the
    /// first write of an entry.
    fn store(&mut self, node: Self::Node, entry: u32, bounds: Bounds) {
        let _ = (node, entry, bounds);
    }

    /// The node's score is final, and the search returns to the parent.
    fn end(&mut self, node: Self::Node, score: Score, kind: BoundKind);

    /// The search enters a leaf, where the game is over or the depth limit is reached, and leaves it: [`Self::start`] and
    /// [`Self::end`] in one call. About half of all nodes are leaves, so an observer may have a faster path for them.
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

/// Facts of a visit that a search with guesses begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entering {
    /// The step from the parent.
    pub step: Step,
    /// The kind of the visit: a word of the column `kind`.
    pub kind: Option<&'static str>,
    /// The reason for its place among its siblings: a word of the column `order`.
    pub source: Option<&'static str>,
    /// The depth left; 0 and less in a quiescence search.
    pub depth: i32,
    /// The number of plies by which the depth is reduced.
    pub reduced: u32,
    /// The number of plies by which it is searched deeper.
    pub extended: u32,
    /// Whether the parent does not take in its score.
    pub is_speculative: bool,
}

/// The step from a node to a visit below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Step {
    /// A move: the visit is one of a child.
    #[default]
    Move,
    /// None: the same position is searched again.
    Pass,
    /// None: the position is searched once more.
    Again,
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

/// A kind of passes of the searches here. Other programs may name kinds of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassKind {
    /// An iteration of iterative deepening with the requested window.
    Deepening,
    /// A run with a window around a guess.
    Aspiration,
    /// A run with a null window.
    NullWindow,
}

impl PassKind {
    /// The kind's name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deepening => "deepening",
            Self::Aspiration => "aspiration",
            Self::NullWindow => "null-window",
        }
    }

    /// The kind with this name; `None` for a kind of another program.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        [Self::Deepening, Self::Aspiration, Self::NullWindow].into_iter().find(|kind| kind.name() == name)
    }
}

/// The start of a pass: a run from the root, such as an iteration of deepening, or a search below
/// the root that counts as a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PassStart<'a> {
    /// The kind of the pass: the name of a [`PassKind`], or another word.
    pub kind: Option<&'a str>,
    /// The name of the pass, if it has one.
    pub label: Option<&'a str>,
    /// The depth of the pass, in the unit of the search's depth limit.
    pub depth: Option<u32>,
}
