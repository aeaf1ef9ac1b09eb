//! The code panel: the pseudocode of the search with the line of the frame highlighted, the values of its variables, breakpoints in the margin. Reads
//! the active run, its frame and its breakpoints; emits `GoTo` to the frames at which a line runs, `Code`, and `Tell`.

use std::sync::Arc;

use egui::{Color32, Context, FontId, Grid, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::code_line::{Row, row_ui};
use crate::viewer::commands::{CodeCommand, Command};
use crate::viewer::kit::theme::{Palette, SECONDARY, SMALL};
use crate::viewer::kit::widgets::{check_ui, progress_ui, prose_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Run, RunId, Session, Work, jobs};
use edagari_core::analysis::{Code, CodeAt, CodeLine, NoCode, Seek, Sought, WrittenLine, node_title, process_text};
use edagari_core::language::{Language, Message, Text};
use edagari_core::trace::{Progress, Trace};

/// The maximum number of frames that are examined for a line during a redraw; more are examined in the background.
const MAX_AT_ONCE: usize = 4_000;
/// The minimum width, in points, for letters of the usual size, and for variables in three columns.
const WIDE: f32 = 420.0;
const VARIABLE_HEIGHT: f32 = 18.0;
/// The least height of the code, in points.
const FEWEST_LINES: f32 = 60.0;
const BETWEEN_FUNCTIONS: f32 = 6.0;
/// The distance above and below the highlighted line that stays visible, in points.
const AROUND: f32 = 36.0;

/// The state of the open panel.
#[derive(Debug, Default)]
pub(crate) struct CodePanel {
    written: Option<WrittenCode>,
    looking: Option<Looking>,
    /// The last redraw: if it changes, the panel scrolls to the highlighted line.
    shown: Option<Shown>,
}

/// The facts that decide where the highlighted line is. A panel gets its height only after its first redraws, and a run its frames only while
/// it is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shown {
    run: RunId,
    frame: usize,
    lit: Option<CodeLine>,
    /// The height of the area of the code, in points.
    height: u32,
}

/// The pseudocode of a trace, or the reason why there is none.
#[derive(Debug)]
struct WrittenCode {
    trace: Arc<Trace>,
    code: Result<Code, NoCode>,
}

/// A line whose next frame is searched in the background.
#[derive(Debug)]
struct Looking {
    run: RunId,
    trace: Arc<Trace>,
    number: usize,
    forward: bool,
    work: Work<Result<Option<u32>, Message>>,
}

impl Panel for CodePanel {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn title(&self, session: &Session) -> Option<String> {
        let (run, language) = (session.active_run(), session.settings.language);
        let search = process_text(run.trace.setup.process, language);
        Some(format!("{} · {}", language.text(Text::CodeTitle), session.numbered(run.id, search)))
    }

    fn advance(&mut self, _: &Context, session: &Session, commands: &mut Vec<Command>) {
        let Some(looking) = &self.looking else { return };
        let is_current = session.run(looking.run).is_some_and(|run| Arc::ptr_eq(&run.trace, &looking.trace));
        if !is_current {
            self.looking = None;
            return;
        }
        let Some(found) = looking.work.poll() else { return };
        let (run, is_cancelled) = (looking.run, looking.work.progress().is_cancelled());
        match found {
            Ok(Some(frame)) => commands.push(Command::GoTo { run, frame: frame as usize }),
            Ok(None) if is_cancelled => {}
            Ok(None) => commands.push(nowhere(looking.number, looking.forward, session.settings.language)),
            Err(why) => commands.push(Command::Tell(why.sentence(session.settings.language))),
        }
        self.looking = None;
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        if !self.written.as_ref().is_some_and(|written| Arc::ptr_eq(&written.trace, &run.trace)) {
            self.written = Some(WrittenCode { trace: Arc::clone(&run.trace), code: Code::of(&run.trace) });
            self.shown = None;
        }
        let Some(WrittenCode { code, .. }) = &self.written else { return };
        let code = match code {
            Ok(code) => code,
            Err(why) => {
                prose_ui(ui, language.text(reason(*why)));
                return;
            }
        };
        switches_ui(ui, run, language, commands);
        if let Some(looking) = &self.looking {
            let words = language.fill(Text::CodeLooking, &[("number", &looking.number.to_string())]);
            if progress_ui(ui, looking.work.progress().share().unwrap_or(0.0), Some(words), language) {
                looking.work.cancel();
            }
        }
        let is_wide = ui.available_width() >= WIDE;
        let names = code.variable_names();
        let columns = if is_wide { 3 } else { 2 };
        let rows = names.len().div_ceil(columns);
        let below = rows as f32 * VARIABLE_HEIGHT + 40.0;
        let at = code.at(&run.trace, run.frame);
        // In a low panel the variables come first: of the code, the line that runs and those around it are enough.
        let height = (ui.available_height() - below).max(FEWEST_LINES);
        let now = Shown { run: run.id, frame: run.frame, lit: at.map(|at| at.lit), height: height as u32 };
        let is_new = self.shown.replace(now) != Some(now);
        let area = ScrollArea::vertical().id_salt("code").auto_shrink([false, true]).max_height(height);
        let lines = Lines { run, code, at, is_new, size: if is_wide { SECONDARY } else { SMALL }, language };
        if let Some((line, number)) = area.show(ui, |ui| lines.ui(ui, commands)).inner {
            let forward = !ui.input(|input| input.modifiers.shift);
            self.looking = look(session, code, (line, number), forward, commands);
        }
        ui.separator();
        if at.is_none() && run.trace.frame_count() > 0 {
            prose_ui(ui, language.text(Text::CodeOtherStep));
        }
        variables_ui(ui, run, code, columns, language);
    }
}

const fn reason(why: NoCode) -> Text {
    match why {
        NoCode::NotASearch => Text::CodeNotASearch,
        NoCode::UnknownFormula => Text::CodeUnknownFormula,
        NoCode::UnknownRange => Text::CodeUnknownRange,
        NoCode::UnknownSearch => Text::CodeUnknownSearch,
        NoCode::OtherScores => Text::CodeOtherScores,
    }
}

/// Returns a message that a line does not run any more in this direction.
fn nowhere(number: usize, forward: bool, language: Language) -> Command {
    let text = if forward { Text::CodeNoNext } else { Text::CodeNoPrevious };
    Command::Tell(language.fill(text, &[("number", &number.to_string())]))
}

/// Goes to the nearest frame at which a line runs, or starts a search for it in the background.
fn look(
    session: &Session,
    code: &Code,
    (line, number): (&WrittenLine, usize),
    forward: bool,
    commands: &mut Vec<Command>,
) -> Option<Looking> {
    let (run, language) = (session.active_run(), session.settings.language);
    let Ok(only) = run.breakpoints.only_node(&run.trace) else {
        commands.push(nowhere(number, forward, language));
        return None;
    };
    let seek = Seek { line: line.line, from: run.frame, forward, only };
    match code.seek(&run.trace, seek, MAX_AT_ONCE, &Progress::default()) {
        Sought::Found(frame) => commands.push(Command::GoTo { run: run.id, frame }),
        Sought::Nowhere => commands.push(nowhere(number, forward, language)),
        Sought::NotBy(at) => {
            let job = jobs::FindCodeLine::going_on(seek, at);
            let trace = Arc::clone(&run.trace);
            match Work::of(job, vec![Arc::clone(&trace)], session.wake()) {
                Ok(work) => return Some(Looking { run: run.id, trace, number, forward, work }),
                Err(error) => commands.push(Command::Tell(Message::from(error).sentence(language))),
            }
        }
    }
    None
}

/// Shows the switch that restricts jumps and breakpoints to a node, and the button that removes breakpoints.
fn switches_ui(ui: &mut Ui, run: &Run, language: Language, commands: &mut Vec<Command>) {
    let of = |command: CodeCommand| Command::Code { run: run.id, command };
    ui.horizontal_wrapped(|ui| {
        let mut is_on = run.breakpoints.only.is_some();
        let name = match &run.breakpoints.only {
            Some(path) => language.fill(Text::CodeOnlyNode, &[("node", &node_title(&run.trace, path, language))]),
            None => language.text(Text::CodeThisNode).to_owned(),
        };
        if check_ui(ui, &mut is_on, name).on_hover_text(language.text(Text::CodeHint)).changed() {
            let node = run.trace.step(run.frame).map(|step| run.trace.path(step.node));
            commands.push(of(CodeCommand::SetNode(node.filter(|_| is_on))));
        }
        if !run.breakpoints.lines.is_empty() && ui.button(language.text(Text::CodeClearBreakpoints)).clicked() {
            commands.push(of(CodeCommand::ClearBreakpoints));
        }
    });
}

/// The lines of the code, and the data to draw them.
struct Lines<'a> {
    run: &'a Run,
    code: &'a Code,
    at: Option<CodeAt>,
    /// Whether the highlighted line must be scrolled to.
    is_new: bool,
    size: f32,
    language: Language,
}

impl<'a> Lines<'a> {
    /// Draws all lines. Returns the line that was clicked, with its number.
    fn ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) -> Option<(&'a WrittenLine, usize)> {
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        for (place, line) in self.code.lines().iter().enumerate() {
            if line.level == 0 && place > 0 {
                ui.add_space(BETWEEN_FUNCTIONS);
            }
            let is_lit = self.at.is_some_and(|at| at.lit == line.line);
            let row = Row {
                line,
                number: place + 1,
                is_lit,
                has_breakpoint: self.run.breakpoints.lines.contains(line.line),
                size: self.size,
                language: self.language,
            };
            let responses = row_ui(ui, &row);
            if responses.line.clicked() {
                clicked = Some((line, place + 1));
            }
            if responses.margin.clicked() {
                let command = CodeCommand::ToggleBreakpoint(line.line);
                commands.push(Command::Code { run: self.run.id, command });
            }
            if is_lit && self.is_new {
                // The lines around it are made visible, too.
                ui.scroll_to_rect(responses.line.rect.expand2(vec2(0.0, AROUND)), None);
            }
        }
        clicked
    }
}

/// Shows the variables with their values; one without a value keeps its place, so that nothing moves from frame to frame.
fn variables_ui(ui: &mut Ui, run: &Run, code: &Code, columns: usize, language: Language) {
    let palette = Palette::of(ui);
    let values = code.variables(&run.trace, run.frame, language);
    let width = (ui.available_width() / columns as f32 - 8.0).max(60.0);
    let mono = FontId::monospace(SECONDARY);
    Grid::new("variables of the code").spacing(vec2(8.0, 0.0)).min_row_height(VARIABLE_HEIGHT).show(ui, |ui| {
        for (place, name) in code.variable_names().into_iter().enumerate() {
            let value = values.iter().find(|variable| variable.name == name).map(|variable| variable.value.as_str());
            let (rect, response) = ui.allocate_exact_size(vec2(width, VARIABLE_HEIGHT), Sense::hover());
            let label = format!("{name} = {}", value.unwrap_or("–"));
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
            set_name(ui, response.id, &label);
            let painter = ui.painter().with_clip_rect(rect);
            let named = painter.layout_no_wrap(format!("{name} "), mono.clone(), palette.secondary);
            let color = if value.is_some() { palette.text } else { palette.secondary };
            let x = rect.left() + named.size().x.max(46.0);
            let fitting = fitting_end(&painter, value.unwrap_or("–"), &mono, rect.right() - x);
            let written = painter.layout_no_wrap(fitting, mono.clone(), color);
            painter.galley(pos2(rect.left(), rect.top() + 1.0), named, palette.secondary);
            painter.galley(pos2(x, rect.top() + 1.0), written, color);
            response.on_hover_text(&label);
            if (place + 1).is_multiple_of(columns) {
                ui.end_row();
            }
        }
    });
}

/// The text, or as many of its last words as fit into a width: the last moves distinguish a node from its neighbours.
fn fitting_end(painter: &egui::Painter, text: &str, font: &FontId, width: f32) -> String {
    let fits = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE).size().x <= width;
    if fits(text) {
        return text.to_owned();
    }
    let ends = text.match_indices(' ').map(|(at, _)| format!("…{}", &text[at..]));
    let mut ends = ends.peekable();
    while let Some(end) = ends.next() {
        if fits(&end) || ends.peek().is_none() {
            return end;
        }
    }
    text.to_owned()
}
