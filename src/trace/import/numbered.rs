//! The numbers of the nodes of a file in which some are entered several times.

use super::known_moves::{KnownMoves, Siblings};
use super::paths::Paths;
use super::taken::Taken;

/// The nodes of a file in which some are entered several times, numbered as in a trace: the children of a node are numbered side by
/// side when it is first expanded.
pub(super) struct Numbered {
    /// The number of the node of each visit.
    pub(super) of_visit: Vec<u32>,
    /// The expansion that each visit makes or repeats.
    pub(super) expansion_of: Vec<Option<u32>>,
    /// The visit that is first to make each expansion.
    pub(super) expanded_by: Vec<u32>,
    /// The number of children of each expansion.
    pub(super) child_counts: Vec<u32>,
    /// The texts of the moves to children that are listed and never entered, with the numbers of these children; only where the
    /// rules do not name the children.
    pub(super) unvisited: Vec<(u32, u32)>,
}

impl Numbered {
    /// Numbers the nodes; `known` has their children by the rules, if the visits are a walk by these.
    pub(super) fn of(paths: &Paths, taken: &Taken, siblings: &Siblings, known: Option<&KnownMoves>) -> Self {
        let visits = taken.visits.len();
        let mut numbered = Self {
            of_visit: Vec::with_capacity(visits),
            expansion_of: Vec::with_capacity(visits),
            expanded_by: Vec::new(),
            child_counts: Vec::new(),
            unvisited: Vec::new(),
        };
        let listed = if known.is_some() { Vec::new() } else { listed_moves(paths, taken) };
        let rule_moves = known.map_or_else(Vec::new, |known| rule_moves(paths, known));
        let mut numbers = vec![0; paths.len()];
        let mut expansions = vec![None; paths.len()];
        let mut next = 1;
        for (visit, &node) in (0_u32..).zip(&paths.of_visit) {
            numbered.of_visit.push(numbers[node as usize]);
            let expands = match known {
                Some(known) => known.visits[visit as usize].child_count > 0,
                None => !siblings.of_visit(visit).is_empty() || !taken.visits[visit as usize].moves().is_empty(),
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

/// The move to each node in the order of the rules, which know all of them.
fn rule_moves(paths: &Paths, known: &KnownMoves) -> Vec<u32> {
    let mut moves = vec![0; paths.len()];
    for (visit, &node) in known.visits.iter().zip(&paths.of_visit) {
        moves[node as usize] = visit.mv.unwrap_or_default();
    }
    moves
}

/// The place of each move in an order.
fn places(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &mv) in (0..).zip(order) {
        places[mv as usize] = place;
    }
    places
}

/// The moves that visits list and no visit of the same node enters, once for each node, sorted by node.
fn listed_moves(paths: &Paths, taken: &Taken) -> Vec<(u32, u32)> {
    let all = taken.visits.iter().zip(&paths.of_visit);
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
