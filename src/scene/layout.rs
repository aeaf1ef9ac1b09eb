//! The layout of a tree with a fixed number of levels. It never depends on the frame, so nothing moves while time runs.

use super::{Point, Rect, ViewTree};
use crate::trace::parcel::parceled_enum;

/// The direction in which a tree grows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Orientation {
    /// The root at the left.
    #[default]
    LeftToRight,
    /// The root at the top.
    TopDown,
}

/// The width and height of a node.
pub const NODE_SIZE: f32 = 36.0;
/// From one depth to the next, at least: room for the node, its score and its edges.
pub const COLUMN_PITCH: f32 = 94.0;
/// The same at most, where there is room to spare.
const WIDEST_COLUMN: f32 = 150.0;
/// The same where the tree grows downwards.
const LEVEL_PITCH: f32 = 84.0;
/// From one leaf to the next.
const ROW_PITCH: f32 = 40.0;
/// The same where the tree grows downwards, with the score below each node.
pub const CELL_PITCH: f32 = 52.0;
/// Between the last child of one node and the first of the next.
const FAMILY_GAP: f32 = 6.0;

/// The places of the nodes of a [`ViewTree`].
#[derive(Clone, Debug)]
pub struct Layout {
    /// The direction in which it grows.
    pub orientation: Orientation,
    /// The middle of each node.
    pub centers: Vec<Point>,
    /// The area that all nodes cover, their scores included.
    pub bounds: Rect,
    /// The depth of the first column.
    pub first_depth: usize,
    /// The number of depths shown.
    pub depth_count: usize,
    /// From one depth to the next.
    pub depth_pitch: f32,
}

impl Layout {
    /// Lays the nodes out: leaves one below the other, each parent in the middle of its children. `aspect` is the width
    /// of the place where it is shown over its height; the depths use what it leaves them.
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

    /// The node at a point.
    #[must_use]
    pub fn node_at(&self, point: Point) -> Option<usize> {
        let half = NODE_SIZE / 2.0;
        self.centers.iter().position(|center| (center.x - point.x).abs() <= half && (center.y - point.y).abs() <= half)
    }

    /// Where along the tree a depth begins and ends.
    #[must_use]
    pub fn depth_span(&self, depth: usize) -> (f32, f32) {
        let start = (depth - self.first_depth) as f32 * self.depth_pitch - NODE_SIZE / 2.0 - 12.0;
        (start, start + self.depth_pitch)
    }
}

/// The place of each node across the direction of growth. Children come after their parents in the list, and the
/// children of one node side by side, so two passes suffice and nothing recurses.
fn place_across(tree: &ViewTree, orientation: Orientation) -> Vec<f32> {
    let pitch = match orientation {
        Orientation::LeftToRight => ROW_PITCH,
        Orientation::TopDown => CELL_PITCH,
    };
    let children = tree.children();
    let mut across = vec![0.0; tree.nodes.len()];
    let mut next_leaf = 0.0;
    let mut last_family = None;
    // A depth-first walk that gives leaves their rows in order, and parents theirs on the way back.
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
