//! The first view of a window: going to it, and the words of a link to the current view.

use super::run_id::RunId;
use crate::viewer::session::Session;
use crate::viewer::session::time::first_view::{FORMS, FirstView};
use edagari_core::game::join_moves;

impl Session {
    /// Stores the first view, which is applied once the active run is recorded. The form of the tree applies at once.
    pub fn begin_at(&mut self, first: FirstView) {
        if let Some(form) = first.form {
            self.settings.tree_form = form;
        }
        self.first_view = Some(first);
    }

    /// Whether the frame or node of the first view is still pending.
    #[must_use]
    pub fn has_first_view(&self) -> bool {
        self.first_view.as_ref().is_some_and(|first| first.frame.is_some() || first.node.is_some())
    }

    /// Returns the query of the first view, until it is taken.
    #[must_use]
    pub fn first_find(&self) -> Option<&str> {
        self.first_view.as_ref()?.find.as_deref()
    }

    /// Goes to the first view once the active run is recorded; returns whether it did.
    pub(super) fn show_first_view(&mut self, recorded: RunId) -> bool {
        if recorded != self.active {
            return false;
        }
        // With neither a frame nor a node there is nothing to go to: a lesson goes to its first note.
        let goes = |first: &mut FirstView| first.frame.is_some() || first.node.is_some();
        let Some(first) = self.first_view.take_if(goes) else { return false };
        let node = first.path_in(self.active_run());
        self.go_to(first.frame.unwrap_or(0));
        match node {
            Ok(Some(path)) => self.show_with_frame(path),
            Ok(None) => {}
            Err(sentence) => self.notice = Some(sentence),
        }
        true
    }

    /// Returns the words of a link to the current view of the active run, as name and value.
    #[must_use]
    pub fn words_to_here(&self) -> Vec<(&'static str, String)> {
        let run = self.active_run();
        let mut words = vec![("frame", run.frame.to_string())];
        if !run.looked_at().is_empty() {
            let moves = run.trace.game.move_texts(&run.trace.start, run.looked_at());
            words.push(("node", join_moves(moves.iter().map(String::as_str))));
        }
        let form = FORMS.iter().find(|(_, form)| *form == self.settings.tree_form);
        words.extend(form.map(|(name, _)| ("view", (*name).to_owned())));
        words
    }
}
