//! Layout of a tree with a fixed number of levels. It never depends on the frame, so nodes keep their places during playback.

use super::{Point, Rect, ViewTree};
use edagari_core::trace::parcel::parceled_enum;

/// Direction in which a tree grows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Orientation {
    /// Growth to the right, with the root at the left.
    #[default]
    LeftToRight,
    /// Growth downwards, with the root at the top.
    TopDown,
}

/// Width and height of a node.
pub const NODE_SIZE: f32 = 36.0;
/// Minimum distance from one depth to the next: room for the node, its score and its edges.
pub const COLUMN_PITCH: f32 = 94.0;
/// Maximum distance from one depth to the next, when there is space to spare.
const WIDEST_COLUMN: f32 = 150.0;
/// Distance from one depth to the next when the tree grows downwards.
const LEVEL_PITCH: f32 = 84.0;
/// Distance from one leaf to the next.
const ROW_PITCH: f32 = 40.0;
/// Distance from one leaf to the next when the tree grows downwards, with the score below each node.
pub const CELL_PITCH: f32 = 52.0;
/// Extra gap between the last child of one node and the first child of the next.
const FAMILY_GAP: f32 = 6.0;

/// Positions of the nodes of a [`ViewTree`].
#[derive(Clone, Debug)]
pub struct Layout {
    /// Direction in which the tree grows.
    pub orientation: Orientation,
    /// Centre of each node, by its index in the tree.
    pub centers: Vec<Point>,
    /// Area that all nodes cover, including their scores.
    pub bounds: Rect,
    /// Depth of the first column, in moves from the start of the run.
    pub first_depth: usize,
    /// Number of depths shown.
    pub depth_count: usize,
    /// Distance from one depth to the next.
    pub depth_pitch: f32,
}

impl Layout {
    /// Lays out the nodes: each leaf after the previous one, each parent at the centre of its children. `aspect` is the width of
    /// the available area divided by its height; a tree that grows to the right spreads its depths over that width.
    #[must_use]
    pub fn new(tree: &ViewTree, orientation: Orientation, aspect: f32) -> Self {
        let across = place_across(tree, orientation);
        let first_depth = tree.nodes.first().map_or(0, |node| node.depth);
        let deepest = tree.nodes.iter().map(|node| node.depth).max().unwrap_or(first_depth);
        let depth_count = deepest - first_depth + 1;
        let extent = across.iter().copied().fold(0.0, f32::max) + NODE_SIZE;
        let depth_pitch = match orientation {
            Orientation::LeftToRight => (extent * aspect / depth_count as f32).clamp(COLUMN_PITCH, WIDEST_COLUMN),
            Orientation::TopDown => LEVEL_PITCH,
        };
        let centers: Vec<Point> = tree
            .nodes
            .iter()
            .zip(&across)
            .map(|(node, &across)| {
                let along = (node.depth - first_depth) as f32 * depth_pitch;
                match orientation {
                    Orientation::LeftToRight => Point::new(along, across),
                    Orientation::TopDown => Point::new(across, along),
                }
            })
            .collect();
        let half = NODE_SIZE / 2.0;
        let mut bounds =
            centers.iter().map(|&center| Rect::square(center, NODE_SIZE)).reduce(Rect::union).unwrap_or_default();
        match orientation {
            Orientation::LeftToRight => bounds.max.x += COLUMN_PITCH - NODE_SIZE - half,
            Orientation::TopDown => bounds.max.y += LEVEL_PITCH - NODE_SIZE - half,
        }
        Self { orientation, centers, bounds, first_depth, depth_count, depth_pitch }
    }

    /// The square that a node covers.
    #[must_use]
    pub fn node_rect(&self, node: usize) -> Rect {
        Rect::square(self.centers[node], NODE_SIZE)
    }

    /// Returns the index of the node at a point.
    #[must_use]
    pub fn node_at(&self, point: Point) -> Option<usize> {
        let half = NODE_SIZE / 2.0;
        self.centers.iter().position(|center| (center.x - point.x).abs() <= half && (center.y - point.y).abs() <= half)
    }

    /// Range along the direction of growth that a depth covers.
    #[must_use]
    pub fn depth_span(&self, depth: usize) -> (f32, f32) {
        let start = (depth - self.first_depth) as f32 * self.depth_pitch - NODE_SIZE / 2.0 - 12.0;
        (start, start + self.depth_pitch)
    }
}

/// Position of each node across the direction of growth. An explicit stack replaces recursion.
fn place_across(tree: &ViewTree, orientation: Orientation) -> Vec<f32> {
    let pitch = match orientation {
        Orientation::LeftToRight => ROW_PITCH,
        Orientation::TopDown => CELL_PITCH,
    };
    let children = tree.children();
    let mut across = vec![0.0; tree.nodes.len()];
    let mut next_leaf = 0.0;
    let mut last_family = None;
    // Depth-first walk: leaves get their positions in order on the way down, parents on the way back.
    let mut open = vec![(0, 0)];
    while let Some(top) = open.last_mut() {
        let (node, done) = *top;
        if let Some(&child) = children[node].get(done) {
            top.1 += 1;
            open.push((child, 0));
            continue;
        }
        across[node] = if let (Some(&first), Some(&last)) = (children[node].first(), children[node].last()) {
            f32::midpoint(across[first], across[last])
        } else {
            let family = tree.nodes[node].parent;
            if last_family.is_some_and(|last| last != family) {
                next_leaf += FAMILY_GAP;
            }
            last_family = Some(family);
            next_leaf += pitch;
            next_leaf - pitch
        };
        open.pop();
    }
    across
}

parceled_enum! {
    Orientation {
        0 LeftToRight,
        1 TopDown,
    }
}
