//! Labels of visits, if they identify positions.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::score::Player;
use crate::trace::{Meaning, Trace, VisitId, VisitKind};

/// The labels of a trace, as names of positions.
pub(super) struct Labels {
    pub(super) kind: LabelKind,
    /// Indexes of the words that vary between labels of one key, such as counters and the last
    /// move.
    pub(super) ignored: Vec<usize>,
    /// Visits whose position had another key before, each with the earlier visit. Only if labels
    /// identify positions.
    pub(super) second_keys: Vec<(VisitId, VisitId)>,
}

/// The evidence that labels identify positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LabelKind {
    /// Most labels that occur at several places of the tree have a single key.
    Positions,
    /// No label occurs at several places: each pair of labels is judged by its form.
    Unproved,
    /// Many labels have several keys, or extend the label of the parent like a list of moves:
    /// labels do not identify positions.
    Others,
}

/// Hash of the program's name of a position, its key or the table entry that it uses, and whether it is a key.
type Name = (u64, bool);

fn hashed(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn name_of(trace: &Trace, visit: VisitId) -> Option<Name> {
    if let Some(key) = trace.value_of(Meaning::Key, visit) {
        return Some((hashed(key.to_string()), true));
    }
    let found = || trace.table().lookup_of(visit).and_then(|found| found.store);
    let store = trace.table().store_of(visit).or_else(found)?;
    trace.table().stored(store).map(|stored| (u64::from(stored.entry.0), false))
}

impl Labels {
    pub(super) fn of(trace: &Trace) -> Self {
        let others = Self { kind: LabelKind::Others, ignored: Vec::new(), second_keys: Vec::new() };
        if !trace.has_labels() || !trace.tells_table() {
            return others;
        }
        // By label and player. Hashes limit the memory of long labels.
        let mut labels: HashMap<u64, Labeled> = HashMap::new();
        let mut shortened = Shortened::default();
        let (mut below_labels, mut continued) = (0_usize, 0_usize);
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            // A search without one of the moves has a key of its own.
            let Some(label) = trace.label_of(visit).filter(|_| !trace.has_kind(visit, VisitKind::Singular)) else {
                continue;
            };
            if let Some(above) = trace.parent_visit(visit).and_then(|above| trace.label_of(above)) {
                below_labels += 1;
                continued += usize::from(label.len() > above.len() && label.starts_with(above));
            }
            let Some(name) = name_of(trace, visit) else { continue };
            let is_max = trace.player_of(visit) == Player::Max;
            let label = without_counters(label);
            shortened.add(&label, is_max, name);
            let position = hashed((label, is_max));
            let seen = labels.entry(position).or_insert(Labeled { name, visit, is_shared: false, other: None });
            seen.is_shared |= trace.node_of(seen.visit) != trace.node_of(visit);
            if seen.name != name && seen.other.is_none() {
                seen.other = Some(visit);
            }
        }
        if continued * 2 > below_labels {
            return others;
        }
        let shared = labels.values().filter(|seen| seen.is_shared).count();
        let with_others = labels.values().filter(|seen| seen.other.is_some()).count();
        match (shared, with_others) {
            (0, 0) => Self { kind: LabelKind::Unproved, ..others },
            // A few positions may have wrong keys.
            _ if with_others * 4 < shared => {
                let second = |seen: &Labeled| seen.other.filter(|_| seen.name.1).map(|other| (other, seen.visit));
                let mut second_keys: Vec<_> = labels.values().filter_map(second).collect();
                second_keys.sort_unstable();
                Self { kind: LabelKind::Positions, ignored: shortened.ignored(), second_keys }
            }
            _ => others,
        }
    }
}

/// Limits on the words of a label and on the labels that are tried with one word removed.
const MAX_WORDS: usize = 10;
const MAX_LABELS: usize = 20_000;

/// Labels with one word removed.
#[derive(Default)]
struct Shortened {
    /// By the index of the removed word and the hash of the rest: the first word and name, and
    /// whether a different word or name occurred.
    labels: HashMap<(usize, u64), (u64, Name, [bool; 2])>,
    added: usize,
}

impl Shortened {
    fn add(&mut self, label: &str, is_max: bool, name: Name) {
        let words: Vec<&str> = label.split_whitespace().collect();
        if !(2..=MAX_WORDS).contains(&words.len()) || self.added >= MAX_LABELS || is_fen(label) {
            return;
        }
        self.added += 1;
        for (place, word) in words.iter().map(hashed).enumerate() {
            let rest = hashed((&words[..place], &words[place + 1..], is_max));
            let (first, first_name, [words, names]) =
                self.labels.entry((place, rest)).or_insert((word, name, [false, false]));
            *words |= *first != word;
            *names |= *first_name != name;
        }
    }

    /// The indexes of the words that can vary without changing the key.
    fn ignored(&self) -> Vec<usize> {
        let of = |place: usize| self.labels.iter().filter(move |((at, _), _)| *at == place).map(|(_, seen)| seen.2);
        let is_ignored = |&place: &usize| {
            let with_words = of(place).filter(|[words, _]| *words).count();
            let with_names = of(place).filter(|[words, names]| *words && *names).count();
            with_names * 2 < with_words
        };
        (0..MAX_WORDS).filter(is_ignored).collect()
    }
}

/// A label, with its first name and visit.
struct Labeled {
    name: Name,
    visit: VisitId,
    /// Whether it occurs at several nodes.
    is_shared: bool,
    /// The first visit with another name.
    other: Option<VisitId>,
}

/// Whether a label begins with a FEN: of chess, or of another game with the player to move after
/// the board.
pub(super) fn is_fen(label: &str) -> bool {
    let mut words = label.split_whitespace();
    let slashes = words.next().map_or(0, |board| board.matches('/').count());
    slashes == CHESS_SLASHES || (slashes > 1 && matches!(words.next(), Some("w" | "b")))
}

/// The board and the player to move of a FEN. Programs differ in which other fields distinguish
/// positions.
pub(super) fn board_and_player(label: &str) -> Option<[&str; 2]> {
    let mut words = label.split_whitespace();
    Some([words.next()?, words.next()?]).filter(|_| is_fen(label))
}

/// Number of slashes between the ranks of a chess board.
const CHESS_SLASHES: usize = 7;

/// A label without the parts of a FEN that do not identify the position: the move counters at its
/// end, and an en passant square that no pawn attacks.
pub(super) fn without_counters(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    if !is_fen(label) {
        return label.to_owned();
    }
    // In other games, the words after the player to move may be counters or a move.
    if words[0].matches('/').count() != CHESS_SLASHES {
        return words[..2].join(" ");
    }
    let [board, side, castling, passant, ..] = words[..] else { return label.to_owned() };
    let passant = if can_be_taken(board, passant) == Some(false) { "-" } else { passant };
    [board, side, castling, passant].join(" ")
}

/// Whether a pawn of the board of a FEN attacks a square of en passant; `None` if it is no such square.
fn can_be_taken(board: &str, passant: &str) -> Option<bool> {
    let [file @ b'a'..=b'h', rank @ (b'3' | b'6')] = *passant.as_bytes() else { return None };
    let (row, pawn) = if rank == b'3' { (4, 'p') } else { (3, 'P') };
    let squares: String = (board.split('/').nth(row)?.chars())
        .map(|square| square.to_digit(10).map_or_else(|| square.to_string(), |empty| " ".repeat(empty as usize)))
        .collect();
    let file = usize::from(file - b'a');
    let is_pawn = |file: Option<usize>| file.and_then(|file| squares.chars().nth(file)) == Some(pawn);
    Some(is_pawn(file.checked_sub(1)) || is_pawn(Some(file + 1)))
}

/// The words of a label without those that can depend on the path to its position: the moves of the
/// path, and numbers such as `12.`, `ply 3` or `ply=3`.
pub(super) fn words_of_position(label: &str, moves: &[&str]) -> Vec<String> {
    let is_sign = |letter: char| !letter.is_alphanumeric();
    let mut words = Vec::new();
    for word in label.split_whitespace() {
        let plain = word.trim_matches(is_sign);
        let name = plain.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let is_counter = name.len() < plain.len() && name.len() != 1 && !word.contains('/');
        if plain.len() > 1 && moves.contains(&plain) {
            continue;
        }
        words.push(if is_counter { name.to_owned() } else { word.to_owned() });
    }
    words
}

/// Whether two lists contain the same words in different orders, like the moves of two paths to a
/// position.
pub(super) fn are_permuted(one: &[String], other: &[String]) -> bool {
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    one.iter().any(|word| word.len() > 1) && sorted(one) == sorted(other)
}

/// Whether two labels differ in only one word, or in one letter of it, as for two positions that
/// differ in the player to move.
pub(super) fn differ_in_player(one: &str, other: &str) -> bool {
    let letters = one.chars().zip(other.chars()).filter(|(one, other)| one != other).count();
    let words = one.split_whitespace().zip(other.split_whitespace()).filter(|(one, other)| one != other).count();
    let is_as_long = one.chars().count() == other.chars().count();
    let has_as_many = one.split_whitespace().count() == other.split_whitespace().count();
    (is_as_long && letters <= 1) || (has_as_many && words <= 1 && one.contains(char::is_whitespace))
}

/// Whether a label is a drawing of a board: it repeats a sign for squares or rows, and does not end
/// with the move to its node, as a list of moves does.
pub(super) fn is_drawing(label: &str, mv: &str) -> bool {
    let draws = ['.', '-', '_', '/', '|', '#', '*'].into_iter().any(|square| label.matches(square).count() > 1);
    draws && (mv.is_empty() || !label.trim_end().ends_with(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(label: &str, moves: &[&str]) -> Vec<String> {
        words_of_position(label, moves)
    }

    #[test]
    fn counters_after_boards_of_other_sizes_are_no_part_of_the_position() {
        for (one, other) in [
            ("Kk7/9/9/9/9/9/9/9/9/9 b - - 1 1", "Kk7/9/9/9/9/9/9/9/9/9 b - - 3 2"),
            ("lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b 2P 1", "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b 2P 31"),
        ] {
            assert_eq!(without_counters(one), without_counters(other));
        }
        assert!(is_fen("1Rk/3/3 w") && is_fen("1Rk/3/3 b") && !is_fen("1Rk/3/3 x") && !is_fen("3/4 w"));
        assert_ne!(without_counters("1Rk/3/3 w"), without_counters("1Rk/3/3 b"));
    }

    #[test]
    fn counters_of_a_fen_are_no_part_of_the_position() {
        let fen = |counters: &str| format!("8/8/8/4k3/8/8/8/4K2R w K - {counters}");
        assert_eq!(without_counters(&fen("0 1")), without_counters(&fen("12 40")));
        assert_ne!(words("k..R", &[]), words(".k.R", &[]));
        assert_ne!(words("e4", &[]), words("e5", &[]));
        assert_eq!(words("k..R ply=3", &[]), words("k..R ply=4", &[]));
        assert_eq!(words("3. k..R (e4)", &["d4", "e4"]), words("5. k..R (d5)", &["d5"]));
    }

    #[test]
    fn square_of_en_passant_counts_if_a_pawn_can_go_there() {
        let fen = |row: &str, passant: &str| format!("8/8/8/8/{row}/8/8/8 b - {passant}");
        assert_eq!(without_counters(&fen("4P3", "e3")), fen("4P3", "-"));
        assert_eq!(without_counters(&fen("3pP3", "e3")), fen("3pP3", "e3"));
        assert_eq!(without_counters(&fen("8", "?")), fen("8", "?"));
    }

    #[test]
    fn moves_in_another_order_can_lead_to_one_position() {
        assert!(are_permuted(&words("e4 e5 Nf3", &[]), &words("Nf3 e5 e4", &[])));
        assert!(!are_permuted(&words("X O .", &[]), &words("O X .", &[])));
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
