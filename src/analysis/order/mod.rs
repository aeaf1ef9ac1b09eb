//! What the order of the moves is worth: the types of nodes, the cuts and the moves that made them, the visits that another order
//! would have saved, and the visits that the best order needs.

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
