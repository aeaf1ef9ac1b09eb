//! The line above a tree: the path to the selected node, the frame, its next step, and how the frame was found.

use std::cmp::Ordering;

use super::focus_view::tells_next;
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::icons::{Icon, icon_button_ui};
use crate::viewer::kit::right_to_left::in_visual_order;
use crate::viewer::kit::screen::target_size;
use crate::viewer::kit::theme::{Palette, SECONDARY, font};
use crate::viewer::kit::widgets::{announce, bar_ui, set_name};
use crate::viewer::session::{Crumb, Followed, Run, Session};
use edagari_core::analysis::{Relation, child_text, next_frame_text, node_title, player_text};
use edagari_core::game::Player;
use edagari_core::language::{Language, Text, visible};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Label, RichText, Ui};

/// The width that a move of the breadcrumb needs in addition to its name, in points.
const CRUMB_GAP: f32 = 14.0;
/// The width that the path keeps beside the next step, in points.
const MIN_PATH: f32 = 60.0;

/// Returns a name with the number of its run, unless that is the first.
pub(super) fn of_run(session: &Session, run: &Run, name: &str) -> String {
    match session.number(run.id) {
        1 => name.to_owned(),
        number => format!("{name} {number}"),
    }
}

/// Shows the path to the selected node, the frame, and its next step if the picture does not show it.
pub(super) fn breadcrumb_ui(ui: &mut Ui, session: &Session, run: &Run, shows_next: bool, commands: &mut Vec<Command>) {
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
            if !shows_next && tells_next(session, run) {
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

/// Returns the name of the frame's node, if the breadcrumb ends at another one.
fn node_elsewhere(run: &Run, language: Language) -> Option<String> {
    let path = run.trace.step(run.frame).map(|step| run.trace.path(step.node))?;
    if path == run.path_in_breadcrumb() {
        return None;
    }
    let is_root = path.is_empty();
    let name = if is_root { node_title } else { child_text }(&run.trace, &path, language);
    Some(visible(&name).into_owned())
}

/// Shows the player to move and the next step, as far as there is room beside the path. They are those of the frame's node, which is
/// named if the path beside them ends elsewhere.
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
    let elsewhere = node_elsewhere(run, language);
    let job = |parts: Vec<(String, Color32)>| {
        let mut job = LayoutJob::default();
        // A step that names its node needs no other name.
        let is_unnamed =
            |name: &&String| !parts.is_empty() && !parts.iter().any(|(text, _)| text.contains(name.as_str()));
        if let Some(name) = elsewhere.as_ref().filter(is_unnamed) {
            let name = format!("{}: ", in_visual_order(name));
            job.append(&name, 0.0, TextFormat::simple(font(SECONDARY), palette.secondary));
        }
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

/// Returns the sign before a node of the breadcrumb, by its depth and that of the one before it; `None` before the root.
const fn sign_between(before: Option<usize>, length: usize) -> Option<&'static str> {
    match before {
        None if length == 0 => None,
        None => Some("… ›"),
        Some(before) if before + 1 == length => Some("›"),
        Some(_) => Some("› … ›"),
    }
}

/// Returns the width of the names in a breadcrumb, with the signs between them.
fn crumbs_width(crumbs: &[(&Crumb, f32)], width: impl Fn(&str) -> f32) -> f32 {
    let mut before = None;
    let with_sign = |(crumb, name): &(&Crumb, f32)| {
        let sign = sign_between(before.replace(crumb.length), crumb.length);
        name + match sign {
            Some("… ›" | "› … ›") => width("… ›"),
            _ => 0.0,
        }
    };
    crumbs.iter().map(with_sign).sum()
}

/// Shows the moves to the selected node, or to the centre of the tree; a click on a move goes back there.
fn crumbs_ui(ui: &mut Ui, run: &Run, language: Language, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    let name_of = |crumb: &Crumb| crumb.name.clone().unwrap_or_else(|| language.text(Text::Root).to_owned());
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font(SECONDARY), palette.text).size().x;
    let breadcrumb = run.breadcrumb();
    let mut crumbs: Vec<(&Crumb, f32)> =
        breadcrumb.iter().map(|crumb| (crumb, width(&name_of(crumb)) + CRUMB_GAP)).collect();
    // If there is little room, the middle is omitted, and then the start: the end matters most.
    let room = ui.available_width();
    while crumbs.len() > 1 && crumbs_width(&crumbs, width) > room {
        crumbs.remove(usize::from(crumbs.len() > 2));
    }
    let mut before = None;
    for (crumb, _) in crumbs {
        if let Some(between) = sign_between(before.replace(crumb.length), crumb.length) {
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

/// Shows a short note if the run, which follows the active run, cannot show the same moment of the search: for example if it has no
/// such node. The note shares a line with other texts, so that the tree keeps its size.
fn followed_ui(ui: &mut Ui, run: &Run, language: Language) {
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
