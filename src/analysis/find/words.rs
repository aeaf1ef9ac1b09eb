//! The words of queries, in every language at once: a query that was typed in one is understood in the other.

use super::FindKind;
use crate::language::{Language, Text};
use crate::score::BoundKind;

/// What a word of a query means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Kind(FindKind),
    Depth,
    Score,
    Alpha,
    Beta,
    Bound(BoundKind),
    /// The nodes that moves lead to.
    Moves,
    /// The subtree of the node that moves lead to.
    Below,
    /// All nodes with a position.
    Position,
    /// A child by its number from 1 follows.
    Child,
    /// Says nothing: "at", "by", "frames".
    Filler,
}

impl Word {
    /// All words, with their texts.
    pub(super) const ALL: &[(Self, Text)] = &[
        (Self::Kind(FindKind::Cut), Text::FindCut),
        (Self::Kind(FindKind::Rise), Text::FindRise),
        (Self::Kind(FindKind::Fall), Text::FindFall),
        (Self::Kind(FindKind::Return), Text::FindReturn),
        (Self::Kind(FindKind::Start), Text::FindStart),
        (Self::Kind(FindKind::Lookup), Text::FindLookup),
        (Self::Kind(FindKind::Update), Text::FindUpdate),
        (Self::Kind(FindKind::Store), Text::FindStore),
        (Self::Kind(FindKind::End), Text::FindEnd),
        (Self::Depth, Text::FindDepth),
        (Self::Score, Text::FindScore),
        (Self::Alpha, Text::FindAlpha),
        (Self::Beta, Text::FindBeta),
        (Self::Bound(BoundKind::Exact), Text::FindExact),
        (Self::Bound(BoundKind::Upper), Text::FindUpper),
        (Self::Bound(BoundKind::Lower), Text::FindLower),
        (Self::Moves, Text::FindMoves),
        (Self::Below, Text::FindBelow),
        (Self::Position, Text::FindPosition),
        (Self::Child, Text::FindChild),
    ];

    /// What may be written instead, or is left out.
    const OTHERS: &[(&str, Self)] = &[
        ("cuts", Self::Kind(FindKind::Cut)),
        ("prune", Self::Kind(FindKind::Cut)),
        ("pruned", Self::Kind(FindKind::Cut)),
        ("returns", Self::Kind(FindKind::Return)),
        ("visit", Self::Kind(FindKind::Start)),
        ("visited", Self::Kind(FindKind::Start)),
        ("α", Self::Alpha),
        ("β", Self::Beta),
        ("child", Self::Child),
        ("moves", Self::Moves),
        ("at", Self::Filler),
        ("by", Self::Filler),
        ("in", Self::Filler),
        ("of", Self::Filler),
        ("with", Self::Filler),
        ("the", Self::Filler),
        ("and", Self::Filler),
        ("table", Self::Filler),
        ("frame", Self::Filler),
        ("frames", Self::Filler),
        ("node", Self::Filler),
        ("nodes", Self::Filler),
        ("bound", Self::Filler),
    ];

    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let in_table = Self::ALL.iter().find(|(_, name)| Language::ALL.iter().any(|l| l.text(*name) == text));
        let other = Self::OTHERS.iter().find(|(name, _)| *name == text).map(|&(_, word)| word);
        in_table.map(|&(word, _)| word).or(other)
    }
}

const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];

/// The number of an ordinal, from 1: "second", "2nd", 2番目.
pub(super) fn ordinal(text: &str) -> Option<usize> {
    let text = text.to_lowercase();
    if let Some(index) = ORDINALS.iter().position(|&word| word == text) {
        return Some(index + 1);
    }
    let digits = ["st", "nd", "rd", "th", "番目"].iter().find_map(|ending| text.strip_suffix(ending))?;
    digits.parse().ok().filter(|&number| number > 0)
}

/// Ordinals as they are offered.
pub(super) fn ordinals(language: Language) -> Vec<String> {
    match language {
        Language::English => ORDINALS.iter().take(9).map(|&word| word.to_owned()).collect(),
        Language::Japanese => (1..10).map(|number| format!("{number}番目")).collect(),
    }
}
