//! Execution of each command.

use std::path::{Path, PathBuf};

use super::action::act;
use super::jumps::jump_to_change;
use super::learning::practise;
use crate::platform::dialogs::show_folder;
use crate::viewer::app::arrangement::Tile;
use crate::viewer::app::edagari::{Edagari, is_exercise, is_notes, theme_preference};
use crate::viewer::commands::{Action, CodeCommand, Command};
use crate::viewer::forms::picture_form::{lasting_center, picture};
use crate::viewer::session::{Run, RunId, SPEEDS, Settings, ThemeChoice};
use crate::viewer::tree::zoom_to_node;
use edagari_draw::export::Picture;
use edagari_draw::scene::Style;

impl Edagari {
    #[expect(clippy::too_many_lines, reason = "one entry a command")]
    pub(super) fn carry_out(&mut self, ctx: &egui::Context, command: Command) {
        let session = self.session.change();
        match command {
            Command::Do(action) => act(self, ctx, action),
            Command::Activate(run) => {
                if session.activate(run) {
                    self.focused = Some(Tile::Run(run));
                }
            }
            Command::GoTo { run, frame } => {
                if session.activate(run) {
                    session.go_to(frame);
                }
            }
            Command::Center { run, path } => {
                if session.activate(run) {
                    session.center(path);
                }
            }
            Command::ToChange { run, field, forward } => {
                if session.activate(run) {
                    jump_to_change(session, field, forward);
                }
            }
            Command::ShowFrames { run, part } => session.show_frames(run, part),
            Command::ZoomTime { run, around, by } => session.zoom_time(run, around, by),
            Command::SetCollapseBelow(visits) => session.settings.collapse_below = visits.max(1),
            Command::SetIcicleWidth(width) => {
                session.settings.icicle_width = width;
                self.views.values_mut().for_each(|view| view.whole.fit());
            }
            Command::ZoomToNode { run, node } => {
                if let Some(run) = session.run(run) {
                    zoom_to_node(self.views.entry(run.id).or_default(), run, node, &session.settings);
                }
            }
            Command::SetSpeed(speed) => session.settings.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
            Command::SetLink(link) => session.set_link(link),
            Command::SetTheme(theme) => self.set_theme(ctx, theme),
            Command::SetLanguage(language) => session.settings.language = language,
            Command::SetPlotOf(of) => session.settings.plot_of = of,
            Command::SetDepthFigure(figure) => session.settings.depth_figure = figure,
            Command::ToggleSection(section) => {
                let folded = &mut session.settings.folded_sections;
                if !folded.remove(&section) {
                    folded.insert(section);
                }
            }
            Command::Record { run, setup, memory_limit_mib } => session.record(run, *setup, memory_limit_mib),
            Command::RecordAgain { run, setup } => {
                let memory_limit_mib = session.settings.memory_limit_mib;
                session.record(run, *setup, memory_limit_mib);
            }
            Command::SetColorBy(column) => session.settings.color_by = column,
            Command::AddRun(setup) => {
                session.add_run(*setup);
            }
            Command::BeginExample(example) => self.begin_example(example),
            Command::BeginLesson(lesson) => self.begin_lesson(lesson),
            Command::GoToNote(note) => self.go_to_note(note),
            Command::PlayNotes(plays) => {
                session.play_notes(plays);
                self.open_panel(Action::ToggleNotes);
            }
            Command::AnswerNote(answer) => session.answer_note(answer),
            Command::SetNote { note, changed } => session.set_note(note, *changed),
            Command::SetNotesHead { title, about } => session.set_notes_head(title, about),
            Command::MoveNote { note, forward } => session.move_note(note, forward),
            Command::RemoveNote(note) => session.remove_note(note),
            Command::SaveNotes(path) => session.save_notes(&path),
            Command::CloseNotes => session.close_notes(),
            Command::OpenTrace { path, .. } | Command::OpenInNewRun(path) if is_notes(&path) => {
                session.open_notes(&path);
                self.open_panel(Action::ToggleNotes);
            }
            Command::OpenTrace { path, .. } | Command::OpenInNewRun(path) if is_exercise(&path) => {
                session.open_exercise(path);
                self.open_panel(Action::ByHand);
            }
            Command::OpenInNewRun(path) => session.open_in_new_run(path),
            Command::CloseRun(run) => session.close_run(run),
            Command::SavePicture { run, style, before_after, path } => {
                self.save_picture(ctx, run, style, before_after, path);
            }
            Command::SharePage { page, path } => {
                let begun = self.saving.page(session, &self.arrangement, page, path);
                self.report_error(begun);
            }
            Command::GoToEach(places) => session.go_to_each(&places),
            Command::AskWhy { run, path } => {
                if session.activate(run) {
                    session.center(path);
                    self.open_panel(Action::Why);
                }
            }
            Command::Look { run, frame } => {
                if session.activate(run) {
                    let moves = session.why.as_ref().map(|why| why.path.clone());
                    let moves = moves.unwrap_or_else(|| session.active_run().looked_at().to_vec());
                    session.go_to(frame);
                    // The node in question becomes the selection, so that the answer remains valid.
                    session.center(moves);
                }
            }
            Command::Code { run, command } => match command {
                CodeCommand::ToggleBreakpoint(line) => session.toggle_breakpoint(run, line),
                CodeCommand::ClearBreakpoints => session.clear_breakpoints(run),
                CodeCommand::SetNode(only) => session.set_code_node(run, only),
            },
            Command::ShowThread { run, thread } => session.show_thread(run, thread),
            Command::ToggleOpen { run, path } => session.toggle_open(run, path),
            Command::CenterOne { run, path } => session.select(run, path),
            Command::OpenTrace { run, path } => session.open_trace(run, path),
            Command::RecordProgram { run: Some(run), setup } => session.record_program(run, *setup),
            Command::RecordProgram { run: None, setup } => session.record_program_in_new_run(*setup),
            Command::RunProgramAgain(run) => session.run_program_again(run),
            Command::SaveTrace { run, path } => self.save_trace(run, &path),
            Command::SaveChart { chart, path } => {
                let begun = self.saving.chart(session, chart, path);
                self.report_error(begun);
            }
            Command::CancelSaving(path) => self.saving.cancel(&path),
            Command::GiveFiguresUp(run) => session.compute(run, Run::give_figures_up),
            Command::MakeFigures(run) => session.compute(run, Run::make_figures),
            Command::GiveOrderUp(run) => session.compute(run, Run::give_order_up),
            Command::CountOrder(run) => session.compute(run, Run::count_order),
            Command::Cancel(run) => session.cancel(run),
            Command::OpenSetup(run) => {
                if session.activate(run) {
                    self.open_to_type(Action::SetUp);
                }
            }
            Command::ShowTerm(term) => {
                session.term = Some(term);
                self.open_panel(Action::Glossary);
            }
            Command::OpenPanel(panel) => self.open_to_type(panel),
            Command::ShowPanel(panel) => self.focus(Tile::Panel(panel)),
            Command::ClosePanel(panel) => self.close_panel(panel),
            Command::MaximiseRun(run) => self.maximise(Tile::Run(run)),
            Command::MaximisePanel(panel) => self.maximise(Tile::Panel(panel)),
            Command::SetFloating { panel, floats } => self.set_floating(panel, floats),
            Command::SaveFound(path) => {
                if let Some(found) = session.found.clone() {
                    let begun = self.saving.found(session, found, path);
                    self.report_error(begun);
                }
            }
            Command::SetFound(found) => session.found = found,
            Command::KeepArrangement => self.keep_arrangement(),
            Command::SaveArrangement(name) => {
                let text = self.arrangement.text(session);
                session.settings.arrangements.insert(name, text);
            }
            Command::UseArrangement(name) => self.use_arrangement(&name),
            Command::ForgetArrangement(name) => {
                session.settings.arrangements.remove(&name);
            }
            Command::Practice(command) => practise(session, command),
            Command::ByHand(command) => self.do_by_hand(command),
            Command::WhatIf(command) => self.change_tree(command),
            Command::Tell(text) => session.notice = Some(text),
            Command::TellSaved { text, path } => {
                session.notice = Some(text.clone());
                session.saved = Some((text, path));
            }
            Command::ShowFolder(path) => {
                let shown = show_folder(&path);
                self.report_error(shown);
            }
            Command::DismissNotice => _ = session.dismiss_messages(),
        }
    }

    /// Pauses playback and replaces the settings, for tests that need a freshly opened window.
    pub fn begin_anew_with(&mut self, settings: Settings) {
        let session = self.session.change();
        session.settings = settings;
        session.playing = false;
    }

    fn save_picture(&mut self, ctx: &egui::Context, run: RunId, style: Style, before_after: bool, path: PathBuf) {
        let Some(run) = self.session.run(run) else { return };
        let picture = picture(&self.session, run, ctx.theme() == egui::Theme::Dark, style);
        let begun = if before_after {
            let picture = Picture { center: lasting_center(&self.session, run), ..picture };
            self.saving.before_after(&self.session, run, picture, path)
        } else {
            self.saving.picture(&self.session, run, picture, path)
        };
        self.report_error(begun);
    }

    fn save_trace(&mut self, run: RunId, path: &Path) {
        let Some(run) = self.session.run(run) else { return };
        let begun = self.saving.trace(&self.session, run, path.to_owned());
        self.session.change().settings.remember_file(path);
        self.report_error(begun);
    }

    /// Shows the error of work that could not be started.
    pub(super) fn report_error(&mut self, begun: std::io::Result<()>) {
        if let Err(error) = begun {
            self.session.change().report_error(error);
        }
    }

    pub(super) fn set_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        self.session.change().settings.theme = theme;
        ctx.set_theme(theme_preference(theme));
    }
}
