//! The focus view: a degree-of-interest tree. The path from the root to the focus is always in sight, its boards largest at the
//! focus; siblings are boards where there is room, else chips, else bars; what lies farther away folds.
//!
//! After Card and Nation, "Degree-of-Interest Trees" (2002), and Heer and Card, *`DOITrees` Revisited* (2004). The layout depends on
//! the focus, on what was opened and on the size of the place, never on the frame: while the current node moves among the
//! children of the focus, only marks change.

mod across;
mod along;
mod apart;
mod band;
mod below;
mod change;
mod chips;
mod column;
mod columns;
mod draw;
mod draw_chip;
mod draw_edges;
mod draw_node;
mod drawing;
mod effects;
mod families;
mod family;
mod fold;
mod fold_marks;
mod footer;
mod kid;
mod labels;
mod lay_out;
mod layer_badge;
mod layout;
mod moment;
mod node;
mod node_marks;
mod outline;
mod part;
mod piece;
mod place;
mod request;
mod sizes;
mod tween;
mod type_badge;
mod unfold;
mod whole;

pub use draw::{draw_focus, draw_focus_below, draw_focus_pieces};
pub use drawing::FocusLook;
pub use effects::draw_effects;
pub use fold::{Fold, visited_below};
pub use layout::{FocusLayout, Lens};
pub use moment::{Moment, focus_at};
pub use node::{FocusNode, Form, Label};
pub use part::Part;
pub use piece::{Piece, PieceKind, PieceName};
pub use request::{FocusOptions, FocusRequest};
pub use tween::{eased, tween};
