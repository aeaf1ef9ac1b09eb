//! Conditions of queries: kinds of frames, and comparisons with numbers.

/// A condition on a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare<T> {
    /// Equal to this number.
    Equal(T),
    /// At least this number.
    AtLeast(T),
    /// At most this number.
    AtMost(T),
    /// Greater than this number.
    MoreThan(T),
    /// Less than this number.
    LessThan(T),
    /// Between these numbers, both included.
    Between(T, T),
}

impl<T: PartialOrd> Compare<T> {
    /// Whether `number` meets the condition.
    pub fn holds(&self, number: &T) -> bool {
        match self {
            Self::Equal(wanted) => number == wanted,
            Self::AtLeast(least) => number >= least,
            Self::AtMost(most) => number <= most,
            Self::MoreThan(less) => number > less,
            Self::LessThan(more) => number < more,
            Self::Between(least, most) => number >= least && number <= most,
        }
    }
}

/// A kind of frame in a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FindKind {
    /// An `Update` with a cutoff that prunes something.
    Cut,
    /// An `Update` that raises α.
    Rise,
    /// An `Update` that lowers β.
    Fall,
    /// A `Lookup` that causes a cutoff.
    Return,
    /// A `Start`.
    Start,
    /// A `Start` of a visit that re-searches its node.
    SearchedAgain,
    /// A frame at which moves are skipped by a heuristic.
    Skip,
    /// A `Lookup`.
    Lookup,
    /// An `Update`.
    Update,
    /// A `Store`.
    Store,
    /// An `End`.
    End,
}
