//! Layout of the nodes of an exercise on paper: the root at the top, children side by side below their parent.

use super::words::text_width;
use crate::scene::{Point, Rect};
use edagari_core::trace::parcel::parceled_enum;
use edagari_teach::exercise::{Generated, SearchByHand};

/// Font size of names and of values in blanks.
pub(super) const LETTERS: f32 = 9.5;
/// Height of a blank.
pub(super) const BLANK: f32 = 14.0;
/// Space inside a node and between its blanks.
pub(super) const SPACE: f32 = 3.0;
const BESIDE: f32 = 9.0;
const BELOW: f32 = 30.0;
const TRIANGLE: f32 = 9.0;

/// Contents of the nodes of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Filled {
    /// Blanks to be filled in.
    #[default]
    Blank,
    /// Right answer.
    Solution,
    /// Only names: the answer is written elsewhere.
    Names,
}

/// Sizes of the parts of a node, the same for all nodes of an exercise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Width of a blank for one number.
    pub blank: f32,
    /// Width of a blank for a score with its sign.
    pub score: f32,
    /// Width of the widest name.
    pub name: f32,
    /// Number of lines for the searches of a node.
    pub lines: usize,
    /// Whether nodes have blanks for windows.
    pub windows: bool,
}

impl Sizes {
    pub(super) fn of(made: &Generated, filled: Filled) -> Self {
        let tree = made.exercise.tree();
        let convention = made.exercise.convention();
        let scores = tree.leaves().filter_map(|leaf| tree.score(leaf)).flat_map(|score| [score, score.negated()]);
        let widest = scores.map(|score| text_width(&score.to_string(), LETTERS)).fold(0.0, f32::max);
        let names = tree.nodes().filter(|&node| !tree.is_leaf(node));
        let name = names.map(|node| text_width(tree.name(node), LETTERS)).fold(0.0, f32::max);
        let searches = tree.nodes().map(|node| made.model.visits(node).len()).max().unwrap_or(1);
        let lines = if convention.search == SearchByHand::Pvs { searches.max(2) } else { 1 };
        let blank = (widest + 6.0).max(22.0);
        let sign = if convention.signs { LETTERS + 2.0 } else { 0.0 };
        if filled == Filled::Names {
            return Self { blank, score: 0.0, name, lines: 1, windows: false };
        }
        Self { blank, score: blank + sign + 2.0, name, lines, windows: convention.windows }
    }

    /// Returns the width of a window's blanks, with brackets and comma.
    pub(super) fn window(self) -> f32 {
        2.0 * self.blank + 3.0 * 4.0
    }

    /// Returns the width and height of a node with children.
    pub(super) fn inner(self) -> (f32, f32) {
        let head = self.name + 2.0 + TRIANGLE;
        let line = BLANK + SPACE;
        let (width, lines) = match (self.windows, self.lines) {
            (false, 1) => (head + SPACE + self.score, 1),
            (false, count) => (head.max(self.score), count + 1),
            (true, 1) => ((head + SPACE + self.score).max(self.window()), 2),
            (true, count) => (head.max(self.window() + SPACE + self.score), count + 1),
        };
        (width + 2.0 * SPACE, lines as f32 * line + SPACE)
    }

    /// Returns the width and height of a leaf, with its name below it.
    pub(super) fn leaf(self) -> (f32, f32) {
        ((self.blank - 1.0).max(20.0), BLANK + 2.0 + LETTERS)
    }
}

/// Rectangle of each node, and the size of the tree.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub sizes: Sizes,
    pub nodes: Vec<Rect>,
    pub width: f32,
    pub height: f32,
}

impl Places {
    pub(super) fn of(made: &Generated, filled: Filled) -> Self {
        let sizes = Sizes::of(made, filled);
        let tree = made.exercise.tree();
        let size = |node: u32| if tree.is_leaf(node) { sizes.leaf() } else { sizes.inner() };
        // Width of each subtree; parents have smaller numbers than their children.
        let mut widths: Vec<f32> = tree.nodes().map(|node| size(node).0).collect();
        for node in (0..tree.len() as u32).rev() {
            let children = tree.children(node);
            let gaps = children.len().saturating_sub(1) as f32 * BESIDE;
            let below = children.iter().map(|&child| widths[child as usize]).sum::<f32>() + gaps;
            widths[node as usize] = widths[node as usize].max(below);
        }
        let mut lefts = vec![0.0; tree.len()];
        let mut nodes = Vec::with_capacity(tree.len());
        let mut height = 0.0_f32;
        for node in tree.nodes() {
            let (own, tall) = size(node);
            let center = lefts[node as usize] + widths[node as usize] / 2.0;
            let top = tree.depth(node) as f32 * (sizes.inner().1 + BELOW);
            let children = tree.children(node);
            let gaps = children.len().saturating_sub(1) as f32 * BESIDE;
            let below = children.iter().map(|&child| widths[child as usize]).sum::<f32>() + gaps;
            let mut left = center - below / 2.0;
            for &child in children {
                lefts[child as usize] = left;
                left += widths[child as usize] + BESIDE;
            }
            height = height.max(top + tall);
            nodes.push(Rect {
                min: Point::new(center - own / 2.0, top),
                max: Point::new(center + own / 2.0, top + tall),
            });
        }
        Self { sizes, nodes, width: widths[0], height }
    }
}

parceled_enum! {
    Filled {
        0 Blank,
        1 Solution,
        2 Names,
    }
}
