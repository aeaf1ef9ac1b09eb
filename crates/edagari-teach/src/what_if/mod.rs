//! Edits of runs and their effects: edited trees, and the smallest change that makes a cut appear or disappear.

mod by_hand;
mod change_text;
mod changed_leaf;
mod cut_site;
mod edit;
mod edited_tree;
mod from_trace;
mod history;
mod outcome;
mod smallest_change;

pub use by_hand::exercise_of;
pub use change_text::smallest_change_text;
pub use cut_site::{CutSite, Wanted};
pub use edit::Edit;
pub use edited_tree::{EditError, EditedId, EditedTree, MOST_NODES};
pub use from_trace::{LeftOut, NotEditable, editable, editable_apart, edited_path, left_out_of_edited};
pub use history::EditHistory;
pub use smallest_change::{ChangeError, SmallestChange, smallest_change};
