//! Nodes of a file: visits with the same moves from the root are visits of one node. If some nodes are entered several times, they
//! are numbered here.

use std::collections::HashMap;

use super::contents::{FileContents, NONE};
use super::known_moves::{KnownMoves, Siblings};
use crate::trace::Id;

/// Numbered nodes of a file in which some nodes are entered several times. As in a trace, the children of a node get consecutive
/// numbers when it is first expanded.
pub(super) struct Numbered {
    /// Number of each visit's node.
    pub(super) of_visit: Vec<u32>,
    /// Expansion that each visit makes or repeats.
    pub(super) expansion_of: Vec<Option<u32>>,
    /// First visit to make each expansion.
    pub(super) expanded_by: Vec<u32>,
    /// Number of children of each expansion.
    pub(super) child_counts: Vec<u32>,
    /// Numbers of the children that are listed and never entered, with the texts of their moves; only if the rules do not determine
    /// the children.
    pub(super) unvisited: Vec<(u32, u32)>,
}

impl Numbered {
    /// Numbers the nodes; `known` contains their children by the rules, if the visits follow the rules.
    pub(super) fn of(paths: &Paths, contents: &FileContents, siblings: &Siblings, known: Option<&KnownMoves>) -> Self {
        let visits = contents.visits.len();
        let mut numbered = Self {
            of_visit: Vec::with_capacity(visits),
            expansion_of: Vec::with_capacity(visits),
            expanded_by: Vec::new(),
            child_counts: Vec::new(),
            unvisited: Vec::new(),
        };
        let listed = if known.is_some() { Vec::new() } else { listed_moves(paths, contents) };
        let rule_moves = known.map_or_else(Vec::new, |known| rule_moves(paths, known));
        let mut numbers = vec![0; paths.len()];
        let mut expansions = vec![None; paths.len()];
        let mut next = 1;
        for (visit, &node) in (0_u32..).zip(&paths.of_visit) {
            numbered.of_visit.push(numbers[node as usize]);
            let expands = match known {
                Some(known) => known.visits[visit as usize].child_count > 0,
                None => !siblings.of_visit(visit).is_empty() || !contents.visits[visit as usize].moves().is_empty(),
            };
            if !expands {
                numbered.expansion_of.push(None);
                continue;
            }
            if expansions[node as usize].is_none() {
                expansions[node as usize] = Some(numbered.expanded_by.len() as u32);
                numbered.expanded_by.push(visit);
                let mut place = 0;
                for child in paths.children(node) {
                    numbers[child as usize] = next + place;
                    place += 1;
                }
                if let Some(known) = known {
                    let here = &known.visits[visit as usize];
                    let places = here.order.as_deref().map(places);
                    for child in paths.children(node) {
                        let mv = (rule_moves[child as usize]) as usize;
                        let place = places.as_ref().map_or(mv as u32, |places| places[mv]);
                        numbers[child as usize] = next + place;
                    }
                    place = here.child_count;
                } else {
                    let moves = listed.iter().skip(listed.partition_point(|&(of, _)| of < node));
                    for &(_, text) in moves.take_while(|&&(of, _)| of == node) {
                        numbered.unvisited.push((next + place, text));
                        place += 1;
                    }
                }
                numbered.child_counts.push(place);
                next += place;
            }
            numbered.expansion_of.push(expansions[node as usize]);
        }
        numbered
    }
}

/// Index of the move to each node in the order of the rules; all moves must be legal.
fn rule_moves(paths: &Paths, known: &KnownMoves) -> Vec<u32> {
    let mut moves = vec![0; paths.len()];
    for (visit, &node) in known.visits.iter().zip(&paths.of_visit) {
        moves[node as usize] = visit.mv.unwrap_or_default();
    }
    moves
}

/// Index of each move in an order.
fn places(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &mv) in (0..).zip(order) {
        places[mv as usize] = place;
    }
    places
}

/// Moves that visits list and no visit of the same node enters, once for each node, sorted by node.
fn listed_moves(paths: &Paths, contents: &FileContents) -> Vec<(u32, u32)> {
    let all = contents.visits.iter().zip(&paths.of_visit);
    let mut listed: Vec<(u32, u32)> =
        all.flat_map(|(visit, &node)| visit.moves().iter().map(move |&text| (node, text))).collect();
    let mut seen = std::collections::HashSet::new();
    listed.retain(|&of| seen.insert(of));
    for node in 0..paths.len() as u32 {
        for child in paths.children(node) {
            if let Some(text) = paths.move_of(child) {
                seen.remove(&(node, text));
            }
        }
    }
    listed.retain(|of| seen.contains(of));
    listed.sort_by_key(|&(node, _)| node);
    listed
}

/// Maximum number of siblings for a linear search; more siblings are indexed.
const MAX_SEARCHED: u32 = 32;

/// Nodes of a file, in the order of their first entry.
#[derive(Default)]
pub(super) struct Paths {
    /// Node of each visit.
    pub(super) of_visit: Vec<u32>,
    nodes: Vec<PathNode>,
    /// Index of the children of nodes with many children.
    index: HashMap<(u32, Key), u32>,
    ids: HashMap<Id, u32>,
}

/// Identification of a child among its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Move(u32),
    /// The program's id, if the move is not recorded.
    Id(u32),
    /// Neither is recorded, so the child differs from all others.
    Unknown,
}

struct PathNode {
    key: Key,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    child_count: u32,
    /// The child that was entered last; the next one is probably the sibling after it.
    latest: u32,
}

impl PathNode {
    const fn new(key: Key) -> Self {
        Self { key, first_child: NONE, last_child: NONE, next_sibling: NONE, child_count: 0, latest: NONE }
    }
}

impl Paths {
    pub(super) fn of(contents: &FileContents) -> Self {
        let mut paths = Self { of_visit: Vec::with_capacity(contents.visits.len()), ..Self::default() };
        for (visit, &parent) in (0_u32..).zip(&contents.parents) {
            let node = if parent == NONE {
                if paths.nodes.is_empty() {
                    paths.nodes.push(PathNode::new(Key::Unknown));
                }
                0
            } else {
                let key = match (contents.mv(visit), contents.id(visit)) {
                    (Some(mv), _) => Key::Move(mv),
                    (None, Some(id)) => {
                        let next = paths.ids.len() as u32;
                        Key::Id(*paths.ids.entry(id.clone()).or_insert(next))
                    }
                    (None, None) => Key::Unknown,
                };
                paths.child(paths.of_visit[parent as usize], key)
            };
            paths.of_visit.push(node);
        }
        paths
    }

    /// Whether a node has several visits.
    pub(super) fn has_layers(&self) -> bool {
        self.nodes.len() < self.of_visit.len()
    }

    /// Number of nodes that are entered.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Children of a node that are entered, in the order of their first visits.
    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.nodes[node as usize].first_child;
        std::iter::from_fn(move || {
            let child = (next != NONE).then_some(next)?;
            next = self.nodes[child as usize].next_sibling;
            Some(child)
        })
    }

    /// Text of the move to a node, if it is recorded.
    pub(super) fn move_of(&self, node: u32) -> Option<u32> {
        match self.nodes[node as usize].key {
            Key::Move(mv) => Some(mv),
            Key::Id(_) | Key::Unknown => None,
        }
    }

    /// Returns the child of a node with this key; creates it if it is new.
    fn child(&mut self, parent: u32, key: Key) -> u32 {
        let child = self.known_child(parent, key).unwrap_or_else(|| self.add(parent, key));
        self.nodes[parent as usize].latest = child;
        child
    }

    fn known_child(&self, parent: u32, key: Key) -> Option<u32> {
        if key == Key::Unknown {
            return None;
        }
        let above = &self.nodes[parent as usize];
        let expected = self.nodes.get(above.latest as usize).map_or(above.first_child, |latest| latest.next_sibling);
        if self.nodes.get(expected as usize).is_some_and(|node| node.key == key) {
            return Some(expected);
        }
        if above.child_count > MAX_SEARCHED {
            return self.index.get(&(parent, key)).copied();
        }
        self.children(parent).find(|&child| self.nodes[child as usize].key == key)
    }

    fn add(&mut self, parent: u32, key: Key) -> u32 {
        let child = self.nodes.len() as u32;
        self.nodes.push(PathNode::new(key));
        let above = &mut self.nodes[parent as usize];
        let last = std::mem::replace(&mut above.last_child, child);
        above.child_count += 1;
        let count = above.child_count;
        if last == NONE {
            above.first_child = child;
        } else {
            self.nodes[last as usize].next_sibling = child;
        }
        if count == MAX_SEARCHED + 1 {
            let all: Vec<_> =
                self.children(parent).map(|child| ((parent, self.nodes[child as usize].key), child)).collect();
            self.index.extend(all);
        } else if count > MAX_SEARCHED {
            self.index.insert((parent, key), child);
        }
        child
    }
}
