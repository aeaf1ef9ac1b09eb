//! The time bar: the strips of the runs, transport buttons, and the slider over all frames.

use egui::{Align, Layout, Rect, Stroke, Ui, pos2, vec2};

use super::strip::{END_WIDTH, NAME_WIDTH, Strips, part_mark, strip_legend};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::icons::{Icon, icon_button_ui};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::legend::{Entry, legend_ui, legend_width};
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{IS_FREE_DESKTOP, check_ui, set_name};
use crate::viewer::session::{Link, SPEEDS, Session};
use edagari_core::analysis::explain;
use edagari_core::language::{Language, Text};

/// Minimum height of a strip, with many runs, and maximum height, with few.
const LANE_HEIGHTS: std::ops::RangeInclusive<f32> = 26.0..=58.0;
/// Maximum height of all strips together, in points and as a share of the window; strips at their minimum height may exceed it.
const MOST_HEIGHT: f32 = 132.0;
const MOST_SHARE: f32 = 0.17;

/// Draws the time bar.
pub(crate) fn time_bar_ui(ui: &mut Ui, session: &Session, strips: &mut Strips, commands: &mut Vec<Command>) {
    ui.add_space(6.0);
    strips.keep_only(session);
    let count = session.shown_runs().count().max(1);
    let most = MOST_HEIGHT.min(MOST_SHARE * ui.ctx().content_rect().height());
    let height = (most / count as f32).clamp(*LANE_HEIGHTS.start(), *LANE_HEIGHTS.end());
    for run in session.shown_runs() {
        strips.lane_ui(ui, session, run, height, commands);
    }
    ui.add_space(4.0);
    transport_ui(ui, session, commands);
    slider_ui(ui, session, commands);
    ui.add_space(4.0);
}

fn transport_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let button = |ui: &mut Ui, icon: Icon, action: Action, is_on: bool, commands: &mut Vec<Command>| {
        let name = action.name(language);
        let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
        let tooltip = if keys.is_empty() { name.to_owned() } else { format!("{name} ({})", keys.join(", ")) };
        if icon_button_ui(ui, icon, name, &tooltip, is_on).clicked() {
            commands.push(Command::Do(action));
        }
    };
    let legend = strip_legend(ui, session);
    let legend: Vec<Entry<'_>> = legend.iter().map(|(sign, color, text)| (*sign, *color, text.as_str())).collect();
    let mut has_room = true;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        button(ui, Icon::First, Action::First, false, commands);
        button(ui, Icon::TenBack, Action::TenBack, false, commands);
        button(ui, Icon::FrameBack, Action::FrameBack, false, commands);
        let play = if session.playing { Icon::Pause } else { Icon::Play };
        button(ui, play, Action::TogglePlay, session.playing, commands);
        button(ui, Icon::FrameOn, Action::FrameOn, false, commands);
        button(ui, Icon::TenOn, Action::TenOn, false, commands);
        button(ui, Icon::Last, Action::Last, false, commands);
        ui.add_space(8.0);
        button(ui, Icon::PreviousCut, Action::PreviousCut, false, commands);
        button(ui, Icon::NextCut, Action::NextCut, false, commands);
        ui.add_space(8.0);
        button(ui, Icon::PreviousOfNode, Action::PreviousOfNode, false, commands);
        button(ui, Icon::NextOfNode, Action::NextOfNode, false, commands);
        ui.add_space(8.0);
        button(ui, Icon::Loop, Action::ToggleLoop, session.loops, commands);
        ui.add_space(8.0);
        speed_ui(ui, session, commands);
        ui.add_space(8.0);
        if session.shown_runs().count() > 1 {
            link_ui(ui, session, commands);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut follow = session.settings.follow;
            if check_ui(ui, &mut follow, language.text(Text::Follow)).changed() {
                commands.push(Command::Do(Action::ToggleFollow));
            }
            ui.add_space(8.0);
            let mut best_line = session.settings.best_line;
            if check_ui(ui, &mut best_line, language.text(Text::BestLine)).changed() {
                commands.push(Command::Do(Action::ToggleBestLine));
            }
            has_room = legend_width(ui, &legend) + 24.0 <= ui.available_width();
            if has_room {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add_space(12.0);
                    legend_ui(ui, &legend);
                });
            }
        });
    });
    if !has_room {
        legend_ui(ui, &legend);
    }
}

/// Draws a small button with a sign that changes an adjacent value by one step.
fn step_button_ui(ui: &mut Ui, sign: &str, action: Action, language: Language, commands: &mut Vec<Command>) {
    let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
    let name = action.name(language);
    let button = egui::Button::new(egui::RichText::new(sign).size(SECONDARY));
    let response = ui.add_sized(vec2(24.0, 24.0), button).on_hover_text(format!("{name} ({})", keys.join(", ")));
    set_name(ui, response.id, name);
    if response.clicked() {
        commands.push(Command::Do(action));
    }
}

fn speed_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let mut speed = session.settings.speed;
    let drag = egui::DragValue::new(&mut speed)
        .range(SPEEDS)
        .speed(f64::from(session.settings.speed) / 50.0)
        .max_decimals(1)
        .suffix(language.text(Text::FramesPerSecond));
    step_button_ui(ui, "−", Action::Slower, language, commands);
    let response = ui.add_sized(vec2(104.0, 24.0), drag).on_hover_text(language.text(Text::Speed));
    set_name(ui, response.id, language.text(Text::Speed));
    if response.changed() {
        commands.push(Command::SetSpeed(speed));
    }
    step_button_ui(ui, "+", Action::Faster, language, commands);
}

fn link_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let current = language.text(session.settings.link.text());
    let response = egui::ComboBox::from_id_salt("link")
        .selected_text(language.fill(Text::LinkIs, &[("link", current)]))
        .width(150.0)
        .show_ui(ui, |ui| {
            for link in Link::ALL {
                if ui.selectable_label(session.settings.link == link, language.text(link.text())).clicked() {
                    commands.push(Command::SetLink(link));
                }
            }
        });
    set_name(ui, response.response.id, language.text(Text::Link));
}

fn slider_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let run = session.active_run();
    let is_awaited = run.awaited().is_some();
    let last = if is_awaited { 0 } else { run.last_frame() };
    let mut frame = run.frame.min(last);
    let shown_before = frame;
    let shown = session.frames_shown(run.id);
    ui.horizontal(|ui| {
        let field = egui::DragValue::new(&mut frame).range(0..=last).speed(0.2).update_while_editing(false);
        let response = ui.add_sized(vec2(NAME_WIDTH - 8.0, 24.0), field);
        set_name(ui, response.id, language.text(Text::FrameField));
        ui.spacing_mut().slider_width = (ui.available_width() - END_WIDTH - 8.0).max(50.0);
        let slider = egui::Slider::new(&mut frame, 0..=last).show_value(false).trailing_fill(true);
        let response = ui.add_enabled(last > 0, slider);
        set_name(ui, response.id, language.text(Text::FrameSlider));
        // Otherwise screen readers would announce a share of the run.
        ui.accesskit_node_builder(response.id, |slider| {
            if is_awaited {
                return;
            }
            let number = language.fill(Text::FrameNumber, &[("frame", &language.number(run.frame as u64))]);
            let sentence = explain(&run.trace, run.frame, language);
            // Linux screen readers receive only the number from `AccessKit`.
            if IS_FREE_DESKTOP {
                slider.set_description(sentence.clone());
            }
            slider.set_value([number, sentence].join(language.text(Text::Comma)));
        });
        loop_marks(ui, session, response.rect, last);
        if !is_awaited {
            part_mark(ui, response.rect, &shown, last.max(1) as f64);
        }
        let palette = Palette::of(ui);
        ui.label(egui::RichText::new(language.number(last as u64)).size(SECONDARY).color(palette.secondary));
    });
    if frame != shown_before {
        commands.push(Command::GoTo { run: run.id, frame });
    }
}

/// Draws brackets at the ends of the loop range.
fn loop_marks(ui: &Ui, session: &Session, rect: Rect, last: usize) {
    let Some((start, end)) = session.loop_range.filter(|_| session.loops) else { return };
    let palette = Palette::of(ui);
    for (frame, inwards) in [(start, 4.0), (end, -4.0)] {
        let x = egui::remap_clamp(frame as f32, 0.0..=last.max(1) as f32, rect.x_range());
        let points = [
            pos2(x + inwards, rect.top()),
            pos2(x, rect.top()),
            pos2(x, rect.bottom()),
            pos2(x + inwards, rect.bottom()),
        ];
        ui.painter().line(points.to_vec(), Stroke::new(2.0, palette.action));
    }
}
