//! List of the children of the selected node, one per row, in search order: move, state or score, and a mark for the best so far. A click selects a
//! child. Only the visible rows are built, so a node can have any number of children.

use std::sync::Arc;

use egui::style::ScrollAnimation;
use egui::{
    Align2, Label, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::selected::{Child, Selected};
use crate::viewer::commands::Command;
use crate::viewer::kit::right_to_left::in_visual_order;
use crate::viewer::kit::theme::{Palette, SECONDARY, SMALL, font, strong_font};
use crate::viewer::kit::widgets::{announce, section_ui, set_name};
use crate::viewer::session::{RunId, Session};
use edagari_core::analysis::{child_name, decimal_text, proof_note, reason_title, score_text, signed_text, state_text};
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::{Candidate, NodeState, Place};

const ROW_HEIGHT: f32 = 20.0;
/// The width of the sign that folds the section, after its heading.
const FOLDING_SIGN: f32 = 16.0;
/// The number of rows that are visible at once; the others are reached by scrolling.
const MAX_ROWS: usize = 6;
/// The distance of the number of the other children from the right side of the list.
const MORE_MARGIN: f32 = 14.0;

/// Shows a row for each child. The height is independent of their number, so that the sections below do not move.
pub(super) fn children_ui(ui: &mut Ui, session: &Session, selected: &Selected, commands: &mut Vec<Command>) {
    let (run, language) = (session.active_run(), session.settings.language);
    let is_at_limit = selected.is_at_depth_limit(run);
    let count = if is_at_limit { 0 } else { selected.child_count(run) };
    heading_ui(ui, selected, language);
    let height = ROW_HEIGHT * MAX_ROWS as f32;
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
        ui.spacing_mut().button_padding.y = 0.0;
        if count == 0 {
            let text = match selected.reason(run) {
                Some(why) if is_at_limit => {
                    language.fill(Text::NoChildrenBecause, &[("why", reason_title(&why, language))])
                }
                None if is_at_limit => language.text(Text::NoChildrenAtLimit).to_owned(),
                _ => language.text(Text::NoChildren).to_owned(),
            };
            ui.add(Label::new(RichText::new(text).size(SECONDARY).color(Palette::of(ui).secondary)).wrap());
            return;
        }
        let rows = rows_in_sight(ui);
        // Lists with and without a scroll bar have different ids: otherwise egui would animate a
        // bar that appears or disappears, which causes redraws.
        let id = ("children", count > rows);
        // A faded row would look like an unvisited child; hidden children are counted below the
        // list.
        ui.spacing_mut().scroll.fade.strength = 0.0;
        let area = ScrollArea::vertical().id_salt(id).max_height(ROW_HEIGHT * rows as f32).auto_shrink([false, true]);
        let current = current_row(ui, selected, (run.id, run.frame)).filter(|_| count > rows);
        // The number of the other children covers no text.
        let of_more =
            if count > rows { more_size(ui, &more_text(count - rows, language)).x + MORE_MARGIN } else { 0.0 };
        let shown = area.show_rows(ui, ROW_HEIGHT, count, |ui, rows| {
            ui.set_max_width(ui.available_width() - of_more);
            if let Some(row) = current {
                let top = ui.min_rect().top() + (row as f32 - rows.start as f32) * ROW_HEIGHT;
                let place = Rect::from_min_size(pos2(ui.min_rect().left(), top), vec2(1.0, ROW_HEIGHT));
                ui.scroll_to_rect_animation(place, None, ScrollAnimation::none());
            }
            for row in rows {
                if let Some(child) = selected.child(run, row) {
                    row_ui(ui, session, selected, (row, child), commands);
                }
            }
        });
        // The panel may end before the list does.
        let visible = shown.inner_rect.intersect(ui.clip_rect());
        more_ui(
            ui,
            visible,
            count,
            visible.bottom() - shown.inner_rect.top() + shown.state.clamped_offset().y,
            language,
        );
    });
}

/// Returns the number of rows that are visible, because the panel may end before the list does.
fn rows_in_sight(ui: &Ui) -> usize {
    let room = ui.clip_rect().bottom() - ui.cursor().top();
    let rows = ((room + 1.0) / ROW_HEIGHT).max(0.0) as usize;
    // A list that is out of sight has its usual height.
    if rows < 2 { MAX_ROWS } else { rows.min(MAX_ROWS) }
}

/// A frame, and the node whose children are listed there.
type ListedAt = (RunId, usize, Arc<Vec<u32>>);

/// Returns the row to which the list scrolls, if the frame or the node is another one than at the last redraw: that of the child that has
/// returned, or of the best child where the node has ended, or where it is newly selected. Otherwise the list stays where it was scrolled
/// to.
fn current_row(ui: &Ui, selected: &Selected, (run, frame): (RunId, usize)) -> Option<usize> {
    let id = ui.scope_id().with("frame of the children");
    let now: ListedAt = (run, frame, Arc::clone(&selected.path));
    let before = ui.data_mut(|data| data.get_temp_mut_or(id, None).replace(now.clone()));
    if before.as_ref() == Some(&now) {
        return None;
    }
    let is_same_node = before.is_some_and(|before| before.0 == run && before.2 == selected.path);
    let best = || if !is_same_node || selected.has_ended() { selected.best_place() } else { None };
    selected.returned_place().or_else(best)
}

/// Shows the heading, and in a Monte-Carlo tree search the player whose values the rows show, and of which moment.
fn heading_ui(ui: &mut Ui, selected: &Selected, language: Language) {
    let heading = language.text(Text::ChildrenHeading);
    let Some(note) = selected.candidates_note(language) else { return section_ui(ui, heading) };
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        section_ui(ui, heading);
        ui.add_space(FOLDING_SIGN);
        ui.add(Label::new(RichText::new(note).size(SMALL).color(Palette::of(ui).secondary)).truncate());
    });
}

/// Shows the number of children that follow below the visible part of the list, which ends at `end` in the list.
fn more_ui(ui: &mut Ui, visible: Rect, count: usize, end: f32, language: Language) {
    let more = count.saturating_sub(((end + 1.0) / ROW_HEIGHT) as usize);
    if more == 0 || visible.height() < ROW_HEIGHT {
        return;
    }
    let palette = Palette::of(ui);
    let text = more_text(more, language);
    let size = more_size(ui, &text);
    let place = Rect::from_min_size(visible.right_bottom() - size - vec2(MORE_MARGIN, 2.0), size);
    let response = ui.interact(place, ui.scope_id().with("more"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    ui.painter().rect(place, 4.0, palette.panel, Stroke::new(1.0, palette.line), StrokeKind::Inside);
    ui.painter().text(place.center(), Align2::CENTER_CENTER, text, font(SMALL), palette.secondary);
}

fn more_text(count: usize, language: Language) -> String {
    language.fill(Text::StageMoreShort, &[("count", &language.number(count as u64))])
}

fn more_size(ui: &Ui, text: &str) -> Vec2 {
    ui.painter().layout_no_wrap(text.to_owned(), font(SMALL), Palette::of(ui).secondary).size() + vec2(10.0, 2.0)
}

fn row_ui(
    ui: &mut Ui,
    session: &Session,
    selected: &Selected,
    (row, (mv, node)): (usize, Child),
    commands: &mut Vec<Command>,
) {
    let (run, language) = (session.active_run(), session.settings.language);
    let palette = Palette::of(ui);
    let trace = &run.trace;
    let mut path = selected.path.to_vec();
    path.push(mv);
    let place = node.map_or_else(|| trace.place(&path), |node| Place { node, below: 0 });
    let state = trace.state_in_parent(place, run.frame);
    let visit = trace.visit_at(place, run.frame);
    let name = visible(&child_name(trace, &path, language)).into_owned();
    let is_best = node.is_some() && node == selected.best;
    let candidate = selected.candidates.iter().find(|candidate| Some(candidate.node) == node);
    let summary = match candidate {
        Some(candidate) => candidate_text(candidate, session.has_open_question(), trace.has_priors(), language),
        None if trace.proofs().is_some() => {
            let numbers = place.recorded().and_then(|child| proof_note(trace, child, run.frame, language));
            numbers.unwrap_or_else(|| language.text(Text::Unvisited).to_owned())
        }
        None => state_text(trace, visit, state, language),
    };
    // The numbers of samplings and proof-number searches are those of all visits.
    let counts_all = trace.samples().is_some() || trace.proofs().is_some();
    let is_scored = matches!(state, NodeState::Scored { .. });
    let is_from_before =
        is_scored && !counts_all && visit.zip(selected.visit).is_some_and(|(visit, parent)| visit < parent);
    let with_name = |name: &str, summary: &str, is_best_first: bool| {
        let mut parts = vec![format!("{}. {name}", row + 1), summary.to_owned()];
        parts.extend(candidate.and_then(|candidate| selected.candidate_now(candidate, language)));
        let best = match candidate {
            Some(_) => Text::FavouriteSoFar,
            None if selected.has_ended() => Text::StageBestChild,
            None => Text::BestSoFar,
        };
        let place = if is_best_first { 1 } else { parts.len() };
        parts.splice(place..place, is_best.then(|| language.text(best).to_owned()));
        parts.extend(is_from_before.then(|| language.text(Text::FromEarlierVisit).to_owned()));
        parts.join(language.text(Text::Comma))
    };
    let text = with_name(&name, &summary, false);
    let is_open = matches!(state, NodeState::Open { .. });
    let color = match state {
        NodeState::Scored { .. } if !is_from_before => palette.text,
        NodeState::Open { .. } => palette.current_text,
        _ => palette.secondary,
    };
    // In a narrow list the end of a row is cut: neither the score nor the mark of the best child must be.
    let score = match state {
        NodeState::Scored { score, kind } if !counts_all => {
            let score = score_text(trace, score, language);
            let is_estimate = visit.is_some_and(|visit| trace.is_horizon(visit));
            Some(if is_estimate { format!("≈ {score}") } else { signed_text(trace, kind, score) })
        }
        _ => None,
    };
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), strong_font(SECONDARY), color).size().x;
    let is_cut = |text: &String| width(text) > ui.available_width();
    let name = in_visual_order(&name);
    let mut shown = with_name(&name, &summary, false);
    if let Some(score) = score.filter(|_| is_cut(&shown)) {
        shown = with_name(&name, &score, false);
    }
    if is_best && is_cut(&shown) {
        // The sum of a sampling at the end of a row is worth more than the words for its bold type, which the tooltip has.
        shown = with_name(&name, &summary, candidate.is_none());
    }
    let words = RichText::new(shown).size(SECONDARY).color(color);
    let words = if is_best || is_open { words.strong() } else { words };
    let button =
        egui::Button::new(words).frame(false).truncate().min_size(egui::vec2(ui.available_width(), ROW_HEIGHT));
    let response = ui
        .push_id(row, |ui| {
            announce(ui);
            ui.add(button)
        })
        .inner;
    set_name(ui, response.id, &text);
    if response.on_hover_text(&text).clicked() {
        commands.push(Command::Center { run: run.id, path });
    }
}

/// Returns visits and mean of a child of a Monte-Carlo tree search, and unless a question is open its exploration term and their sum, and
/// its prior if they differ.
fn candidate_text(candidate: &Candidate, has_open_question: bool, has_priors: bool, language: Language) -> String {
    let visits = language.number(candidate.sample.visits.into());
    let values = [
        ("visits", visits),
        ("mean", decimal_text(candidate.mean)),
        ("prior", decimal_text(candidate.prior)),
        ("exploration", decimal_text(candidate.exploration)),
        ("sum", decimal_text(candidate.sum())),
    ];
    let text = match candidate.result {
        Some(_) => Text::CandidateKnown,
        None if has_open_question => Text::CandidateAsked,
        None if has_priors => Text::CandidateWithPrior,
        None => Text::Candidate,
    };
    language.fill(text, &values.each_ref().map(|(key, value)| (*key, value.as_str())))
}
