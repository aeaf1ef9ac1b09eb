//! The series of a native file: coded visit by visit, as differences from the expected values.

use integer_encoding::VarInt as _;

/// A series of numbers. Values that follow from the rules of a search are zeros in its series, which compression removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Series {
    /// The number of children a visit numbers.
    Children,
    /// The number of these it does not enter.
    Skipped,
    /// In a generated tree: the node, against the number of the visit.
    Node,
    /// Whether the player is not the opponent of the parent's.
    Player,
    /// Whether the visit was not left.
    Open,
    /// The score of a visit that enters no child.
    Leaf,
    /// The score of another visit, against its last update.
    Score,
    /// The score the parent would return, against the better of that and the child's.
    Value,
    /// α and β of the given window, against the parent's.
    Alpha,
    Beta,
    /// 0 for no lookup, 1 for one of an entry that was written, 2 for one of an entry that was not.
    Lookup,
    /// The store it found, against the last store.
    Fed,
    /// 1 if it stores in the table.
    Store,
    /// The entry, against a new one.
    Entry,
    /// The bounds stored, against those that follow from the score.
    Lower,
    Upper,
    /// The moves of the children, against the game's order.
    Order,
    /// The number of nodes that each cut prunes, plus 1; 0 if not counted.
    Pruned,
    /// With several threads: the one that enters or ends a visit next, against the one before.
    Thread,
}

impl Series {
    /// The number of series, that of the threads included.
    pub(super) const COUNT: usize = Self::Thread as usize + 1;
    /// The number of those that every file has.
    pub(super) const COUNT_OF_ALL: usize = Self::Thread as usize;
}

/// Writes series or reads them, so that one walk serves for both.
pub(super) trait Codec {
    /// Codes a number: writes or reads the actual one.
    fn code(&mut self, series: Series, expected: i64, actual: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers>;
}

/// A series has too few numbers, or an invalid one.
#[derive(Debug)]
pub(super) struct OutOfNumbers(pub(in crate::trace) Series);

/// Series being written.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) series: [Vec<u8>; Series::COUNT],
}

impl Codec for Writer {
    fn code(&mut self, series: Series, expected: i64, actual: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers> {
        let actual = actual();
        let mut bytes = [0; 10];
        let length = actual.wrapping_sub(expected).encode_var(&mut bytes);
        self.series[series as usize].extend_from_slice(&bytes[..length]);
        Ok(actual)
    }
}

/// Series being read.
pub(super) struct Reader<'a> {
    pub(super) series: [&'a [u8]; Series::COUNT],
}

impl Codec for Reader<'_> {
    #[inline]
    fn code(&mut self, series: Series, expected: i64, _: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers> {
        let rest = &mut self.series[series as usize];
        // Nearly all numbers follow from the rules.
        if let [0, behind @ ..] = rest {
            *rest = behind;
            return Ok(expected);
        }
        let (difference, length) = i64::decode_var(rest).ok_or(OutOfNumbers(series))?;
        *rest = &rest[length..];
        Ok(expected.wrapping_add(difference))
    }
}
