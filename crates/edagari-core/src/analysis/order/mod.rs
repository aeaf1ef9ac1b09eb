//! The quality of the move ordering: node types, cutoffs and the moves that caused them, wasted visits that a better order would
//! have saved, and the minimal tree.

mod counts;
mod cuts;
mod definitions;
mod marks;
mod minimal_tree;
mod node_type;
mod proof;
mod report;
mod text;
mod tried;

pub use counts::{DepthOrder, OrderCounts, SourceOrder, TypeCounts};
pub use cuts::{MOST_COSTLY, WastingCut};
pub use definitions::OrderDefinition;
pub use marks::VisitOrdered;
pub use node_type::NodeType;
pub use report::{OrderReport, OrderUnknown};
