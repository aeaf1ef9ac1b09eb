//! Panels that ask for something: a setup, a file.

pub(crate) mod file_form;
pub(crate) mod game_form;
pub(crate) mod picture_form;
pub(crate) mod search_form;
pub(crate) mod setup_form;
pub(crate) mod table_form;
