//! Execution of commands as undoable steps, undo and redo, and reopening of closed runs and panels.

use egui::Context;

use crate::viewer::app::arrangement::Arrangement;
use crate::viewer::app::edagari::{Edagari, theme_preference};
use crate::viewer::app::history::{Change, Closed, GoesOn, Step, StepName};
use crate::viewer::app::open_panels::{DockPosition, WhenOpen, entry_of};
use crate::viewer::commands::{Action, Command, WhatIfCommand};
use crate::viewer::session::{Displaced, RunId, RunsBefore, Session, Settings};
use edagari_core::analysis::run_title;
use edagari_core::language::Text;

/// State of the window before a command.
#[derive(Debug)]
struct WindowBefore {
    order: Vec<RunId>,
    active: RunId,
    count_of_notes: usize,
    settings: Settings,
    arrangement: Arrangement,
}

/// Name and merging of a command's undo step, apart from the state that it displaced.
#[derive(Clone, Copy, Debug)]
struct StepKind {
    action: Option<Action>,
    goes_on: Option<GoesOn>,
    /// Whether the command merges with the previous step, if that step is of the same field.
    merges: bool,
    moves_tiles: bool,
    edits_tree: Option<RunId>,
}

impl StepKind {
    fn of(command: &Command, session: &Session) -> Self {
        let kind = Self { action: None, goes_on: None, merges: true, moves_tiles: false, edits_tree: None };
        match command {
            Command::Do(action) => {
                let moves_tiles = matches!(
                    action,
                    Action::WidenTile
                        | Action::NarrowTile
                        | Action::FloatTile
                        | Action::ArrangeCompare
                        | Action::ArrangeOne
                        | Action::ArrangeStudy
                );
                let goes_on = matches!(action, Action::Faster | Action::Slower).then_some(GoesOn::Speed);
                Self { action: Some(*action), moves_tiles, goes_on, ..kind }
            }
            Command::SetFloating { .. } => Self { action: Some(Action::FloatTile), moves_tiles: true, ..kind },
            Command::UseArrangement(_) => Self { moves_tiles: true, ..kind },
            Command::SetSpeed(_) => Self { goes_on: Some(GoesOn::Speed), ..kind },
            Command::SetCollapseBelow(_) => Self { goes_on: Some(GoesOn::CollapseBelow), ..kind },
            Command::SetNote { note, .. } => Self { goes_on: Some(GoesOn::Note(*note)), ..kind },
            Command::SetNotesHead { .. } => Self { goes_on: Some(GoesOn::NotesHead), ..kind },
            Command::WhatIf(WhatIfCommand::Edit { run, goes_on, .. }) => {
                let is_there = session.run(*run).is_some_and(|run| run.what_if.is_some());
                let edits_tree = is_there.then_some(*run);
                Self { goes_on: Some(GoesOn::Tree(*run)), merges: *goes_on, edits_tree, ..kind }
            }
            _ => kind,
        }
    }
}

/// Whether a command adds no undo step, because it only changes the view, or is itself part of undo.
const fn leaves_no_step(command: &Command) -> bool {
    matches!(
        command,
        Command::GoTo { .. }
            | Command::GoToEach(_)
            | Command::Look { .. }
            | Command::Center { .. }
            | Command::CenterOne { .. }
            | Command::ShowFrames { .. }
            | Command::ZoomTime { .. }
            | Command::SetFound(_)
            | Command::Activate(_)
            | Command::ShowPanel(_)
            | Command::KeepArrangement
            | Command::Tell(_)
            | Command::Do(
                Action::UndoEdit
                    | Action::RedoEdit
                    | Action::ReopenPanel
                    | Action::FrameOn
                    | Action::FrameBack
                    | Action::TenOn
                    | Action::TenBack
            )
    )
}

/// Whether a panel is a form that closes when it is completed: undo does not reopen it.
fn is_form(panel: Action) -> bool {
    entry_of(panel).is_some_and(|entry| entry.again == WhenOpen::Anew && entry.home == DockPosition::Column)
}

impl Edagari {
    /// Executes a command as an undoable step. If its run or panel has been closed in the meantime, nothing happens.
    pub fn apply(&mut self, ctx: &Context, command: Command) {
        if leaves_no_step(&command) {
            self.carry_out(ctx, command);
            self.bring_opened_to_front();
            return;
        }
        let before = self.before();
        let kind = StepKind::of(&command, &self.session);
        self.carry_out(ctx, command);
        self.bring_opened_to_front();
        self.remember(before, kind);
    }

    /// Receives the results of recordings and files, and plays the frames that are due after `seconds`. State replaced by notes
    /// that were read becomes an undoable step.
    pub(in crate::viewer::app) fn advance_session(&mut self, seconds: f64) {
        let (order, active, count_of_notes) =
            (self.session.run_order(), self.session.active, self.session.notebook.notes.notes.len());
        self.session.advance(seconds);
        self.bring_opened_to_front();
        let displaced = self.session.change().take_displaced();
        if !displaced.runs.is_empty() || displaced.notes.is_some() {
            let mut changes = Vec::new();
            let name = self.take_displaced(displaced, (order, active, count_of_notes), &mut changes);
            self.push(name.unwrap_or(StepName::Text(Text::UndoNotes)), changes);
        }
    }

    fn before(&self) -> WindowBefore {
        WindowBefore {
            order: self.session.run_order(),
            active: self.session.active,
            count_of_notes: self.session.notebook.notes.notes.len(),
            settings: self.session.settings.clone(),
            arrangement: self.arrangement.clone(),
        }
    }

    fn remember(&mut self, before: WindowBefore, kind: StepKind) {
        let WindowBefore { order, active, count_of_notes, settings, arrangement } = before;
        let mut changes = Vec::new();
        let displaced = self.session.change().take_displaced();
        let mut name = self.take_displaced(displaced, (order, active, count_of_notes), &mut changes);
        let moves_runs = changes.iter().any(|change| matches!(change, Change::Runs(_)));
        let mut closed = self.panels.take_just_closed();
        for &panel in &closed {
            self.history.note_closed(Closed::Panel(panel));
        }
        closed.retain(|&panel| !is_form(panel));
        if let Some(&panel) = closed.first() {
            let title = panel.panel_name(self.session.settings.language).to_owned();
            let by_layout = kind.action.filter(|_| kind.moves_tiles).map(StepName::Action);
            name = name.or(by_layout).or(Some(StepName::Of(Text::UndoClosePanel, title)));
        }
        let has_closed = !closed.is_empty();
        if has_closed {
            changes.push(Change::Panels(closed));
        }
        let is_moved = kind.moves_tiles
            && (&arrangement.tree, &arrangement.floating) != (&self.arrangement.tree, &self.arrangement.floating);
        if is_moved || moves_runs || has_closed {
            changes.push(Change::Tiles(Box::new(arrangement)));
        }
        if let Some(run) = kind.edits_tree {
            changes.push(Change::Tree(run));
            name = name.or(Some(StepName::Text(Text::UndoTree)));
        }
        if settings.with_records_of(&self.session.settings) != self.session.settings {
            changes.push(Change::Settings(Box::new(settings)));
        }
        let otherwise = if is_moved { Text::UndoTiles } else { Text::UndoSetting };
        let name = name.or(kind.action.map(StepName::Action)).unwrap_or(StepName::Text(otherwise));
        let merges = kind.merges && kind.goes_on.is_some();
        self.push_step(Step { name, goes_on: kind.goes_on, merges, changes });
    }

    /// Turns displaced state of the session into changes; returns the name of the step.
    fn take_displaced(
        &mut self,
        displaced: Displaced,
        (order, active, count_of_notes): (Vec<RunId>, RunId, usize),
        changes: &mut Vec<Change>,
    ) -> Option<StepName> {
        let session = &self.session;
        let language = session.settings.language;
        let now = session.run_order();
        let title = |run: &crate::viewer::session::Run| run_title(&run.trace, language);
        let mut name = None;
        let closed: Vec<RunId> = order.iter().copied().filter(|id| !now.contains(id)).collect();
        let added = now.iter().find(|id| !order.contains(id)).and_then(|&id| session.run(id));
        if order != now || !displaced.runs.is_empty() {
            name = Some(match (&closed[..], &displaced.runs[..]) {
                ([_], [run]) => StepName::Of(Text::UndoCloseRun, title(run)),
                ([], [run]) => StepName::Of(Text::UndoReplaceRun, title(run)),
                ([], []) => StepName::Of(Text::UndoAddRun, added.map(title).unwrap_or_default()),
                _ => StepName::Text(Text::UndoReplaceRuns),
            });
            for &run in &closed {
                self.history.note_closed(Closed::Run(run));
            }
            changes.push(Change::Runs(RunsBefore { order, active, taken: displaced.runs }));
        }
        if let Some(notes) = displaced.notes {
            let text = match self.session.notebook.notes.notes.len().cmp(&count_of_notes) {
                std::cmp::Ordering::Greater => Text::UndoAddNote,
                std::cmp::Ordering::Less => Text::UndoRemoveNote,
                std::cmp::Ordering::Equal => Text::UndoNotes,
            };
            name = name.or(Some(StepName::Text(text)));
            changes.push(Change::Notes(notes));
        }
        name
    }

    /// Adds a step to the history, if it has changes.
    pub(in crate::viewer::app) fn push(&mut self, name: StepName, changes: Vec<Change>) {
        self.push_step(Step { name, goes_on: None, merges: false, changes });
    }

    fn push_step(&mut self, step: Step) {
        if !step.changes.is_empty() {
            let limit = self.history_limit();
            self.history.push(step, limit);
        }
    }

    fn history_limit(&self) -> u64 {
        self.session.settings.memory_limit_mib << 20
    }

    /// Whether undoing or redoing a step would change something.
    fn can_take(&self, step: &Step, again: bool) -> bool {
        step.changes.iter().any(|change| match change {
            Change::Runs(before) => before.order != self.session.run_order() || !before.taken.is_empty(),
            Change::Panels(panels) => panels.iter().any(|&panel| self.panels.is_open(panel) == again),
            Change::Tree(run) => {
                let tree = self.session.run(*run).and_then(|run| run.what_if.as_ref());
                tree.is_some_and(|tree| tree.history.can_undo_and_redo()[usize::from(again)])
            }
            Change::Settings(settings) => settings.with_records_of(&self.session.settings) != self.session.settings,
            Change::Notes(_) => true,
            Change::Tiles(_) => step.changes.len() == 1,
        })
    }

    /// Returns the name of the step to undo or redo next.
    pub(in crate::viewer::app) fn next_step(&self, again: bool) -> Option<String> {
        let step = self.history.steps(again).find(|step| self.can_take(step, again))?;
        Some(step.name.text(self.session.settings.language))
    }

    /// Undoes the last step, or redoes the last undone step; if there is none, shows a message.
    pub(super) fn undo(&mut self, ctx: &Context, again: bool) {
        let is_open = self.panels.is_open(Action::ByHand);
        let session = self.session.change();
        if is_open && !again && session.active_run().what_if.is_none() && session.undo_by_hand() {
            return;
        }
        while let Some(step) = self.history.take(again) {
            if !self.can_take(&step, again) {
                step.forget();
                continue;
            }
            let Step { name, goes_on, merges, changes } = step;
            let mut other: Vec<Change> =
                changes.into_iter().rev().map(|change| self.swap(ctx, change, again)).collect();
            other.reverse();
            let limit = self.history_limit();
            self.history.put(Step { name, goes_on, merges, changes: other }, again, limit);
            return;
        }
        let text = if again { Text::NothingToRedo } else { Text::NothingToUndo };
        let session = self.session.change();
        session.notice = Some(session.settings.language.text(text).to_owned());
    }

    /// Restores a state, and returns the state that it replaced.
    fn swap(&mut self, ctx: &Context, change: Change, again: bool) -> Change {
        match change {
            Change::Runs(before) => {
                let now = self.session.change().put_back_runs(before);
                self.session.change().update_practice();
                Change::Runs(now)
            }
            Change::Notes(before) => Change::Notes(Box::new(self.session.change().put_back_notes(*before))),
            Change::Panels(panels) => {
                for &panel in &panels {
                    if again {
                        self.close_panel(panel);
                    } else {
                        self.bring_back_panel(panel);
                    }
                }
                // This closing is not a separate step.
                let _ = self.panels.take_just_closed();
                Change::Panels(panels)
            }
            Change::Tiles(arrangement) => {
                let now = std::mem::replace(&mut self.arrangement, *arrangement);
                let open: Vec<Action> = self.panels.actions().collect();
                self.arrangement.fit_to(&self.session, &open);
                self.keep_arrangement();
                Change::Tiles(Box::new(now))
            }
            Change::Settings(before) => {
                let now = self.session.change().put_back_settings(&before);
                ctx.set_theme(theme_preference(self.session.settings.theme));
                if now.tree_form != before.tree_form || now.passes_apart != before.passes_apart {
                    self.views.values_mut().for_each(|view| view.whole.fit());
                }
                Change::Settings(Box::new(now))
            }
            Change::Tree(run) => {
                let session = self.session.change();
                session.activate(run);
                session.undo_edit(run, again);
                Change::Tree(run)
            }
        }
    }

    fn bring_back_panel(&mut self, panel: Action) {
        self.panels.bring_back(panel);
        self.open_panel(panel);
    }

    /// Reopens the run or panel that was closed last and is still closed.
    pub(super) fn reopen_closed(&mut self) {
        while let Some(closed) = self.history.take_closed() {
            match closed {
                Closed::Panel(panel) if !self.panels.is_open(panel) => return self.bring_back_panel(panel),
                Closed::Run(run) if self.session.run(run).is_none() => {
                    let before = self.before();
                    let session = self.session.change();
                    if !self.history.runs_before().any(|before| session.reopen_run(before, run)) {
                        continue;
                    }
                    let WindowBefore { order, active, arrangement, .. } = before;
                    let name = self.session.run(run).map(|run| run_title(&run.trace, self.session.settings.language));
                    let runs = Change::Runs(RunsBefore { order, active, taken: Vec::new() });
                    let changes = vec![runs, Change::Tiles(Box::new(arrangement))];
                    self.push(StepName::Of(Text::UndoAddRun, name.unwrap_or_default()), changes);
                    return;
                }
                _ => {}
            }
        }
        let session = self.session.change();
        session.notice = Some(session.settings.language.text(Text::NothingClosed).to_owned());
    }
}
