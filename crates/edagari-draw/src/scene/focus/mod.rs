//! The focus view: a degree-of-interest tree. The path from the root to the focus is a strip of
//! boards that grow towards the focus. The focus and its children are on the stage, the rest of the
//! view: children are drawn as boards if there is room, otherwise as chips, otherwise as bars.
//! Deeper nodes are folded. A tree that fits completely is shown whole.
//!
//! After Card and Nation, "Degree-of-Interest Trees" (2002), and Heer and Card, *`DOITrees`
//! Revisited* (2004). The layout depends on the focus, on the nodes that were opened, and on the
//! size of the view, never on the frame: while the current node moves among the children of the
//! focus, only marks change.

mod arrange;
mod children;
mod cross_fade;
mod dock;
mod draw;
mod draw_chip;
mod draw_edges;
mod draw_node;
mod draw_words;
mod drawing;
mod effects;
mod families;
mod layout;
mod marks;
mod members;
mod node;
mod part;
mod path_boards;
mod request;
mod sizes;
mod stage;
mod stop;
mod tween;
mod whole;

pub use cross_fade::eased;
pub use draw::{draw_focus, draw_focus_below, draw_focus_pieces};
pub use drawing::{FocusLook, Piece, PieceKind, PieceName};
pub use effects::draw_effects;
pub use layout::{FocusLayout, Lens};
pub use marks::{MEAN_BAR, score_so_far};
pub use members::Member;
pub use node::{FocusNode, Fold, Form, Label, Route, visited_below};
pub use part::Part;
pub use request::{FocusOptions, FocusRequest, Moment, focus_at};
pub use stop::stopped;
pub use tween::tween;
