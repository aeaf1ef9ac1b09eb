//! Links that reopen the program at the same place.

pub(crate) use super::command::link;

/// `false`: a desktop has a mouse or a similar pointer, until a finger touches the window.
pub(crate) const fn has_coarse_pointer() -> bool {
    false
}

/// Returns nothing: there is no address to change.
pub(crate) const fn changed_words(_: &egui::Context) -> Option<Vec<(String, String)>> {
    None
}

/// `false`: a desktop window has no address that can contain its place.
pub(crate) const HAS_ADDRESS: bool = false;

/// Does nothing: there is no address to update.
pub(crate) const fn announce_place(_: &[(&'static str, String)], _: bool) {}
