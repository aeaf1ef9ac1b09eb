//! Layout of small trees that are readable as a whole: all nodes are shown, at the same places in every frame.

use super::families::{apart, runs};
use super::families::{kids, node_of, path_node};
use super::layout::{FocusLayout, Outline};
use super::node::{FocusNode, Form, Label, Route};
use super::part::{Part, UnplacedChild};
use super::sizes::{Words, board_size, line, text_width};
use crate::scene::{Anchor, Orientation, Point, Rect};
use edagari_core::game::AnyPosition;

/// The maximum number of nodes.
const MAX_NODES: usize = 80;
/// The shorter side of the smallest board, and of the largest.
const SMALLEST_BOARD: f32 = 28.0;
const LARGEST_BOARD: f32 = 160.0;
/// The shorter side of the largest board relative to that of a large view, and the number of sizes that are tried.
const LARGEST_SHARE: f32 = 0.24;
/// The maximum extra size of the root's board, as a share of the size of the deepest boards, of which there are many.
const LARGER_AT_ROOT: f32 = 0.7;
const SIZES: usize = 40;
/// The minimum shorter side of the current node's board: usually, and in a wide view.
const MIN_BOARD: (f32, f32) = (44.0, 60.0);
const WIDE: f32 = 900.0;
/// The gap between neighbours.
const GAP: f32 = 5.0;
/// The additional gap between nodes that are not leaves, as a share of their room.
const INNER_GAP: f32 = 0.12;
/// The margin around the tree.
const MARGIN: f32 = 12.0;
/// The gap between a board and the texts beside it.
const LABEL_GAP: f32 = 6.0;
/// The gap between the two lines at the right of a board: edges to its children pass there.
const EDGE_LINE: f32 = 5.0;
/// The gap between the texts beside a node and the next depth.
const EDGE_ROOM: f32 = 16.0;

/// All nodes of the tree, if there are few.
struct Tree {
    nodes: Vec<FittedTree>,
    leaves: usize,
    depth: usize,
}

struct FittedTree {
    parent: Option<usize>,
    kid: Option<UnplacedChild>,
    /// The moves from the start of the run.
    path: Vec<u32>,
    position: AnyPosition,
    children: std::ops::Range<usize>,
}

impl FittedTree {
    fn depth(&self) -> usize {
        self.path.len()
    }
}

/// The area of the tree: along it from the root to the leaves, and across.
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

    /// Converts a width and a height to the extents along and across the tree.
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

/// Lays out the whole tree, if it is readable. Boards are as large as the distance between the nodes of their level allows, so those near the root
/// are larger.
pub(super) fn whole(of: &Outline<'_>) -> Option<FocusLayout> {
    let (area, words, shape) = (Area::of(of), &of.words, of.shape);
    let options = &of.request.options;
    let least = if options.width >= WIDE { MIN_BOARD.1 } else { MIN_BOARD.0 };
    let (_, least_across) = area.turned(board_size(SMALLEST_BOARD, shape));
    let (_, grown_across) = area.turned(board_size(least, shape));
    let most_leaves = area.breadth / (f32::midpoint(least_across, grown_across) + GAP);
    let tree = &tree(of, most_leaves as usize)?;
    let room = area.breadth / tree.leaves as f32;
    let widest = |deepest: bool| {
        let kids = tree
            .nodes
            .iter()
            .filter(|node| (node.depth() == tree.depth) == deepest)
            .filter_map(|node| node.kid.as_ref());
        kids.map(|kid| text_width(&kid.text, words.small)).fold(words.score, f32::max).min(90.0)
    };
    let (label, last_label) = (widest(false).max(words.interval), widest(true));
    let widest_move = widest(false).max(widest(true)).max(words.small);
    let is_one_line = widest_move.max(words.score).max(words.interval) <= room / 2.0 - LABEL_GAP - 1.0;
    let below = if is_one_line { line(words.large) } else { line(words.small) + line(words.large) };
    let (beside, beside_last) = match area.orientation {
        Orientation::LeftToRight => (LABEL_GAP + label + EDGE_ROOM, LABEL_GAP + last_label),
        Orientation::TopDown => (below + EDGE_ROOM, below),
    };
    let across = tree.across(room);
    let (along_of_one, across_of_one) = area.turned(board_size(1.0, shape));
    let rooms = tree.rooms(&across, area.breadth);
    // Without room for two grown boards side by side, one grown board takes room from its neighbours.
    let most = rooms.iter().enumerate().map(|(level, room)| {
        let most = (room - GAP) / across_of_one;
        let spaced = if level < tree.depth { most - INNER_GAP * room / across_of_one } else { most };
        spaced.max(most.min(least))
    });
    let most: Vec<f32> = most.map(|most| if most >= least { most } else { 2.0 * most - least }).collect();
    let taken = tree.depth as f32 * beside + beside_last;
    // In a wide tree that grows down, the levels near the root would leave half of the tile empty.
    let larger = if is_one_line && area.orientation == Orientation::TopDown { LARGER_AT_ROOT } else { 0.0 };
    let shorts_at = |largest: f32| {
        most.iter().enumerate().map(move |(level, most)| {
            let left = (tree.depth - level) as f32 / tree.depth.max(1) as f32;
            most.min(largest * (1.0 + larger * left))
        })
    };
    let spare_at = |largest: f32| {
        let boards = shorts_at(largest).map(|short| short.max(least) * along_of_one);
        area.length - taken - boards.sum::<f32>()
    };
    let largest = LARGEST_BOARD.max(LARGEST_SHARE * of.short_side());
    let tries = (0..=SIZES).map(|at| least + (largest - least) * at as f32 / SIZES as f32);
    let largest = tries.rev().find(|&largest| spare_at(largest) >= 0.0)?;
    let shorts: Vec<f32> = shorts_at(largest).collect();
    if shorts.iter().any(|&short| short < SMALLEST_BOARD) {
        return None;
    }
    let gap = beside + spare_at(largest) / (tree.depth as f32).max(1.0);
    let mut start = 0.0;
    let levels = shorts.into_iter().map(|short| {
        let grown = short.max(least);
        let level = Level { short, grown, start };
        start += grown * along_of_one + gap;
        level
    });
    let levels = levels.collect();
    let layout = place(of, &area, tree, &across, &Sizes { levels, room, rooms, label, last_label, is_one_line });
    has_no_overlap(&layout).then_some(layout)
}

struct Sizes {
    levels: Vec<Level>,
    /// The extent of a leaf across the tree, and that of a node by depth.
    room: f32,
    rooms: Vec<f32>,
    /// The extent of the texts beside nodes, and beside the deepest nodes.
    label: f32,
    last_label: f32,
    /// Whether move and score are in one line below a board.
    is_one_line: bool,
}

/// The nodes of one depth.
#[derive(Clone, Copy)]
struct Level {
    /// The shorter side of a board, and that of the current node's board.
    short: f32,
    grown: f32,
    /// The coordinate along the tree where the boards begin.
    start: f32,
}

impl Tree {
    /// Returns the coordinate of each node across the tree: leaves side by side in order, each parent in the middle of its children.
    fn across(&self, room: f32) -> Vec<f32> {
        let mut across = vec![0.0; self.nodes.len()];
        let mut next_leaf = room / 2.0;
        let roots = self.nodes.iter().take_while(|node| node.parent.is_none()).count();
        let mut open: Vec<(usize, usize)> = (0..roots).rev().map(|root| (root, 0)).collect();
        while let Some(top) = open.last_mut() {
            let (node, done) = *top;
            let children = self.nodes[node].children.clone();
            if done < children.len() {
                top.1 += 1;
                open.push((children.start + done, 0));
                continue;
            }
            across[node] = if children.is_empty() {
                next_leaf += room;
                next_leaf - room
            } else {
                f32::midpoint(across[children.start], across[children.end - 1])
            };
            open.pop();
        }
        across
    }

    /// Returns the room across the tree for each node of a depth, by depth.
    fn rooms(&self, across: &[f32], breadth: f32) -> Vec<f32> {
        let mut rooms = vec![breadth; self.depth + 1];
        let mut last: Vec<Option<f32>> = vec![None; self.depth + 1];
        // Nodes are ordered by level, and across the tree within a level.
        for (node, &center) in self.nodes.iter().zip(across) {
            let to_edge = 2.0 * center.min(breadth - center);
            let to_last = last[node.depth()].map_or(breadth, |last| center - last);
            rooms[node.depth()] = rooms[node.depth()].min(to_edge).min(to_last);
            last[node.depth()] = Some(center);
        }
        rooms
    }
}

/// Returns the whole tree, level by level; `None` if it has more leaves than fit.
fn tree(of: &Outline<'_>, most_leaves: usize) -> Option<Tree> {
    let Outline { request, path, .. } = *of;
    let root =
        |kid| FittedTree { parent: None, kid, path: Vec::new(), position: path.positions[0].clone(), children: 0..0 };
    let mut runs = runs(request, path.places[0], most_leaves + 1);
    // If the runs from the root are shown separately, each is a tree of its own.
    let mut nodes: Vec<FittedTree> = match runs.len() {
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
        // Each node that is not expanded yet has at least one leaf.
        let is_too_much = leaves + nodes.len() - at - 1 + position.move_count().max(1) > most_leaves;
        if is_too_much || nodes.len() > MAX_NODES {
            return None;
        }
        let (place, part) = nodes[at].kid.as_ref().map_or((path.places[0], Part::Node), |kid| (kid.place, kid.part));
        let mut family = kids(request, (place, part), &nodes[at].path, &position);
        apart(request, &mut family, most_leaves + 1, None);
        let first = nodes.len();
        for kid in family {
            // A tree with merged nodes would not be whole.
            let next = kid.position(&position).filter(|_| kid.stands_for == 1)?;
            let path = nodes[at].path.iter().copied().chain(kid.mv).collect();
            nodes.push(FittedTree { parent: Some(at), kid: Some(kid), path, position: next, children: 0..0 });
        }
        nodes[at].children = first..nodes.len();
        leaves += usize::from(first == nodes.len());
        at += 1;
    }
    let depth = nodes.iter().map(FittedTree::depth).max().unwrap_or(0);
    Some(Tree { nodes, leaves, depth })
}

fn place(of: &Outline<'_>, area: &Area, tree: &Tree, across: &[f32], sizes: &Sizes) -> FocusLayout {
    let Outline { request, words, path, shape } = *of;
    let mut nodes: Vec<FocusNode> = Vec::with_capacity(tree.nodes.len());
    let mut focus = 0;
    for (index, found) in tree.nodes.iter().enumerate() {
        let is_on_path = path.moves.starts_with(&found.path);
        let mut node = match (&found.kid, found.parent) {
            (Some(kid), parent) => node_of(request, kid, parent, parent.map(|parent| &nodes[parent])),
            _ => path_node(request, path, 0, None),
        };
        node.is_on_path = is_on_path;
        node.is_folded = false;
        node.form = Form::Board;
        node.route = Route::Curve(area.orientation);
        if is_on_path && found.depth() == path.depth() {
            focus = index;
        }
        let Level { short, grown, start } = sizes.levels[found.depth()];
        let (wide, high) = board_size(grown, shape);
        let (along_half, _) = area.turned((wide / 2.0, high / 2.0));
        let center = area.point(start + along_half, across[index]);
        let largest = centered(center, wide, high);
        let (width, height) = board_size(short, shape);
        node.rect = centered(center, width, height);
        node.grown = (grown > short).then_some(largest);
        let [move_label, note_label] = match area.orientation {
            Orientation::LeftToRight => {
                let label = if found.depth() == tree.depth { sizes.last_label } else { sizes.label };
                labels_beside(largest, &words, label)
            }
            Orientation::TopDown if sizes.is_one_line => labels_in_line(largest, &words, sizes.room / 2.0 - 1.0),
            Orientation::TopDown => {
                let width = if found.children.is_empty() { words.score.min(sizes.room - 2.0) } else { sizes.label };
                // Neither the next board nor the end of the tile is in the way.
                let room = sizes.rooms[found.depth()];
                let right = (room - wide / 2.0).min(room / 2.0 + MARGIN) - 1.0;
                let is_beside_edge = !found.children.is_empty() && LABEL_GAP + width <= right;
                let labels = labels_below(largest, &words, width);
                if is_beside_edge { labels.map(|label| right_of_edge(label, center.x)) } else { labels }
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

/// Returns two lines at the right of a board: the move, and the score below it.
fn labels_beside(board: Rect, words: &Words, width: f32) -> [Label; 2] {
    let (x, y) = (board.max.x + LABEL_GAP, board.center().y);
    let (above, below) = (y - EDGE_LINE / 2.0, y + EDGE_LINE / 2.0);
    let (small, large) = (line(words.small), line(words.large));
    [
        Label { rect: Rect::new(x, above - small, x + width, above), anchor: Anchor::Left, size: words.small },
        Label { rect: Rect::new(x, below, x + width, below + large), anchor: Anchor::Left, size: words.large },
    ]
}

/// Returns two lines below a board: the move, and the score.
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

/// Moves a text below a board to the right of the edge that leaves the board at its middle `x`.
fn right_of_edge(label: Label, x: f32) -> Label {
    let left = x + LABEL_GAP;
    let rect = Rect::new(left, label.rect.min.y, left + label.rect.width(), label.rect.max.y);
    Label { rect, anchor: Anchor::Left, ..label }
}

/// One line below a board: the move, and the score at the right of it.
fn labels_in_line(board: Rect, words: &Words, half: f32) -> [Label; 2] {
    let (x, y, gap) = (board.center().x, board.max.y, LABEL_GAP);
    let large = line(words.large);
    [
        Label { rect: Rect::new(x - half, y, x - gap, y + large), anchor: Anchor::Right, size: words.small },
        Label { rect: Rect::new(x + gap, y, x + half, y + large), anchor: Anchor::Left, size: words.large },
    ]
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
