//! The nodes of a file: visits with the same moves from the root are visits of one node.

use std::collections::HashMap;

use super::taken::{NONE, Taken};
use crate::trace::Id;

/// The most siblings that are searched one by one; more have an index.
const MOST_SEARCHED: u32 = 32;

/// The nodes of a file, in the order in which they are first entered.
#[derive(Default)]
pub(super) struct Paths {
    /// The node of each visit.
    pub(super) of_visit: Vec<u32>,
    nodes: Vec<PathNode>,
    /// The children of nodes with many.
    index: HashMap<(u32, Key), u32>,
    ids: HashMap<Id, u32>,
}

/// The name of a child among its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Move(u32),
    /// By the program's own id, if the move is not told.
    Id(u32),
    /// Neither is told, so it is like no other.
    Unknown,
}

struct PathNode {
    key: Key,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    child_count: u32,
    /// The child that was entered last: the next is likely the one behind it.
    latest: u32,
}

impl PathNode {
    const fn new(key: Key) -> Self {
        Self { key, first_child: NONE, last_child: NONE, next_sibling: NONE, child_count: 0, latest: NONE }
    }
}

impl Paths {
    pub(super) fn of(taken: &Taken) -> Self {
        let mut paths = Self { of_visit: Vec::with_capacity(taken.visits.len()), ..Self::default() };
        for (visit, &parent) in (0_u32..).zip(&taken.parents) {
            let node = if parent == NONE {
                if paths.nodes.is_empty() {
                    paths.nodes.push(PathNode::new(Key::Unknown));
                }
                0
            } else {
                let key = match (taken.mv(visit), taken.id(visit)) {
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

    /// The number of nodes that are entered.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The children of a node that are entered, in the order of their first visits.
    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.nodes[node as usize].first_child;
        std::iter::from_fn(move || {
            let child = (next != NONE).then_some(next)?;
            next = self.nodes[child as usize].next_sibling;
            Some(child)
        })
    }

    /// The text of the move to a node, if it is told.
    pub(super) fn move_of(&self, node: u32) -> Option<u32> {
        match self.nodes[node as usize].key {
            Key::Move(mv) => Some(mv),
            Key::Id(_) | Key::Unknown => None,
        }
    }

    /// The child of a node with this key, made if it is new.
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
        if above.child_count > MOST_SEARCHED {
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
        if count == MOST_SEARCHED + 1 {
            let all: Vec<_> =
                self.children(parent).map(|child| ((parent, self.nodes[child as usize].key), child)).collect();
            self.index.extend(all);
        } else if count > MOST_SEARCHED {
            self.index.insert((parent, key), child);
        }
        child
    }
}
