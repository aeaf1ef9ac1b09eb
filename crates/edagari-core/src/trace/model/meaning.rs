//! Words of files with a known meaning: names of columns, kinds of visits, and reasons for the score of a visit. All other words
//! are only shown.

use super::column::ColumnValue;
use crate::search::RuleSetup;

/// Declares an enum with the text of each of its words in files.
macro_rules! words {
    ($(#[$of_all:meta])* $vis:vis enum $name:ident { $($(#[$of_word:meta])* $word:ident = $text:expr,)* }) => {
        $(#[$of_all])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name { $($(#[$of_word])* $word,)* }

        impl $name {
            /// All words, in the order of their declaration.
            $vis const ALL: &'static [Self] = &[$(Self::$word),*];

            /// The text in files.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self { $(Self::$word => $text,)* }
            }

            /// Parses a text, with letters of any case; `None` if its meaning is unknown.
            #[must_use]
            $vis fn of(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|word| word.name().eq_ignore_ascii_case(text))
            }
        }
    };
}

words! {
    /// A column whose meaning Edagari knows, see *Columns* in `docs/trace-format.md`. All other columns are only shown.
    pub enum Meaning {
        /// The best move of the visit, as the program reports it.
        Best = "best",
        /// Whether the parent uses the score of the visit.
        Counts = "counts",
        /// The remaining depth, in the program's own unit.
        Depth = "depth",
        /// The static evaluation of the position.
        Eval = "eval",
        /// The move that a search of the kind `singular` omits.
        Excluded = "excluded",
        /// The number of plies by which the visit was searched deeper.
        Extended = "extended",
        /// The key of the position, as the program computes it.
        Key = "key",
        /// The kinds of the visit, see [`VisitKind`].
        Kind = "kind",
        /// The line of moves that the program reports for the visit.
        Line = "line",
        /// The depth of the entry that was found in the table.
        LookupDepth = "lookup.depth",
        /// The move of the entry that was found in the table.
        LookupMove = "lookup.move",
        /// The number of the line of a search for several best moves, from 1.
        MultiPv = "multipv",
        /// The name of the move for people, such as its standard algebraic notation.
        Name = "name",
        /// The source of the move.
        Order = "order",
        /// The probability with which chance moves to the node.
        Probability = "p",
        /// The prior probability of the node in PUCT.
        Prior = "prior",
        /// The line of moves that the program reports for the pass.
        PassLine = "pass.line",
        /// The number of the line that the pass searches, from 1.
        PassMultiPv = "pass.multipv",
        /// The moves of the root to which the pass is restricted.
        PassSearchMoves = "pass.searchmoves",
        /// The number of plies by which the visit was searched less deep.
        Reduced = "reduced",
        /// The moves of the root to which its search is restricted.
        SearchMoves = "searchmoves",
        /// The depth of the entry that was written to the table.
        StoreDepth = "store.depth",
        /// The move of the entry that was written to the table.
        StoreMove = "store.move",
        /// The thread that made the visit.
        Thread = "thread",
        /// The reason why the visit ended without a search, or with a reduced search.
        Why = "why",
    }
}

impl Meaning {
    /// Whether this is the meaning of a column.
    #[must_use]
    pub fn is_of(self, column: &str) -> bool {
        column == self.name()
    }
}

words! {
    /// A kind of visits with a known meaning, see *Depth, kinds, reasons* in `docs/trace-format.md`.
    pub enum VisitKind {
        /// The expected type of the node is exact.
        Pv = "pv",
        /// The expected type of the node is a cut.
        Cut = "cut",
        /// The expected type of the node is to search all moves.
        All = "all",
        /// Part of a quiescence search.
        Quiescence = "quiescence",
        /// The player to move passes. Speculative.
        NullMove = "null-move",
        /// A shallow search for a score far beyond the window. Speculative.
        Probcut = "probcut",
        /// A search without the best move. Speculative.
        Singular = "singular",
        /// A second search that verifies a result of a guess. Speculative.
        Verification = "verification",
        /// Chance moves at the node instead of a player.
        Chance = "chance",
        /// Part of the children of a node are searched, below a chance node: the score is a bound.
        Probe = "probe",
    }
}

impl VisitKind {
    /// Whether no move leads to such visits, or they are searched with reduced depth, so that the
    /// parent does not use their scores.
    #[must_use]
    pub const fn is_speculative(self) -> bool {
        matches!(self, Self::NullMove | Self::Probcut) || self.is_of_same_place()
    }

    /// Whether a cut at such a visit, or at its parent, does not prune all other children: a null move is no move of the game, and a
    /// quiescence search follows only noisy moves.
    pub(in crate::trace) const fn limits_pruning(self) -> bool {
        matches!(self, Self::NullMove | Self::Quiescence)
    }

    /// Whether such visits search the position of the parent again, without a move.
    pub(in crate::trace) const fn is_of_same_place(self) -> bool {
        matches!(self, Self::Singular | Self::Verification)
    }
}

/// The kinds in a value of the column `kind`: one, or several separated by blanks. A value with an unknown word has no known kind.
pub(in crate::trace) fn kinds_in(value: &str) -> impl Iterator<Item = VisitKind> {
    let words = || value.split(' ').map(VisitKind::of);
    let are_known = words().all(|kind| kind.is_some());
    words().flatten().filter(move |_| are_known)
}

/// Whether a value of a column marks a visit as speculative: `counts` is false, or its `kind` is a speculative one.
pub(in crate::trace) fn is_speculative(column: &str, value: &ColumnValue<'_>) -> bool {
    match value {
        ColumnValue::Boolean(counts) => !counts && Meaning::Counts.is_of(column),
        ColumnValue::Text(kind) => Meaning::Kind.is_of(column) && kinds_in(kind).any(VisitKind::is_speculative),
        _ => false,
    }
}

/// Whether a value of a column marks a visit as a probe.
pub(in crate::trace) fn is_probe(column: &str, value: &ColumnValue<'_>) -> bool {
    match value {
        ColumnValue::Text(kind) => Meaning::Kind.is_of(column) && kinds_in(kind).any(|kind| kind == VisitKind::Probe),
        _ => false,
    }
}

words! {
    /// A known reason for the score of a visit, for an update without a child, or for skipped moves, see *Depth, kinds, reasons* in
    /// `docs/trace-format.md`.
    pub(crate) enum KnownReason {
        GameOver = "game over",
        Table = "table",
        Tablebase = "tablebase",
        Mate = "mate",
        /// A shorter mate is known.
        MateDistance = "mate-distance",
        Repetition = "repetition",
        Stopped = "stopped",
        StandPat = "stand-pat",
        NullMove = "null-move",
        Probcut = "probcut",
        Multicut = "multicut",
        Futility = "futility",
        Razor = "razor",
        LateMove = "late move",
        RuleBounds = RuleSetup::BOUNDS,
        WinAtOnce = RuleSetup::WIN_AT_ONCE,
        /// The other player can win at once after the skipped moves.
        LosingMoves = RuleSetup::LOSING_MOVES,
    }
}

impl KnownReason {
    /// Whether the reason is a heuristic that proves nothing about the score.
    pub(crate) const fn is_guess(self) -> bool {
        matches!(self, Self::NullMove | Self::Probcut | Self::Multicut | Self::Futility | Self::Razor | Self::LateMove)
    }

    /// Whether a rule of the game or the table settles a node for this reason.
    pub(crate) const fn is_proof(self) -> bool {
        matches!(
            self,
            Self::GameOver | Self::Table | Self::Tablebase | Self::Mate | Self::MateDistance | Self::Repetition
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_with_an_unknown_word_has_no_known_kind() {
        let kinds = |value: &str| kinds_in(value).collect::<Vec<_>>();
        assert_eq!(kinds("probcut"), [VisitKind::Probcut]);
        assert_eq!(kinds("PV quiescence"), [VisitKind::Pv, VisitKind::Quiescence]);
        for unknown in ["", "root", "pv root", "pv  cut"] {
            assert_eq!(kinds(unknown), [], "{unknown}");
        }
        let speculative = VisitKind::ALL.iter().filter(|kind| kind.is_speculative()).map(|kind| kind.name());
        assert!(speculative.eq(["null-move", "probcut", "singular", "verification"]));
    }

    #[test]
    fn reason_is_parsed_from_letters_of_any_case() {
        for &reason in KnownReason::ALL {
            assert_eq!(KnownReason::of(&reason.name().to_uppercase()), Some(reason));
            assert!(!(reason.is_guess() && reason.is_proof()), "{reason:?}");
        }
        assert_eq!(KnownReason::of("tables"), None);
    }
}
