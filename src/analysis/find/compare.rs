//! Conditions on numbers.

/// A condition on a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare<T> {
    /// Equal to it.
    Equal(T),
    /// At least this.
    AtLeast(T),
    /// At most this.
    AtMost(T),
    /// More than this.
    MoreThan(T),
    /// Less than this.
    LessThan(T),
    /// From one to the other, both included.
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
