//! Numbers that identify the nodes, visits, stores and table entries of a trace.

use crate::trace::parcel::parceled;

/// A node of the recorded tree: 0 is the root, and the children of a node have consecutive numbers in search order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// A visit: one entry of the search into a node, numbered in the order of entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VisitId(pub u32);

impl NodeId {
    /// The node the run starts from.
    pub const ROOT: Self = Self(0);
}

/// A store to the transposition table, numbered in the order of the frames.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StoreId(pub u32);

/// An entry of the transposition table, numbered in the order of the first stores. In a table of limited size it is a slot, in
/// which one position can replace another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EntryId(pub u32);

parceled! {
    NodeId { 0 }
    VisitId { 0 }
    StoreId { 0 }
    EntryId { 0 }
}
