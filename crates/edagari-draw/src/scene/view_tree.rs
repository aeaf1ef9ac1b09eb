//! The part of a game tree that is shown around a centre, and its layout, which never depends on the frame.

use std::sync::Arc;

use super::{Point, Rect};
use edagari_core::game::{AnyPosition, Board, Player};
use edagari_core::language::visible;
use edagari_core::trace::{NodeState, Place, Trace};

/// Number of levels shown below the centre.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Levels {
    /// As many levels as remain readable.
    #[default]
    Auto,
    /// A fixed number of levels.
    Fixed(u8),
}

/// Options that select the part of a tree to show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ViewOptions {
    /// Number of levels below the centre.
    pub levels: Levels,
    /// Whether siblings pruned by one cut are shown as one group.
    pub group_pruned: bool,
}

/// The shown nodes, ancestors first, each before its children. It does not depend on the frame.
///
/// ```
/// use edagari_draw::scene::{Levels, ViewOptions, ViewTree};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let options = ViewOptions { levels: Levels::Fixed(1), ..ViewOptions::default() };
/// let tree = ViewTree::new(&trace, &[0], options).expect("there is a root");
/// let texts: Vec<_> = tree.nodes.iter().map(|node| node.move_text.as_str()).collect();
/// // The root, the center A with its sibling, and the children of A.
/// assert_eq!((texts, tree.center), (vec!["", "A", "B", "C", "D"], 1));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ViewTree {
    /// All shown nodes, ancestors first, each before its children.
    pub nodes: Vec<ViewNode>,
    /// Index of the centre in `nodes`.
    pub center: usize,
    /// Moves from the start of the run to the first node in `nodes`.
    pub top_path: Vec<u32>,
}

/// One shown node, or several siblings shown as one group.
#[derive(Clone, Debug)]
pub struct ViewNode {
    /// Index of the parent; `None` for the first node.
    pub parent: Option<usize>,
    /// Move that leads to the node, as a number in the game's order; `None` at the start of the run.
    pub mv: Option<u32>,
    /// Text of that move.
    pub move_text: String,
    /// Number of moves from the start of the run.
    pub depth: usize,
    /// Location of the node in the trace.
    pub place: Place,
    /// Position of the game at the node.
    pub position: AnyPosition,
    /// Player to move.
    pub player: Player,
    /// Drawing of the position.
    pub board: Arc<Board>,
    /// Number of siblings that the node represents: 1 for a single node, more for a group of pruned ones.
    pub stands_for: usize,
    /// Whether the node has children that are not shown.
    pub has_more: bool,
}

/// Maximum number of the centre's ancestors that are shown.
const ANCESTORS: usize = 3;
/// Maximum number of rows that [`Levels::Auto`] shows: readable in a window of usual size.
const READABLE_ROWS: usize = 36;
/// Maximum number of shown nodes, however many levels are requested.
pub const MAX_NODES: usize = 4000;
/// Minimum number of pruned siblings that form a group.
const SMALLEST_GROUP: usize = 2;

impl ViewTree {
    /// Builds the tree around the node that the moves `center` lead to from the start of the run, or around the start if `center`
    /// is not a legal path.
    #[must_use]
    pub fn new(trace: &Trace, center: &[u32], options: ViewOptions) -> Option<Self> {
        let center = if trace.position(center).is_some() { center } else { &[] };
        let top_depth = center.len().saturating_sub(ANCESTORS);
        let top_path = center[..top_depth].to_vec();
        let builder = Builder { trace, options };
        let mut nodes = vec![builder.top(&top_path)?];
        let mut parent = 0;
        for (index, &mv) in center[top_depth..].iter().enumerate() {
            let first = nodes.len();
            if top_depth + index + 1 == center.len() {
                let siblings = builder.children(&nodes[parent], parent);
                nodes.extend(siblings);
                nodes[parent].has_more = false;
            }
            let is_wanted = |node: &ViewNode| node.mv == Some(mv) && node.stands_for == 1;
            parent = if let Some(found) = nodes[first..].iter().position(is_wanted) {
                first + found
            } else {
                // An ancestor, shown without its siblings, or a centre that a group of pruned siblings would hide.
                let child = builder.child(&nodes[parent], parent, mv)?;
                nodes.push(child);
                nodes.len() - 1
            };
        }
        let mut tree = Self { nodes, center: parent, top_path };
        tree.unfold(&builder);
        Some(tree)
    }

    /// Adds the levels below the centre.
    fn unfold(&mut self, builder: &Builder<'_>) {
        let wanted = match builder.options.levels {
            Levels::Auto => usize::MAX,
            Levels::Fixed(levels) => usize::from(levels),
        };
        let mut level = vec![self.center];
        let mut rows = 1;
        for done in 0..wanted {
            let mut next = Vec::new();
            for &parent in &level {
                next.extend(builder.children(&self.nodes[parent], parent));
                if self.nodes.len() + next.len() > MAX_NODES {
                    return;
                }
            }
            // The children of a node replace its row: n children add n − 1 rows.
            let inner = level.iter().filter(|&&node| self.nodes[node].has_more).count();
            let rows_then = rows + next.len() - inner;
            let is_too_much = builder.options.levels == Levels::Auto && done > 0 && rows_then > READABLE_ROWS;
            if next.is_empty() || is_too_much {
                return;
            }
            rows = rows_then;
            for &node in &level {
                self.nodes[node].has_more = false;
            }
            let first = self.nodes.len();
            self.nodes.extend(next);
            level = (first..self.nodes.len()).collect();
        }
    }

    /// Whether the whole subtree of the centre is shown.
    #[must_use]
    pub fn shows_all_below(&self) -> bool {
        let depth = self.nodes[self.center].depth;
        let is_below = |index: usize, node: &ViewNode| index == self.center || node.depth > depth;
        !self.nodes.iter().enumerate().any(|(index, node)| is_below(index, node) && node.has_more)
    }

    /// Returns the moves from the start of the run to a node.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            path.extend(self.nodes[at].mv);
            at = parent;
        }
        path.reverse();
        self.top_path.iter().copied().chain(path).collect()
    }

    /// Returns the best centre to show the node at the end of a path: its topmost ancestor among the nearest few whose whole
    /// subtree is shown, or the node itself if there is none.
    #[must_use]
    pub fn center_around(trace: &Trace, path: &[u32], levels: Levels) -> Vec<u32> {
        let options = ViewOptions { levels: Levels::Auto, group_pruned: false };
        let shows_all = |center: &[u32]| Self::new(trace, center, options).is_some_and(|tree| tree.shows_all_below());
        // A whole subtree can be readable only a few levels up, and the node's children have to be among the shown levels.
        let levels_up = match levels {
            Levels::Auto => 8,
            Levels::Fixed(levels) => usize::from(levels).saturating_sub(1).min(8),
        };
        let depths = path.len().saturating_sub(levels_up)..=path.len();
        let whole = depths.into_iter().find(|&depth| shows_all(&path[..depth]));
        path[..whole.unwrap_or(path.len())].to_vec()
    }

    /// Returns the indexes of the shown nodes on a path from the start of the run, and whether the end of the path is shown.
    #[must_use]
    pub fn indexes_on_path(&self, path: &[u32]) -> (Vec<usize>, bool) {
        let Some(mut rest) = path.strip_prefix(self.top_path.as_slice()) else { return (Vec::new(), false) };
        let mut indexes = vec![0];
        let mut at = 0;
        while let Some((&mv, below)) = rest.split_first() {
            let is_next = |node: &ViewNode| node.parent == Some(at) && node.mv == Some(mv) && node.stands_for == 1;
            let Some(next) = self.nodes.iter().position(is_next) else { return (indexes, false) };
            indexes.push(next);
            at = next;
            rest = below;
        }
        (indexes, true)
    }

    /// Indexes of each node's children.
    #[must_use]
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        children
    }
}

struct Builder<'a> {
    trace: &'a Trace,
    options: ViewOptions,
}

impl Builder<'_> {
    fn top(&self, path: &[u32]) -> Option<ViewNode> {
        let position = self.trace.position(path)?;
        let (mv, move_text) = match path.split_last() {
            Some((&mv, above)) => (Some(mv), visible(&self.trace.position(above)?.move_text(mv as usize)).into_owned()),
            None => (None, String::new()),
        };
        let place = self.trace.place(path);
        Some(Self::node(None, mv, move_text, path.len(), place, position))
    }

    fn node(
        parent: Option<usize>,
        mv: Option<u32>,
        move_text: String,
        depth: usize,
        place: Place,
        position: AnyPosition,
    ) -> ViewNode {
        ViewNode {
            parent,
            mv,
            move_text,
            depth,
            place,
            player: position.player(),
            board: Arc::new(position.board()),
            has_more: position.move_count() > 0,
            position,
            stands_for: 1,
        }
    }

    fn child(&self, node: &ViewNode, index: usize, mv: u32) -> Option<ViewNode> {
        let place = self.trace.child_place(node.place, mv);
        let text = visible(&node.position.move_text(mv as usize)).into_owned();
        Some(Self::node(Some(index), Some(mv), text, node.depth + 1, place, node.position.play(mv)?))
    }

    /// All children of a node: in search order if the node was visited, otherwise in the game's order.
    fn children(&self, node: &ViewNode, index: usize) -> Vec<ViewNode> {
        if node.stands_for > 1 {
            return Vec::new();
        }
        let recorded: Vec<u32> = match node.place.recorded() {
            Some(id) => self.trace.children(id).filter_map(|child| self.trace.move_of(child)).collect(),
            None => Vec::new(),
        };
        let moves = if recorded.is_empty() { (0..node.position.move_count() as u32).collect() } else { recorded };
        // A very wide node is truncated here.
        let moves = moves.into_iter().take(MAX_NODES);
        let mut children: Vec<ViewNode> = moves.filter_map(|mv| self.child(node, index, mv)).collect();
        if self.options.group_pruned {
            self.group(&mut children);
        }
        children
    }

    /// Replaces the children pruned by a cut, which come last, by one group.
    fn group(&self, children: &mut Vec<ViewNode>) {
        let is_pruned = |child: &ViewNode| {
            child.place.below == 0 && matches!(self.trace.state(child.place, usize::MAX), NodeState::Pruned { .. })
        };
        let pruned = children.iter().filter(|child| is_pruned(child)).count();
        if pruned >= SMALLEST_GROUP {
            children.truncate(children.len() - pruned + 1);
            if let Some(group) = children.last_mut() {
                group.stands_for = pruned;
                group.has_more = false;
            }
        }
    }
}

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
///
/// ```
/// use edagari_draw::scene::{Layout, Orientation, ViewOptions, ViewTree};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let tree = ViewTree::new(&trace, &[], ViewOptions::default()).expect("there is a root");
/// let layout = Layout::new(&tree, Orientation::TopDown, 1.0);
/// assert_eq!((layout.centers.len(), layout.depth_count), (15, 4));
/// let first = layout.centers[0];
/// assert_eq!(layout.node_at(first), Some(0));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
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
