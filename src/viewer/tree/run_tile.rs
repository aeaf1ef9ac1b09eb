//! The tile of a run: its heading, the breadcrumb to its node, notes above its tree, and its tree.

use std::cmp::Ordering;

use super::focus_view::{focus_ui, tells_next};
use super::run_view::RunView;
use super::whole_tree_view::whole_tree_ui;
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::icons::{Icon, icon_button_ui};
use crate::viewer::kit::right_to_left::in_visual_order;
use crate::viewer::kit::screen::{row_height, target_size};
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, SMALL, font, strong, strong_font};
use crate::viewer::kit::widgets::{announce, bar_ui, memory_text, set_name};
use crate::viewer::session::{Awaited, Crumb, Followed, Recording, Run, Session, TreeForm};
use edagari_core::analysis::{
    Relation, bytes_of_nodes, game_of_run_text, next_frame_text, player_text, run_title as search_title,
};
use edagari_core::game::Player;
use edagari_core::language::{Language, Text};
use edagari_core::trace::Ending;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, Frame, Label, Margin, Rect, Response, RichText, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

/// The width that a move of the breadcrumb needs in addition to its name, in points.
const CRUMB_GAP: f32 = 14.0;
/// Half of the height of what a run without a trace shows, in points.
const AWAITED_HEIGHT: f32 = 64.0;
/// The width that the path keeps beside the next step, in points.
const MIN_PATH: f32 = 60.0;
/// The width that a title keeps, in points.
const MIN_TITLE: f32 = 160.0;
/// The difference between the size of a short fact in a frame and that of its text.
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
    let has_caption = is_focus && !view.shows_whole();
    breadcrumb_ui(ui, session, run, has_caption, commands);
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
                let label = ui.add(Label::new(RichText::new(problem).color(palette.cut)).wrap());
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
        of_search = laid_out(session.distinct_first(run, &search), strong_font(SECONDARY), palette.text);
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

/// Returns a name with the number of its run, unless that is the first.
pub(crate) fn of_run(session: &Session, run: &Run, name: &str) -> String {
    match session.number(run.id) {
        1 => name.to_owned(),
        number => format!("{name} {number}"),
    }
}

/// Shows the path to the selected node, the frame, and its next step if the picture has no caption for it.
fn breadcrumb_ui(ui: &mut Ui, session: &Session, run: &Run, has_caption: bool, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    bar_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (action, icon, is_on) in
            [(Action::Back, Icon::Back, run.can_go_back()), (Action::Forward, Icon::Forward, run.can_go_forward())]
        {
            let text = action.name(language);
            ui.add_enabled_ui(is_on, |ui| {
                if icon_button_ui(ui, icon, &of_run(session, run, text), text, false).clicked() {
                    commands.extend([Command::Activate(run.id), Command::Do(action)]);
                }
            });
        }
        ui.add_space(6.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            frame_ui(ui, run, language);
            ui.add_space(8.0);
            if !has_caption && tells_next(session, run) {
                next_ui(ui, run, language);
            }
            followed_ui(ui, run, language);
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.set_clip_rect(ui.max_rect().intersect(ui.clip_rect()));
                ui.spacing_mut().item_spacing.x = 2.0;
                crumbs_ui(ui, run, language, commands);
            });
        });
    });
}

/// Shows the number and the kind of the frame of the tile.
fn frame_ui(ui: &mut Ui, run: &Run, language: Language) {
    let Some(step) = run.trace.step(run.frame) else { return };
    let number = language.fill(Text::FrameNumber, &[("frame", &language.number(run.frame as u64))]);
    let text = if run.trace.is_search() { format!("{number} · {}", step.kind.title().text(language)) } else { number };
    let color = Palette::of(ui).secondary;
    ui.add(egui::Label::new(egui::RichText::new(text).size(SECONDARY).color(color)).extend().selectable(false));
}

/// Shows the player to move and the next step, as far as there is room beside the path.
fn next_ui(ui: &mut Ui, run: &Run, language: Language) {
    let trace = &run.trace;
    let step = trace.step(run.frame).filter(|step| !trace.is_chance(step.visit) && !trace.is_leaf_visit(step.visit));
    let palette = Palette::of(ui);
    let player = step.map(|step| {
        let name = player_text(trace, step.player, language);
        let color = if step.player == Player::Max { palette.max } else { palette.min_text };
        (language.fill(Text::ToMove, &[("player", &name)]), color)
    });
    let next = next_frame_text(trace, run.frame, language).map(|text| (text, palette.secondary));
    let whole: Vec<_> = player.into_iter().chain(next.clone()).collect();
    let job = |parts: Vec<(String, Color32)>| {
        let mut job = LayoutJob::default();
        for (number, (text, color)) in parts.iter().enumerate() {
            let between = if number > 0 { " · " } else { "" };
            job.append(&format!("{between}{text}"), 0.0, TextFormat::simple(font(SECONDARY), *color));
        }
        job
    };
    let room = ui.available_width() - MIN_PATH;
    let fits = |job: &LayoutJob| ui.painter().layout_job(job.clone()).size().x <= room;
    if let Some(job) = [job(whole), job(next.into_iter().collect())].into_iter().find(fits) {
        ui.add(Label::new(job).extend().selectable(false));
        ui.add_space(8.0);
    }
}

/// Shows the moves to the selected node, or to the centre of the tree; a click on a move goes back there.
fn crumbs_ui(ui: &mut Ui, run: &Run, language: Language, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    let name_of = |crumb: &Crumb| crumb.name.clone().unwrap_or_else(|| language.text(Text::Root).to_owned());
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font(SECONDARY), palette.text).size().x;
    let between = width("› … ›");
    let breadcrumb = run.breadcrumb();
    let mut crumbs: Vec<(&Crumb, f32)> =
        breadcrumb.iter().map(|crumb| (crumb, width(&name_of(crumb)) + CRUMB_GAP)).collect();
    // If there is little room, the middle is omitted: the start and the end matter most.
    while crumbs.len() > 2 && between + crumbs.iter().map(|(_, width)| width).sum::<f32>() > ui.available_width() {
        crumbs.remove(1);
    }
    let mut before = None;
    for (crumb, _) in crumbs {
        if let Some(before) = before.replace(crumb.length) {
            let between = if before + 1 == crumb.length { "›" } else { "› … ›" };
            ui.label(egui::RichText::new(between).color(palette.secondary).size(SECONDARY));
        }
        let name = name_of(crumb);
        let color = match crumb.length.cmp(&run.looked_at().len()) {
            Ordering::Less => palette.secondary,
            Ordering::Equal => palette.text,
            Ordering::Greater => palette.current_text,
        };
        let text = egui::RichText::new(in_visual_order(&name)).size(SECONDARY).color(color);
        announce(ui);
        let least = target_size(ui, egui::Vec2::ZERO);
        let button = ui.add(egui::Button::new(text).frame(false).min_size(least).truncate());
        set_name(ui, button.id, &name);
        if button.clicked() {
            commands.push(Command::Center { run: run.id, path: run.path_in_breadcrumb()[..crumb.length].to_vec() });
        }
    }
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
    let said = |text: Text| language.text(text).to_owned();
    let of_ending = match run.trace.ending {
        Ending::Cancelled => Some((said(Text::NoteCancelled), palette.cut)),
        Ending::MemoryLimit(limit) => {
            let limit = language.number(limit >> 20);
            Some((language.fill(Text::NoteMemoryLimit, &[("limit", &limit)]), palette.cut))
        }
        Ending::NotStarted if run.is_recording() => Some((said(Text::NoteRecording), palette.secondary)),
        Ending::CutShort if run.stream.is_lost => Some((said(Text::NoteConnectionLost), palette.cut)),
        Ending::CutShort if run.is_growing() => Some((said(Text::NoteGrowing), palette.secondary)),
        Ending::CutShort => Some((said(Text::NoteCutShort), palette.cut)),
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
        .chain(run.problem().map(|problem| (problem.to_owned(), palette.cut)))
        .collect()
}

/// Shows how the frame of the run was found, if it is not the same moment as that of the active run. The note changes with the frames, so it is short
/// and has no line of its own: the tree keeps its size.
pub(super) fn followed_ui(ui: &mut Ui, run: &Run, language: Language) {
    let Some(followed) = &run.followed else { return };
    let palette = Palette::of(ui);
    let (short, whole, color) = match followed {
        Followed::Nowhere => {
            let [short, whole] =
                [Text::NothingInCommon, Text::NoteNothingInCommon].map(|text| language.text(text).to_owned());
            (short, whole, palette.text)
        }
        Followed::To { is_alike: true, .. } => {
            let [short, whole] = [Text::BesideShortAlike, Text::BesideAlike].map(|text| language.text(text).to_owned());
            (short, whole, palette.secondary)
        }
        Followed::To { found, .. } => {
            let texts = found.short_text(&run.trace, language).zip(found.sentence(&run.trace, language));
            let Some((short, whole)) = texts else { return };
            let color = match found.relation {
                Relation::Pruned(_) | Relation::Skipped(_) => palette.cut,
                Relation::Same | Relation::Before => palette.secondary,
                Relation::Answered(_) | Relation::NotEntered(_) | Relation::Stopped | Relation::Outside => palette.text,
            };
            (short, whole, color)
        }
    };
    let label = Label::new(RichText::new(short).size(SECONDARY).strong().color(color)).extend().selectable(false);
    let response = ui.add(label);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &whole));
    response.on_hover_text(&whole);
}
