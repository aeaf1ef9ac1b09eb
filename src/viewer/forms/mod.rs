//! Forms: panels in which the user chooses a setup or a file.

pub(crate) mod file_form;
pub(crate) mod game_form;
mod guess_form;
pub(crate) mod lesson_list;
mod not_editable;
mod offered;
mod pass_form;
pub(crate) mod picture_form;
pub(crate) mod position_board;
pub(crate) mod program_form;
pub(crate) mod search_form;
pub(crate) mod setup_form;
pub(crate) mod share_form;

pub(crate) use not_editable::why_not_editable;
