//! The tile of a run: its heading, the breadcrumb to its node, notes above its tree, and its tree.

use super::breadcrumb::{breadcrumb_ui, of_run};
use super::focus_view::focus_ui;
use super::run_view::RunView;
use super::whole_tree_view::whole_tree_ui;
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::screen::row_height;
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, SMALL, font, strong, strong_font};
use crate::viewer::kit::widgets::{memory_text, set_name};
use crate::viewer::session::{Awaited, Recording, Run, Session, TreeForm};
use edagari_core::analysis::{bytes_of_nodes, game_of_run_text, run_title as search_title};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Ending;
use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, Frame, Label, Margin, Rect, Response, RichText, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

/// Half of the height of what a run without a trace shows, in points.
const AWAITED_HEIGHT: f32 = 64.0;
/// The width that a title keeps, in points.
const MIN_TITLE: f32 = 160.0;
/// Total horizontal and vertical padding of a pill: a short text in a rounded frame.
const PILL_PADDING: Vec2 = vec2(16.0, 4.0);

/// Shows the tile of a run. The response is that of its heading, by which the tile is dragged.
pub(crate) fn run_tile_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    view: &mut RunView,
    commands: &mut Vec<Command>,
) -> Response {
    ui.spacing_mut().item_spacing.y = 0.0;
    let other = session.compared_with(run.id);
    let heading = heading_ui(ui, session, run, commands);
    if let Some(awaited) = run.awaited() {
        awaited_ui(ui, session, run, awaited, commands);
        return heading;
    }
    let is_focus = session.settings.tree_form == TreeForm::Focus || !run.in_sight.is_empty();
    let tells_next = is_focus && !view.lacks_next_step();
    breadcrumb_ui(ui, session, run, tells_next, commands);
    lasting_notes_ui(ui, run, session.settings.language);
    if is_focus {
        focus_ui(ui, session, run, view, other.as_ref(), commands);
    } else {
        whole_tree_ui(ui, session, run, view, commands);
    }
    heading
}

/// Shows the place of the tree while the run waits for its trace: the progress, or why there is none, and what can be done.
fn awaited_ui(ui: &mut Ui, session: &Session, run: &Run, awaited: Awaited<'_>, commands: &mut Vec<Command>) {
    let (language, palette) = (session.settings.language, Palette::of(ui));
    ui.painter().rect_filled(ui.available_rect_before_wrap(), 0.0, palette.ground);
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 16));
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.add_space((ui.available_height() / 2.0 - AWAITED_HEIGHT).max(0.0));
        ui.vertical_centered(|ui| {
            if let Some(name) = awaited.name().filter(|name| !name.is_empty()) {
                ui.add(Label::new(strong(name, HEADING)).wrap());
            }
            if let Some(problem) = run.problem() {
                let label = ui.add(Label::new(RichText::new(problem.sentence(language)).color(palette.cut)).wrap());
                ui.accesskit_node_builder(label.id, |node| node.set_live(egui::accesskit::Live::Polite));
            }
            match awaited {
                Awaited::Stream(_) => ui.label(language.text(Text::WaitingForEvents)),
                Awaited::File(_) => match run.recording() {
                    Some(recording) if recording.progress().visits() > 0 => {
                        ui.label(progress_text(recording, language))
                    }
                    _ => ui.label(language.text(Text::OpeningFile)),
                },
                Awaited::Nothing => ui.label(language.text(Text::NoTraceAbout)),
            };
            if awaited == Awaited::Nothing {
                without_trace_ui(ui, session, run, commands);
            }
        });
    });
}

/// Shows the buttons of a run without a trace.
fn without_trace_ui(ui: &mut Ui, session: &Session, run: &Run, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    if ui.button(language.text(Text::ActOpenTrace)).clicked() {
        commands.extend([Command::Activate(run.id), Command::OpenPanel(Action::OpenTrace)]);
    }
    if session.runs.len() > 1 {
        let close = ui.button(language.text(Text::CloseThisRun));
        set_name(ui, close.id, &of_run(session, run, language.text(Text::CloseThisRun)));
        if close.clicked() {
            commands.push(Command::CloseRun(run.id));
        }
    } else if ui.button(language.text(Text::BeginWithoutTrace)).clicked()
        && let Some(setup) = session.settings.setups.first()
    {
        commands.push(Command::RecordAgain { run: run.id, setup: Box::new(setup.clone()) });
    }
}

/// Returns the progress of a recording or reading as text.
fn progress_text(recording: &Recording, language: Language) -> String {
    let progress = recording.progress();
    let visits = language.number(progress.visits());
    let text = if progress.is_indexing() { Text::IndexingProgress } else { recording.text };
    let share = format!("{:.0}", progress.share_indexed() * 100.0);
    let memory = memory_text(bytes_of_nodes(progress.visits()), language);
    language.fill(text, &[("count", &visits), ("share", &share), ("memory", &memory)])
}

/// Returns the full name of a run: its number if there are several, its search, its game, and the file it was read from.
pub(crate) fn run_title(session: &Session, run: &Run) -> String {
    joined(&titles(session, run))
}

/// Returns the name of a run in two parts: its search; the game and the file.
fn titles(session: &Session, run: &Run) -> [String; 2] {
    let language = session.settings.language;
    if let (Some(awaited), Some(name)) = (run.awaited(), session.awaited_name(run)) {
        let state = match awaited {
            Awaited::Stream(_) => language.text(Text::WaitingForEvents),
            Awaited::File(name) if !name.is_empty() => language.text(Text::OpeningFile),
            Awaited::File(_) | Awaited::Nothing => "",
        };
        return [session.numbered(run.id, name), state.to_owned()];
    }
    let search = session.numbered(run.id, &search_title(&run.trace, language));
    let game = game_of_run_text(&run.trace, language);
    match &run.origin {
        Some(origin) => [search, format!("{game} · {origin}")],
        None => [search, game],
    }
}

/// Joins the parts of a title that are not empty.
fn joined(titles: &[String; 2]) -> String {
    let parts: Vec<&str> = titles.iter().map(String::as_str).filter(|title| !title.is_empty()).collect();
    parts.join(" · ")
}

fn heading_ui(ui: &mut Ui, session: &Session, run: &Run, commands: &mut Vec<Command>) -> Response {
    let palette = Palette::of(ui);
    let is_active = session.active == run.id;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), row_height(ui, 26.0) + 10.0), Sense::click_and_drag());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.panel);
    if is_active {
        let bar = Rect::from_min_max(rect.left_bottom() - vec2(0.0, 2.0), rect.right_bottom());
        painter.rect_filled(bar, 0.0, palette.action);
    }
    let title = run_title(session, run);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_active, &title));
    let response = response.on_hover_text(&title);
    if response.clicked() {
        commands.push(Command::Activate(run.id));
    }
    // A separate child, so that the heading keeps its height.
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(vec2(12.0, 5.0))));
    heading_line_ui(&mut inner, session, run, commands);
    response
}

fn heading_line_ui(ui: &mut Ui, session: &Session, run: &Run, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let set_up = ui.button(language.text(Text::SetUp));
        set_name(ui, set_up.id, &of_run(session, run, language.text(Text::ActSetUp)));
        if set_up.clicked() {
            commands.push(Command::OpenSetup(run.id));
        }
        thread_choice_ui(ui, session, run, commands);
        if let Some(recording) = run.recording() {
            let is_indexing = recording.progress().is_indexing();
            let records = recording.text == Text::RecordingProgress;
            let stop = ui.button(language.text(match (is_indexing, records) {
                (true, _) => Text::Discard,
                (false, true) => Text::StopHere,
                (false, false) if recording.text == Text::FollowingProgress => Text::StopFollowing,
                (false, false) => Text::Cancel,
            }));
            let stop =
                if records && !is_indexing { stop.on_hover_text(language.text(Text::StopHereAbout)) } else { stop };
            // A double click on "cancel" must not discard the recording.
            if stop.clicked() && !(is_indexing && stop.double_clicked()) {
                commands.push(Command::Cancel(run.id));
            }
            ui.spinner();
            ui.add(egui::Label::new(progress_text(recording, language)).truncate());
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            // All headings have the same form, so that the runs can be compared.
            let of_run = |run: &Run| heading_form(ui, &titles(session, run), &pills(session, run));
            let forms: Vec<(bool, Option<usize>)> = session.runs.iter().map(of_run).collect();
            let is_one_line = forms.iter().all(|&(is_one_line, _)| is_one_line);
            // A run that is being recorded has no facts, and hides none of the others.
            let shown = forms.iter().filter_map(|&(_, shown)| shown).min().unwrap_or_default();
            let pills = pills(session, run);
            let pills = &pills[pills.len().saturating_sub(shown)..];
            let widths: f32 = pills.iter().map(|pill| pill_width(ui, pill)).sum();
            title_ui(ui, (session, run), is_one_line, widths);
            for pill in pills {
                pill_ui(ui, pill);
            }
        });
    });
}

/// Whether a title fits in one line beside the number of frames, and for how many of the last short facts there is room; `None` without
/// facts.
fn heading_form(ui: &Ui, titles: &[String; 2], pills: &[String]) -> (bool, Option<usize>) {
    let room = ui.available_width();
    let width = |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x;
    let frames = pills.last().map_or(0.0, |frames| pill_width(ui, frames));
    let whole = width(&joined(titles), strong_font(HEADING));
    let is_one_line = whole + frames <= room;
    let two_lines = width(&titles[0], strong_font(SECONDARY)).max(width(&titles[1], font(SMALL)));
    let mut left = room - if is_one_line { whole } else { two_lines.min((room - frames).max(MIN_TITLE)) };
    let fits = |pill: &&String| {
        left -= pill_width(ui, pill);
        left >= -0.5
    };
    let count = pills.iter().rev().take_while(fits).count();
    (is_one_line, Some(count).filter(|_| !pills.is_empty()))
}

/// Returns the sizes of a run as short texts: its visits if there are more of them than nodes, its nodes, and, last, its frames.
fn pills(session: &Session, run: &Run) -> Vec<String> {
    if run.is_recording() || run.awaited().is_some() {
        return Vec::new();
    }
    let language = session.settings.language;
    let visits = run.trace.visit_count() as u64;
    // While a trace grows, its distinct nodes are not recounted at each update.
    let distinct = run.trace.has_layers().then(|| if run.is_growing() { None } else { distinct_nodes(session, run) });
    let nodes = distinct.unwrap_or(Some(visits)).map(|nodes| (Text::NodesPill, nodes));
    // If each node was visited once, the two numbers are equal.
    let visits = distinct.filter(|&nodes| nodes != Some(visits)).map(|_| (Text::VisitsPill, visits));
    let frames = (Text::FramesPill, run.trace.frame_count() as u64);
    let pills = visits.into_iter().chain(nodes).chain([frames]);
    pills.map(|(text, count)| language.fill(text, &[("count", &language.number(count))])).collect()
}

/// Shows the choice of one thread or all, if there are several.
fn thread_choice_ui(ui: &mut Ui, session: &Session, run: &Run, commands: &mut Vec<Command>) {
    let whole = run.of_all_threads();
    if !whole.has_threads() || run.is_recording() || run.awaited().is_some() {
        return;
    }
    let language = session.settings.language;
    let name = |thread: Option<usize>| match thread.map(|thread| (thread, whole.thread_name(thread))) {
        None => language.text(Text::AllThreads).to_owned(),
        Some((number, name)) => {
            let name = name.map_or_else(|| number.to_string(), |name| name.shown());
            language.fill(Text::OneThread, &[("name", &name)])
        }
    };
    let shown = run.thread.as_ref().map(|thread| thread.number);
    let combo = egui::ComboBox::from_id_salt(("threads", run.id)).selected_text(name(shown)).width(0.0);
    let response = combo.show_ui(ui, |ui| {
        for thread in std::iter::once(None).chain((0..whole.thread_count()).map(Some)) {
            if ui.selectable_label(thread == shown, name(thread)).clicked() {
                commands.push(Command::ShowThread { run: run.id, thread });
            }
        }
    });
    set_name(ui, response.response.id, &of_run(session, run, language.text(Text::ThreadsShown)));
}

/// Returns the number of nodes visited, once they are counted.
fn distinct_nodes(session: &Session, run: &Run) -> Option<u64> {
    run.summary(session.wake()).ok()?.distinct_nodes
}

/// Shows the title in one line, or in two smaller ones, beside facts of the width `beside`.
fn title_ui(ui: &mut Ui, (session, run): (&Session, &Run), is_one_line: bool, beside: f32) {
    let palette = Palette::of(ui);
    let [search, game] = titles(session, run);
    if is_one_line {
        ui.add(egui::Label::new(strong(joined(&[search, game]), HEADING)).selectable(false));
        return;
    }
    let room = ui.available_size() - vec2(beside, 0.0);
    let laid_out = |line: String, font, color| {
        let mut job = LayoutJob::simple_singleline(line, font, color);
        job.wrap = TextWrapping::truncate_at_width(room.x);
        ui.painter().layout_job(job)
    };
    let mut of_search = laid_out(search.clone(), strong_font(SECONDARY), palette.text);
    if of_search.elided {
        of_search = laid_out(session.distinct_first(run), strong_font(SECONDARY), palette.text);
    }
    let lines = [(of_search, palette.text), (laid_out(game, font(SMALL), palette.secondary), palette.secondary)];
    let width = lines.iter().map(|(line, _)| line.size().x).fold(0.0, f32::max);
    let (rect, _) = ui.allocate_exact_size(vec2(width, room.y), Sense::hover());
    let height: f32 = lines.iter().map(|(line, _)| line.size().y).sum();
    let mut top = rect.center().y - height / 2.0;
    for (line, color) in lines {
        let at = pos2(rect.left(), top);
        top += line.size().y;
        ui.painter().galley(at, line, color);
    }
}

/// The width of a short fact in its frame, with the gap before it, in points.
fn pill_width(ui: &Ui, text: &str) -> f32 {
    let text = ui.painter().layout_no_wrap(text.to_owned(), font(SECONDARY), Color32::WHITE);
    text.size().x + PILL_PADDING.x + ui.spacing().item_spacing.x
}

/// Shows a short fact in a rounded frame.
fn pill_ui(ui: &mut Ui, text: &str) {
    let palette = Palette::of(ui);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font(SECONDARY), palette.secondary);
    let size = galley.size() + PILL_PADDING;
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().rect_stroke(rect, size.y / 2.0, egui::Stroke::new(1.0, palette.line), egui::StrokeKind::Inside);
    ui.painter().galley(rect.min + PILL_PADDING / 2.0, galley, palette.secondary);
}

/// Shows the notes that last as long as the trace does, in separate lines.
pub(super) fn lasting_notes_ui(ui: &mut Ui, run: &Run, language: Language) {
    let notes = lasting_notes(run, language, &Palette::of(ui));
    if notes.is_empty() {
        return;
    }
    let frame = Frame::new().fill(Palette::of(ui).panel).inner_margin(Margin::symmetric(12, 4));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        for (note, color) in notes {
            ui.add(Label::new(strong(note, SECONDARY).color(color)).wrap());
        }
    });
}

fn lasting_notes(run: &Run, language: Language, palette: &Palette) -> Vec<(String, Color32)> {
    let label = |text: Text| language.text(text).to_owned();
    let of_ending = match run.trace.ending {
        Ending::Cancelled => Some((label(Text::NoteCancelled), palette.cut)),
        Ending::MemoryLimit(limit) => {
            let limit = language.number(limit >> 20);
            Some((language.fill(Text::NoteMemoryLimit, &[("limit", &limit)]), palette.cut))
        }
        Ending::NotStarted if run.is_recording() => Some((label(Text::NoteRecording), palette.secondary)),
        Ending::CutShort if run.stream.is_lost => Some((label(Text::NoteConnectionLost), palette.cut)),
        Ending::CutShort if run.is_growing() => Some((label(Text::NoteGrowing), palette.secondary)),
        Ending::CutShort => Some((label(Text::NoteCutShort), palette.cut)),
        Ending::NotStarted | Ending::Complete => None,
    };
    let passed_over = run.stream.passed_over.as_ref().map(|passed_over| {
        let [count, line] = [passed_over.count, passed_over.line].map(|number| language.number(number));
        let values = [("count", &*count), ("line", &*line), ("text", &*passed_over.text)];
        (language.fill(Text::NotePassedOver, &values), palette.secondary)
    });
    of_ending
        .into_iter()
        .chain(passed_over)
        .chain(
            run.problem()
                .filter(|_| run.problem_beside_trace().is_none())
                .map(|problem| (problem.sentence(language), palette.cut)),
        )
        .collect()
}
