//! Series of a native file: coded visit by visit, as differences from predicted values.

use integer_encoding::VarInt as _;

use super::packed::Packed;

/// A series of numbers. Values that follow from the rules of a search are zeros in their series, which compress well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Series {
    /// Number of children that a visit numbers.
    Children,
    /// Number of these children that the visit does not enter.
    Skipped,
    /// Node of the visit: relative to the number of the visit in a generated tree, and to the next sibling if nodes are entered
    /// several times.
    Node,
    /// Whether the player differs from the opponent of the parent's player.
    Player,
    /// Whether the visit was not left.
    Open,
    /// Score of a visit that enters no child.
    Leaf,
    /// Score of any other visit, relative to its last update.
    Score,
    /// Score that the parent would return, relative to the better of its previous value and the child's score.
    Value,
    /// α and β of the given window, relative to those predicted from the parent's window.
    Alpha,
    Beta,
    /// 0 for no lookup, 1 for a lookup of an entry stored in the trace, 2 for a lookup of any other entry.
    Lookup,
    /// Store that wrote the entry found, relative to the last store.
    Fed,
    /// 1 if the visit stores to the table, otherwise 0.
    Store,
    /// Entry, relative to a new one.
    Entry,
    /// Bounds stored, relative to those that follow from the score.
    Lower,
    Upper,
    /// Moves of the children, relative to the game's order.
    Order,
    /// Number of nodes that each cut prunes, plus 1; 0 if it was not counted.
    Pruned,
    /// With several threads: the thread that enters or ends a visit next, relative to the previous one.
    Thread,
}

impl Series {
    /// Number of series, including the series of threads.
    pub(super) const COUNT: usize = Self::Thread as usize + 1;
    /// Number of series that every file contains.
    pub(super) const COUNT_OF_ALL: usize = Self::Thread as usize;
}

/// Writer or reader of series, so that the same walk is used for both.
pub(super) trait Codec {
    /// Writes or reads a number and returns its actual value.
    fn code(&mut self, series: Series, expected: i64, actual: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers>;
}

/// Error: a series has too few numbers, or an invalid one.
#[derive(Debug)]
pub(super) struct OutOfNumbers(pub(in crate::trace) Series);

/// Writer of series.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) series: [Packed; Series::COUNT],
}

impl Codec for Writer {
    fn code(&mut self, series: Series, expected: i64, actual: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers> {
        let actual = actual();
        let mut bytes = [0; 10];
        let length = actual.wrapping_sub(expected).encode_var(&mut bytes);
        self.series[series as usize].extend(&bytes[..length]);
        Ok(actual)
    }
}

/// Reader of series.
pub(super) struct Reader<'a> {
    pub(super) series: [&'a [u8]; Series::COUNT],
}

impl Codec for Reader<'_> {
    #[inline]
    fn code(&mut self, series: Series, expected: i64, _: impl FnOnce() -> i64) -> Result<i64, OutOfNumbers> {
        let rest = &mut self.series[series as usize];
        // Fast path: nearly all numbers equal their predictions.
        if let [0, behind @ ..] = rest {
            *rest = behind;
            return Ok(expected);
        }
        let (difference, length) = i64::decode_var(rest).ok_or(OutOfNumbers(series))?;
        *rest = &rest[length..];
        Ok(expected.wrapping_add(difference))
    }
}
