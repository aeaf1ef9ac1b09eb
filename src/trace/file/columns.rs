//! The columns of a native file: what is coded visit by visit, as the difference from what was to be expected.

use integer_encoding::VarInt as _;

/// A column. What follows from the rules of a search is a row of zeros in its column, which compression makes vanish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    /// How many children a visit numbers.
    Children,
    /// How many of them it does not enter.
    Skipped,
    /// Of a tree that is generated: the node, against the number of the visit.
    Node,
    /// Whether the player is not the opponent of the parent's.
    Player,
    /// Whether the visit was not left.
    Open,
    /// The score of a visit that enters no child.
    Leaf,
    /// The score of another, against what its last update left.
    Score,
    /// What the parent would return, against the better of that and the child's score.
    Value,
    /// α and β of the window that it was given, against the parent's.
    Alpha,
    Beta,
    /// 0 for no lookup, 1 for one of an entry that was written, 2 for one of an entry that was not.
    Lookup,
    /// The writing that fed it, against the last.
    Fed,
    /// 1 if it writes to the table.
    Store,
    /// The entry, against a new one.
    Entry,
    /// The bounds that are written, against those that follow from the score.
    Lower,
    Upper,
    /// The moves of the children, against the game's order.
    Order,
    /// The nodes that each cut prunes, and one more; 0 where they were not counted.
    Pruned,
}

impl Column {
    pub(super) const COUNT: usize = Self::Pruned as usize + 1;
}

/// Writes columns or reads them, so that one walk serves for both.
pub(super) trait Codec {
    /// Codes a number: writes the actual one, or reads it.
    fn code(&mut self, column: Column, expected: i64, actual: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers>;
}

/// A column has fewer numbers than are wanted of it, or one that cannot be.
#[derive(Debug)]
pub(super) struct OutOfNumbers(pub(super) Column);

/// Columns that are written.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) columns: [Vec<u8>; Column::COUNT],
}

impl Codec for Writer {
    fn code(&mut self, column: Column, expected: i64, actual: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers> {
        let actual = actual();
        let mut bytes = [0; 10];
        let length = actual.wrapping_sub(expected).encode_var(&mut bytes);
        self.columns[column as usize].extend_from_slice(&bytes[..length]);
        Ok(actual)
    }
}

/// Columns that are read.
pub(super) struct Reader<'a> {
    pub(super) columns: [&'a [u8]; Column::COUNT],
}

impl Codec for Reader<'_> {
    fn code(&mut self, column: Column, expected: i64, _: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers> {
        let rest = &mut self.columns[column as usize];
        let (difference, length) = i64::decode_var(rest).ok_or(OutOfNumbers(column))?;
        *rest = &rest[length..];
        Ok(expected.wrapping_add(difference))
    }
}
