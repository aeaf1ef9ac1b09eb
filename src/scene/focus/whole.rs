//! A tree that fits readably is shown whole, and nothing in it ever moves.

use super::apart::{apart, runs};
use super::families::{kids, node_of, path_node};
use super::layout::{FocusLayout, Outline};
use super::node::{FocusNode, Form, Label, Route};
use super::part::{Kid, Part};
use super::sizes::{Words, board_size, line, text_width};
use crate::game::AnyPosition;
use crate::scene::{Anchor, Orientation, Point, Rect};

/// Nodes at most.
const MOST_NODES: usize = 80;
/// The shorter side of the smallest board, and of the largest.
const SMALLEST_BOARD: f32 = 28.0;
const LARGEST_BOARD: f32 = 160.0;
/// The shorter side of the current node's board, at least; and the same where the place is wide.
const LEAST_BOARD: (f32, f32) = (44.0, 60.0);
const WIDE: f32 = 900.0;
/// Between neighbours.
const GAP: f32 = 5.0;
/// Around the tree.
const MARGIN: f32 = 12.0;
/// Between a board and the words beside it.
const LABEL_GAP: f32 = 6.0;
/// Between the two lines at the right of a board: edges to its children pass there.
const EDGE_LINE: f32 = 5.0;
/// Between the words beside a node and the next depth.
const EDGE_ROOM: f32 = 16.0;

/// All nodes of the tree, if there are few.
struct Tree {
    nodes: Vec<Found>,
    leaves: usize,
    depth: usize,
}

struct Found {
    parent: Option<usize>,
    kid: Option<Kid>,
    depth: usize,
    key: u64,
    position: AnyPosition,
    children: std::ops::Range<usize>,
}

/// The place of the tree: along it from the root to the leaves, and across.
struct Area {
    orientation: Orientation,
    length: f32,
    breadth: f32,
}

impl Area {
    fn of(of: &Outline<'_>) -> Self {
        let options = &of.request.options;
        let (width, height) = (options.width - 2.0 * MARGIN, options.height - 2.0 * MARGIN);
        let (length, breadth) = match options.orientation {
            Orientation::LeftToRight => (width, height),
            Orientation::TopDown => (height, width),
        };
        Self { orientation: options.orientation, length: length.max(1.0), breadth: breadth.max(1.0) }
    }

    /// The part of a width and a height that lies along the tree, and the part across.
    fn turned(&self, (width, height): (f32, f32)) -> (f32, f32) {
        match self.orientation {
            Orientation::LeftToRight => (width, height),
            Orientation::TopDown => (height, width),
        }
    }

    fn point(&self, along: f32, across: f32) -> Point {
        match self.orientation {
            Orientation::LeftToRight => Point::new(MARGIN + along, MARGIN + across),
            Orientation::TopDown => Point::new(MARGIN + across, MARGIN + along),
        }
    }
}

/// The whole tree, if it fits readably.
pub(super) fn whole(of: &Outline<'_>) -> Option<FocusLayout> {
    let (area, words, shape) = (Area::of(of), &of.words, of.shape);
    let least = if of.request.options.width >= WIDE { LEAST_BOARD.1 } else { LEAST_BOARD.0 };
    let (_, least_across) = area.turned(board_size(SMALLEST_BOARD, shape));
    let (_, grown_across) = area.turned(board_size(least, shape));
    let most_leaves = area.breadth / (f32::midpoint(least_across, grown_across) + GAP);
    let tree = tree(of, most_leaves as usize)?;
    let room = area.breadth / tree.leaves as f32;
    let widest = |deepest: bool| {
        let kids =
            tree.nodes.iter().filter(|node| (node.depth == tree.depth) == deepest).filter_map(|node| node.kid.as_ref());
        kids.map(|kid| text_width(&kid.text, words.small)).fold(words.score, f32::max).min(90.0)
    };
    let (label, last_label) = (widest(false).max(words.interval), widest(true));
    let below = line(words.small) + line(words.large);
    let (beside, beside_last) = match area.orientation {
        Orientation::LeftToRight => (LABEL_GAP + label + EDGE_ROOM, LABEL_GAP + last_label),
        Orientation::TopDown => (below + EDGE_ROOM, below),
    };
    // The deepest nodes are leaves, which have scores alone beside them.
    let levels = tree.depth as f32;
    let (along_of_one, across_of_one) = area.turned(board_size(1.0, shape));
    let longest = (area.length - levels * beside - beside_last) / (levels + 1.0) / along_of_one;
    let whole = ((room - GAP) / across_of_one).min(longest);
    let beside_grown = 2.0 * (room - GAP) / across_of_one - least;
    let short = if whole >= least { whole } else { beside_grown.min(longest) }.min(LARGEST_BOARD);
    if short < SMALLEST_BOARD || longest < least {
        return None;
    }
    let grown = short.max(least);
    let pitch = (area.length - grown * along_of_one - beside_last) / levels.max(1.0);
    let layout = place(of, &area, &tree, &Sizes { short, grown, room, pitch, label, last_label });
    has_no_overlap(&layout).then_some(layout)
}

struct Sizes {
    short: f32,
    grown: f32,
    room: f32,
    pitch: f32,
    /// The room for words beside nodes, and beside the deepest.
    label: f32,
    last_label: f32,
}

/// The whole tree, level by level; nothing where it has more leaves than fit.
fn tree(of: &Outline<'_>, most_leaves: usize) -> Option<Tree> {
    let Outline { request, path, .. } = *of;
    let root = |kid| Found { parent: None, kid, depth: 0, key: 0, position: path.positions[0].clone(), children: 0..0 };
    let mut runs = runs(request, path.places[0], most_leaves + 1);
    // Each run from the root is a tree of its own, where they are shown apart.
    let mut nodes: Vec<Found> = match runs.len() {
        0 => vec![root(None)],
        _ => runs.drain(1..).map(|kid| root(Some(kid))).collect(),
    };
    if nodes.iter().any(|node| node.kid.as_ref().is_some_and(|kid| kid.stands_for > 1)) {
        return None;
    }
    let mut leaves = 0;
    let mut at = 0;
    while at < nodes.len() {
        let position = nodes[at].position.clone();
        // Each node that is not looked at yet has at least one leaf.
        let is_too_much = leaves + nodes.len() - at - 1 + position.move_count().max(1) > most_leaves;
        if is_too_much || nodes.len() > MOST_NODES {
            return None;
        }
        let (place, part) = nodes[at].kid.as_ref().map_or((path.places[0], Part::Node), |kid| (kid.place, kid.part));
        let mut family = kids(request, (place, part), nodes[at].depth, &position);
        apart(request, &mut family, most_leaves + 1, None);
        let first = nodes.len();
        for kid in family {
            // Several that are shown as one would not be the whole.
            let next = kid.position(&position).filter(|_| kid.stands_for == 1)?;
            let (depth, key) = (nodes[at].depth + 1, kid.path_key(nodes[at].key));
            nodes.push(Found { parent: Some(at), kid: Some(kid), depth, key, position: next, children: 0..0 });
        }
        nodes[at].children = first..nodes.len();
        leaves += usize::from(first == nodes.len());
        at += 1;
    }
    let depth = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    Some(Tree { nodes, leaves, depth })
}

/// Leaves side by side in order, each parent in the middle of its children.
fn place(of: &Outline<'_>, area: &Area, tree: &Tree, sizes: &Sizes) -> FocusLayout {
    let Outline { request, words, path, shape } = *of;
    let mut across = vec![0.0; tree.nodes.len()];
    let mut next_leaf = sizes.room / 2.0;
    let roots = tree.nodes.iter().take_while(|node| node.parent.is_none()).count();
    let mut open: Vec<(usize, usize)> = (0..roots).rev().map(|root| (root, 0)).collect();
    while let Some(top) = open.last_mut() {
        let (node, done) = *top;
        let children = tree.nodes[node].children.clone();
        if done < children.len() {
            top.1 += 1;
            open.push((children.start + done, 0));
            continue;
        }
        across[node] = if children.is_empty() {
            next_leaf += sizes.room;
            next_leaf - sizes.room
        } else {
            f32::midpoint(across[children.start], across[children.end - 1])
        };
        open.pop();
    }
    let mut nodes: Vec<FocusNode> = Vec::with_capacity(tree.nodes.len());
    let mut focus = 0;
    for (index, found) in tree.nodes.iter().enumerate() {
        let is_on_path = path.keys.get(found.depth) == Some(&found.key);
        let mut node = match (&found.kid, found.parent) {
            (Some(kid), parent) => node_of(request, kid, parent, parent.map(|parent| &nodes[parent])),
            _ => path_node(request, path, 0, None),
        };
        node.is_on_path = is_on_path;
        node.is_folded = false;
        node.form = Form::Board;
        node.route = Route::Curve(area.orientation);
        if is_on_path && found.depth == path.depth() {
            focus = index;
        }
        let (wide, high) = board_size(sizes.grown, shape);
        let (along_half, _) = area.turned((wide / 2.0, high / 2.0));
        let center = area.point(found.depth as f32 * sizes.pitch + along_half, across[index]);
        let largest = centered(center, wide, high);
        let (width, height) = board_size(sizes.short, shape);
        node.rect = centered(center, width, height);
        node.grown = (sizes.grown > sizes.short).then_some(largest);
        let [move_label, note_label] = match area.orientation {
            Orientation::LeftToRight => {
                let label = if found.depth == tree.depth { sizes.last_label } else { sizes.label };
                labels_beside(largest, &words, label)
            }
            Orientation::TopDown => {
                let width = if found.children.is_empty() { words.score.min(sizes.room - 2.0) } else { sizes.label };
                labels_below(largest, &words, width)
            }
        };
        node.move_label = Some(move_label).filter(|_| !node.move_text.is_empty());
        node.note_label = Some(note_label);
        node.set_board(found.position.clone());
        nodes.push(node);
    }
    FocusLayout { nodes, focus, is_whole: true, ..of.blank() }
}

fn centered(center: Point, width: f32, height: f32) -> Rect {
    let (x, y) = (width / 2.0, height / 2.0);
    Rect::new(center.x - x, center.y - y, center.x + x, center.y + y)
}

/// Two lines at the right of a board: the move, and the score below it.
fn labels_beside(board: Rect, words: &Words, width: f32) -> [Label; 2] {
    let (x, y) = (board.max.x + LABEL_GAP, board.center().y);
    let (above, below) = (y - EDGE_LINE / 2.0, y + EDGE_LINE / 2.0);
    let (small, large) = (line(words.small), line(words.large));
    [
        Label { rect: Rect::new(x, above - small, x + width, above), anchor: Anchor::Left, size: words.small },
        Label { rect: Rect::new(x, below, x + width, below + large), anchor: Anchor::Left, size: words.large },
    ]
}

/// Two lines below a board: the move, and the score.
fn labels_below(board: Rect, words: &Words, width: f32) -> [Label; 2] {
    let (x, y) = (board.center().x, board.max.y);
    let (small, large) = (line(words.small), line(words.large));
    let half = width / 2.0;
    let label = |top: f32, high: f32, size: f32| Label {
        rect: Rect::new(x - half, top, x + half, top + high),
        anchor: Anchor::Center,
        size,
    };
    [label(y, small, words.small), label(y + small, large, words.large)]
}

fn has_no_overlap(layout: &FocusLayout) -> bool {
    let extents: Vec<_> = layout
        .nodes
        .iter()
        .map(|node| {
            let labels = [node.move_label, node.note_label];
            labels.into_iter().flatten().fold(node.rect, |all, label| all.union(label.rect)).grown(-0.5)
        })
        .collect();
    extents.iter().enumerate().all(|(index, extent)| !extents[index + 1..].iter().any(|other| other.touches(*extent)))
}
