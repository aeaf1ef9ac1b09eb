//! Editing of a tree (*What if*): a copy of a run whose scores, moves and order can be changed, and the smallest change
//! that makes a cut appear or vanish.

use std::path::PathBuf;
use std::sync::Arc;

use crate::viewer::commands::{Action, Command, WhatIfCommand};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{FirstFocus, progress_ui, prose_ui, section_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::panels::begin_by_hand::begin_by_hand;
use crate::viewer::session::jobs::{FindChange, NoChange};
use crate::viewer::session::{Computed, Run, RunId, Session, WhatIf};
use edagari_core::analysis::node_title;
use edagari_core::game::Player;
use edagari_core::language::{Language, Text};
use edagari_core::score::{Score, Window};
use edagari_core::trace::Trace;
use edagari_teach::what_if::{
    CutSite, Edit, EditHistory, EditedId, EditedTree, LeftOut, MAX_NODES, SmallestChange, Wanted, left_out_of_edited,
    smallest_change_text,
};
use egui::{Button, Context, DragValue, Grid, Key, Label, RichText, ScrollArea, TextEdit, Ui};

/// Extension of tree files.
const ENDING: &str = ".ron";

/// The panel, with the values being entered.
#[derive(Debug)]
pub(crate) struct Changing {
    /// Pending keyboard focus for the first field.
    focus: FirstFocus,
    /// Text of the window while it is being entered.
    window: Option<String>,
    /// Leaf whose score is being dragged.
    dragged: Option<EditedId>,
    smallest: SmallestComputed,
    /// File name for saving the tree.
    file: String,
}

impl Default for Changing {
    fn default() -> Self {
        Self {
            focus: FirstFocus::default(),
            window: None,
            dragged: None,
            smallest: SmallestComputed::default(),
            file: format!("tree{ENDING}"),
        }
    }
}

impl Panel for Changing {
    fn take_focus(&mut self, session: &Session) -> bool {
        let has_field = session.active_run().what_if.is_some();
        self.focus = FirstFocus::wanted_if(has_field);
        has_field
    }

    fn advance(&mut self, _: &Context, _: &Session, _: &mut Vec<Command>) {
        self.smallest.advance();
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let run = session.active_run();
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| match &run.what_if {
            Some(what_if) => self.changing_ui(ui, session, (run, what_if), commands),
            None => not_begun_ui(ui, session, run, commands),
        });
    }
}

/// Draws the introduction, and the button that creates an editable copy.
fn not_begun_ui(ui: &mut Ui, session: &Session, run: &Run, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    prose_ui(ui, RichText::new(language.text(Text::WhatIfAbout)).size(BODY));
    ui.add_space(6.0);
    let begin = ui.add_enabled(!run.is_recording(), Button::new(language.text(Text::WhatIfBegin)));
    if begin.clicked() {
        commands.push(Command::WhatIf(WhatIfCommand::Begin(run.id)));
    }
    ui.add_space(6.0);
    let color = Palette::of(ui).secondary;
    let limits = language.fill(Text::WhatIfLimits, &[("most", &language.number(MAX_NODES as u64))]);
    prose_ui(ui, RichText::new(limits).size(SECONDARY).color(color));
}

/// Draws undo and redo.
fn history_ui(ui: &mut Ui, history: &EditHistory, language: Language, commands: &mut Vec<Command>) {
    let [can_undo, can_redo] = history.can_undo_and_redo();
    ui.horizontal_wrapped(|ui| {
        for (action, text, can) in
            [(Action::UndoEdit, Text::WhatIfUndo, can_undo), (Action::RedoEdit, Text::WhatIfRedo, can_redo)]
        {
            let button = ui.add_enabled(can, Button::new(language.text(text)));
            if button.on_hover_text(action.name(language)).clicked() {
                commands.push(Command::Do(action));
            }
        }
    });
}

impl Changing {
    fn changing_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        (run, what_if): (&Run, &WhatIf),
        commands: &mut Vec<Command>,
    ) {
        let language = session.settings.language;
        let color = Palette::of(ui).secondary;
        if let Some(from) = session.run(what_if.from) {
            let text = language.fill(Text::WhatIfCopyOf, &[("run", &run_name(session, from))]);
            ui.add(Label::new(RichText::new(text).size(SECONDARY).color(color)).wrap());
            for left_out in left_out_of_edited(&from.trace) {
                let text = match left_out {
                    LeftOut::Deepening => Text::WhatIfNoDeepening,
                    LeftOut::EqualPositions => Text::WhatIfApart,
                };
                ui.add(Label::new(RichText::new(language.text(text)).size(SECONDARY).color(color)).wrap());
            }
        }
        history_ui(ui, &what_if.history, language, commands);
        ui.add_space(6.0);
        // Other runs have no window at the root, and the smallest change can be computed only for
        // searches that compare scores.
        let is_minimax = run.setup().process.algorithm().is_some();
        if is_minimax {
            self.window_ui(ui, run.id, what_if.history.window(), language, commands);
            ui.add_space(6.0);
        }
        match what_if.selected(&run.selected()) {
            Some(node) => self.node_ui(ui, (run, &what_if.history), node, language, commands),
            None => {
                prose_ui(ui, language.text(Text::WhatIfNotThere));
            }
        }
        ui.add_space(8.0);
        if is_minimax {
            smallest_change_ui(&mut self.smallest, ui, session, (run, &what_if.history), commands);
            ui.add_space(8.0);
        }
        self.save_ui(ui, run.id, language, commands);
        if ui.button(language.text(Text::WhatIfByHand)).clicked() {
            commands.extend(begin_by_hand(what_if.history.tree(), &run.trace.setup, language));
        }
    }

    fn window_ui(&mut self, ui: &mut Ui, run: RunId, window: Window, language: Language, commands: &mut Vec<Command>) {
        section_ui(ui, language.text(Text::WhatIfWindow));
        let now = format!("{}..{}", window.alpha, window.beta);
        let mut typed = self.window.clone().unwrap_or_else(|| now.clone());
        let read: Result<Window, _> = typed.parse();
        let field = TextEdit::singleline(&mut typed).hint_text("-3..4").desired_width(f32::INFINITY);
        let field = self.focus.field_ui(ui, field);
        set_name(ui, field.id, language.text(Text::WhatIfWindow));
        if field.changed() {
            if let Ok(edited) = typed.parse::<Window>()
                && edited != window
            {
                let edit = Edit::SetWindow(edited);
                let goes_on = self.window.is_some();
                commands.push(Command::WhatIf(WhatIfCommand::Edit { run, edit, goes_on }));
            }
            self.window = Some(typed);
        } else if !field.has_focus() {
            self.window = None;
        }
        if read.is_err() {
            let color = Palette::of(ui).cut;
            prose_ui(ui, RichText::new(language.text(Text::WhatIfNoWindow)).size(SECONDARY).color(color));
        }
    }

    /// Draws the possible edits at the selected node.
    fn node_ui(
        &mut self,
        ui: &mut Ui,
        (run, history): (&Run, &EditHistory),
        node: EditedId,
        language: Language,
        commands: &mut Vec<Command>,
    ) {
        let tree = history.tree();
        let name = node_title(&run.trace, &run.selected(), language);
        section_ui(ui, language.text(Text::WhatIfSelected));
        ui.add(Label::new(strong(&name, BODY)).truncate());
        let mut edit = |edit: Edit, goes_on: bool| {
            commands.push(Command::WhatIf(WhatIfCommand::Edit { run: run.id, edit, goes_on }));
        };
        Grid::new("node").num_columns(2).show(ui, |ui| {
            if let Some(score) = tree.score(node) {
                let label = ui.label(language.text(Text::WhatIfScore));
                let mut dragged = score;
                let range = Score::MIN..=Score::MAX;
                let value = DragValue::new(&mut dragged).range(range).speed(1.0).update_while_editing(true);
                let value = ui.add(value).labelled_by(label.id);
                set_name(ui, value.id, language.text(Text::WhatIfScore));
                if value.changed() && dragged != score {
                    edit(Edit::SetScore { leaf: node, score: dragged }, self.dragged == Some(node));
                    self.dragged = Some(node);
                } else if !value.dragged() && !value.has_focus() {
                    self.dragged = None;
                }
                ui.end_row();
            } else if let Some(player) = tree.player(node).filter(|_| !tree.is_chance(node)) {
                ui.label(language.text(Text::WhatIfMover));
                ui.horizontal(|ui| {
                    for (mover, text) in [(Player::Max, "▲ max"), (Player::Min, "▼ min")] {
                        if ui.selectable_label(player == mover, text).clicked() && player != mover {
                            edit(Edit::SetPlayer { node, player: mover }, false);
                        }
                    }
                });
                ui.end_row();
            }
        });
        // Edits during a search would refer to another tree than the one on screen.
        let is_settled = !run.is_recording();
        ui.horizontal_wrapped(|ui| {
            let [before, after] = tree.neighbours(node);
            let swap = |other: Option<EditedId>| other.map(|other| Edit::Swap { first: node, second: other });
            let above = tree.parent(node);
            let parent = above.filter(|&parent| tree.children(parent).len() > 1 && !tree.is_chance(parent));
            let has_room = tree.len() < MAX_NODES && !tree.is_chance(node);
            let below = Edit::AddChild { parent: node, name: None, score: None };
            for (text, made) in [
                (Text::WhatIfEarlier, swap(before)),
                (Text::WhatIfLater, swap(after)),
                (Text::WhatIfAdd, has_room.then_some(below)),
                (Text::WhatIfCutOff, parent.map(|_| Edit::CutOff { node })),
            ] {
                let button = ui.add_enabled(is_settled && made.is_some(), Button::new(language.text(text)));
                if let Some(made) = made.filter(|_| button.clicked()) {
                    edit(made, false);
                }
                let is_fixed = match text {
                    Text::WhatIfAdd => tree.is_chance(node),
                    Text::WhatIfCutOff => above.is_some_and(|above| tree.is_chance(above)),
                    _ => false,
                };
                if is_fixed {
                    button.on_disabled_hover_text(language.text(Text::WhatIfChance));
                } else if text == Text::WhatIfCutOff && node != EditedTree::ROOT && parent.is_none() {
                    button.on_disabled_hover_text(language.text(Text::WhatIfLastChild));
                }
            }
        });
        let color = Palette::of(ui).secondary;
        prose_ui(ui, RichText::new(language.text(Text::WhatIfDragHint)).size(SECONDARY).color(color));
    }

    /// Draws the field and the button to save the tree.
    fn save_ui(&mut self, ui: &mut Ui, run: RunId, language: Language, commands: &mut Vec<Command>) {
        section_ui(ui, language.text(Text::WhatIfSave));
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 80.0).max(80.0);
            let field = ui.add(TextEdit::singleline(&mut self.file).desired_width(width));
            set_name(ui, field.id, language.text(Text::FileName));
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let name = self.file.trim();
            let saves = ui.add_enabled(!name.is_empty(), Button::new(language.text(Text::Save))).clicked();
            if !name.is_empty() && (saves || is_entered) {
                let ending = if name.ends_with(ENDING) { "" } else { ENDING };
                let path = PathBuf::from(format!("{name}{ending}"));
                commands.push(Command::WhatIf(WhatIfCommand::Save { run, path }));
            }
        });
        let color = Palette::of(ui).secondary;
        prose_ui(ui, RichText::new(language.text(Text::WhatIfNoteHint)).size(SECONDARY).color(color));
    }
}

/// The smallest change for a request, or the reason why there is none.
type SmallestComputed = Computed<ChangeRequest, Option<SmallestChange>, NoChange>;

#[derive(Debug)]
struct ChangeRequest {
    trace: Arc<Trace>,
    site: CutSite,
    wanted: Wanted,
}

/// Draws the request for the current frame, and the result of the last one.
fn smallest_change_ui(
    smallest: &mut SmallestComputed,
    ui: &mut Ui,
    session: &Session,
    (run, history): (&Run, &EditHistory),
    commands: &mut Vec<Command>,
) {
    let language = session.settings.language;
    section_ui(ui, language.text(Text::WhatIfSmallest));
    if let Some((site, is_cut)) = CutSite::at(&run.trace, run.frame).filter(|_| !run.is_recording()) {
        let (text, wanted) =
            if is_cut { (Text::WhatIfVanish, Wanted::Vanish) } else { (Text::WhatIfAppear, Wanted::Appear) };
        if ui.button(language.text(text)).clicked() {
            let request = ChangeRequest { trace: Arc::clone(&run.trace), site: site.clone(), wanted };
            *smallest = match history.tree().to_textbook() {
                Ok(tree) => {
                    let job = FindChange { tree: tree.to_nodes(), setup: run.setup().clone(), site, wanted };
                    Computed::begin(request, job, Vec::new(), session.wake())
                }
                Err(_) => Computed::Refused(request, NoChange::NotThere),
            };
        }
    } else {
        let color = Palette::of(ui).secondary;
        prose_ui(ui, RichText::new(language.text(Text::WhatIfNoSite)).size(SECONDARY).color(color));
    }
    // A result is valid only for the tree for which it was computed.
    if smallest.key().is_some_and(|request| !Arc::ptr_eq(&request.trace, &run.trace)) {
        *smallest = Computed::Empty;
    }
    match smallest {
        Computed::Empty | Computed::Cancelled(_) => {}
        Computed::Working(_, work) => {
            if progress_ui(ui, work.progress().share().unwrap_or(0.0), None, language) {
                smallest.cancel();
            }
        }
        Computed::Done(request, change) => {
            prose_ui(
                ui,
                smallest_change_text(&request.trace, &request.site, request.wanted, change.as_ref(), language),
            );
            let leaf = change.as_ref().and_then(|change| Some((history.tree().at(&change.leaf)?, change.to)));
            if let Some((leaf, score)) = leaf
                && ui.button(language.text(Text::WhatIfMake)).clicked()
            {
                let edit = Edit::SetScore { leaf, score };
                commands.push(Command::WhatIf(WhatIfCommand::Edit { run: run.id, edit, goes_on: false }));
            }
        }
        Computed::Refused(_, why) => {
            let text = match why {
                NoChange::NoCuts => Text::WhatIfNoCuts,
                NoChange::NotFixed => Text::WhatIfOrderOfScores,
                NoChange::NotThere => Text::WhatIfNoSite,
            };
            prose_ui(ui, language.text(text));
        }
    }
}
