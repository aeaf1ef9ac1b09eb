//! The time strip: a whole run in one picture, which is also the time axis. Frames run to the
//! right, depths downwards. (The path strip of the focus view is in `scene`.)

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use egui::{Color32, ColorImage, Rect, Role, Sense, Stroke, TextureHandle, TextureOptions, Ui, WidgetInfo, pos2, vec2};

use super::pass_bands::{pass_bands_ui, pass_text};
use super::results::Results;
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::icons::{Icon, icon_button_ui};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::legend::{Sign, column_entries};
use crate::viewer::kit::screen::{has_touch, is_narrow, target_size};
use crate::viewer::kit::theme::{Palette, SMALL, font, strong_font};
use crate::viewer::kit::widgets::{check_ui, set_name};
use crate::viewer::session::{Run, RunId, Session};
use edagari_core::analysis::run_text;
use edagari_core::language::{Language, Text};
use edagari_core::trace::{Activity, StripColumn, Trace, VisitId};
use edagari_draw::scene::ColumnColors;

/// Returns the width of the names before the lanes, in points, so that lanes, slider and numbers start at the same position.
pub(crate) fn name_width(ui: &Ui) -> f32 {
    if is_narrow(ui.ctx()) { 76.0 } else { 132.0 }
}

/// Returns the width of the space after the lanes, in points: in a narrow window the zoom has no buttons there.
pub(crate) fn end_width(ui: &Ui) -> f32 {
    let buttons = 2.0 * target_size(ui, vec2(30.0, 26.0)).x + 10.0;
    if is_narrow(ui.ctx()) { 56.0 } else { buttons }
}

/// Minimum average number of points per visit at which visits are drawn individually.
const POINTS_A_VISIT: f32 = 4.0;
/// Opacity of the veil over the frames after the current one.
const UNVISITED: f32 = 0.62;

/// Cached pictures of the strips, and the current drag.
#[derive(Default)]
pub(crate) struct Strips {
    pictures: HashMap<RunId, Picture>,
    /// Strip on which a range is being selected, and the frame at which the drag started.
    brush: Option<(RunId, f64)>,
}

impl std::fmt::Debug for Strips {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Strips").field("brush", &self.brush).finish_non_exhaustive()
    }
}

/// A cached picture, and its inputs.
struct Picture {
    trace: Arc<Trace>,
    frames: Range<usize>,
    size: usize,
    is_dark: bool,
    /// Column that defines the colours.
    colors: Option<String>,
    texture: TextureHandle,
    /// Columns of the picture, kept for the tooltip of the place under the pointer.
    columns: Vec<StripColumn>,
}

/// The strip being drawn, with its scale.
struct Lane<'a> {
    run: &'a Run,
    rect: Rect,
    /// Range of visible frames, from the left end to the right end.
    shown: Range<f64>,
    /// Colours by a column; `None` for the usual colours.
    colors: Option<Arc<ColumnColors>>,
    /// Results of the leaves of a Monte-Carlo tree search that has the usual colours.
    results: Option<Results>,
}

impl Lane<'_> {
    fn x(&self, frame: f64) -> f32 {
        let share = (frame - self.shown.start) / (self.shown.end - self.shown.start);
        self.rect.left() + share as f32 * self.rect.width()
    }

    fn frame(&self, x: f32) -> f64 {
        let share = f64::from((x - self.rect.left()) / self.rect.width()).clamp(0.0, 1.0);
        self.shown.start + share * (self.shown.end - self.shown.start)
    }
}

impl Strips {
    /// Drops the state of closed runs.
    pub(crate) fn keep_only(&mut self, session: &Session) {
        self.pictures.retain(|&id, _| session.run(id).is_some());
    }

    /// Draws the strip of a run in the given height.
    pub(crate) fn lane_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        run: &Run,
        height: f32,
        commands: &mut Vec<Command>,
    ) {
        let palette = Palette::of(ui);
        let language = session.settings.language;
        let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
        let text = session.awaited_name(run).map_or_else(|| run_text(&run.trace, language), str::to_owned);
        let called = session.numbered(run.id, &text);
        let shown = session.frames_shown(run.id);
        let ends = [("first", shown.start.ceil()), ("last", (shown.end - 1.0).max(0.0).floor())];
        let ends = ends.map(|(name, frame)| (name, language.number(frame as u64)));
        let ends = language.fill(Text::FramesFromTo, &ends.each_ref().map(|(name, frame)| (*name, frame.as_str())));
        let number = session.number(run.id).to_string();
        let name = language.fill(Text::StripOfRun, &[("number", &number), ("search", &text)]);
        response.widget_info(|| WidgetInfo::labeled(Role::Unknown, true, format!("{name}, {ends}")));
        lane_name_ui(ui, session, run, whole, &called, &ends, commands);
        if run.id == session.active && !is_narrow(ui.ctx()) {
            zoom_buttons_ui(ui, whole, language, commands);
        }

        let rect = Rect::from_min_max(
            pos2(whole.left() + name_width(ui), whole.top() + 2.0),
            whole.max - vec2(end_width(ui), 2.0),
        );
        let colors = session.settings.color_by.as_deref().and_then(|column| run.colors(column));
        let results = Results::of(run).filter(|_| colors.is_none());
        let lane = Lane { run, rect, shown, colors, results };
        let painter = ui.painter_at(whole);
        painter.rect(rect, 3.0, palette.ground, Stroke::new(1.0, palette.line), egui::StrokeKind::Outside);
        if run.awaited().is_some() || run.trace.frame_count() == 0 || rect.width() < 2.0 {
            return;
        }
        self.run_ui(ui, &lane);
        self.cursor_ui(ui, session, &lane, whole);
        pass_bands_ui(&painter, &palette, &run.trace, language, (rect, &lane.shown), |frame| lane.x(frame));
        self.drag_lane(ui, session, &response, &lane, commands);
        if response.hovered() && !response.dragged() {
            let is_hidden =
                |pointer: egui::Pos2| session.hides_future(run.id) && lane.frame(pointer.x) > run.frame as f64;
            let is_shown = !ui.input(|input| input.pointer.hover_pos()).is_some_and(is_hidden);
            let of_frames = || if is_shown { self.frames_text(ui, &lane, language) } else { None };
            let tooltip = note_at(&response, session, &lane).or_else(of_frames);
            if let Some(tooltip) = tooltip {
                response.on_hover_text_at_pointer(tooltip);
            }
        }
    }

    /// Draws the run as a picture of columns, or visit by visit.
    fn run_ui(&mut self, ui: &Ui, lane: &Lane<'_>) {
        let trace = &lane.run.trace;
        let palette = Palette::of(ui);
        let end = trace.frame_count() as f64;
        let first = lane.shown.start.floor();
        let last = lane.shown.end.ceil().min(end);
        if last <= first {
            return;
        }
        let frames = first as usize..last as usize;
        let place = Rect::from_x_y_ranges(lane.x(first)..=lane.x(last), lane.rect.y_range());
        let painter = ui.painter_at(lane.rect);
        let visits = trace.visits_within(&frames);
        if place.width() / visits.len().max(1) as f32 >= POINTS_A_VISIT && trace.depths_per_row() == 1 {
            for visit in trace.open_at(frames.start).into_iter().chain(visits.map(VisitId)) {
                visit_box(&painter, &palette, lane, trace, visit);
            }
        } else {
            let columns = (place.width() * ui.pixels_per_point()).round().max(1.0) as usize;
            let texture = self.texture(ui, lane, frames, columns);
            let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture, place, all, Color32::WHITE);
        }
    }

    /// Returns the picture of a range of frames; it is painted again only if its inputs have changed.
    fn texture(&mut self, ui: &Ui, lane: &Lane<'_>, frames: Range<usize>, columns: usize) -> egui::TextureId {
        let (run, trace) = (lane.run.id, &lane.run.trace);
        let colors = lane.colors.as_ref().map(|colors| colors.name().to_owned());
        let is_dark = ui.visuals().dark_mode;
        let cached = self
            .pictures
            .remove(&run)
            .filter(|cached| Arc::ptr_eq(&cached.trace, trace) && cached.frames == frames && cached.size == columns);
        let picture = match cached {
            Some(cached) if cached.is_dark == is_dark && cached.colors == colors => cached,
            // With other colours, the counts are reused.
            other => {
                let counts = other.map_or_else(|| trace.strip(frames.clone(), columns), |other| other.columns);
                let image = image(lane, &counts, &Palette::of(ui));
                let texture = ui.ctx().load_texture(format!("strip {}", run.0), image, TextureOptions::NEAREST);
                Picture { trace: Arc::clone(trace), frames, size: columns, is_dark, colors, texture, columns: counts }
            }
        };
        let id = picture.texture.id();
        self.pictures.insert(run, picture);
        id
    }

    /// Draws the veil over the future, the current frame, and the frames found or looped.
    fn cursor_ui(&self, ui: &Ui, session: &Session, lane: &Lane<'_>, whole: Rect) {
        let palette = Palette::of(ui);
        let painter = ui.painter_at(whole);
        let run = lane.run;
        let now = lane.x(run.frame as f64 + 1.0).clamp(lane.rect.left(), lane.rect.right());
        let ahead = Rect::from_min_max(pos2(now, lane.rect.top()), lane.rect.max);
        // Marks of the next frame extend slightly to its left; they are hidden too.
        let hides = session.hides_future(run.id);
        let ahead = ahead.with_min_x(ahead.left() - if hides { 1.5 } else { 0.0 });
        let veil = if hides { 1.0 } else { UNVISITED };
        painter.rect_filled(ahead, 0.0, palette.ground.gamma_multiply(veil));
        if let Some((_, from)) = self.brush.filter(|&(brushed, _)| brushed == lane.run.id)
            && let Some(pointer) = ui.input(|input| input.pointer.hover_pos())
        {
            let band = Rect::from_two_pos(
                pos2(lane.x(from), lane.rect.top()),
                pos2(pointer.x.clamp(lane.rect.left(), lane.rect.right()), lane.rect.bottom()),
            );
            painter.rect(
                band,
                0.0,
                palette.action.gamma_multiply(0.25),
                Stroke::new(1.0, palette.action),
                egui::StrokeKind::Inside,
            );
        }
        found_marks(&painter, &palette, lane, session.found_in(&run.trace));
        note_marks(&painter, &palette, lane, session);
        let x = lane.x(run.frame as f64 + 0.5);
        if lane.rect.x_range().contains(x) {
            painter.vline(x, whole.y_range(), Stroke::new(2.0, palette.current));
        }
    }

    fn drag_lane(
        &mut self,
        ui: &Ui,
        session: &Session,
        response: &egui::Response,
        lane: &Lane<'_>,
        commands: &mut Vec<Command>,
    ) {
        let pointer = response.interact_pointer_pos();
        // The place where the button was let go counts, too: the last move can come together with it.
        let is_let_go = response.drag_stopped_by(egui::PointerButton::Primary);
        let scrubs = response.clicked()
            || ui.input(|input| (input.pointer.primary_down() || is_let_go) && !input.modifiers.shift);
        let brushes = response.dragged_by(egui::PointerButton::Secondary)
            || (response.dragged() && ui.input(|input| input.modifiers.shift));
        if let Some(pointer) = pointer.filter(|_| brushes) {
            if self.brush.is_none() {
                let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(pointer);
                self.brush = Some((lane.run.id, lane.frame(origin.x)));
            }
        } else if let Some((brushed, from)) = self.brush.filter(|&(brushed, _)| brushed == lane.run.id) {
            self.brush = None;
            let to = ui.input(|input| input.pointer.latest_pos()).map_or(from, |at| lane.frame(at.x));
            if (lane.x(to) - lane.x(from)).abs() > 3.0 {
                commands.push(Command::ShowFrames { run: brushed, part: Some(from.min(to)..from.max(to)) });
            }
        } else if response.double_clicked() {
            commands.push(Command::ShowFrames { run: lane.run.id, part: None });
        } else if let Some(pointer) = pointer.filter(|_| scrubs) {
            commands.push(Command::GoTo { run: lane.run.id, frame: lane.frame(pointer.x).floor() as usize });
        }
        if response.contains_pointer()
            && let Some(pointer) = ui.input(|input| input.pointer.hover_pos())
        {
            let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
            let by = f64::from(zoom) * f64::from(scroll.y / 200.0).exp();
            if (by - 1.0).abs() > 1e-6 {
                commands.push(Command::ZoomTime { run: lane.run.id, around: lane.frame(pointer.x), by });
            }
            if scroll.x != 0.0 {
                let length = lane.shown.end - lane.shown.start;
                let start = lane.shown.start - f64::from(scroll.x / lane.rect.width()) * length;
                let start = start.clamp(0.0, (session.whole_lane(lane.run.id) - length).max(0.0));
                commands.push(Command::ShowFrames { run: lane.run.id, part: Some(start..start + length) });
            }
        }
    }

    /// Returns the tooltip for the place under the pointer.
    fn frames_text(&self, ui: &Ui, lane: &Lane<'_>, language: Language) -> Option<String> {
        let pointer = ui.input(|input| input.pointer.hover_pos()).filter(|&at| lane.rect.contains(at))?;
        let trace = &lane.run.trace;
        let frame = lane.frame(pointer.x) as usize;
        let row = ((pointer.y - lane.rect.top()) / lane.rect.height() * trace.row_count() as f32) as usize;
        let per_point = (lane.shown.end - lane.shown.start) / f64::from(lane.rect.width());
        let cached = self.pictures.get(&lane.run.id).filter(|cached| Arc::ptr_eq(&cached.trace, trace));
        let column = cached
            .filter(|_| per_point >= 1.0)
            .and_then(|cached| cached.columns.iter().find(|column| column.frames.contains(&frame)).cloned())
            .or_else(|| trace.strip(frame..frame + 1, 1).pop())?;
        let activity = column.rows.get(row)?;
        let text = column_text(&column, row * trace.depths_per_row(), trace.depths_per_row(), *activity, language);
        Some(match pass_text(lane.run, frame, language) {
            Some(pass) => format!("{pass}\n{text}"),
            None => text,
        })
    }
}

/// Draws the name of a strip's run, and the visible range of frames.
fn lane_name_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    whole: Rect,
    name: &str,
    ends: &str,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let is_active = session.active == run.id;
    let color = if is_active { palette.text } else { palette.secondary };
    let room = Rect::from_min_size(whole.min, vec2(name_width(ui) - 6.0, whole.height()));
    let mut y = room.top() + 2.0;
    let lines = [
        (name, if is_active { strong_font(SMALL) } else { font(SMALL) }, color),
        (ends, font(SMALL), palette.secondary),
    ];
    for (line, font, color) in lines {
        let laid_out = |line: String| {
            let mut job = egui::text::LayoutJob::simple_singleline(line, font.clone(), color);
            job.wrap = egui::text::TextWrapping::truncate_at_width(room.width());
            ui.painter().layout_job(job)
        };
        let mut galley = laid_out(line.to_owned());
        if galley.elided {
            galley = laid_out(session.distinct_first(run));
        }
        let height = galley.size().y;
        if y + height > whole.bottom() + 2.0 {
            break;
        }
        ui.painter_at(whole).galley(pos2(room.left(), y), galley, color);
        y += height + 2.0;
    }
    // The first two strips have a switch each, for all runs.
    let has_room = has_switches_beside_strips(ui.ctx(), whole.height());
    let lane = session.shown_runs().position(|shown| shown.id == run.id);
    let (mut is_on, text, action) = match lane.filter(|_| has_room && session.shown_runs().count() > 1) {
        Some(0) => (session.settings.same_scale, Text::ActSameScale, Action::ToggleSameScale),
        Some(1) => (session.settings.differences_only, Text::DifferencesOnlyShort, Action::DifferencesOnly),
        _ => return,
    };
    let place = Rect::from_min_max(pos2(room.left(), y), room.max);
    let mut ui = ui.new_child(egui::UiBuilder::new().id_salt(action).max_rect(place));
    ui.spacing_mut().interact_size.y = 18.0;
    let language = session.settings.language;
    let switch = check_ui(&mut ui, &mut is_on, egui::RichText::new(language.text(text)).size(SMALL));
    set_name(&ui, switch.id, action.name(language));
    if switch.changed() {
        commands.push(Command::Do(action));
    }
}

/// Whether there is room for switches below the names of strips of this height.
pub(crate) fn has_switches_beside_strips(ctx: &egui::Context, height: f32) -> bool {
    const TWO_LINES_AND_SWITCH: f32 = 52.0;
    !is_narrow(ctx) && !has_touch(ctx) && height >= TWO_LINES_AND_SWITCH
}

/// Returns the counts of a column at a depth, as text.
fn column_text(column: &StripColumn, depth: usize, depths: usize, activity: Activity, language: Language) -> String {
    let last = column.frames.end.saturating_sub(1);
    let depth = if depths == 1 { language.number(depth as u64) } else { format!("{}–{}", depth, depth + depths - 1) };
    let values = [
        ("first", language.number(column.frames.start as u64)),
        ("last", language.number(last as u64)),
        ("depth", depth),
        ("visits", language.number(activity.visits.into())),
        ("cuts", language.number(activity.cuts.into())),
        ("answered", language.number(activity.answered.into())),
        ("pruned", language.number(activity.pruned.into())),
    ];
    language.fill(Text::ColumnSays, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
}

/// Interpolates between two colours.
fn mixed(from: Color32, to: Color32, share: f32) -> Color32 {
    if share <= 0.0 { from } else { from.lerp_to_gamma(to, share.min(1.0)) }
}

/// Returns the colour of places that are open, but not entered.
fn passing(palette: &Palette) -> Color32 {
    mixed(palette.ground, palette.edge, 0.45)
}

/// Paints one pixel for each column and row. Cuts and table hits are coloured by their share of the visits.
fn image(lane: &Lane<'_>, columns: &[StripColumn], palette: &Palette) -> ColorImage {
    let trace = &lane.run.trace;
    let rows = trace.row_count();
    let passing = passing(palette);
    let of_column = |column: &StripColumn| -> Option<Vec<Color32>> {
        if let Some(results) = lane.results {
            let leaves = results.of_column(palette, trace, column, passing);
            return Some(leaves.into_iter().map(|color| color.unwrap_or(passing)).collect());
        }
        let colors = lane.colors.as_ref()?.rows(trace, column.frames.clone(), rows);
        Some(colors.into_iter().map(|color| color.map_or(palette.edge, |color| palette.scene(color))).collect())
    };
    let of_column: Vec<_> = columns.iter().map(of_column).collect();
    let pruned_below = palette.pruned;
    let color = |place: usize, row: usize| {
        let column = &columns[place];
        let activity = column.rows[row];
        let share = |part: u32, of: u32| part as f32 / part.max(of).max(1) as f32;
        let is_open = column.deepest.is_some_and(|deepest| row <= deepest);
        let visited = if let Some(of_column) = of_column[place].as_ref().filter(|_| activity.visits > 0) {
            of_column[row]
        } else if activity.visits > 0 || activity.cuts > 0 {
            let searched = mixed(palette.edge, palette.cut, share(activity.cuts, activity.visits));
            mixed(searched, palette.table, share(activity.answered, activity.visits))
        } else if is_open {
            passing
        } else {
            palette.ground
        };
        let of = if is_open { activity.visits + activity.pruned } else { activity.pruned };
        mixed(visited, pruned_below, share(activity.pruned, of) * f32::from(u8::from(activity.pruned > 0)))
    };
    let color = &color;
    let pixels = (0..rows).flat_map(|row| (0..columns.len()).map(move |place| color(place, row))).collect();
    ColorImage::new([columns.len(), rows], pixels)
}

/// Returns the legend of the strips' colours.
pub(crate) fn strip_legend(ui: &Ui, session: &Session) -> Vec<(Sign, Color32, String)> {
    let palette = Palette::of(ui);
    let traces = || session.shown_runs().map(|run| &run.trace);
    let language = session.settings.language;
    let column = session.settings.color_by.as_deref().and_then(|column| session.active_run().colors(column));
    let of_column = column.map(|colors| column_entries(&colors, &palette, palette.edge, language)).unwrap_or_default();
    let mut entries = Vec::new();
    if of_column.is_empty() {
        entries.push((Sign::Filled, palette.edge, Text::LegendVisited));
        // In a strip with results, all visits but those of leaves have the colour of other strips.
        if session.shown_runs().any(|run| Results::of(run).is_some()) {
            entries.push((Sign::Filled, palette.max, Text::LegendResultMax));
            entries.push((Sign::Filled, palette.min, Text::LegendResultMin));
        }
    }
    if traces().any(|trace| trace.is_search() && trace.setup.process.has_minimax_scores()) {
        entries.push((Sign::Filled, palette.cut, Text::LegendCut));
        entries.push((Sign::Filled, palette.pruned, Text::Pruned));
    }
    if traces().any(|trace| trace.setup.table.is_some()) {
        entries.push((Sign::Filled, palette.table, Text::LegendTable));
    }
    if session.shown_runs().count() > 1 {
        entries.push((Sign::Hatched, palette.only, Text::LegendOnlyHere));
    }
    entries.push((Sign::Line, palette.current, Text::CurrentFrame));
    let of_states = entries.into_iter().map(|(sign, color, text)| match only_here_text(session, text) {
        Some(text) => (sign, color, text),
        None => (sign, color, language.text(text).to_owned()),
    });
    of_column.into_iter().chain(of_states).collect()
}

/// Returns the two runs that the hatched nodes compare, if there are more runs than two.
fn only_here_text(session: &Session, text: Text) -> Option<String> {
    let is_one_of_many = text == Text::LegendOnlyHere && session.shown_runs().count() > 2;
    let other = session.compared_run(session.active).filter(|_| is_one_of_many)?;
    let [run, other] = [session.active, other.id].map(|run| session.number(run).to_string());
    Some(session.settings.language.fill(Text::LegendOnlyHereOf, &[("run", &run), ("other", &other)]))
}

/// Draws one visit from its first frame to its last, with its outcome.
fn visit_box(painter: &egui::Painter, palette: &Palette, lane: &Lane<'_>, trace: &Trace, visit: VisitId) {
    let height = lane.rect.height() / trace.row_count() as f32;
    let top = lane.rect.top() + trace.depth_of(visit) as f32 * height;
    let (start, end) = trace.span(visit);
    let last = end.unwrap_or(trace.frame_count() - 1);
    let rect = Rect::from_min_max(
        pos2(lane.x(start as f64).max(lane.rect.left() - 2.0), top),
        pos2(lane.x(last as f64 + 1.0).min(lane.rect.right() + 2.0), top + height),
    );
    let is_answered = trace.table().answered(visit).is_some();
    let color = if is_answered { palette.table } else { palette.edge };
    let of_column = lane.colors.as_ref().map(|colors| colors.color(trace, visit));
    let fill = match (lane.results, of_column) {
        (Some(results), _) => results.of_leaf(palette, trace, visit).unwrap_or_else(|| passing(palette)),
        (None, Some(found)) => found.map_or(palette.edge, |found| palette.scene(found)),
        (None, None) => color,
    };
    let inside = Rect::from_min_max(rect.min + vec2(0.5, 0.5), rect.max - vec2(0.5, 0.5));
    painter.rect_filled(inside, 1.5, fill);
    if of_column.is_some() && is_answered {
        painter.hline(inside.x_range(), inside.bottom() - 1.0, Stroke::new(2.0, palette.table));
    }
    let pruned = trace.pruned_children(visit).len();
    if let Some(cut) = trace.cut_frame(visit).filter(|_| pruned > 0) {
        let (left, right) = (lane.x(cut as f64), lane.x(cut as f64 + 1.0));
        let at = Rect::from_min_max(pos2(left, top), pos2(right.max(left + 2.0), top + height)).shrink(0.5);
        painter.rect_filled(at, 0.0, palette.cut);
        let below = at.translate(vec2(0.0, height));
        painter.rect_filled(below, 0.0, palette.pruned);
        // A stroke across, as on a pruned node.
        let pen = Stroke::new(1.0, palette.cut);
        painter.line_segment([below.left_bottom(), below.right_top()], pen);
    }
}

/// Draws a small mark in each point-wide column that contains a found frame.
fn found_marks(painter: &egui::Painter, palette: &Palette, lane: &Lane<'_>, found: &[u32]) {
    if found.is_empty() {
        return;
    }
    let before = |x: f32| found.partition_point(|&frame| f64::from(frame) < lane.frame(x));
    let mut mesh = egui::Mesh::default();
    let mut x = lane.rect.left();
    let mut passed = before(x);
    while x < lane.rect.right() {
        let next = before(x + 1.0);
        if std::mem::replace(&mut passed, next) < next {
            let width = lane.x(lane.frame(x) + 1.0).min(x + 3.0) - x;
            let top = pos2(x, lane.rect.top() - 2.0);
            mesh.add_colored_rect(Rect::from_min_size(top, vec2(width.max(1.0), 6.0)), palette.text);
        }
        x += 1.0;
    }
    painter.add(mesh);
}

/// Returns the text for the note whose mark is under the pointer.
fn note_at(response: &egui::Response, session: &Session, lane: &Lane<'_>) -> Option<String> {
    const REACH: f32 = 5.0;
    let pointer = response.hover_pos().filter(|at| at.y < lane.rect.top() + 3.0 * REACH)?;
    let near = |&(_, frame): &(usize, usize)| (lane.x(frame as f64 + 0.5) - pointer.x).abs() <= REACH;
    let (at, frame) = session.notes_in(lane.run).find(near)?;
    let language = session.settings.language;
    let title = session.notebook.notes.notes[at].title.text(language);
    let untitled = language.fill(Text::NoteUntitled, &[("number", &language.number(at as u64 + 1))]);
    let title = if title.is_empty() { &untitled } else { title };
    Some(language.fill(Text::NoteInStrip, &[("title", title), ("frame", &language.number(frame as u64))]))
}

/// Draws a flag at the top for each note, pointing down to its frame; the flag of the current note is filled.
fn note_marks(painter: &egui::Painter, palette: &Palette, lane: &Lane<'_>, session: &Session) {
    const HALF: f32 = 4.5;
    for (at, frame) in session.notes_in(lane.run) {
        let x = lane.x(frame as f64 + 0.5);
        if !lane.rect.x_range().contains(x) {
            continue;
        }
        let top = lane.rect.top() - 1.0;
        let corners = vec![pos2(x - HALF, top), pos2(x + HALF, top), pos2(x, top + 2.0 * HALF)];
        let is_current = session.notebook.current == Some(at);
        let fill = if is_current { palette.action } else { palette.ground };
        painter.add(egui::Shape::convex_polygon(corners, fill, Stroke::new(1.5, palette.action)));
    }
}

/// Marks on the slider the range of frames that the active lane shows.
pub(crate) fn part_mark(ui: &Ui, rail: Rect, shown: &Range<f64>, whole: f64) {
    if shown.end - shown.start >= whole {
        return;
    }
    let palette = Palette::of(ui);
    let x = |frame: f64| rail.left() + (frame / whole) as f32 * rail.width();
    let bar = Rect::from_min_max(
        pos2(x(shown.start), rail.bottom() - 3.0),
        pos2(x(shown.end).max(x(shown.start) + 3.0), rail.bottom()),
    );
    ui.painter().rect_filled(bar, 1.0, palette.action);
}

/// Draws the buttons that zoom the strip of the active run, at its end.
fn zoom_buttons_ui(ui: &mut Ui, whole: Rect, language: Language, commands: &mut Vec<Command>) {
    let place = Rect::from_min_max(pos2(whole.right() - end_width(ui) + 6.0, whole.top()), whole.max);
    let mut buttons =
        ui.new_child(egui::UiBuilder::new().max_rect(place).layout(egui::Layout::left_to_right(egui::Align::Min)));
    buttons.spacing_mut().item_spacing.x = 2.0;
    for (icon, action) in [(Icon::ZoomIn, Action::TimeZoomIn), (Icon::ZoomOut, Action::TimeZoomOut)] {
        let name = action.name(language);
        let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
        let tooltip = format!("{name} ({})", keys.join(", "));
        if icon_button_ui(&mut buttons, icon, name, &tooltip, false).clicked() {
            commands.push(Command::Do(action));
        }
    }
}
