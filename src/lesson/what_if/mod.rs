//! Runs that are changed and searched again: edited trees, and the smallest change that makes a cut appear or vanish.

mod change_text;
mod changed_leaf;
mod cut_site;
mod edit;
mod edited_tree;
mod from_trace;
mod history;
mod outcome;
mod smallest_change;

pub use change_text::smallest_change_text;
pub use cut_site::{CutSite, Wanted};
pub use edit::Edit;
pub use edited_tree::{EditError, EditedId, EditedTree, MOST_NODES};
pub use from_trace::{NotEditable, editable, edited_path};
pub use history::EditHistory;
pub use smallest_change::{ChangeError, SmallestChange, smallest_change};
