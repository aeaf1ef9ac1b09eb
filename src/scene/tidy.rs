//! A tidy layout of a whole tree in time proportional to its size: after Reingold and Tilford, "Tidier Drawings of Trees"
//! (IEEE Transactions on Software Engineering 7, 1981). Subtrees stand as close as their outlines allow, and a parent in the
//! middle between its first child and its last.

use crate::trace::parcel::parceled;

/// The places of the nodes of a tree across its direction of growth, in units of one node.
#[derive(Clone, Debug, Default)]
pub struct Tidy {
    /// The middle of each node; the leftmost of the tree is at 0.
    pub across: Vec<f64>,
    /// What the subtree of each node covers, from the middle of its leftmost node to that of its rightmost.
    pub extents: Vec<(f64, f64)>,
}

/// The outline of a subtree, deepest level first: the leftmost and the rightmost node of each level, less `offset`.
#[derive(Default)]
struct Outline {
    levels: Vec<(f64, f64)>,
    offset: f64,
}

/// Children of one node that stand side by side already.
#[derive(Default)]
struct Family {
    outline: Outline,
    first: f64,
    last: f64,
    count: u32,
}

impl Family {
    /// Puts another subtree to the right of those that are here; returns where its root stands.
    fn add(&mut self, mut next: Outline, spare: &mut Vec<Outline>) -> f64 {
        let root_of = |outline: &Outline| outline.levels.last().map_or(0.0, |level| level.0 + outline.offset);
        if self.count == 0 {
            let root = root_of(&next);
            next.offset -= root;
            *self = Self { outline: next, first: 0.0, last: 0.0, count: 1 };
            return 0.0;
        }
        let here = &mut self.outline;
        let shared = here.levels.len().min(next.levels.len());
        let (from_here, from_next) = (here.levels.len() - shared, next.levels.len() - shared);
        let distance = here.levels[from_here..]
            .iter()
            .zip(&next.levels[from_next..])
            .map(|(left, right)| left.1 - right.0)
            .fold(f64::NEG_INFINITY, f64::max);
        next.offset = here.offset + distance + 1.0;
        let root = root_of(&next);
        // The deeper of both outlines goes on below; only the levels that both have are touched.
        if from_next > 0 {
            let by = here.offset - next.offset;
            for (level, left) in next.levels[from_next..].iter_mut().zip(&here.levels[from_here..]) {
                level.0 = left.0 + by;
            }
            std::mem::swap(here, &mut next);
        } else {
            let by = next.offset - here.offset;
            for (level, right) in here.levels[from_here..].iter_mut().zip(&next.levels) {
                level.1 = right.1 + by;
            }
        }
        next.levels.clear();
        spare.push(next);
        self.last = root;
        self.count += 1;
        root
    }
}

impl Tidy {
    /// Lays out a tree whose nodes are listed parents first, each followed by its whole subtree; `sizes` says how many nodes
    /// the subtree of each has, itself included.
    ///
    /// # Panics
    /// If the sizes are not those of one tree.
    #[must_use]
    pub fn new(sizes: &[u32]) -> Self {
        let count = sizes.len();
        if count == 0 {
            return Self::default();
        }
        assert_eq!(sizes[0] as usize, count, "the first subtree is the whole tree");
        // Where each node stands from its parent.
        let mut across = vec![0.0; count];
        let mut spare: Vec<Outline> = Vec::new();
        let mut open: Vec<(usize, usize, Family)> = vec![(0, count, Family::default())];
        let mut next = 1;
        while let Some((node, end, family)) = open.last_mut() {
            if next < *end {
                if sizes[next] == 1 {
                    let mut leaf = spare.pop().unwrap_or_default();
                    leaf.levels.push((0.0, 0.0));
                    leaf.offset = 0.0;
                    across[next] = family.add(leaf, &mut spare);
                    next += 1;
                } else {
                    let inner_end = next + sizes[next] as usize;
                    assert!(inner_end <= *end, "a subtree does not end after its parent's");
                    open.push((next, inner_end, Family::default()));
                    next += 1;
                }
                continue;
            }
            let (node, Family { mut outline, first, last, .. }) = (*node, std::mem::take(family));
            // The parent stands at 0 from now on.
            let middle = f64::midpoint(first, last);
            outline.levels.push((middle - outline.offset, middle - outline.offset));
            shift_children(&mut across, sizes, node, middle);
            open.pop();
            if let Some((_, _, above)) = open.last_mut() {
                across[node] = above.add(outline, &mut spare);
            }
        }
        Self::place(across, sizes)
    }

    /// Adds up the distances from the parents, and finds what the subtrees cover.
    fn place(mut across: Vec<f64>, sizes: &[u32]) -> Self {
        let count = across.len();
        let mut ends: Vec<(usize, f64)> = Vec::new();
        for node in 0..count {
            while ends.last().is_some_and(|&(end, _)| end <= node) {
                ends.pop();
            }
            across[node] += ends.last().map_or(0.0, |&(_, parent)| parent);
            ends.push((node + sizes[node] as usize, across[node]));
        }
        let leftmost = across.iter().copied().fold(f64::INFINITY, f64::min);
        let mut extents = Vec::with_capacity(count);
        for place in &mut across {
            *place -= leftmost;
            extents.push((*place, *place));
        }
        // Backwards every subtree is complete when its root is met.
        let mut whole: Vec<usize> = Vec::new();
        for node in (0..count).rev() {
            let end = node + sizes[node] as usize;
            let mut extent = extents[node];
            while whole.last().is_some_and(|&child| child < end) {
                if let Some(child) = whole.pop() {
                    extent = (extent.0.min(extents[child].0), extent.1.max(extents[child].1));
                }
            }
            extents[node] = extent;
            whole.push(node);
        }
        Self { across, extents }
    }

    /// The width of the tree in units.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.extents.first().map_or(0.0, |extent| extent.1 - extent.0) + 1.0
    }
}

/// Moves the children of a node, which were placed from the first of them, so that the node stands in their middle.
fn shift_children(across: &mut [f64], sizes: &[u32], node: usize, middle: f64) {
    let end = node + sizes[node] as usize;
    let mut child = node + 1;
    while child < end {
        across[child] -= middle;
        child += sizes[child] as usize;
    }
}

parceled! {
    Tidy { across, extents }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The sizes of a random tree in preorder, from the depths of its nodes.
    fn sizes(steps: &[u8]) -> (Vec<u32>, Vec<usize>) {
        let mut depths = vec![0_usize];
        for &step in steps {
            let deepest = depths.last().copied().unwrap_or(0) + 1;
            depths.push(1 + usize::from(step) % deepest);
        }
        let size =
            |node: usize| 1 + depths[node + 1..].iter().take_while(|&&depth| depth > depths[node]).count() as u32;
        ((0..depths.len()).map(size).collect(), depths)
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_parents_stand_in_the_middle(steps in prop::collection::vec(any::<u8>(), 0..200)) {
            let (sizes, depths) = sizes(&steps);
            let tidy = Tidy::new(&sizes);
            for depth in 0..=depths.iter().copied().max().unwrap_or(0) {
                let level: Vec<f64> = (0..sizes.len()).filter(|&n| depths[n] == depth).map(|n| tidy.across[n]).collect();
                for pair in level.windows(2) {
                    prop_assert!(pair[1] - pair[0] >= 1.0 - 1e-9, "{pair:?} at depth {depth}");
                }
            }
            for node in 0..sizes.len() {
                let end = node + sizes[node] as usize;
                let below = &tidy.across[node..end];
                let (least, most) = below.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
                prop_assert_eq!(tidy.extents[node], (least, most));
                let mut children = Vec::new();
                let mut child = node + 1;
                while child < end {
                    children.push(tidy.across[child]);
                    child += sizes[child] as usize;
                }
                if let (Some(first), Some(last)) = (children.first(), children.last()) {
                    prop_assert!((tidy.across[node] - f64::midpoint(*first, *last)).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn a_small_subtree_goes_under_the_eaves_of_a_large_one() {
        // Two leaves, and between them a node with three leaves: the outer ones share its columns.
        let tidy = Tidy::new(&[6, 1, 4, 1, 1, 1]);
        assert_eq!(tidy.across, [0.5, 0.0, 1.0, 0.0, 1.0, 2.0]);
        assert!((tidy.width() - 3.0).abs() < f64::EPSILON);
    }
}
