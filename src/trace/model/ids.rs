//! The numbers by which parts of a trace are named.

use crate::trace::parcel::parceled;

/// A node of the recorded tree: 0 is the start, and the children of a node are numbered side by side in search order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// One entering of a node by the search, numbered in the order of entering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VisitId(pub u32);

impl NodeId {
    /// The node the run starts from.
    pub const ROOT: Self = Self(0);
}

/// One store to the table, numbered in the order of the frames.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StoreId(pub u32);

/// An entry of the table, numbered in the order of the first writings. In a table of limited size it is a place, which
/// one position takes from another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EntryId(pub u32);

parceled! {
    NodeId { 0 }
    VisitId { 0 }
    StoreId { 0 }
    EntryId { 0 }
}
