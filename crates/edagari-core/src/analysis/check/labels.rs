//! Labels of visits, as far as they name positions.

use std::collections::HashMap;

use crate::trace::{EntryId, Meaning, NodeId, Trace, VisitId};

/// Evidence that the labels of a trace name its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Labels {
    /// Most labels that occur at several places of the tree have one key there.
    Positions,
    /// No position occurs at several places with the same label: each pair of labels is judged by its form.
    Unproved,
    /// Many labels have several keys: a label is no position.
    Others,
}

/// The program's name of a position: its key, or the table entry that it uses.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Name {
    Key(String),
    Entry(EntryId),
}

fn name_of(trace: &Trace, visit: VisitId) -> Option<Name> {
    if let Some(key) = trace.value_of(Meaning::Key, visit) {
        return Some(Name::Key(key.to_string()));
    }
    let found = || trace.table().lookup_of(visit).and_then(|found| found.store);
    let store = trace.table().store_of(visit).or_else(found)?;
    trace.table().stored(store).map(|stored| Name::Entry(stored.entry))
}

impl Labels {
    pub(super) fn of(trace: &Trace) -> Self {
        if !trace.has_labels() || !trace.tells_table() {
            return Self::Others;
        }
        let mut labels: HashMap<String, Labeled> = HashMap::new();
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let Some(label) = trace.label_of(visit) else { continue };
            let Some(name) = name_of(trace, visit) else { continue };
            let node = trace.node_of(visit);
            let seen = labels.entry(without_counters(label)).or_insert_with(|| Labeled::new(name.clone(), node));
            seen.is_shared |= seen.node != node;
            seen.has_other_name |= seen.name != name;
        }
        let shared = labels.values().filter(|seen| seen.is_shared).count();
        let others = labels.values().filter(|seen| seen.has_other_name).count();
        match (shared, others) {
            (0, 0) => Self::Unproved,
            // A few positions can have wrong keys.
            _ if others * 4 < shared => Self::Positions,
            _ => Self::Others,
        }
    }
}

/// A label, with its first name and node.
struct Labeled {
    name: Name,
    node: NodeId,
    is_shared: bool,
    has_other_name: bool,
}

impl Labeled {
    const fn new(name: Name, node: NodeId) -> Self {
        Self { name, node, is_shared: false, has_other_name: false }
    }
}

/// A label without the counters of moves at the end of a FEN.
pub(super) fn without_counters(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    let is_fen = words.len() == 6 && words[0].matches('/').count() == 7;
    if is_fen { words[..4].join(" ") } else { label.to_owned() }
}

/// Whether two labels differ only in whole numbers between blanks, which can be counters.
pub(super) fn differ_in_counters(one: &str, other: &str) -> bool {
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let (mut first, mut second) = (one.split_whitespace(), other.split_whitespace());
    loop {
        match (first.next(), second.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other || (is_number(one) && is_number(other)) => {}
            _ => return false,
        }
    }
}

/// Whether two labels differ only in one word, or in one letter of it, as two positions that differ in the player to move.
pub(super) fn differ_in_player(one: &str, other: &str) -> bool {
    let letters = one.chars().zip(other.chars()).filter(|(one, other)| one != other).count();
    let words = one.split_whitespace().zip(other.split_whitespace()).filter(|(one, other)| one != other).count();
    let is_as_long = one.chars().count() == other.chars().count();
    let has_as_many = one.split_whitespace().count() == other.split_whitespace().count();
    (is_as_long && letters <= 1) || (has_as_many && words <= 1 && one.contains(char::is_whitespace))
}

/// Whether a label is the drawing of a board: it repeats a sign for squares or rows, and does not end with the move to its node, as a
/// list of moves does.
pub(super) fn is_drawing(label: &str, mv: &str) -> bool {
    let draws = ['.', '-', '_', '/', '|', '#', '*'].into_iter().any(|square| label.matches(square).count() > 1);
    draws && (mv.is_empty() || !label.trim_end().ends_with(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_a_fen_are_no_part_of_the_position() {
        let fen = |counters: &str| format!("8/8/8/4k3/8/8/8/4K2R w K - {counters}");
        assert_eq!(without_counters(&fen("0 1")), without_counters(&fen("12 40")));
        assert!(differ_in_counters("board 3", "board 4"));
        assert!(!differ_in_counters("k..R", ".k.R"));
    }

    #[test]
    fn lists_of_moves_are_no_boards() {
        assert!(is_drawing("k..R", "a"));
        assert!(!is_drawing("a-b-c", "c"));
        assert!(!is_drawing("e2-e4", "e2e4"));
        assert!(!is_drawing("n12", "x"));
    }

    #[test]
    fn labels_with_the_player_to_move_differ_in_one_word() {
        assert!(differ_in_player("1-2 A", "1-2 B"));
        assert!(differ_in_player("R...k...w", "R...k...b"));
        assert!(!differ_in_player("k..R", ".k.R"));
    }
}
