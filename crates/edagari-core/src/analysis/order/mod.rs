//! The quality of the move ordering: node types, cutoffs and the moves that caused them, wasted visits that a better order would
//! have saved, and the minimal tree.

mod counts;
mod node_type;
mod proof;
mod remarks;
mod report;
mod text;

pub use counts::{DepthOrder, MAX_COSTLY, OrderCounts, OrderDefinition, SourceOrder, TypeCounts, WastingCut};
pub use node_type::{MovesTried, NodeType, TriedMove, VisitOrdered};
pub use remarks::{WorkRemark, WorkRemarkKind};
pub use report::{OrderReport, OrderUnknown};
