/// A kind of frame that a query can name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FindKind {
    /// A cut that prunes something.
    Cut,
    /// An `Update` that raises α.
    Rise,
    /// An `Update` that lowers β.
    Fall,
    /// A `Lookup` that settles its node.
    Return,
    /// A `Start`.
    Start,
    /// A `Start` of a visit that searches its node again.
    SearchedAgain,
    /// A frame at which moves are left out on a guess.
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
