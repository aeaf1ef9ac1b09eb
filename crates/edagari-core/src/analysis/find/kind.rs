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
