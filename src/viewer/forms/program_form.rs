//! Starting of a program whose stream is followed, with its standard error and its end. Reads the active run; pushes `RecordProgram`,
//! `RunProgramAgain` and `Cancel`.

use egui::{Button, DragValue, Label, RichText, ScrollArea, TextEdit, Ui};

use crate::platform::child::CAN_START;
use crate::viewer::commands::Command;
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{FirstFocus, announce, check_ui, prose_ui, radio_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Program, ProgramSetup, Run, Session, UciRequest, program_end_text};
use edagari_core::language::{HasMessage as _, Language, Text, visible};

/// Height of the standard error, in points.
const ERRORS_HEIGHT: f32 = 160.0;

/// The form, with the program being entered.
#[derive(Debug)]
struct ProgramForm {
    setup: ProgramSetup,
    focus: FirstFocus,
    /// Whether the stream is shown in a new run, not in the active one.
    in_new_run: bool,
}

/// Creates the form, with the program that was started last.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let of_run = session.active_run().program.as_ref().map(|program| program.setup.clone());
    let setup = of_run.unwrap_or_else(|| session.settings.program.clone());
    Box::new(ProgramForm { setup, focus: FirstFocus::default(), in_new_run: false })
}

impl Panel for ProgramForm {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.focus = FirstFocus::wanted_if(CAN_START);
        CAN_START
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        if !CAN_START {
            ui.add(Label::new(language.text(Text::ProgramNotHere)).wrap());
            return;
        }
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            let run = session.active_run();
            if let Some(program) = &run.program {
                program_ui(ui, session, run, program, commands);
                ui.separator();
            }
            self.form_ui(ui, session, commands);
        });
    }
}

impl ProgramForm {
    fn form_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        prose_ui(ui, RichText::new(language.text(Text::ProgramAbout)).size(SECONDARY).color(Palette::of(ui).secondary));
        ui.add_space(6.0);
        let setup = &mut self.setup;
        label_ui(ui, Text::ProgramCommand, language);
        let field = TextEdit::singleline(&mut setup.command).hint_text("./my-engine").desired_width(f32::INFINITY);
        let field = self.focus.field_ui(ui, field);
        set_name(ui, field.id, language.text(Text::ProgramCommand));
        field_ui(ui, Text::ProgramArguments, &mut setup.arguments, 1, language);
        field_ui(ui, Text::ProgramFolder, &mut setup.folder, 1, language);
        field_ui(ui, Text::ProgramEnvironment, &mut setup.environment, 2, language);
        field_ui(ui, Text::ProgramStream, &mut setup.stream, 1, language);
        ui.add_space(4.0);
        let mut speaks_uci = setup.uci.is_some();
        if check_ui(ui, &mut speaks_uci, language.text(Text::ProgramUci)).changed() {
            setup.uci = speaks_uci.then(UciRequest::default);
        }
        if let Some(uci) = &mut setup.uci {
            field_ui(ui, Text::ProgramUciPosition, &mut uci.position, 1, language);
            label_ui(ui, Text::ProgramUciDepth, language);
            let depth = ui.add(DragValue::new(&mut uci.depth).range(1..=UciRequest::MAX_DEPTH));
            set_name(ui, depth.id, language.text(Text::ProgramUciDepth));
            field_ui(ui, Text::ProgramUciOptions, &mut uci.options, 2, language);
        }
        ui.add_space(6.0);
        let name = run_name(session, session.active_run());
        radio_ui(ui, &mut self.in_new_run, false, &language.fill(Text::InRun, &[("run", &name)]));
        radio_ui(ui, &mut self.in_new_run, true, language.text(Text::InNewRun));
        ui.add_space(6.0);
        let problem = self.setup.words().err().or_else(|| self.setup.variables().err());
        let has_command = !self.setup.command.trim().is_empty();
        if let Some(problem) = problem.as_ref().filter(|_| has_command) {
            let text = RichText::new(visible(&problem.message().sentence(language))).color(Palette::of(ui).cut);
            ui.add(Label::new(text).wrap());
        }
        if ui.add_enabled(problem.is_none(), Button::new(language.text(Text::ProgramStart))).clicked() {
            let run = (!self.in_new_run).then_some(session.active);
            commands.push(Command::RecordProgram { run, setup: Box::new(self.setup.clone()) });
        }
    }
}

fn label_ui(ui: &mut Ui, text: Text, language: Language) {
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(language.text(text)).size(SECONDARY).color(Palette::of(ui).secondary)).wrap());
}

/// Draws a field with its name above it.
fn field_ui(ui: &mut Ui, name: Text, text: &mut String, rows: usize, language: Language) {
    label_ui(ui, name, language);
    let field = if rows > 1 { TextEdit::multiline(text).desired_rows(rows) } else { TextEdit::singleline(text) };
    let field = ui.add(field.desired_width(f32::INFINITY));
    set_name(ui, field.id, language.text(name));
}

/// Draws the state of the program of a run: whether it runs, what changed, and its standard error.
fn program_ui(ui: &mut Ui, session: &Session, run: &Run, program: &Program, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let end = program.end();
    let name = program.setup.name();
    let state = match end {
        None => language.fill(Text::ProgramRuns, &[("program", &name)]),
        Some(end) => program_end_text(end, &program.setup, language),
    };
    ui.add(Label::new(visible(&state)).wrap());
    announce(ui);
    if let Some(problem) = run.problem() {
        ui.add(Label::new(RichText::new(visible(&problem.sentence(language))).color(Palette::of(ui).cut)).wrap());
    }
    let change = session.program_change.as_ref().filter(|change| change.runs.contains(&run.id));
    if let Some(text) = change.and_then(|change| change.text.as_ref()) {
        ui.add(Label::new(text).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(end.is_none(), Button::new(language.text(Text::ProgramStop))).clicked() {
            commands.push(Command::Cancel(run.id));
        }
        if ui.add_enabled(end.is_some(), Button::new(language.text(Text::ProgramAgain))).clicked() {
            commands.push(Command::RunProgramAgain(run.id));
        }
    });
    let (lines, skipped) = program.lines();
    if lines.is_empty() {
        return;
    }
    label_ui(ui, Text::ProgramErrors, language);
    if skipped > 0 {
        let count = language.number(skipped as u64);
        ui.label(RichText::new(language.fill(Text::ProgramLinesBefore, &[("count", &count)])).size(SECONDARY));
    }
    let area = ScrollArea::vertical().id_salt("standard error").max_height(ERRORS_HEIGHT).stick_to_bottom(true);
    area.show(ui, |ui| {
        let text = lines.iter().map(|line| visible(line)).collect::<Vec<_>>().join("\n");
        ui.add(Label::new(RichText::new(text).monospace().size(SECONDARY)).wrap());
    });
}
