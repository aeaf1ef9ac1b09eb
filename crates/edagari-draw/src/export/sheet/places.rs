//! Sizes of the nodes of a printed tree, and their places.

use super::paper::Filled;
use super::words::text_width;
use crate::scene::{Point, Rect};
use edagari_teach::exercise::{Generated, Kind, Sampled, SearchByHand};

/// Font size of names and of values in blanks.
pub(super) const LETTERS: f32 = 9.5;
/// Height of a blank.
pub(super) const BLANK: f32 = 14.0;
/// Space inside a node and between its blanks.
pub(super) const SPACE: f32 = 3.0;
const BESIDE: f32 = 9.0;
/// Distance between levels.
pub(super) const BELOW: f32 = 30.0;
const TRIANGLE: f32 = 9.0;
/// Font size of the reason at a struck leaf.
pub(super) const REASON: f32 = 7.0;
/// Width of a node without blanks that has a reason.
const WIDE_REASON: f32 = 30.0;
/// Points of a millimetre.
const MILLIMETRE: f32 = 72.0 / 25.4;

/// Least width and height of a blank for one number, in the unit of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blanks {
    width: f32,
    height: f32,
    /// Whether the score of a search is below its window, in a node with a line for each search.
    is_stacked: bool,
}

impl Blanks {
    /// Blanks with room for printed numbers alone.
    pub(super) const PRINTED: Self = Self { width: 22.0, height: BLANK, is_stacked: false };

    /// Returns blanks that are 8 mm high on paper, but only as wide as printed numbers need, for
    /// trees that are too wide for [`Self::by_hand`].
    pub(super) fn narrow(scale: f32) -> Self {
        Self { width: Self::PRINTED.width, ..Self::by_hand(scale) }
    }

    /// Returns blanks large enough for handwriting if the tree is drawn at a scale: 9 mm wide and 8
    /// mm high on paper.
    pub(super) fn by_hand(scale: f32) -> Self {
        Self { width: 9.0 * MILLIMETRE / scale, height: 8.0 * MILLIMETRE / scale, is_stacked: false }
    }

    /// Returns blanks like [`Self::by_hand`], with scores below windows, for trees that are too wide otherwise.
    pub(super) fn stacked(scale: f32) -> Self {
        Self { is_stacked: true, ..Self::by_hand(scale) }
    }

    /// Returns the minimum distance between levels. It is smaller for stacked blanks: their nodes
    /// are higher.
    pub(super) const fn below(self) -> f32 {
        if self.is_stacked { BELOW * 0.6 } else { BELOW }
    }
}

/// Sizes of the parts of a node, the same for all nodes of an exercise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Width and height of a blank for one number.
    pub blank: f32,
    pub tall: f32,
    /// Width of a leaf, and height of the reason below a struck one; 0 for none.
    leaf: f32,
    reason: f32,
    /// Width of a blank for a score with its sign.
    pub score: f32,
    /// Width of the widest name, and of the widest static score; 0 for none.
    pub name: f32,
    pub estimate: f32,
    /// Whether nodes have no blanks.
    pub is_bare: bool,
    /// Whether the score of a search is below its window.
    pub is_stacked: bool,
    /// Greatest number of lines for the searches of a node.
    pub lines: usize,
    /// Whether nodes have blanks for windows.
    pub windows: bool,
}

impl Sizes {
    pub(super) fn of(made: &Generated, filled: Filled, blanks: Blanks) -> Self {
        let tree = made.exercise.tree();
        let convention = made.exercise.convention();
        let scores = tree.drawn().filter_map(|node| tree.score(node).or_else(|| tree.estimate(node)));
        let scores = scores.flat_map(|score| [score, score.negated()]);
        let widest = scores.map(|score| text_width(&score.to_string(), LETTERS)).fold(0.0, f32::max);
        let leaf_texts = tree.leaves().map(|leaf| text_width(&made.exercise.leaf_text(leaf), LETTERS));
        let widest_leaf = leaf_texts.fold(widest, f32::max);
        let names = tree.nodes().filter(|&node| !tree.is_leaf(node));
        let name = names.map(|node| text_width(tree.name(node), LETTERS)).fold(0.0, f32::max);
        let searches = tree.nodes().map(|node| made.model.visits(node).len()).max().unwrap_or(1);
        let lines = if convention.search == SearchByHand::Pvs { searches.max(2) } else { 1 };
        let blank = (widest + 6.0).max(blanks.width);
        let leaf = (widest_leaf + 5.0).max(Blanks::PRINTED.width - 1.0);
        let kind = made.exercise.kind();
        let has_reasons = filled == Filled::Solution && matches!(kind, Kind::Search | Kind::CrossOut);
        let has_cuts = has_reasons && !made.model.cuts.is_empty();
        let sampled = tree.leaves().filter_map(|leaf| sampled_text(made, leaf));
        let sampled = sampled.map(|text| text_width(&text, REASON)).fold(0.0, f32::max);
        let leaf = leaf.max(sampled);
        let reason = if has_cuts || sampled > 0.0 { REASON + 2.0 } else { 0.0 };
        let tall = blanks.height;
        let sign = if convention.signs { LETTERS + 2.0 } else { 0.0 };
        let is_bare = kind.has_bare_tree() || (filled == Filled::Names && !matches!(kind, Kind::Bug(_)));
        let estimates = tree.nodes().filter_map(|node| beside_text(made, node));
        let estimate = estimates.map(|text| text_width(&text, LETTERS) + 4.0).fold(0.0, f32::max);
        let sizes = Self {
            blank,
            tall,
            leaf,
            reason,
            score: 0.0,
            name,
            estimate,
            is_bare,
            is_stacked: false,
            lines: 1,
            windows: false,
        };
        if is_bare {
            return Self { tall: BLANK, ..sizes };
        }
        if has_pairs(made) {
            return Self { windows: true, ..sizes };
        }
        Self { score: blank + sign + 2.0, is_stacked: blanks.is_stacked, lines, windows: convention.windows, ..sizes }
    }

    /// Returns the width of a window's blanks, with brackets and comma.
    pub(super) fn window(self) -> f32 {
        2.0 * self.blank + 3.0 * 4.0
    }

    /// Returns the number of rows for each search of a node with several lines.
    pub(super) const fn rows(self) -> usize {
        if self.is_stacked && self.windows { 2 } else { 1 }
    }

    /// Returns the width and height of a node with children that has a number of lines.
    fn inner(self, lines: usize) -> (f32, f32) {
        let head = self.name + 2.0 + TRIANGLE + self.estimate;
        let line = self.tall + SPACE;
        if self.is_bare {
            let room = if self.reason > 0.0 { WIDE_REASON } else { 0.0 };
            return (head.max(room) + 2.0 * SPACE, line + self.reason + SPACE);
        }
        let beside = if self.is_stacked { self.window().max(self.score) } else { self.window() + SPACE + self.score };
        let (width, height) = match (self.windows, lines) {
            (false, 1) => (head + SPACE + self.score, line),
            (true, 1) => ((head + SPACE + self.score).max(self.window()), 2.0 * line),
            (windows, count) => {
                let width = head.max(if windows { beside } else { self.score });
                (width, BLANK + SPACE + (count * self.rows()) as f32 * line)
            }
        };
        (width + 2.0 * SPACE, height + SPACE)
    }

    /// Returns the width and height of a leaf, with its name and perhaps a reason below it.
    pub(super) const fn leaf(self) -> (f32, f32) {
        (self.leaf, BLANK + 2.0 + LETTERS + self.reason)
    }
}

/// Rectangle of each node, and the size of the tree.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub sizes: Sizes,
    pub nodes: Vec<Rect>,
    pub width: f32,
    pub height: f32,
    /// Number of lines of each node.
    pub lines: Vec<usize>,
}

impl Places {
    /// Places the nodes of a tree; `below` is the distance between its levels.
    pub(super) fn of(made: &Generated, filled: Filled, blanks: Blanks, below: f32) -> Self {
        let sizes = Sizes::of(made, filled, blanks);
        let tree = made.exercise.tree();
        let lines = lines_of(made, filled, sizes.lines);
        let size = |node: u32| {
            if tree.is_leaf(node) { sizes.leaf() } else { sizes.inner(lines.get(node as usize).copied().unwrap_or(1)) }
        };
        // Height of each level that has nodes with children.
        let mut levels: Vec<f32> = Vec::new();
        for node in tree.drawn().filter(|&node| !tree.drawn_children(node).is_empty()) {
            let depth = tree.depth(node) as usize;
            levels.resize(levels.len().max(depth + 1), 0.0);
            levels[depth] = levels[depth].max(size(node).1);
        }
        let top_of = |depth: usize| levels.iter().take(depth).map(|height| height + below).sum::<f32>();
        // Width of each subtree; parents have smaller numbers than their children.
        let mut widths: Vec<f32> = tree.drawn().map(|node| size(node).0).collect();
        for node in tree.drawn().rev() {
            let children = tree.drawn_children(node);
            let gaps = children.len().saturating_sub(1) as f32 * BESIDE;
            let family = children.iter().map(|&child| widths[child as usize]).sum::<f32>() + gaps;
            widths[node as usize] = widths[node as usize].max(family);
        }
        let mut lefts = vec![0.0; widths.len()];
        let mut nodes = Vec::with_capacity(widths.len());
        let mut height = 0.0_f32;
        for node in tree.drawn() {
            let (own, tall) = size(node);
            let center = lefts[node as usize] + widths[node as usize] / 2.0;
            let top = top_of(tree.depth(node) as usize);
            let children = tree.drawn_children(node);
            let gaps = children.len().saturating_sub(1) as f32 * BESIDE;
            let family = children.iter().map(|&child| widths[child as usize]).sum::<f32>() + gaps;
            let mut left = center - family / 2.0;
            for &child in &children {
                lefts[child as usize] = left;
                left += widths[child as usize] + BESIDE;
            }
            height = height.max(top + tall);
            nodes.push(Rect {
                min: Point::new(center - own / 2.0, top),
                max: Point::new(center + own / 2.0, top + tall),
            });
        }
        Self { sizes, nodes, width: widths[0], height, lines }
    }
}

/// Returns the number of lines of each node. In a solution, this is the number of its searches.
/// Otherwise it is the number of searches that the rules allow, at most `most`: the first child is
/// searched as often as its parent, and each other child once more for each search of the parent
/// with a window that is not a null window.
fn lines_of(made: &Generated, filled: Filled, most: usize) -> Vec<usize> {
    let tree = made.exercise.tree();
    if most == 1 {
        return vec![1; tree.len()];
    }
    // Searches with null windows, and searches with other windows.
    let mut counts = vec![(0_usize, 1_usize); tree.len()];
    for node in tree.nodes() {
        let (null, open) = counts[node as usize];
        for (place, &child) in tree.children(node).iter().enumerate() {
            counts[child as usize] = if place == 0 { (null, open) } else { (null + open, open) };
        }
    }
    let lines = |node: u32| match filled {
        Filled::Solution => made.model.visits(node).len().max(1),
        Filled::Blank | Filled::Names => {
            let (null, open) = counts[node as usize];
            (null + open).min(most)
        }
    };
    tree.nodes().map(lines).collect()
}

/// Returns whether nodes have blanks for a proof number and a disproof number.
pub(super) fn has_pairs(made: &Generated) -> bool {
    made.exercise.kind() == Kind::ProofNumbers
}

/// Returns the visits and the sum of a node in the tree of a sampling; `None` if it has no visits.
pub(super) fn sampled_text(made: &Generated, node: u32) -> Option<String> {
    let Kind::Uct { iterations } = made.exercise.kind() else { return None };
    let sampled = Sampled::after(made.exercise.tree(), iterations);
    let (visits, sum) = (sampled.visits[node as usize], sampled.sums[node as usize]);
    (visits > 0).then(|| format!("N {visits}, W {sum}").replace('-', "−"))
}

/// Returns what is written beside the name of a node with children: its static score in written form, or its visits and its sum.
pub(super) fn beside_text(made: &Generated, node: u32) -> Option<String> {
    if !made.exercise.tree().is_leaf(node)
        && let Some(sampled) = sampled_text(made, node)
    {
        return Some(sampled);
    }
    let uses_estimates = made.exercise.kind() == Kind::Deepening || made.exercise.convention().depth_limit.is_some();
    let is_inner = !made.exercise.tree().is_leaf(node) && !made.exercise.tree().is_below_limit(node);
    let estimate = made.exercise.tree().estimate(node).filter(|_| uses_estimates && is_inner)?;
    Some(made.exercise.written(node, estimate).to_string())
}
