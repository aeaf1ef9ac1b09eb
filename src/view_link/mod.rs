//! Links to views: the words after `#` in the address of a page, which are the options of `edagari view`. Nothing here needs a window.

mod first_view;
mod link;
mod tree_form;

pub use first_view::FirstView;
pub use link::Link;
pub use tree_form::TreeForm;
