//! Runs that are replaced: by an example that starts, or by the search of a tree that is edited by hand.

use std::sync::Arc;

use super::Example;
use super::recording::{Activity, Purpose, Source};
use super::run::Run;
use super::run_id::RunId;
use crate::view_link::TreeForm;
use crate::viewer::session::Session;
use crate::viewer::session::practice::what_if::{Looked, WhatIf};
use crate::viewer::session::settings::Workspace;
use crate::viewer::session::work::Wake;
use edagari_core::analysis::corresponding;
use edagari_core::game::GameSetup;
use edagari_core::language::{Language, Text};
use edagari_core::score::Score;
use edagari_core::trace::Setup;
use edagari_teach::what_if::{
    Edit, EditError, EditHistory, EditedId, MAX_NODES, NotEditable, editable_apart, edited_path,
};

/// Returns the message for a refused change.
fn why_not_changed(error: &EditError, language: Language) -> String {
    let fill = |text: Text, values: &[(&str, String)]| {
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        language.fill(text, &values)
    };
    match error {
        EditError::Chance { .. } => fill(Text::WhatIfChance, &[]),
        EditError::LastChild { .. } => fill(Text::WhatIfLastChild, &[]),
        EditError::TooLarge => fill(Text::WhatIfTooLarge, &[("most", language.number(MAX_NODES as u64))]),
        EditError::ScoreRange { .. } => {
            let range = [("least", Score::MIN.to_string()), ("most", Score::MAX.to_string())];
            fill(Text::WhatIfScoreRange, &range)
        }
        EditError::ClosedWindow => fill(Text::RefusedEmptyWindow, &[]),
        _ => fill(Text::WhatIfNotThere, &[]),
    }
}

impl Run {
    /// Returns the run from which the tree originates: this run itself, unless it is an edited copy.
    #[must_use]
    pub fn origin_of_tree(&self) -> RunId {
        self.what_if.as_ref().map_or(self.id, |what_if| what_if.from)
    }

    /// Whether equal paths mean equal nodes in this run and in another: same game, or trees of the same origin.
    #[must_use]
    pub fn has_nodes_of(&self, other: &Self) -> bool {
        self.trace.setup.game.is_same_game(&other.trace.setup.game) || self.origin_of_tree() == other.origin_of_tree()
    }

    /// Searches the edited tree again; only one search runs at a time. Afterwards the first of `nodes` that still exists is selected.
    fn search_changed(&mut self, nodes: Vec<EditedId>, memory_limit_mib: u64, wake: &Wake) {
        let is_under_way = self.is_recording();
        let (trace, frame) = (Arc::clone(&self.trace), self.frame);
        let mut setup = self.setup().clone();
        let Some(what_if) = &mut self.what_if else { return };
        if what_if.looked.is_some() && is_under_way {
            what_if.is_behind = true;
            return;
        }
        let game = match what_if.history.tree().to_textbook() {
            Ok(tree) => tree.into(),
            Err(error) => {
                self.activity = Activity::Failed { problem: error.into(), setup: None };
                return;
            }
        };
        what_if.is_behind = false;
        if what_if.looked.is_none() {
            what_if.looked = Some(Looked { trace, frame, nodes });
        }
        setup.passes.window = what_if.history.window();
        let purpose = Purpose::Record(Box::new(setup.clone()));
        self.start(Source::RunOf(Box::new(setup), Box::new(game)), purpose, memory_limit_mib, wake);
    }
}

impl Session {
    /// Adds an editable copy of a run, and makes it the active run.
    ///
    /// # Errors
    /// [`NotEditable`] if the tree of the run cannot be edited.
    pub fn begin_what_if(&mut self, id: RunId) -> Result<(), NotEditable> {
        let Some(run) = self.run(id) else { return Ok(()) };
        let (before, frame) = (Arc::clone(&run.trace), run.frame);
        let (tree, setup) = editable_apart(&run.trace)?;
        let from = run.origin_of_tree();
        let name = run.origin.clone().unwrap_or_else(|| run.trace.setup.game.to_string());
        let name = match run.what_if {
            Some(_) => name,
            None => self.settings.language.fill(Text::WhatIfNameOf, &[("game", &name)]),
        };
        let setup = Setup { game: GameSetup::unknown(name), ..setup };
        let center = edited_path(&run.trace, &run.center);
        let selection = run.selection.as_ref().map(|path| Arc::new(edited_path(&run.trace, path)));
        let textbook = tree.to_textbook()?;
        let copy = self.next_id();
        let mut made = Run::of_game(copy, textbook.into(), &setup);
        made.center = center;
        made.selection = selection;
        made.what_if =
            Some(WhatIf { from, history: EditHistory::new(tree, setup.passes.window), looked: None, is_behind: false });
        let path = made.looked_at().to_vec();
        if let Some(what_if) = &mut made.what_if {
            // The copy begins at the same moment as the run.
            let nodes = what_if.selected_and_above(&path);
            what_if.looked = Some(Looked { trace: before, frame, nodes });
        }
        let at = self.index(id).map_or(self.runs.len(), |at| at + 1);
        self.runs.insert(at, made);
        self.example = None;
        self.playing = false;
        self.set_one_run(false);
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake().clone());
        if let Some(run) = self.run_mut(copy) {
            run.search_changed(Vec::new(), limit, &wake);
        }
        self.activate(copy);
        Ok(())
    }

    /// Edits the tree of a run, and searches it again; see [`EditHistory::make`].
    pub fn edit_tree(&mut self, id: RunId, edit: &Edit, goes_on: bool) {
        let language = self.settings.language;
        let made = self.change_tree(id, |history| history.make(edit, goes_on).map_err(Some));
        if let Some(Err(Some(error))) = made {
            self.notice = Some(why_not_changed(&error, language));
        }
    }

    /// Undoes the last change of a run's tree, or redoes it.
    pub fn undo_edit(&mut self, id: RunId, again: bool) {
        self.change_tree(id, |history| {
            let is_done = if again { history.redo() } else { history.undo() };
            if is_done { Ok(()) } else { Err(None) }
        });
    }

    /// Changes the tree of a run and searches it again if the change succeeded; `None` if the run has no editable tree.
    fn change_tree(
        &mut self,
        id: RunId,
        change: impl FnOnce(&mut EditHistory) -> Result<(), Option<EditError>>,
    ) -> Option<Result<(), Option<EditError>>> {
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake().clone());
        let run = self.run_mut(id)?;
        let window = run.setup().passes.window;
        let selected = run.what_if.as_ref()?.selected_and_above(run.looked_at());
        let is_recording = run.is_recording();
        let what_if = run.what_if.as_mut()?;
        if !is_recording {
            // The setup form may have changed the window since.
            what_if.history.set_window(window);
        }
        let made = change(&mut what_if.history);
        if made.is_ok() {
            self.playing = false;
            if let Some(run) = self.run_mut(id) {
                run.search_changed(selected, limit, &wake);
            }
        }
        Some(made)
    }

    /// Restores the view after the search of an edited tree; returns whether there was a view to restore.
    pub(super) fn show_changed(&mut self, id: RunId) -> bool {
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake().clone());
        let Some(run) = self.run_mut(id) else { return false };
        let Some(what_if) = &mut run.what_if else { return false };
        let Some(looked) = what_if.looked.take() else { return false };
        let is_behind = what_if.is_behind;
        let path = looked.nodes.iter().find_map(|&node| what_if.history.tree().path(node));
        let last = run.last_frame();
        let was_last = looked.frame + 1 >= looked.trace.frame_count();
        let frame = match corresponding(&looked.trace, looked.frame, &run.trace) {
            _ if was_last => last,
            Some(found) => found.frame,
            None => looked.frame.min(last),
        };
        if let Some(path) = path.filter(|path| run.trace.position(path).is_some()) {
            if run.selection.is_some() {
                run.selection = Some(Arc::new(path.clone()));
            }
            run.show_at(path);
        }
        run.frame = frame;
        if is_behind {
            run.search_changed(looked.nodes, limit, &wake);
        }
        let is_at_end = frame == last;
        let from = run.origin_of_tree();
        if id == self.active {
            self.link_others();
        }
        // The original run also goes to its last frame, so that the results can be compared.
        if let Some(from) = self.run_mut(from).filter(|_| is_at_end) {
            from.frame = from.last_frame();
        }
        true
    }
}

/// Playing speed, in frames per second, at which the sentence of each frame can be read.
const READING_SPEED: f32 = 1.0;

impl Session {
    /// Replaces all runs by an example and records it; it is shown at its first frame of interest once recorded.
    pub fn begin_example(&mut self, example: Example) {
        let setups = example.setups();
        self.settings.workspace = Workspace::Replay;
        self.settings.tree_form = TreeForm::Focus;
        self.settings.follow = true;
        self.set_one_run(false);
        self.settings.link = example.link();
        self.loops = false;
        for run in &mut self.runs {
            run.selection = None;
        }
        for closed in self.runs.iter().skip(setups.len()).map(|run| run.id).collect::<Vec<_>>() {
            self.close_run(closed);
        }
        for (place, setup) in setups.into_iter().enumerate() {
            match self.runs.get(place).map(|run| run.id) {
                Some(id) => self.record(id, setup, self.settings.memory_limit_mib),
                None => {
                    self.add_run(setup);
                }
            }
        }
        // The last run becomes the active one, so that its savings are compared with the runs before it.
        self.activate(self.runs[self.runs.len() - 1].id);
        self.example = Some(example);
    }

    /// Goes to the first frame of interest of a started example, once its active run is recorded; returns whether it did.
    pub(super) fn show_example(&mut self, recorded: RunId) -> bool {
        let Some(example) = self.example.take_if(|_| recorded == self.active) else { return false };
        self.go_to(example.first_look(&self.active_run().trace));
        // Cuts are the subject of the examples, so playing pauses at each of them.
        for run in &mut self.runs {
            run.breakpoints.at_cuts = true;
        }
        if matches!(example, Example::Cut | Example::Practice) {
            self.settings.speed = READING_SPEED;
        }
        if example == Example::Cut {
            self.toggle_play();
        }
        true
    }
}
