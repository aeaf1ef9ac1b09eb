//! A tidy layout of a whole tree in linear time: after Reingold and Tilford, "Tidier Drawings of Trees" (IEEE Transactions on
//! Software Engineering 7, 1981). Subtrees are placed as close to each other as their contours allow, and a parent is centred
//! between its first and its last child.

use edagari_core::trace::parcel::column;

/// Positions of the nodes of a tree across its direction of growth, in units of one node.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Tidy {
    /// Centre of each node; the leftmost node of the tree is at 0.
    #[serde(with = "column")]
    pub across: Vec<f64>,
    /// Extent of each node's subtree, from the centre of its leftmost node to the centre of its rightmost node.
    #[serde(with = "column")]
    pub extents: Vec<(f64, f64)>,
}

/// Contour of a subtree, deepest level first: the leftmost and the rightmost node of each level, minus `offset`.
#[derive(Default)]
struct Contour {
    levels: Vec<(f64, f64)>,
    offset: f64,
}

/// Children of one node that are already placed side by side.
#[derive(Default)]
struct Family {
    contour: Contour,
    first: f64,
    last: f64,
    count: u32,
}

impl Family {
    /// Places another subtree to the right of the existing ones; returns the position of its root.
    fn add(&mut self, mut next: Contour, spare: &mut Vec<Contour>) -> f64 {
        let root_of = |contour: &Contour| contour.levels.last().map_or(0.0, |level| level.0 + contour.offset);
        if self.count == 0 {
            let root = root_of(&next);
            next.offset -= root;
            *self = Self { contour: next, first: 0.0, last: 0.0, count: 1 };
            return 0.0;
        }
        let here = &mut self.contour;
        let shared = here.levels.len().min(next.levels.len());
        let (from_here, from_next) = (here.levels.len() - shared, next.levels.len() - shared);
        let distance = here.levels[from_here..]
            .iter()
            .zip(&next.levels[from_next..])
            .map(|(left, right)| left.1 - right.0)
            .fold(f64::NEG_INFINITY, f64::max);
        next.offset = here.offset + distance + 1.0;
        let root = root_of(&next);
        // The contour continues with the deeper of both subtrees; only their common levels are updated.
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
    /// Lays out a tree whose nodes are listed in preorder; `sizes` contains the number of nodes in the subtree of each node,
    /// itself included.
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
        // Position of each node relative to its parent.
        let mut across = vec![0.0; count];
        let mut spare: Vec<Contour> = Vec::new();
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
            let (node, Family { mut contour, first, last, .. }) = (*node, std::mem::take(family));
            // The parent becomes the origin.
            let middle = f64::midpoint(first, last);
            contour.levels.push((middle - contour.offset, middle - contour.offset));
            shift_children(&mut across, sizes, node, middle);
            open.pop();
            if let Some((_, _, above)) = open.last_mut() {
                across[node] = above.add(contour, &mut spare);
            }
        }
        Self::place(across, sizes)
    }

    /// Adds up the offsets along each path, and computes the extents of the subtrees.
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
        // In reverse order, every subtree is complete when its root is reached.
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

    /// Width of the tree, in units.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.extents.first().map_or(0.0, |extent| extent.1 - extent.0) + 1.0
    }
}

/// Moves the children of a node, which were placed relative to the first child, so that the node is centred above them.
fn shift_children(across: &mut [f64], sizes: &[u32], node: usize, middle: f64) {
    let end = node + sizes[node] as usize;
    let mut child = node + 1;
    while child < end {
        across[child] -= middle;
        child += sizes[child] as usize;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sizes of a random tree in preorder, and the depths of its nodes.
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
        fn nodes_do_not_overlap_and_parents_are_centred(steps in prop::collection::vec(any::<u8>(), 0..200)) {
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
    fn small_subtree_shares_the_columns_of_a_wider_sibling() {
        // Two leaves, and between them a node with three leaves: the outer two of those share the leaves' columns.
        let tidy = Tidy::new(&[6, 1, 4, 1, 1, 1]);
        assert_eq!(tidy.across, [0.5, 0.0, 1.0, 0.0, 1.0, 2.0]);
        assert!((tidy.width() - 3.0).abs() < f64::EPSILON);
    }
}
