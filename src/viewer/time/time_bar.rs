//! The time bar: the strips of the runs, transport buttons, and the slider over all frames.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, Color32, Layout, PopupCloseBehavior, Rect, Stroke, Ui, Vec2, pos2, vec2};

use super::strip::{Strips, end_width, has_switches_beside_strips, name_width, part_mark, strip_legend};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::icons::{Icon, icon_button_ui};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::legend::{Entry, Sign, legend_ui, legend_width};
use crate::viewer::kit::screen::{is_narrow, row_height, target_size};
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, font};
use crate::viewer::kit::widgets::{IS_FREE_DESKTOP, check_ui, set_name};
use crate::viewer::session::{Link, SPEEDS, Session};
use edagari_core::analysis::explain;
use edagari_core::language::{Language, Text};

/// Minimum height of a strip, with many runs, and maximum height, with few.
const LANE_HEIGHTS: std::ops::RangeInclusive<f32> = 26.0..=58.0;
/// Maximum height of all strips together, in points and as a share of the window; strips at their minimum height may exceed it.
const MAX_HEIGHT: f32 = 132.0;
const MAX_SHARE: f32 = 0.17;
/// Sizes of the buttons, and of those beside the speed, and widths of the speed and of the link between the runs, in points.
const BUTTON_SIZE: Vec2 = vec2(30.0, 26.0);
const STEP_SIZE: Vec2 = vec2(24.0, 24.0);
const SPEED_WIDTH: f32 = 104.0;
const LINK_WIDTH: f32 = 150.0;

/// Returns the height of the strip of a run.
fn lane_height(ui: &Ui, session: &Session) -> f32 {
    let count = session.shown_runs().count().max(1);
    let most = MAX_HEIGHT.min(MAX_SHARE * ui.ctx().content_rect().height());
    (most / count as f32).clamp(*LANE_HEIGHTS.start(), *LANE_HEIGHTS.end())
}

/// Draws the time bar.
pub(crate) fn time_bar_ui(ui: &mut Ui, session: &Session, strips: &mut Strips, commands: &mut Vec<Command>) {
    ui.add_space(6.0);
    strips.keep_only(session);
    let height = lane_height(ui, session);
    for run in session.shown_runs() {
        strips.lane_ui(ui, session, run, height, commands);
    }
    ui.add_space(4.0);
    transport_ui(ui, session, commands);
    slider_ui(ui, session, commands);
    ui.add_space(4.0);
}

/// Buttons of the transport with their icons, in groups, as in a window of usual width.
const BUTTONS: [&[(Icon, Action)]; 4] = [
    &[
        (Icon::First, Action::First),
        (Icon::TenBack, Action::TenBack),
        (Icon::FrameBack, Action::FrameBack),
        (Icon::Play, Action::TogglePlay),
        (Icon::FrameOn, Action::FrameOn),
        (Icon::TenOn, Action::TenOn),
        (Icon::Last, Action::Last),
    ],
    &[(Icon::PreviousCut, Action::PreviousCut), (Icon::NextCut, Action::NextCut)],
    &[(Icon::PreviousOfNode, Action::PreviousOfNode), (Icon::NextOfNode, Action::NextOfNode)],
    &[(Icon::Loop, Action::ToggleLoop)],
];
/// The same in two rows of a narrow window.
const NARROW_BUTTONS: [&[(Icon, Action)]; 2] = [
    &[
        (Icon::First, Action::First),
        (Icon::FrameBack, Action::FrameBack),
        (Icon::Play, Action::TogglePlay),
        (Icon::FrameOn, Action::FrameOn),
        (Icon::Last, Action::Last),
        (Icon::PreviousCut, Action::PreviousCut),
        (Icon::NextCut, Action::NextCut),
    ],
    &[
        (Icon::TenBack, Action::TenBack),
        (Icon::TenOn, Action::TenOn),
        (Icon::PreviousOfNode, Action::PreviousOfNode),
        (Icon::NextOfNode, Action::NextOfNode),
        (Icon::Loop, Action::ToggleLoop),
    ],
];
/// Gap between two buttons, and between two groups of them, in points.
const BUTTON_GAP: f32 = 4.0;
const GROUP_GAP: f32 = 8.0;

/// Draws the transport: in one row, in two rows if it does not fit, or in the two rows of a narrow window.
fn transport_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = BUTTON_GAP;
        if is_narrow(ui.ctx()) {
            narrow_transport_ui(ui, session, commands);
            return;
        }
        let [buttons, speed, link] = left_widths(ui, session);
        let is_one_row = buttons + speed + link + right_width(ui, session) <= ui.available_width();
        let has_speed = buttons + speed <= ui.available_width();
        let first = ui.horizontal(|ui| {
            groups_ui(ui, session, &BUTTONS, commands);
            if has_speed {
                speed_ui(ui, session, commands);
            }
            is_one_row && link_and_checks_ui(ui, session, commands)
        });
        let mut has_legend = first.inner;
        if !is_one_row {
            let second = ui.horizontal(|ui| {
                if !has_speed {
                    speed_ui(ui, session, commands);
                }
                link_and_checks_ui(ui, session, commands)
            });
            has_legend = second.inner;
        }
        if !has_legend {
            let legend = strip_legend(ui, session);
            legend_ui(ui, &entries(&legend));
        }
    });
}

/// Width that the legend needs beside its entries, in points.
const LEGEND_GAP: f32 = 24.0;

/// Returns the entries of a legend for drawing.
fn entries(legend: &[(Sign, Color32, String)]) -> Vec<Entry<'_>> {
    legend.iter().map(|(sign, color, text)| (*sign, *color, text.as_str())).collect()
}

/// Returns the widths of the buttons, of the speed, and of the link between the runs, in points.
fn left_widths(ui: &Ui, session: &Session) -> [f32; 3] {
    let count: usize = BUTTONS.iter().map(|group| group.len()).sum();
    let button = target_size(ui, BUTTON_SIZE).x + BUTTON_GAP;
    let buttons = count as f32 * button + BUTTONS.len() as f32 * (GROUP_GAP + BUTTON_GAP);
    let speed = 2.0 * (target_size(ui, STEP_SIZE).x + BUTTON_GAP) + SPEED_WIDTH + BUTTON_GAP;
    let link = if session.shown_runs().count() > 1 { LINK_WIDTH + GROUP_GAP + 2.0 * BUTTON_GAP } else { 0.0 };
    [buttons, speed, link]
}

/// Returns the width of the two check boxes at the right end, in points.
fn right_width(ui: &Ui, session: &Session) -> f32 {
    let language = session.settings.language;
    let text = |text: Text| {
        let galley = ui.painter().layout_no_wrap(language.text(text).to_owned(), font(BODY), Palette::of(ui).text);
        galley.size().x + ui.spacing().icon_width + ui.spacing().icon_spacing + 2.0 * ui.spacing().button_padding.x
    };
    text(Text::Follow) + text(Text::BestLine) + 2.0 * GROUP_GAP
}

/// Draws groups of buttons with a gap between them.
fn groups_ui(ui: &mut Ui, session: &Session, groups: &[&[(Icon, Action)]], commands: &mut Vec<Command>) {
    for group in groups {
        for &(icon, action) in *group {
            button_ui(ui, session, icon, action, commands);
        }
        ui.add_space(GROUP_GAP);
    }
}

fn button_ui(ui: &mut Ui, session: &Session, icon: Icon, action: Action, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let (icon, is_on) = match action {
        Action::TogglePlay if session.playing => (Icon::Pause, true),
        Action::ToggleLoop => (icon, session.loops),
        _ => (icon, false),
    };
    let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
    let name = action.name(language);
    let tooltip = if keys.is_empty() { name.to_owned() } else { format!("{name} ({})", keys.join(", ")) };
    if icon_button_ui(ui, icon, name, &tooltip, is_on).clicked() {
        commands.push(Command::Do(action));
    }
}

/// Draws the link between the runs and, at the right end, the check boxes; between them the legend, if it fits. Returns whether it
/// does.
fn link_and_checks_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) -> bool {
    ui.add_space(GROUP_GAP);
    if session.shown_runs().count() > 1 {
        link_ui(ui, session, commands);
    }
    let legend = strip_legend(ui, session);
    let legend = entries(&legend);
    let right = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        checks_ui(ui, session, commands);
        // The line at the current frame moves with each step, so it needs no row of its own.
        let without_line: Vec<_> = legend.iter().copied().filter(|(sign, ..)| !matches!(sign, Sign::Line)).collect();
        let fits = |legend: &&[Entry<'_>]| legend_width(ui, legend) + LEGEND_GAP <= ui.available_width();
        let legend = [&legend[..], &without_line].into_iter().find(fits);
        if let Some(legend) = legend {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add_space(LEGEND_GAP / 2.0);
                legend_ui(ui, legend);
            });
        }
        legend.is_some()
    });
    right.inner
}

/// Draws the check boxes for display settings, with a gap between them.
fn checks_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let (mut follow, mut best_line) = (session.settings.follow, session.settings.best_line);
    if check_ui(ui, &mut follow, language.text(Text::Follow)).changed() {
        commands.push(Command::Do(Action::ToggleFollow));
    }
    ui.add_space(GROUP_GAP);
    if check_ui(ui, &mut best_line, language.text(Text::BestLine)).changed() {
        commands.push(Command::Do(Action::ToggleBestLine));
    }
    // While it is on, most nodes are nearly invisible, and the menu with its tick is closed. Elsewhere it is beside the strips.
    let mut differences_only = session.settings.differences_only && session.shown_runs().count() > 1;
    if differences_only && !has_switches_beside_strips(ui.ctx(), lane_height(ui, session)) {
        ui.add_space(GROUP_GAP);
        if check_ui(ui, &mut differences_only, Action::DifferencesOnly.name(language)).changed() {
            commands.push(Command::Do(Action::DifferencesOnly));
        }
    }
}

/// Draws the transport of a narrow window; what is needed less often is in a menu.
fn narrow_transport_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let [first, second] = NARROW_BUTTONS;
    ui.horizontal(|ui| {
        for &(icon, action) in first {
            button_ui(ui, session, icon, action, commands);
        }
    });
    ui.horizontal(|ui| {
        for &(icon, action) in second {
            button_ui(ui, session, icon, action, commands);
        }
        let more = session.settings.language.text(Text::MoreTransport);
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let (button, _) = MenuButton::from_button(Button::new("…").min_size(target_size(ui, BUTTON_SIZE)))
            .config(config)
            .ui(ui, |ui| {
                ui.spacing_mut().item_spacing.x = BUTTON_GAP;
                ui.horizontal(|ui| speed_ui(ui, session, commands));
                if session.shown_runs().count() > 1 {
                    link_ui(ui, session, commands);
                }
                checks_ui(ui, session, commands);
                ui.horizontal(|ui| {
                    for (icon, action) in [(Icon::ZoomIn, Action::TimeZoomIn), (Icon::ZoomOut, Action::TimeZoomOut)] {
                        button_ui(ui, session, icon, action, commands);
                    }
                });
                let legend = strip_legend(ui, session);
                legend_ui(ui, &entries(&legend));
            });
        set_name(ui, button.id, more);
    });
}

/// Draws a small button with a sign that changes an adjacent value by one step.
fn step_button_ui(ui: &mut Ui, sign: &str, action: Action, language: Language, commands: &mut Vec<Command>) {
    let keys: Vec<String> = action.shortcuts().iter().map(|keys| keys_text(ui.ctx(), keys)).collect();
    let name = action.name(language);
    let button = egui::Button::new(egui::RichText::new(sign).size(SECONDARY));
    let response =
        ui.add_sized(target_size(ui, STEP_SIZE), button).on_hover_text(format!("{name} ({})", keys.join(", ")));
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
    let response =
        ui.add_sized(vec2(SPEED_WIDTH, row_height(ui, 24.0)), drag).on_hover_text(language.text(Text::Speed));
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
        .width(LINK_WIDTH)
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
        let response = ui.add_sized(vec2(name_width(ui) - 8.0, row_height(ui, 24.0)), field);
        set_name(ui, response.id, language.text(Text::FrameField));
        ui.spacing_mut().slider_width = (ui.available_width() - end_width(ui) - 8.0).max(50.0);
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
