//! Edits of runs and their effects: edited trees, and the smallest change that makes a cut appear or disappear.

mod edit;
mod edited_tree;
mod from_trace;
mod history;
mod leaf_changes;
mod outcome;
mod smallest_change;

pub use edit::Edit;
pub use edited_tree::{EditError, EditedId, EditedTree, MAX_NODES};
pub use from_trace::{
    LeftOut, NotEditable, editable, editable_apart, edited_path, exercise_of, exercise_of_run, left_out_of_edited,
};
pub use history::EditHistory;
pub use leaf_changes::{ChangedLeaf, LeafChangeError, LeafChanges, MAX_CHANGES};
pub use outcome::{CutSite, Wanted};
pub use smallest_change::{ChangeError, SmallestChange, smallest_change, smallest_change_text};
