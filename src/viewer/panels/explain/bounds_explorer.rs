//! The bounds of a table entry and a window, both movable: the case that they form, and the action
//! of the search. The values are independent of any run. Reads only the language; pushes no
//! commands.

use std::ops::RangeInclusive;

use egui::{
    Color32, Context, CornerRadius, EventFilter, Id, Key, KeyboardShortcut, Rect, Response, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, accesskit, pos2, vec2,
};

use crate::viewer::commands::Command;
use crate::viewer::kit::number_line::{Geometry, LineRange, Narrowed, NumberLine, number_line_ui};
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{prose_ui, section_ui, sentence_ui};
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::analysis::{BoundsCase, answer_text};
use edagari_core::language::{Language, Text};
use edagari_core::score::{Answer, Bounds, Score, Window};

/// Maximum finite score of a mark; one step beyond is ∞.
const REACH: i32 = 10;
const GRIP_SIZE: egui::Vec2 = vec2(16.0, 18.0);
/// Space on both sides of the number line, for the grips at its ends.
const MARGIN: i8 = 24;

/// One of the four movable scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mark {
    Lower,
    Upper,
    Alpha,
    Beta,
}

impl Mark {
    const ALL: [Self; 4] = [Self::Lower, Self::Upper, Self::Alpha, Self::Beta];

    fn id(self) -> Id {
        Id::unique(("mark of the bounds explorer", self))
    }

    const fn text(self) -> Text {
        match self {
            Self::Lower => Text::MarkLower,
            Self::Upper => Text::MarkUpper,
            Self::Alpha => Text::MarkAlpha,
            Self::Beta => Text::MarkBeta,
        }
    }

    /// Whether the mark is the left one of its pair, with its grip on the left.
    const fn is_left(self) -> bool {
        matches!(self, Self::Lower | Self::Alpha)
    }

    const fn color(self, palette: &Palette) -> Color32 {
        match self {
            Self::Lower | Self::Upper => palette.table,
            Self::Alpha => palette.max,
            Self::Beta => palette.min,
        }
    }

    /// Returns the rectangle of the grip: beside the end of the bounds, or below the mark of the window, so that no two overlap.
    fn grip(self, x: f32, geometry: &Geometry) -> Rect {
        let y = match self {
            Self::Lower | Self::Upper => geometry.table_y,
            Self::Alpha | Self::Beta => geometry.bar.bottom() + 4.0 + GRIP_SIZE.y / 2.0,
        };
        let middle = if self.is_left() { x - GRIP_SIZE.x / 2.0 } else { x + GRIP_SIZE.x / 2.0 };
        Rect::from_center_size(pos2(middle, y), GRIP_SIZE)
    }
}

/// Whether a mark has the keyboard focus.
pub(crate) fn has_focus(ctx: &Context) -> bool {
    let focused = ctx.memory(egui::Memory::focused);
    focused.is_some_and(|focused| Mark::ALL.iter().any(|mark| mark.id() == focused))
}

/// Whether a key moves the focused mark.
pub(crate) const fn moves_marks(keys: KeyboardShortcut) -> bool {
    let is_bare = !keys.modifiers.ctrl && !keys.modifiers.command && !keys.modifiers.alt;
    let is_arrow = matches!(keys.logical_key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown);
    is_bare && (is_arrow || matches!(keys.logical_key, Key::Home | Key::End))
}

/// Converts a score to a number of steps from 0; one step beyond [`REACH`] is ±∞.
fn step_of(score: Score) -> i32 {
    let infinity = if score > Score::new(0) { REACH + 1 } else { -REACH - 1 };
    score.finite().unwrap_or(infinity)
}

const fn score_of(step: i32) -> Score {
    if step > REACH {
        Score::INFINITY
    } else if step < -REACH {
        Score::NEG_INFINITY
    } else {
        Score::new(step)
    }
}

/// State of the explorer.
#[derive(Clone, Copy, Debug)]
struct BoundsExplorer {
    bounds: Bounds,
    window: Window,
    /// Horizontal distance of the pointer from the mark at the start of the drag.
    grabbed_at: f32,
    /// Whether the first mark still has to get the focus, which is possible only when it is on screen.
    wants_focus: bool,
}

/// Creates the panel at the first case, with the focus at the first mark.
pub(crate) fn open(_: &Session) -> Box<dyn Panel> {
    Box::new(BoundsExplorer::first_case())
}

impl Panel for BoundsExplorer {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, _: &mut Vec<Command>) {
        ScrollArea::vertical()
            .auto_shrink([false, true])
            .show(ui, |ui| self.explorer_ui(ui, session.settings.language));
    }
}

impl BoundsExplorer {
    fn first_case() -> Self {
        let (bounds, window) = BoundsCase::all()[0].example();
        Self { bounds, window, grabbed_at: 0.0, wants_focus: true }
    }

    const fn score(&self, mark: Mark) -> Score {
        match mark {
            Mark::Lower => self.bounds.lower,
            Mark::Upper => self.bounds.upper,
            Mark::Alpha => self.window.alpha,
            Mark::Beta => self.window.beta,
        }
    }

    /// Returns the steps to which `mark` can be moved with l ≤ u and α < β, where l and α are never ∞, and u and β never −∞.
    fn range(&self, mark: Mark) -> RangeInclusive<i32> {
        match mark {
            Mark::Lower => -REACH - 1..=step_of(self.bounds.upper).min(REACH),
            Mark::Upper => step_of(self.bounds.lower).max(-REACH)..=REACH + 1,
            Mark::Alpha => -REACH - 1..=step_of(self.window.beta) - 1,
            Mark::Beta => step_of(self.window.alpha) + 1..=REACH + 1,
        }
    }

    /// Moves `mark` to `step`, or as near as possible.
    fn move_to(&mut self, mark: Mark, step: i32) {
        let range = self.range(mark);
        let score = score_of(step.clamp(*range.start(), *range.end()));
        match mark {
            Mark::Lower => self.bounds.lower = score,
            Mark::Upper => self.bounds.upper = score,
            Mark::Alpha => self.window.alpha = score,
            Mark::Beta => self.window.beta = score,
        }
    }

    fn explorer_ui(&mut self, ui: &mut Ui, language: Language) {
        let hint = egui::RichText::new(language.text(Text::ExplorerHint)).color(Palette::of(ui).secondary);
        prose_ui(ui, hint);
        self.marks_ui(ui, language);
        ui.add_space(8.0);
        self.case_ui(ui, language);
        ui.add_space(8.0);
        sentence_ui(ui, &answer_text(self.bounds, self.window, language), 3);
        ui.add_space(12.0);
        section_ui(ui, language.text(Text::WhatSearchDoes));
        ui.add_space(4.0);
        padded_ui(ui, |ui| number_line_ui(ui, &self.outcome(), language));
    }

    fn marks_ui(&mut self, ui: &mut Ui, language: Language) {
        let line = NumberLine {
            bounds: Some(self.bounds),
            reach: LineRange::Fixed(-REACH, REACH),
            has_table: true,
            room_below: GRIP_SIZE.y + 4.0,
            ..NumberLine::of(self.window)
        };
        let geometry = padded_ui(ui, |ui| number_line_ui(ui, &line, language));
        if self.wants_focus && ui.is_enabled() {
            ui.memory_mut(|memory| memory.request_focus(Mark::Lower.id()));
            self.wants_focus = false;
        }
        let responses = Mark::ALL.map(|mark| self.grip_ui(ui, mark, &geometry, language));
        // Painted after all grips, because two can touch.
        for (mark, response) in Mark::ALL.into_iter().zip(responses) {
            let grip = mark.grip(geometry.x(self.score(mark)), &geometry);
            paint_outline(ui, grip, mark, &response);
        }
    }

    fn grip_ui(&mut self, ui: &Ui, mark: Mark, geometry: &Geometry, language: Language) -> Response {
        let grip = mark.grip(geometry.x(self.score(mark)), geometry);
        let response = ui.interact(reach_of(grip, mark), mark.id(), Sense::drag());
        self.drag(&response, mark, geometry, ui);
        self.keys(&response, mark, ui);
        let score = self.score(mark);
        response.widget_info(|| WidgetInfo::slider(true, f64::from(step_of(score)), language.text(mark.text())));
        let range = self.range(mark);
        ui.accesskit_node_builder(mark.id(), |node| {
            node.set_value(score.to_string());
            node.set_min_numeric_value(f64::from(*range.start()));
            node.set_max_numeric_value(f64::from(*range.end()));
            node.set_numeric_value_step(1.0);
            for action in [accesskit::Action::SetValue, accesskit::Action::Increment, accesskit::Action::Decrement] {
                node.add_action(action);
            }
        });
        paint_grip(ui, mark.grip(geometry.x(score), geometry), mark);
        response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal)
    }

    fn drag(&mut self, response: &Response, mark: Mark, geometry: &Geometry, ui: &Ui) {
        let Some(pointer) = response.interact_pointer_pos() else { return };
        if response.drag_started() {
            response.request_focus();
            self.grabbed_at = pointer.x - geometry.x(self.score(mark));
        }
        if response.dragged() {
            let at = geometry.score_at(pointer.x - self.grabbed_at);
            // Between the last score and ∞ at the end there is a gap.
            let is_past_last = at.abs() > f64::from(REACH) + 2.0;
            let nearest = (at.round() as i32).clamp(-REACH, REACH);
            self.move_to(mark, if is_past_last { nearest + nearest.signum() } else { nearest });
            ui.request_repaint();
        }
    }

    fn keys(&mut self, response: &Response, mark: Mark, ui: &Ui) {
        let range = self.range(mark);
        let mut step = step_of(self.score(mark));
        if response.has_focus() {
            let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(mark.id(), arrows));
            ui.input(|input| {
                let presses = |key| input.num_presses(key) as i32;
                step += presses(Key::ArrowRight) + presses(Key::ArrowUp);
                step -= presses(Key::ArrowLeft) + presses(Key::ArrowDown);
                if input.key_pressed(Key::Home) {
                    step = *range.start();
                }
                if input.key_pressed(Key::End) {
                    step = *range.end();
                }
            });
        }
        ui.input(|input| {
            step += input.num_accesskit_action_requests(mark.id(), accesskit::Action::Increment) as i32;
            step -= input.num_accesskit_action_requests(mark.id(), accesskit::Action::Decrement) as i32;
            for request in input.accesskit_action_requests(mark.id(), accesskit::Action::SetValue) {
                if let Some(accesskit::ActionData::NumericValue(value)) = request.data {
                    step = value.round() as i32;
                }
            }
        });
        self.move_to(mark, step);
    }

    fn case_ui(&mut self, ui: &mut Ui, language: Language) {
        let case = BoundsCase::of(self.bounds, self.window);
        let cases = BoundsCase::all();
        let index = case.index();
        let mut chosen = index;
        let numbers = [("number", &*(index + 1).to_string()), ("count", &*cases.len().to_string())];
        let number = language.fill(Text::CaseNumber, &numbers);
        let number = egui::RichText::new(number).size(SECONDARY).color(Palette::of(ui).secondary);
        ui.horizontal(|ui| {
            ui.label(strong(case.relation(), HEADING));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(number));
        });
        ui.horizontal(|ui| {
            if ui.button(language.text(Text::PreviousCase)).clicked() {
                chosen = (index + cases.len() - 1) % cases.len();
            }
            if ui.button(language.text(Text::NextCase)).clicked() {
                chosen = (index + 1) % cases.len();
            }
        });
        if chosen != index {
            (self.bounds, self.window) = cases[chosen].example();
        }
    }

    /// Returns the number line of the result: the returned score, or the window with which the search continues.
    fn outcome(&self) -> NumberLine {
        let same = NumberLine {
            bounds: Some(self.bounds),
            reach: LineRange::Fixed(-REACH, REACH),
            has_table: true,
            ..NumberLine::of(self.window)
        };
        match self.bounds.answer(self.window) {
            Answer::Returned { score, .. } => NumberLine { score: Some(score), ..same },
            Answer::Narrowed(window) => NumberLine {
                window,
                given: Some(Narrowed { from: self.window, by_table: true, is_given: true }),
                ..same
            },
            Answer::Nothing => same,
        }
    }
}

/// Adds space on both sides for grips beyond a number line.
fn padded_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(MARGIN, 0)).show(ui, contents).inner
}

/// Returns the area in which a grip can be dragged: larger than its picture, on the side away from its mark.
fn reach_of(grip: Rect, mark: Mark) -> Rect {
    let outwards = if mark.is_left() { vec2(-8.0, 0.0) } else { vec2(8.0, 0.0) };
    grip.union(grip.translate(outwards)).expand2(vec2(0.0, 2.0))
}

/// Returns the corners of a grip: a half disc with its flat side at the mark.
const fn corners(mark: Mark) -> CornerRadius {
    let round = (GRIP_SIZE.y / 2.0) as u8;
    if mark.is_left() {
        CornerRadius { nw: round, sw: round, ne: 0, se: 0 }
    } else {
        CornerRadius { ne: round, se: round, nw: 0, sw: 0 }
    }
}

fn paint_grip(ui: &Ui, grip: Rect, mark: Mark) {
    let palette = Palette::of(ui);
    let painter = ui.painter();
    painter.rect_filled(grip, corners(mark), mark.color(&palette));
    let middle = grip.center() + if mark.is_left() { vec2(1.0, 0.0) } else { vec2(-1.0, 0.0) };
    for x in [middle.x - 2.0, middle.x + 2.0] {
        painter.vline(x, middle.y - 4.0..=middle.y + 4.0, Stroke::new(1.0, palette.panel));
    }
}

/// Outlines the grip that has the focus or is under the pointer.
fn paint_outline(ui: &Ui, grip: Rect, mark: Mark, response: &Response) {
    let palette = Palette::of(ui);
    let outline = if response.has_focus() {
        Stroke::new(2.0, palette.action)
    } else if response.hovered() || response.dragged() {
        Stroke::new(1.0, palette.text)
    } else {
        return;
    };
    ui.painter().rect_stroke(grip.expand(1.0), corners(mark), outline, StrokeKind::Outside);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_marks_stay_valid() {
        for case in BoundsCase::all() {
            let (bounds, window) = case.example();
            for mark in Mark::ALL {
                for step in -20..=20 {
                    let mut explorer = BoundsExplorer { bounds, window, ..BoundsExplorer::first_case() };
                    explorer.move_to(mark, step);
                    let BoundsExplorer { bounds, window, .. } = explorer;
                    assert!(bounds.lower <= bounds.upper && window.alpha < window.beta);
                    assert!(bounds.lower < Score::INFINITY && bounds.upper > Score::NEG_INFINITY);
                }
            }
        }
    }
}
